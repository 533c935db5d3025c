import ArgumentParser
import DaybookClient

/// `daybook show`
struct ShowCommand: NotebookCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show all of some to-dos.")

    @OptionGroup
    var names: NameArguments

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ desk: NotebookDesk) throws {
        let todos = try desk.read([]) { reader in try names.ids.map { try reader.todo(named: $0) } }
        guard todos.count == names.ids.count else { throw NameError.unknown(names.ids[0], .todo) }
        if desk.isJSON { return try desk.tell(todos) }
        let pages = todos.map { desk.table.page($0) }
        try StandardOutput.write(Array(pages.joined(separator: [""])))
    }
}

/// To-dos or notes by their names.
struct NameArguments: ParsableArguments {
    @Argument(help: "The first digits of an ID, as many as only one has.")
    var ids: [String]
}

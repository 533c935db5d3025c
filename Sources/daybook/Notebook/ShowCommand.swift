import ArgumentParser
import DaybookClient

/// `daybook show`
struct ShowCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        _superCommandName: Daybook.name,
        abstract: "Show all of some to-dos."
    )

    @OptionGroup
    var names: NameArguments

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        let found: [(todo: ListedTodo, note: ListedNote?)] = try context.read([]) { reader in
            try names.ids.map { name in
                let todo = try reader.todo(named: name)
                return (todo, try todo.todo.note.flatMap { try reader.note($0) })
            }
        }
        let todos = found.map(\.todo)
        guard todos.count == names.ids.count else { throw NameError.unknown(names.ids[0], .todo) }
        if context.isJSON { return try context.print(todos) }
        let details = found.map { context.table.details($0.todo, note: $0.note) }
        try StandardOutput.write(Array(details.joined(separator: [""])))
    }
}

/// To-dos or notes by their names.
struct NameArguments: ParsableArguments {
    @Argument(help: "The first digits of an ID, as many as only one has.")
    var ids: [String]
}

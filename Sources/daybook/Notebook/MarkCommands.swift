import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook done`
struct DoneCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "done",
        _superCommandName: Daybook.name,
        abstract: "Mark to-dos done. Marking one that repeats creates the next."
    )

    @OptionGroup
    var names: NameArguments

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws { try context.mark(names.ids, done: true) }
}

/// `daybook undone`
struct UndoneCommand: NotebookCommand {
    static let configuration = CommandConfiguration(commandName: "undone", abstract: "Mark to-dos open again.")

    @OptionGroup
    var names: NameArguments

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws { try context.mark(names.ids, done: false) }
}

/// `daybook delete`
struct DeleteCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete to-dos. The trash keeps them for 30 days."
    )

    @OptionGroup
    var names: NameArguments

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        try context.delete(names.ids, .todo) { notebook, id in _ = notebook.delete(Todo.ID(id), context.now) }
    }
}

extension NotebookContext {
    fileprivate func mark(_ names: [String], done: Bool) throws {
        try change(names, .todo) { notebook, listed in
            let texts = notebook.mark(Todo.ID(listed.key.id), done: done, now, in: zone).announcements
            if !texts.isEmpty { return texts }
            return ["“\(listed.title)” was \(done ? "done" : "open") already."]
        }
    }

    /// Deletes the to-dos or notes with these names by a verb, and prints how they come back.
    func delete(_ names: [String], _ kind: Record.Kind, _ verb: (inout Notebook, UUID) -> Void) throws {
        try change(names, kind) { notebook, listed in
            verb(&notebook, listed.key.id)
            return ["Deleted “\(listed.title)”. `daybook undo` brings it back."]
        }
    }

    /// Lets a verb change the to-dos or notes with these names, all in one transaction, and prints the verb's message.
    /// Nothing changes when a name does not name exactly one. `kind`: nil for both.
    func change(
        _ names: [String],
        _ kind: Record.Kind?,
        isDeleted: Bool = false,
        _ verb: (inout Notebook, ListedRecord) -> [String]
    ) throws {
        try write { writer in
            let named = try names.map { try writer.reader.record(named: $0, kind, isDeleted: isDeleted) }
            var texts: [String] = []
            for listed in named { texts += try writer.change([listed.key]) { verb(&$0, listed) } }
            let after = try named.map { try writer.reader.record($0.key) ?? $0 }
            return (texts, after)
        } print: { texts, records in
            try print(texts, about: records, kind)
        }
    }
}

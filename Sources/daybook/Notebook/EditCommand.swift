import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook edit`
struct EditCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a to-do: by options, or in $EDITOR when there are none."
    )

    @Argument(help: "The first digits of a to-do's ID, as many as only one to-do has.")
    var id: String

    @Option(help: "Another title, as it is.")
    var title: String?

    @OptionGroup(title: "Fields")
    var fields: FieldOptions

    @Option(help: "A tag to remove. May be given several times.")
    var untag: [String] = []

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        let found: ListedTodo? = try context.read(nil) { try $0.todo(named: id) }
        guard let found else { throw NameError.unknown(id, .todo) }
        let before = TodoDraft(found.todo)
        let (isChanged, todo): (Bool, ListedTodo)
        if title != nil || !fields.isEmpty || !untag.isEmpty {
            (isChanged, todo) = try save(try changed(before, context), over: before, of: found, context)
        } else {
            let text = TodoForm(fields: context.fields).text(of: before)
            (isChanged, todo) = try context.editor.edit(text) { text in
                // "In an hour" is an hour from when that was written.
                let form = TodoForm(fields: context.later.fields)
                return try save(try form.draft(of: text, editing: before), over: before, of: found, context.later)
            }
        }
        try context.printing {
            try context.print([isChanged ? "Changed “\(todo.todo.title)”." : "Nothing to change."], about: [todo])
        }
    }

    private func changed(_ before: TodoDraft, _ context: NotebookContext) throws -> TodoDraft {
        var draft = before
        if let title { draft.title = title }
        try TagOptions.remove(untag, from: &draft.tags, of: "to-do", show: "daybook show \(id)")
        try fields.apply(to: &draft, context.fields)
        return draft
    }

    /// Applies the changed fields to the to-do's present state. Returns whether anything changed, and the to-do.
    private func save(
        _ draft: TodoDraft,
        over before: TodoDraft,
        of found: ListedTodo,
        _ context: NotebookContext
    ) throws -> (Bool, ListedTodo) {
        try context.save { writer in
            guard let current = try writer.reader.todo(found.todo.id) else {
                throw Refusal("the to-do was deleted meanwhile. `daybook trash restore \(found.name)` brings it back.")
            }
            let wanted = TodoDraft(current.todo).taking(changesFrom: before, to: draft)
            let normal = context.rules.normalized(wanted)
            let violations = context.rules.violations(of: normal, changing: current.todo, now: context.now)
            if !violations.isEmpty { throw Refusal(violations, under: context.rules) }
            let isChanged = normal != TodoDraft(current.todo)
            try writer.change([found.key]) { _ = $0.edit(current.todo, to: normal, context.now) }
            return (isChanged, try writer.reader.todo(found.todo.id) ?? current)
        }
    }
}

extension ListedTodo {
    /// The record of the to-do.
    var key: Record.Key { ListedRecord.todo(self).key }
}

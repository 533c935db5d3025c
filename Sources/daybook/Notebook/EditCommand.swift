import ArgumentParser
import DaybookClient
import DaybookCore
import Foundation

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

    func work(_ desk: NotebookDesk) throws {
        let found: ListedTodo? = try desk.read(nil) { try $0.todo(named: id) }
        guard let found else { throw NameError.unknown(id) }
        let before = TodoDraft(found.todo)
        if title != nil || !fields.isEmpty || !untag.isEmpty {
            return try save(try changed(before, desk), over: before, of: found, desk)
        }
        let form = TodoForm(fields: desk.fields)
        let edited = try TextEditor.edit(form.text(of: before), desk.environment)
        do {
            try save(try form.draft(of: edited.text, editing: before), over: before, of: found, desk)
        } catch let refusal as Refusal {
            throw Refusal("\(refusal.description) Nothing was changed; the text is kept in \(edited.path).")
        }
        unlink(edited.path)
    }

    private func changed(_ before: TodoDraft, _ desk: NotebookDesk) throws -> TodoDraft {
        var draft = before
        if let title { draft.title = title }
        for tag in untag {
            let name = (tag.hasPrefix("#") ? String(tag.dropFirst()) : tag).lowercased()
            guard draft.tags.contains(where: { $0.lowercased() == name }) else {
                throw Refusal(
                    "the to-do has no tag “\(DisplayWidth.harmless(tag))”. `daybook show \(id)` shows its tags."
                )
            }
            draft.tags.removeAll { $0.lowercased() == name }
        }
        try fields.apply(to: &draft, desk.fields)
        return draft
    }

    /// Saves what was changed, over what the to-do says by now.
    private func save(
        _ draft: TodoDraft,
        over before: TodoDraft,
        of found: ListedTodo,
        _ desk: NotebookDesk
    ) throws {
        try desk.write { writer in
            guard let current = try writer.reader.todo(found.todo.id) else {
                throw Refusal("the to-do was deleted meanwhile. `daybook trash restore \(found.name)` brings it back.")
            }
            let wanted = TodoDraft(current.todo).taking(changesFrom: before, to: draft)
            let normal = desk.rules.normalized(wanted)
            let violations = desk.rules.violations(of: normal, changing: current.todo, now: desk.now)
            if !violations.isEmpty { throw Refusal(violations.map(\.message).joined(separator: " ")) }
            let changed = normal != TodoDraft(current.todo)
            try writer.change([current.key]) { _ = $0.edit(current.todo, to: normal, desk.now) }
            return (changed, try writer.reader.todo(found.todo.id) ?? current)
        } tell: { changed, todo in
            try desk.tell([changed ? "Changed “\(todo.todo.title)”." : "Nothing to change."], about: [todo])
        }
    }
}

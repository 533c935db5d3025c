import ArgumentParser
import DaybookClient
import DaybookCore

/// `daybook note add`
struct NoteAddCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: "Write a note: by its title and text, from standard input, or in $EDITOR.",
        discussion: """
            Without a text, $VISUAL or $EDITOR opens: the first line is the title, the rest the text. - reads the same \
            from standard input, and as the text it reads the text alone.

            A note that breaks a rule is not saved. What was written in the editor can be edited again, and is kept in a \
            file that the message names.
            """
    )

    @Argument(help: "The title, or - to read the title and the text.")
    var title: String?

    @Argument(help: "The text, or - to read it.")
    var text: String?

    @Option(help: "A tag to add, without its sign. May be given several times.")
    var tag: [String] = []

    @Flag(help: "Pin the note: lists have it first.")
    var pin = false

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        let form = NoteForm(rules: context.rules)
        let note: ListedNote?
        switch (title, text) {
        case ("-", let text?):
            throw Refusal("“\(DisplayWidth.harmless(text))” is too much: - reads the title and the text.")
        case ("-", nil): note = try add(form.draft(of: try context.standardInput()), context)
        case (let title?, let text?):
            let text = text == "-" ? try context.standardInput() : text
            note = try add(NoteDraft(typed: title, text), context)
        case (_, nil), (nil, _):
            guard Prompt.isPossible else {
                throw Refusal("there is no terminal for an editor. Give a title and a text, or - to read them.")
            }
            let empty = NoteDraft(typed: title ?? "", "")
            note = try context.editor.edit(form.text(of: empty)) { try add(form.draft(of: $0), context.later) }
        }
        guard let note else { throw Refusal("the note is empty. Nothing was added.") }
        try context.printing { try context.print(["Added \(note.name) “\(note.note.title)”."], about: [note]) }
    }

    /// Adds a note. Nil for an empty text, which is how a person leaves the editor without adding a note.
    private func add(_ draft: NoteDraft, _ context: NotebookContext) throws -> ListedNote? {
        let draft = context.rules.normalized(draft)
        if draft == NoteDraft() { return nil }
        var tags: [String] = []
        TagOptions.add(tag, to: &tags)
        let labels = context.rules.normalized(tags: tags)
        let violations = context.rules.violations(of: draft) + context.rules.violations(ofTags: labels)
        if !violations.isEmpty { throw Refusal(violations, under: context.rules) }
        let id = Note.ID(Device.newID(now: context.now))
        return try context.save { writer in
            try writer.change([]) { notebook in
                _ = notebook.write(draft, over: NoteDraft(), to: id, tags: labels, isPinned: pin, context.now)
            }
            return try writer.reader.note(id)
        }
    }
}

/// `daybook note edit`
struct NoteEditCommand: NotebookCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: "Change a note: by options, or in $EDITOR when there are none."
    )

    @Argument(help: "The first digits of a note's ID, as many as only one has.")
    var id: String

    @Option(help: "Another title.")
    var title: String?

    @Option(help: "Another text, or - to read it from standard input.")
    var text: String?

    @Option(help: "A tag to add, without its sign. May be given several times.")
    var tag: [String] = []

    @Option(help: "A tag to remove. May be given several times.")
    var untag: [String] = []

    @Flag
    var pin: PinFlag?

    @OptionGroup(title: "Notebook")
    var options: NotebookOptions

    func work(_ context: NotebookContext) throws {
        let found: ListedNote? = try context.read(nil) { try $0.note(named: id) }
        guard let found else { throw NameError.unknown(id, .note) }
        let before = NoteDraft(found.note)
        let (isChanged, note): (Bool, ListedNote)
        if title != nil || text != nil || !tag.isEmpty || !untag.isEmpty || pin != nil {
            let text = text == "-" ? try context.standardInput() : text
            let typed = NoteDraft(typed: title ?? "", text ?? "")
            let draft = NoteDraft(
                title: title == nil ? before.title : typed.title,
                description: text == nil ? before.description : typed.description
            )
            (isChanged, note) = try save(draft, over: before, of: found, context)
        } else {
            let form = NoteForm(rules: context.rules)
            (isChanged, note) = try context.editor.edit(form.text(of: before)) { text in
                try save(form.draft(of: text, editing: before), over: before, of: found, context.later)
            }
        }
        try context.printing {
            try context.print([isChanged ? "Changed “\(note.note.title)”." : "Nothing to change."], about: [note])
        }
    }

    /// Applies the changed texts to the note's present state. Returns whether anything changed, and the note.
    private func save(
        _ draft: NoteDraft,
        over before: NoteDraft,
        of found: ListedNote,
        _ context: NotebookContext
    ) throws -> (Bool, ListedNote) {
        try context.save { writer in
            guard let current = try writer.reader.note(found.note.id) else {
                throw Refusal("the note was deleted meanwhile. `daybook trash restore \(found.name)` brings it back.")
            }
            let base = NoteDraft(current.note)
            let wanted = context.rules.normalized(base.taking(changesFrom: before, to: draft))
            let tags = try tags(of: current.note, context.rules)
            let violations =
                context.rules.violations(of: wanted, changing: current.note)
                + context.rules.violations(ofTags: tags ?? [], having: current.note.tags)
            if !violations.isEmpty { throw Refusal(violations, under: context.rules) }
            let isPinned = pin.map { $0 == .pin }
            let effects = try writer.change([ListedRecord.note(found).key]) { notebook in
                notebook.write(wanted, over: base, to: found.note.id, tags: tags, isPinned: isPinned, context.now)
            }
            return (effects != nil, try writer.reader.note(found.note.id) ?? current)
        }
    }

    /// The tags that the options give the note; nil when there are no such options.
    private func tags(of note: Note, _ rules: Rules) throws -> [String]? {
        if tag.isEmpty, untag.isEmpty { return nil }
        var tags = note.tags
        try TagOptions.remove(untag, from: &tags, of: "note", show: "daybook note show \(id)")
        TagOptions.add(tag, to: &tags)
        return rules.normalized(tags: tags)
    }
}

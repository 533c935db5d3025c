/// What a to-do or a note was before, as the server tells it (S12).
public struct RecordHistory: Equatable, Sendable {
    /// Whose history.
    public let key: Record.Key
    /// What was replaced, latest first.
    public internal(set) var entries = Fetched<[Entry]>.loading
    /// What just came of bringing something back.
    public internal(set) var note: String?

    /// A value that another has replaced.
    public struct Entry: Equatable, Sendable {
        /// Its number on the server.
        public let number: Int64
        /// The field's name in the record.
        public let field: String
        /// What it held.
        public let value: JSON
        /// When it was set.
        public let at: Instant
        /// Where it was set; empty when nobody knows.
        public let device: String
    }

    init(_ key: Record.Key) {
        self.key = key
    }

    mutating func answered(_ answer: Answer) {
        if answer.status == 404 {
            // The server has not heard of it yet: nothing was replaced.
            entries = .here([])
            return
        }
        guard answer.status == 200, let items = (try? JSON(answer.body))?["items"]?.arrayValue else {
            entries = .failed(Texts.failure(answer))
            return
        }
        entries = .here(items.compactMap { Entry(json: $0) })
    }
}

extension RecordHistory.Entry {
    fileprivate init?(json: JSON) {
        guard let number = json["entry"]?.integerValue, let field = json["field"]?.stringValue,
            let value = json["value"], let at = json["at"]?.stringValue.flatMap({ Instant(rfc3339: $0) })
        else { return nil }
        // Of the fields that a person sees.
        guard RecordHistory.isShown(field) else { return nil }
        let device = json["device"]?["name"]?.stringValue ?? ""
        self.init(number: number, field: field, value: value, at: at, device: device)
    }
}

extension RecordHistory {
    fileprivate static func isShown(_ field: String) -> Bool {
        switch field {
        case Todo.Field.title, Todo.Field.detail, Todo.Field.done, Todo.Field.deadline, Todo.Field.reminder,
            Todo.Field.repetition, Todo.Field.repeatFrom, Note.Field.description:
            true
        default: Todo.tag(of: field) != nil
        }
    }
}

extension Home {
    mutating func loadHistory() -> [Effect] {
        guard case .history(var history) = page else { return [] }
        history.entries = .loading
        page = .history(history)
        let path = "/api/v1/history/" + history.key.kind.name + "/" + history.key.id.description
        return [.request(notebook.call(.history, .get, path))]
    }

    mutating func historyAnswered(_ answer: Answer) -> [Effect] {
        if answer.status == 401 { return carry(notebook.end()) }
        guard case .history(var history) = page else { return [] }
        history.answered(answer)
        page = .history(history)
        return []
    }

    /// Sets a field to what it was, as an edit made now.
    mutating func bringBack(_ number: Int64, _ context: Context) -> [Effect] {
        guard case .history(let history) = page, case .here(let entries) = history.entries,
            let entry = entries.first(where: { $0.number == number })
        else { return [] }
        if let todo = notebook.todos[Todo.ID(history.key.id)] { return bringBack(entry, in: todo, context) }
        return notebook.notes[Note.ID(history.key.id)].map { bringBack(entry, in: $0, context) } ?? []
    }

    private mutating func bringBack(_ entry: RecordHistory.Entry, in todo: Todo, _ context: Context) -> [Effect] {
        if entry.field == Todo.Field.done {
            return mark(todo.id, done: entry.value.boolValue ?? false, context) + broughtBack()
        }
        var draft = TodoDraft(todo)
        draft.set(entry.field, entry.value)
        guard todo.origin == .own else { return say(Texts.importedNotEditable) }
        if let broken = context.rules.violations(of: draft, changing: todo, now: context.now).first {
            return say(broken.message)
        }
        let effects = edit(todo, to: draft, context.now)
        return effects + mergeIntoEditor([Record.Key(kind: .todo, id: todo.id.uuid)]) + broughtBack()
    }

    private mutating func bringBack(_ entry: RecordHistory.Entry, in note: Note, _ context: Context) -> [Effect] {
        var draft = NoteDraft(note)
        guard let text = entry.value.stringValue else { return [] }
        if entry.field == Note.Field.title { draft.title = text } else { draft.description = text }
        if let broken = context.rules.violations(of: draft, changing: note).first { return say(broken.message) }
        return carry(notebook.write(draft, over: NoteDraft(note), to: note.id, context.now) ?? []) + broughtBack()
    }

    /// What it was until now is in the history once the server has heard of the change.
    private mutating func broughtBack() -> [Effect] { say(Texts.broughtBack) }

    private mutating func say(_ note: String) -> [Effect] {
        guard case .history(var history) = page else { return [] }
        history.note = note
        page = .history(history)
        return [.announce(note)]
    }
}

extension TodoDraft {
    /// Sets a field of the record to a value that it had.
    fileprivate mutating func set(_ field: String, _ value: JSON) {
        switch field {
        case Todo.Field.title: title = value.stringValue ?? title
        case Todo.Field.detail: detail = value.stringValue ?? ""
        case Todo.Field.deadline: deadline = value.integerValue.map { Instant(milliseconds: $0) }
        case Todo.Field.reminder: reminder = value.integerValue.map { Instant(milliseconds: $0) }
        case Todo.Field.repetition:
            let rule = value.stringValue.flatMap { RecurrenceRule(rfc5545: $0) }
            repetition = rule.map { Repetition($0, from: repetition?.basis ?? .due) }
        case Todo.Field.repeatFrom:
            repetition?.basis = value.stringValue.flatMap { RecurrenceBasis(rawValue: $0) } ?? .due
        default:
            guard let tag = Todo.tag(of: field) else { return }
            tags.removeAll { $0.lowercased() == tag.lowercased() }
            if value.boolValue == true { tags.append(tag) }
        }
    }
}

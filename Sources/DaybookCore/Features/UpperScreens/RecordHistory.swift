/// The earlier values of a to-do or a note, as the server keeps them (S12).
public struct RecordHistory: Equatable, Sendable {
    /// The record.
    public let key: Record.Key
    /// The values that a merge replaced, latest first.
    public internal(set) var entries = Fetched<[Entry]>.loading
    /// The result of bringing a value back, in words.
    public internal(set) var note: String?

    /// A value that another has replaced.
    public struct Entry: Equatable, Sendable {
        /// Its number on the server.
        public let number: Int64
        /// The field's name in the record.
        public let field: String
        /// The value.
        public let value: JSON
        /// When it was set.
        public let at: Instant
        /// The device that set it; empty when it is not known.
        public let device: String
    }

    init(_ key: Record.Key) {
        self.key = key
    }

    /// Whether an entry is a text that only this device had, which the server does not know.
    static func isOwn(_ json: JSON) -> Bool { (json["entry"]?.integerValue ?? 0) < 0 }

    /// The texts that this device kept, without those that the server keeps too.
    public static func onDevice(_ kept: [JSON], without loaded: [Entry]) -> [Entry] {
        kept.filter { isOwn($0) }.compactMap { Entry(json: $0) }.filter { own in
            !loaded.contains { $0.field == own.field && $0.value == own.value }
        }
    }

    /// Whether the server's entries contain a text that this device kept.
    static func contains(_ items: [JSON], _ own: JSON) -> Bool {
        items.contains { $0["field"] == own["field"] && $0["value"] == own["value"] }
    }

    mutating func answered(_ answer: Answer, _ notebook: inout Notebook) -> [Outcome] {
        var items: [JSON] = []
        // The server does not have the record yet, so no value was replaced.
        if answer.status != 404 {
            guard answer.status == 200, let loaded = (try? JSON(answer.body))?["items"]?.arrayValue else {
                guard case .here = entries else {
                    entries = .failed(Texts.failure(answer))
                    return []
                }
                return report(Texts.historySeen)
            }
            items = loaded
        }
        if note == Texts.historySeen { note = nil }
        let isWorth = !items.isEmpty || notebook.keptHistory(key) != nil
        let effects = isWorth ? notebook.keepHistory(key, items.filter { Entry(json: $0) != nil }) : []
        entries = .loaded((notebook.keptHistory(key)?.filter { Self.isOwn($0) } ?? []) + items)
        return [Outcome](effects)
    }
}

extension Fetched<[RecordHistory.Entry]> {
    /// Entries of the server or the disk, without those that no screen shows.
    fileprivate static func loaded(_ items: [JSON]) -> Self {
        .here(items.compactMap { RecordHistory.Entry(json: $0) })
    }
}

extension RecordHistory.Entry {
    /// Reads an item of the server's history; nil for a field that no person sees, and when a member is missing.
    public init?(json: JSON) {
        guard let number = json["entry"]?.integerValue, let field = json["field"]?.stringValue,
            let value = json["value"], let at = json["at"]?.stringValue.flatMap({ Instant(rfc3339: $0) })
        else { return nil }
        // Only fields that a person sees.
        guard RecordHistory.isShown(field) else { return nil }
        let device = json["device"]?["name"]?.stringValue ?? ""
        self.init(number: number, field: field, value: value, at: at, device: device)
    }
}

extension RecordHistory {
    fileprivate static func isShown(_ field: String) -> Bool {
        switch field {
        case Todo.Field.title, Todo.Field.detail, Todo.Field.done, Todo.Field.deadline, Todo.Field.reminder,
            Todo.Field.repetition, Todo.Field.repeatFrom, Note.Field.description, Note.Field.pinned:
            true
        default: Todo.tag(of: field) != nil
        }
    }
}

extension RecordHistory {
    mutating func load(_ notebook: Notebook) -> [Outcome] {
        entries = notebook.keptHistory(key).map { .loaded($0) } ?? .loading
        let path = "/api/v1/history/" + key.kind.name + "/" + key.id.description
        return [.effect(.request(notebook.call(.history, .get, path)))]
    }

    /// Sets a field to an earlier value, as an edit made now.
    mutating func restore(_ number: Int64, _ notebook: inout Notebook, _ context: Context) -> [Outcome] {
        guard case .here(let entries) = entries, let entry = entries.first(where: { $0.number == number }) else {
            return []
        }
        if let todo = notebook.todos[Todo.ID(key.id)] { return restore(entry, in: todo, &notebook, context) }
        return notebook.notes[Note.ID(key.id)].map { restore(entry, in: $0, &notebook, context) } ?? []
    }

    private mutating func restore(
        _ entry: Entry,
        in todo: Todo,
        _ notebook: inout Notebook,
        _ context: Context
    ) -> [Outcome] {
        if entry.field == Todo.Field.done {
            let outcomes = notebook.markTodo(todo.id, done: entry.value.boolValue ?? false, context)
            return outcomes + report(Texts.broughtBack)
        }
        var draft = TodoDraft(todo)
        draft.set(entry.field, entry.value)
        guard todo.origin == .own else { return report(Texts.importedNotEditable) }
        if let broken = context.rules.violations(of: draft, changing: todo, now: context.now).first {
            return report(broken.message)
        }
        // The editor below shows the value too.
        let shown = Outcome.notebook(.changed([key]))
        return notebook.editTodo(todo, to: draft, context.now) + [shown] + report(Texts.broughtBack)
    }

    private mutating func restore(
        _ entry: Entry,
        in note: Note,
        _ notebook: inout Notebook,
        _ context: Context
    ) -> [Outcome] {
        guard let (draft, tags, isPinned) = entry.values(in: note) else { return [] }
        let broken =
            context.rules.violations(of: draft, changing: note)
            + context.rules.violations(ofTags: tags ?? [], having: note.tags)
        if let broken = broken.first { return report(broken.message) }
        let base = NoteDraft(note)
        let effects = notebook.write(draft, over: base, to: note.id, tags: tags, isPinned: isPinned, context.now)
        return [Outcome](effects ?? []) + report(Texts.broughtBack)
    }

    private mutating func report(_ note: String) -> [Outcome] {
        self.note = note
        return [.announce(note)]
    }
}

extension RecordHistory.Entry {
    /// The texts, tags and pin that a note gets by restoring this value. Nil for a value that no note has.
    public func values(in note: Note) -> (draft: NoteDraft, tags: [String]?, isPinned: Bool?)? {
        var draft = NoteDraft(note)
        switch field {
        case Note.Field.title:
            guard let text = value.stringValue else { return nil }
            draft.title = text
        case Note.Field.description:
            guard let text = value.stringValue else { return nil }
            draft.description = text
        case Note.Field.pinned: return (draft, nil, value.boolValue ?? false)
        default:
            guard let tag = Todo.tag(of: field) else { return nil }
            var tags = note.tags.filter { !Fold.lowercase($0).isSame(as: Fold.lowercase(tag)) }
            if value.boolValue == true { tags.append(tag) }
            return (draft, tags, nil)
        }
        return (draft, nil, nil)
    }
}

extension TodoDraft {
    /// Sets a field of the record to an earlier value. Whether a to-do is done is not a part of a draft.
    public mutating func set(_ field: String, _ value: JSON) {
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
            tags.removeAll { Fold.lowercase($0).isSame(as: Fold.lowercase(tag)) }
            if value.boolValue == true { tags.append(tag) }
        }
    }
}

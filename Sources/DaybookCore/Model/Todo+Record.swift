extension Todo {
    /// The names of a to-do's fields in its record.
    public enum Field {
        /// A string; every to-do has one.
        public static var title: String { "title" }
        /// A string or null.
        public static var detail: String { "detail" }
        /// A boolean.
        public static var done: String { "done" }
        /// Milliseconds since 1970, or null.
        public static var deadline: String { "deadline" }
        /// Milliseconds since 1970, or null.
        public static var reminder: String { "reminder" }
        /// Milliseconds since 1970: the reminder before it was put off. It counts while it has the stamp of the reminder.
        public static var putOff: String { "putOff" }
        /// `own` or `imported`.
        public static var origin: String { "origin" }
        /// Milliseconds since 1970.
        public static var created: String { "createdAt" }
        /// The id of the note that the to-do belongs to, as text, or null. No standard defines this field.
        public static var note: String { "note" }
        /// An RRULE by which it repeats, or null.
        public static var repetition: String { "repeat" }
        /// `due` or `completion`: from when the rule counts.
        public static var repeatFrom: String { "repeatFrom" }
        /// In a later occurrence of a repeating to-do: the id of the first occurrence, as text.
        public static var series: String { "series" }
        /// A whole number: its place in the person's own order. A to-do that was not moved has no position.
        public static var position: String { "position" }
        /// The beginning of the name of a tag's field. Each tag is a field, so that tags that two devices add both stay
        /// (S4).
        public static var tagPrefix: String { "tag:" }
    }

    /// Reads a record; nil when it is not a to-do, is deleted, or has no title.
    ///
    /// A field of an unexpected type, as a later version might write, counts as absent.
    /// `evenIfDeleted`: reads a deleted to-do too, for the trash.
    public init?(_ record: Record, evenIfDeleted: Bool = false) {
        guard record.kind == .todo, evenIfDeleted || record.isAlive, let title = record[Field.title]?.stringValue else {
            return nil
        }
        self.id = ID(record.id)
        self.title = title
        detail = record[Field.detail]?.stringValue
        isDone = record[Field.done]?.boolValue ?? false
        deadline = record[Field.deadline]?.integerValue.map { Instant(milliseconds: $0) }
        reminder = record[Field.reminder]?.integerValue.map { Instant(milliseconds: $0) }
        tags = Todo.tags(of: record)
        note = record[Field.note]?.stringValue.flatMap { UUID($0) }.map { Note.ID($0) }
        origin = record[Field.origin]?.wordValue == Origin.imported.rawValue ? .imported : .own
        repetitions = Repetition(record).map { [$0] } ?? []
        (created, modified) = record.times(created: Field.created)
        position = record[Field.position]?.integerValue ?? Todo.position(created: created)
    }

    /// The tag that a field of this name sets; nil when it sets something else.
    ///
    /// Scalar by scalar, because a tag may begin with a character that joins the prefix's colon to one grapheme.
    static func tag(of field: String) -> String? {
        var rest = field.utf8.makeIterator()
        for byte in Field.tagPrefix.utf8 where rest.next() != byte { return nil }
        return String(field[field.utf8.index(field.startIndex, offsetBy: Field.tagPrefix.utf8.count)...])
    }

    /// A tag that a field sets or removes, and when.
    struct TagSetting {
        var name: String
        var isSet: Bool
        var stamp: Stamp
    }

    /// The tags that a record's fields set.
    static func tags(of record: Record) -> [String] {
        var settings: [TagSetting] = []
        for field in record.fields {
            guard let name = tag(of: field.name), let isSet = field.value.boolValue else { continue }
            settings.append(TagSetting(name: name, isSet: isSet, stamp: field.stamp))
        }
        return tags(settings)
    }

    /// The tags that are set, in alphabetical order.
    ///
    /// Names that differ only in case are one tag (T3), so the field set last decides for all of them: removing
    /// "Home" does not uncover an older "home". Within one change (a new spelling) setting goes before removing.
    static func tags(_ settings: [TagSetting]) -> [String] {
        var tags: [(setting: TagSetting, folded: String)] = []
        for setting in settings {
            let folded = Fold.lowercase(setting.name)
            guard let twin = tags.firstIndex(where: { $0.folded.isSame(as: folded) }) else {
                tags.append((setting, folded))
                continue
            }
            let old = tags[twin].setting
            if old.stamp < setting.stamp || old.stamp == setting.stamp && setting.isSet && !old.isSet {
                tags[twin].setting = setting
            }
        }
        tags.removeAll { !$0.setting.isSet }
        return IndexSort.order(tags.count) { tags[$0].folded.precedes(tags[$1].folded) }.map {
            tags[Int($0)].setting.name
        }
    }

    /// The fields of a new record for a draft that passed the rules.
    public static func fields(for draft: TodoDraft, origin: Origin = .own, at stamp: Stamp) -> [Record.Field] {
        var fields = FieldChanges(stamp)
        fields.set(Field.title, .string(draft.title))
        fields.set(Field.done, .bool(false))
        fields.set(Field.origin, .string(origin.rawValue))
        fields.set(Field.created, .integer(stamp.wall.milliseconds))
        if !draft.detail.isEmpty { fields.set(Field.detail, .string(draft.detail)) }
        if draft.deadline != nil { fields.set(Field.deadline, .optional(draft.deadline)) }
        if draft.reminder != nil { fields.set(Field.reminder, .optional(draft.reminder)) }
        if let note = draft.note { fields.set(Field.note, .string(note.uuid.description)) }
        if let repetition = draft.repetition { fields.set(repetition, over: nil, isNew: true) }
        for tag in draft.tags { fields.set(Field.tagPrefix + tag, .bool(true)) }
        return fields.all
    }

    /// The fields that give this to-do the values of a draft; empty when they are equal.
    ///
    /// Only what differs is written, so that an edit on another device to another field survives (S3). `usual`: the
    /// reminder that the next occurrence goes by in place of the draft's.
    public func changes(to draft: TodoDraft, keeping usual: Instant? = nil, at stamp: Stamp) -> [Record.Field] {
        var fields = FieldChanges(stamp)
        if !draft.title.isSame(as: title) { fields.set(Field.title, .string(draft.title)) }
        if !draft.detail.isSame(as: detail ?? "") {
            fields.set(Field.detail, draft.detail.isEmpty ? .null : .string(draft.detail))
        }
        if draft.deadline != deadline { fields.set(Field.deadline, .optional(draft.deadline)) }
        if draft.reminder != reminder { fields.set(Field.reminder, .optional(draft.reminder)) }
        if draft.note != note { fields.set(Field.note, draft.note.map { .string($0.uuid.description) } ?? .null) }
        if draft.repetition != repetition { fields.set(draft.repetition, over: repetition) }
        for tag in draft.tags where !tags.hasText(tag) { fields.set(Field.tagPrefix + tag, .bool(true)) }
        for tag in tags where !draft.tags.hasText(tag) { fields.set(Field.tagPrefix + tag, .bool(false)) }
        guard let usual, !fields.all.isEmpty else { return fields.all }
        if draft.reminder == reminder { fields.set(Field.reminder, .optional(reminder)) }
        fields.set(Field.putOff, .integer(usual.milliseconds))
        return fields.all
    }
}

extension FieldChanges {
    /// Sets the repetition. A to-do that no longer repeats keeps its basis in the record, so the basis is written
    /// whenever the to-do begins to repeat again.
    fileprivate mutating func set(_ repetition: Repetition?, over old: Repetition?, isNew: Bool = false) {
        if repetition?.rule != old?.rule {
            set(Todo.Field.repetition, repetition.map { .string($0.rule.rfc5545) } ?? .null)
        }
        if let basis = repetition?.basis, basis != (isNew ? .due : old?.basis) {
            set(Todo.Field.repeatFrom, .string(basis.rawValue))
        }
    }
}

extension Note {
    /// The names of a note's fields in its record.
    public enum Field {
        /// A string; every note has one.
        public static var title: String { "title" }
        /// A string; every note has one.
        public static var description: String { "description" }
        /// Whether it is pinned. Its tags are fields of their own, named as those of a to-do.
        public static var pinned: String { "pinned" }
        /// Milliseconds since 1970.
        public static var created: String { "createdAt" }
        /// Milliseconds since 1970: set whenever a photo joins, leaves or moves, so that the note counts as modified
        /// (N1), and so that adding a photo brings back a note that another device deleted (S4).
        public static var photosChanged: String { "photosChangedAt" }
    }

    /// Reads a record; nil when it is not a note, is deleted, or has no title.
    ///
    /// A field of an unexpected type, as a later version might write, counts as absent. `photos`: the photos that name
    /// this note, in any order. `evenIfDeleted`: reads a deleted note too, for the trash.
    public init?(_ record: Record, photos: [Photo] = [], evenIfDeleted: Bool = false) {
        guard record.kind == .note, evenIfDeleted || record.isAlive, let title = record[Field.title]?.stringValue else {
            return nil
        }
        // A pin changes where the note stands, and nothing in it.
        let times = record.times(created: Field.created, besides: Field.pinned)
        self.init(
            id: ID(record.id),
            title: title,
            description: record[Field.description]?.stringValue ?? "",
            tags: Todo.tags(of: record),
            isPinned: record[Field.pinned]?.boolValue ?? false,
            photos: photos.inOrder,
            created: times.created,
            modified: times.modified
        )
    }

    /// The fields of a new record for a draft that passed the rules.
    public static func fields(for draft: NoteDraft, at stamp: Stamp) -> [Record.Field] {
        var fields = FieldChanges(stamp)
        fields.set(Field.title, .string(draft.title))
        fields.set(Field.description, .string(draft.description))
        fields.set(Field.created, .integer(stamp.wall.milliseconds))
        return fields.all
    }

    /// The fields that give this note the texts of a draft; empty when they are equal.
    ///
    /// Only what differs is written, so that an edit on another device to another field survives (S3).
    public func changes(to draft: NoteDraft, at stamp: Stamp) -> [Record.Field] {
        var fields = FieldChanges(stamp)
        if !draft.title.isSame(as: title) { fields.set(Field.title, .string(draft.title)) }
        if !draft.description.isSame(as: description) { fields.set(Field.description, .string(draft.description)) }
        return fields.all
    }

    /// The fields that give this note other tags, and pin it or not; empty when they are as they were. Nil changes nothing.
    public func changes(tags wanted: [String]? = nil, isPinned: Bool? = nil, at stamp: Stamp) -> [Record.Field] {
        var fields = FieldChanges(stamp)
        if let wanted {
            for tag in wanted where !tags.hasText(tag) { fields.set(Todo.Field.tagPrefix + tag, .bool(true)) }
            for tag in tags where !wanted.hasText(tag) { fields.set(Todo.Field.tagPrefix + tag, .bool(false)) }
        }
        if let isPinned, isPinned != self.isPinned { fields.set(Field.pinned, .bool(isPinned)) }
        return fields.all
    }

    /// The fields of a new note with these tags, pinned or not.
    public static func labels(_ tags: [String], isPinned: Bool, at stamp: Stamp) -> [Record.Field] {
        var fields = FieldChanges(stamp)
        for tag in tags { fields.set(Todo.Field.tagPrefix + tag, .bool(true)) }
        if isPinned { fields.set(Field.pinned, .bool(true)) }
        return fields.all
    }

    /// The fields of a note's record that change when a photo is added, removed or moved.
    public static func photosChanged(at stamp: Stamp) -> Record.Field {
        Record.Field(Field.photosChanged, .integer(stamp.wall.milliseconds), stamp)
    }
}

extension Record {
    /// The time in the field `created`, and the time of the last change of a field other than `besides`.
    ///
    /// The device's clock may have been wrong when the record was made. Both times come from that clock, so a record
    /// that was never changed has modified == created.
    func times(created name: String, besides other: String = "") -> (created: Instant, modified: Instant) {
        var latest = Instant(milliseconds: 0)
        for field in fields where !field.name.isSame(as: other) { latest = max(latest, field.stamp.wall) }
        let created = self[name]?.integerValue.map { Instant(milliseconds: $0) } ?? latest
        return (created, max(created, latest))
    }
}

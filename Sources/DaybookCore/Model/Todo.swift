/// A to-do as people see it (T1): the values of an alive record of the kind `todo`.
public struct Todo: Equatable, Sendable, Identifiable {
    /// Identifies the to-do on every device.
    public let id: ID
    /// The title; never blank.
    public var title: String
    /// More about it.
    public var detail: String?
    /// Whether it has been marked done.
    public var isDone: Bool
    /// When the to-do should be done; a deadline for a whole day is that day's last minute.
    public var deadline: Instant?
    /// When to remind.
    public var reminder: Instant?
    /// In alphabetical order. No two differ in case alone.
    public var tags: [String]
    /// Whether the person wrote it.
    public var origin: Origin
    /// The note that it belongs to.
    public var note: Note.ID?
    /// No repetition or one. Most to-dos do not repeat, and need one machine word for this.
    var repetitions: [Repetition]
    /// The repetition. A to-do that is done no longer repeats: the next occurrence has the repetition.
    public var repetition: Repetition? {
        get { repetitions.first }
        set { repetitions = newValue.map { [$0] } ?? [] }
    }
    /// Its place in the person's own order, smaller first.
    public var position: Int64
    /// When it was made.
    public var created: Instant
    /// When anything about it was last changed; never before `created`.
    public var modified: Instant

    /// Identifies a to-do.
    public struct ID: Hashable, Comparable, Sendable {
        /// The id as records have it.
        public let uuid: UUID

        /// The id of a to-do.
        public init(_ uuid: UUID) {
            self.uuid = uuid
        }

        /// The order of making, for ids of version 7.
        public static func < (left: ID, right: ID) -> Bool { left.uuid < right.uuid }
    }

    /// The origin of a to-do. An imported to-do can be marked and deleted but not edited (T10).
    public enum Origin: String, Sendable {
        case own
        case imported
    }

    /// A to-do by its parts.
    public init(
        id: ID,
        title: String,
        detail: String? = nil,
        isDone: Bool = false,
        deadline: Instant? = nil,
        reminder: Instant? = nil,
        tags: [String] = [],
        origin: Origin = .own,
        note: Note.ID? = nil,
        repetition: Repetition? = nil,
        position: Int64? = nil,
        created: Instant,
        modified: Instant
    ) {
        self.id = id
        self.title = title
        self.detail = detail
        self.isDone = isDone
        self.deadline = deadline
        self.reminder = reminder
        self.tags = tags
        self.origin = origin
        self.note = note
        repetitions = repetition.map { [$0] } ?? []
        self.position = position ?? Todo.position(created: created)
        self.created = created
        self.modified = modified
    }
}

/// The input for a to-do: the body of a form or of a request.
public struct TodoDraft: Equatable, Sendable {
    /// The title as typed.
    public var title: String
    /// The detail as typed; empty for no detail.
    public var detail: String
    /// When it should be done.
    public var deadline: Instant?
    /// When to remind.
    public var reminder: Instant?
    /// In the order in which they were added.
    public var tags: [String]
    /// The note that it belongs to.
    public var note: Note.ID?
    /// The repetition.
    public var repetition: Repetition?

    /// A draft; by default an empty one.
    public init(
        title: String = "",
        detail: String = "",
        deadline: Instant? = nil,
        reminder: Instant? = nil,
        tags: [String] = [],
        note: Note.ID? = nil,
        repetition: Repetition? = nil
    ) {
        self.title = title
        self.detail = detail
        self.deadline = deadline
        self.reminder = reminder
        self.tags = tags
        self.note = note
        self.repetition = repetition
    }

    /// Whether two drafts are the same. Their texts are compared by their bytes.
    public static func == (one: TodoDraft, other: TodoDraft) -> Bool {
        one.title.isSame(as: other.title) && one.detail.isSame(as: other.detail) && one.deadline == other.deadline
            && one.reminder == other.reminder && one.note == other.note && one.repetition == other.repetition
            && one.tags.count == other.tags.count && zip(one.tags, other.tags).allSatisfy { $0.isSame(as: $1) }
    }

    /// The draft with which an editor of an existing to-do opens.
    public init(_ todo: Todo) {
        self.init(
            title: todo.title,
            detail: todo.detail ?? "",
            deadline: todo.deadline,
            reminder: todo.reminder,
            tags: todo.tags,
            note: todo.note,
            repetition: todo.repetition
        )
    }
}

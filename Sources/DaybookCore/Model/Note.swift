/// A note as people see it (N1): the values of an alive record of the kind `note`, and the photos that name it.
public struct Note: Equatable, Sendable, Identifiable {
    /// Identifies the note on every device.
    public let id: ID
    /// The title; 5 to 100 characters.
    public var title: String
    /// The description; 100 to 1,000 characters, with line breaks.
    public var description: String
    /// In alphabetical order, with the same limits as those of a to-do (T3).
    public var tags: [String]
    /// Whether screens show it before the notes that are not pinned (N7).
    public var isPinned: Bool
    /// In their order, which is that of ``Photo/precedes(_:)``.
    public var photos: [Photo]
    /// When it was made.
    public var created: Instant
    /// When anything about it was last changed, its photos included; never before `created`.
    public var modified: Instant

    /// Identifies a note.
    public struct ID: Hashable, Comparable, Sendable {
        /// The id as records have it.
        public let uuid: UUID

        /// The id of a note.
        public init(_ uuid: UUID) {
            self.uuid = uuid
        }

        /// The order of making, for ids of version 7.
        public static func < (left: ID, right: ID) -> Bool { left.uuid < right.uuid }
    }

    /// A note by its parts.
    public init(
        id: ID,
        title: String,
        description: String,
        tags: [String] = [],
        isPinned: Bool = false,
        photos: [Photo] = [],
        created: Instant,
        modified: Instant
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.tags = tags
        self.isPinned = isPinned
        self.photos = photos
        self.created = created
        self.modified = modified
    }
}

/// The input for a note: the body of a form or of a request, without photos.
public struct NoteDraft: Equatable, Sendable {
    /// The title as typed.
    public var title: String
    /// The description as typed.
    public var description: String

    /// A draft; by default an empty one.
    public init(title: String = "", description: String = "") {
        self.title = title
        self.description = description
    }

    /// The draft of texts as somebody typed or pasted them, without the characters that no field takes.
    public init(typed title: String, _ description: String) {
        self.init(title: Text.oneLine(title), description: Text.manyLines(description))
    }

    /// Whether two drafts have the same bytes.
    public static func == (one: NoteDraft, other: NoteDraft) -> Bool {
        one.title.isSame(as: other.title) && one.description.isSame(as: other.description)
    }

    /// The draft with which an editor of an existing note opens.
    public init(_ note: Note) {
        self.init(title: note.title, description: note.description)
    }
}

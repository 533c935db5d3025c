/// A photo of a note (N4): the values of an alive record of the kind `photo`. Its bytes are elsewhere, and may come
/// later.
public struct Photo: Equatable, Sendable, Identifiable {
    /// Identifies this use of the picture; the same picture in two notes has two ids.
    public let id: ID
    /// The note that shows it, which need not have arrived yet.
    public let note: Note.ID
    /// Of the picture's bytes, by which it is found (N6).
    public let sha256: Digest
    /// The type of the bytes.
    public let type: MediaType
    /// Pixels, 1 to ``sideMaximum``.
    public let width: Int
    /// Pixels, 1 to ``sideMaximum``.
    public let height: Int
    /// The size of the picture in bytes; more than 0.
    public let bytes: Int
    /// The position among the note's photos, -2⁵² to 2⁵². Photos with equal positions are in the order of their ids.
    public var position: Int64
    /// The digest of a thumbnail of the picture, if one was made (N5).
    public let thumbnail: Digest?

    /// The most pixels of a side. A header with a larger side is refused.
    public static var sideMaximum: Int { 20_000 }

    /// Identifies a photo of a note.
    public struct ID: Hashable, Comparable, Sendable {
        /// The id as records have it.
        public let uuid: UUID

        /// The id of a photo.
        public init(_ uuid: UUID) {
            self.uuid = uuid
        }

        /// The order of making, for ids of version 7.
        public static func < (left: ID, right: ID) -> Bool { left.uuid < right.uuid }
    }

    /// The type of the picture (N4).
    public enum MediaType: String, Sendable, CaseIterable {
        case jpeg = "image/jpeg"
        case png = "image/png"
        case webp = "image/webp"
        case gif = "image/gif"

        /// The ending of a file's name, without the dot.
        public var fileExtension: String {
            switch self {
            case .jpeg: "jpg"
            case .png: "png"
            case .webp: "webp"
            case .gif: "gif"
            }
        }
    }

    /// A photo by its parts.
    public init(
        id: ID,
        note: Note.ID,
        sha256: Digest,
        type: MediaType,
        width: Int,
        height: Int,
        bytes: Int,
        position: Int64,
        thumbnail: Digest? = nil
    ) {
        self.id = id
        self.note = note
        self.sha256 = sha256
        self.type = type
        self.width = width
        self.height = height
        self.bytes = bytes
        self.position = position
        self.thumbnail = thumbnail
    }

    /// Whether the photo comes before another photo of its note.
    public func precedes(_ other: Photo) -> Bool {
        position != other.position ? position < other.position : id < other.id
    }
}

extension [Photo] {
    /// The same photos in the order in which a note shows them.
    public var inOrder: [Photo] {
        IndexSort.order(count) { self[$0].precedes(self[$1]) }.map { self[Int($0)] }
    }
}

import DaybookCore

/// A living record of a photo that names a note, without the fields that this version does not know.
public struct NotePhoto: Equatable, Sendable {
    /// The id of the record.
    public let id: UUID
    /// The photo; nil when the record lacks a field of a photo.
    public let photo: Photo?

    /// A record and its photo.
    public init(id: UUID, photo: Photo?) {
        self.id = id
        self.photo = photo
    }
}

import DaybookCore

/// The facts of a stored photo, without its bytes (N4).
public struct StoredPhoto: Equatable, Sendable {
    /// The time for which a photo that no note uses is kept (N6).
    public static let unusedLifetime = Instant.Span.days(1)

    /// The type and size of the picture, read from its bytes.
    public let facts: PhotoFacts
    /// The path of its file within the folder of all photos.
    public let path: String
    /// The size of the file in bytes.
    public let bytes: Int
    /// When it was stored.
    public let storedAt: Instant
    /// When it was first found unused; nil while a record uses it.
    public let unusedSince: Instant?
}

/// The type and size of a picture, read from its bytes.
public struct PhotoFacts: Equatable, Sendable {
    /// The hash of its bytes, which is its name in the account (N6).
    public let sha256: Digest
    /// The type of the picture.
    public let type: Photo.MediaType
    /// The width in pixels.
    public let width: Int
    /// The height in pixels.
    public let height: Int

    /// The facts of the bytes with this digest.
    public init(sha256: Digest, type: Photo.MediaType, width: Int, height: Int) {
        self.sha256 = sha256
        self.type = type
        self.width = width
        self.height = height
    }
}

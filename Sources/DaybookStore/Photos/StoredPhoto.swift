import DaybookCore

/// The facts of a stored photo beside its bytes (N4).
public struct StoredPhoto: Equatable, Sendable {
    /// The time for which a photo is kept that no note uses (N6).
    public static let unusedLifetime = Instant.Span.days(1)

    /// The type and size of the picture, as its bytes say.
    public let facts: PhotoFacts
    /// The path of its file within the folder of all photos.
    public let path: String
    /// The size of the file in bytes.
    public let bytes: Int
    /// When it came.
    public let storedAt: Instant
    /// Since when no record uses it, as far as is known; nil while one does.
    public let unusedSince: Instant?
}

/// The type and size of a picture, as its bytes say.
public struct PhotoFacts: Equatable, Sendable {
    /// Of its bytes: its name in the account (N6).
    public let sha256: Digest
    /// The type of the picture.
    public let type: Photo.MediaType
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int

    /// The facts of the bytes with this digest.
    public init(sha256: Digest, type: Photo.MediaType, width: Int, height: Int) {
        self.sha256 = sha256
        self.type = type
        self.width = width
        self.height = height
    }
}

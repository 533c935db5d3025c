import DaybookCore

/// What a storage holds of a photo beside its bytes (N4).
public struct StoredPhoto: Equatable, Sendable {
    /// How long a photo is kept that no note uses (N6).
    public static let unusedLifetime = Instant.Span.days(1)

    /// What it is and how large, as its bytes say.
    public let facts: PhotoFacts
    /// Where its file is, from the folder of all photos on.
    public let path: String
    /// How many bytes it has.
    public let bytes: Int
    /// When it came.
    public let storedAt: Instant
    /// Since when no record uses it, as far as is known; nil while one does.
    public let unusedSince: Instant?
}

/// What a photo is, as its bytes say.
public struct PhotoFacts: Equatable, Sendable {
    /// Of its bytes: its name in the account (N6).
    public let sha256: Digest
    /// What the bytes are.
    public let type: Photo.MediaType
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int

    /// What the bytes with this digest say.
    public init(sha256: Digest, type: Photo.MediaType, width: Int, height: Int) {
        self.sha256 = sha256
        self.type = type
        self.width = width
        self.height = height
    }
}

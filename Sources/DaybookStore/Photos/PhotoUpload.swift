/// A photo on its way into a storage: bytes that count for nothing until ``Storage/keepPhoto(_:as:of:quota:at:)``.
///
/// When nobody holds it any more, what was not kept is gone.
public protocol PhotoUpload: Sendable {
    /// Adds bytes behind those that came before. One call at a time.
    ///
    /// Throws ``StorageError/full`` when there is no room.
    func write(_ bytes: [UInt8]) async throws(StorageError)
}

/// The result of an upload.
public enum PhotoOutcome: Equatable, Sendable {
    /// It is a photo of the account from now on.
    case stored(StoredPhoto)
    /// The account had the same one already.
    case existing(StoredPhoto)
    /// It was not kept: with it, the account would have more bytes than it may. So much it has.
    case overQuota(PhotoUsage)
    /// It was not kept: the account has as many photos as it may.
    case tooMany
}

/// The number of photos, and their bytes.
public struct PhotoUsage: Equatable, Sendable {
    /// The number of photos.
    public var count: Int
    /// Of all of them.
    public var bytes: Int64

    /// No photo.
    static let zero = PhotoUsage(count: 0, bytes: 0)

    /// A number of photos and their bytes.
    public init(count: Int, bytes: Int64) {
        self.count = count
        self.bytes = bytes
    }
}

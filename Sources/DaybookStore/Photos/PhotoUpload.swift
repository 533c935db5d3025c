/// A photo on its way into a storage: its bytes belong to no account until ``Storage/keepPhoto(_:as:of:quota:at:)``.
///
/// An upload that was not kept is removed with its last reference.
public protocol PhotoUpload: Sendable {
    /// Appends bytes. One call at a time.
    ///
    /// Throws ``StorageError/full`` when there is no room.
    func write(_ bytes: [UInt8]) async throws(StorageError)
}

/// The result of an upload.
public enum PhotoOutcome: Equatable, Sendable {
    /// The photo belongs to the account from now on.
    case stored(StoredPhoto)
    /// The account had the same photo already.
    case existing(StoredPhoto)
    /// The photo was not kept: the account would have more bytes than it may. The value is the present usage.
    case overQuota(PhotoUsage)
    /// The photo was not kept: the account has as many photos as it may.
    case tooMany
}

/// The number of photos, and their bytes.
public struct PhotoUsage: Equatable, Sendable {
    /// The number of photos.
    public var count: Int
    /// The bytes of all photos.
    public var bytes: Int64

    /// No photo.
    static let zero = PhotoUsage(count: 0, bytes: 0)

    /// A number of photos and their bytes.
    public init(count: Int, bytes: Int64) {
        self.count = count
        self.bytes = bytes
    }
}

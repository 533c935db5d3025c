import DaybookCore

/// The photos of accounts, as a part of ``Storage`` (N4, N6).
public protocol PhotoStorage: Sendable {
    /// Makes a place for a photo's bytes that come. Nobody sees them before they are kept.
    func beginPhoto() async throws(StorageError) -> any PhotoUpload

    /// Makes an upload a photo of an account, used by no note yet (N4, N6). When this returns, its bytes are durable, and
    /// then what is known of it.
    ///
    /// The digest must be that of the bytes. `quota` is how many bytes the account's photos may have together.
    /// Throws ``StorageError/accountGone`` or ``StorageError/full``.
    func keepPhoto(
        _ upload: any PhotoUpload,
        as facts: PhotoFacts,
        of account: AccountID,
        quota: Int64?,
        at: Instant
    ) async throws(StorageError) -> PhotoOutcome

    /// A photo that is about to be used, or nil: what no note uses has another day from now on.
    ///
    /// Nil also when its bytes have gone astray, so that they are asked for and kept again.
    func touchPhoto(_ digest: Digest, of account: AccountID, at: Instant) async throws(StorageError) -> StoredPhoto?

    /// A photo of an account, or nil.
    func photo(_ digest: Digest, of account: AccountID) async throws(StorageError) -> StoredPhoto?

    /// Some photos of an account in the order of their digests: those after one, or the first ones.
    func photos(of account: AccountID, after digest: Digest?, limit: Int) async throws(StorageError) -> [StoredPhoto]

    /// Opens a photo to be read; nil when it has gone meanwhile, or its bytes have gone astray.
    func openPhoto(_ photo: StoredPhoto) async throws(StorageError) -> (any PhotoReader)?

    /// The number of photos and their bytes: those of an account, or of all accounts.
    func photoUsage(of account: AccountID?) async throws(StorageError) -> PhotoUsage

    /// Removes what an earlier end in the middle of something has left of photos. Returns how many files.
    func removeLeftoverPhotos() async throws(StorageError) -> Int
}

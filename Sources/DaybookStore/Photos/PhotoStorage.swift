import DaybookCore

/// The photos of accounts, as a part of ``Storage`` (N4, N6).
public protocol PhotoStorage: Sendable {
    /// Makes a place for the bytes of an upload. They belong to no account before they are kept.
    func beginPhoto() async throws(StorageError) -> any PhotoUpload

    /// Makes an upload a photo of an account, used by no note yet (N4, N6). When this returns, its bytes are durable,
    /// and so is its row.
    ///
    /// The digest must be that of the bytes. `quota` is the most bytes that the account's photos may have together.
    /// Throws ``StorageError/accountGone`` or ``StorageError/full``.
    func keepPhoto(
        _ upload: any PhotoUpload,
        as facts: PhotoFacts,
        of account: AccountID,
        quota: Int64?,
        at: Instant
    ) async throws(StorageError) -> PhotoOutcome

    /// A photo that is about to be used, or nil. A photo that no note uses is kept for another day from now on.
    ///
    /// Nil also when its file is missing, so that the client uploads it again.
    func touchPhoto(_ digest: Digest, of account: AccountID, at: Instant) async throws(StorageError) -> StoredPhoto?

    /// A photo of an account, or nil.
    func photo(_ digest: Digest, of account: AccountID) async throws(StorageError) -> StoredPhoto?

    /// Some photos of an account in the order of their digests: those after `digest`, or the first ones.
    func photos(of account: AccountID, after digest: Digest?, limit: Int) async throws(StorageError) -> [StoredPhoto]

    /// Opens a photo for reading; nil when it was removed meanwhile, or its file is missing.
    func openPhoto(_ photo: StoredPhoto) async throws(StorageError) -> (any PhotoReader)?

    /// The number of photos and their bytes: of one account, or of all accounts.
    func photoUsage(of account: AccountID?) async throws(StorageError) -> PhotoUsage

    /// Removes the files that interrupted uploads and deletes have left. Returns the number of files.
    func removeLeftoverPhotos() async throws(StorageError) -> Int
}

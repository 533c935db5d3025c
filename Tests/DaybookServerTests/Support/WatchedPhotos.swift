import DaybookCore
import DaybookStore
import Synchronization

/// The photos of a storage. A test runs code before each photo that is stored.
final class WatchedPhotos: PhotoStorage {
    private let storage: any PhotoStorage
    private let before: @Sendable (_ number: Int) async -> Void
    private let count = Mutex(0)

    /// Calls `before` with the number of each photo, from 1, before it is looked up.
    init(_ storage: any PhotoStorage, before: @escaping @Sendable (_ number: Int) async -> Void) {
        self.storage = storage
        self.before = before
    }

    func touchPhoto(_ digest: Digest, of account: AccountID, at now: Instant) async throws(StorageError) -> StoredPhoto?
    {
        let number = count.withLock { count in
            count += 1
            return count
        }
        await before(number)
        return try await storage.touchPhoto(digest, of: account, at: now)
    }

    func beginPhoto() async throws(StorageError) -> any PhotoUpload { try await storage.beginPhoto() }

    func keepPhoto(
        _ upload: any PhotoUpload,
        as facts: PhotoFacts,
        of account: AccountID,
        quota: Int64?,
        at now: Instant
    ) async throws(StorageError) -> PhotoOutcome {
        try await storage.keepPhoto(upload, as: facts, of: account, quota: quota, at: now)
    }

    func photo(_ digest: Digest, of account: AccountID) async throws(StorageError) -> StoredPhoto? {
        try await storage.photo(digest, of: account)
    }

    func photos(of account: AccountID, after digest: Digest?, limit: Int) async throws(StorageError) -> [StoredPhoto] {
        try await storage.photos(of: account, after: digest, limit: limit)
    }

    func openPhoto(_ photo: StoredPhoto) async throws(StorageError) -> (any PhotoReader)? {
        try await storage.openPhoto(photo)
    }

    func photoUsage(of account: AccountID?) async throws(StorageError) -> PhotoUsage {
        try await storage.photoUsage(of: account)
    }

    func removeLeftoverPhotos() async throws(StorageError) -> Int { try await storage.removeLeftoverPhotos() }
}

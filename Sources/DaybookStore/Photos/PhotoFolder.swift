import DaybookCore
import Foundation
import Synchronization

/// The folder with the photos' files, beside the database.
///
/// A file is written under `incoming`, synced, and moved to `<account>/<two digits>/<digest>-<random>`; only then the
/// database gets its row. So after a crash at any moment each row has its file, and ``removeLeftovers(known:)`` finds
/// files without a row. The random part makes each name unique, so the removal of a file without a row cannot hit
/// another upload of the same photo.
final class PhotoFolder: Sendable {
    private let root: String
    private let disk = DiskQueues()
    /// Folders whose names are on the disk, so that each is synced once and not for each photo.
    private let durableFolders = Mutex<Set<String>>([])
    private let claim = Mutex<PhotoClaim?>(nil)

    /// The photos' folder in a data folder. It is made when the first photo arrives.
    init(data: String) {
        root = data + "/photos"
    }

    private var incoming: String { root + "/incoming" }

    private func path(_ photo: StoredPhoto) -> String { root + "/" + photo.path }

    // MARK: - Storing

    /// Makes a file for the bytes of an upload.
    func begin() async throws(StorageError) -> FileUpload {
        let queue = disk.next()
        return try await queue.run { [self] in
            try claimOnce()
            try makeFolder(incoming, in: root)
            let path = "\(incoming)/\(Self.random())"
            return FileUpload(path: path, descriptor: try FileSystem.create(path), queue: queue)
        }
    }

    /// Syncs an upload and moves it to the account's folder. Returns its path within the photos' folder.
    func place(_ upload: FileUpload, _ digest: Digest, of account: AccountID) async throws(StorageError) -> String {
        try await upload.queue.run { [self] in
            try upload.finish()
            let name = digest.description
            let place = "\(account)/\(name.prefix(2))/\(name)-\(Self.random().prefix(8))"
            if try move(upload, to: place) { return place }
            // The account's folder was removed with the account. The upload then finds no account, or a new one.
            durableFolders.withLock { $0.removeAll() }
            guard try move(upload, to: place) else {
                throw StorageError.failed("a photo's folder goes again and again")
            }
            return place
        }
    }

    /// False when a folder on the way does not exist although it was known to.
    private func move(_ upload: FileUpload, to place: String) throws(StorageError) -> Bool {
        var folder = root
        for name in place.split(separator: "/").dropLast() {
            guard try makeFolder("\(folder)/\(name)", in: folder) else { return false }
            folder += "/\(name)"
        }
        guard try FileSystem.move(upload.path, to: "\(root)/\(place)") else { return false }
        try FileSystem.syncFolder(folder)
        return true
    }

    // MARK: - Reading

    /// Whether a photo's file exists and is complete.
    func has(_ photo: StoredPhoto) -> Bool { FileSystem.status(path(photo))?.bytes == photo.bytes }

    /// Opens a photo's file; nil when it does not exist, for example after a restore of the database alone.
    func open(_ photo: StoredPhoto) async throws(StorageError) -> FileReader? {
        let queue = disk.next()
        return try await queue.run { [self] in
            guard has(photo) else { return nil }
            return try FileSystem.openForReading(path(photo)).map { FileReader(descriptor: $0, queue: queue) }
        }
    }

    // MARK: - Removing

    /// Removes files that have no row any more. A file that cannot be removed is a leftover for the next start.
    func remove(_ places: [String]) async {
        try? await disk.next().run { [root] in
            for place in places { unlink("\(root)/\(place)") }
        }
    }

    /// Removes the files of a deleted account.
    func removeAll(of account: AccountID) async {
        try? await disk.next().run { [self] in
            let folder = "\(root)/\(account)"
            guard access(folder, F_OK) == 0 else { return }
            // One rename moves the folder away first, so that a crash leaves a known leftover.
            let doomed = "\(incoming)/\(Self.random())"
            try makeFolder(incoming, in: root)
            guard try FileSystem.move(folder, to: doomed) else { return }
            try FileManager.default.removeItem(atPath: doomed)
        }
    }

    /// Removes the leftovers of a crash: interrupted uploads, and files without a row. Returns the number of files
    /// removed.
    ///
    /// `known` returns the paths that an account's rows name. Files written since this process, or another one that
    /// still runs, began are not touched.
    func removeLeftovers(
        known: @escaping @Sendable (AccountID) throws -> Set<String>
    ) async throws(StorageError) -> Int {
        try await disk.next().run { [self] in
            guard access(root, F_OK) == 0, let begin = try claimOnce().aloneSince else { return 0 }
            return try PhotoLeftovers(root: root, writtenBefore: begin).remove(known: known)
        }
    }

    // MARK: - Parts

    @discardableResult
    private func claimOnce() throws(StorageError) -> PhotoClaim {
        try claim.withLock { (claim) throws(StorageError) -> PhotoClaim in
            if let claim { return claim }
            try makeFolder(root, in: (root as NSString).deletingLastPathComponent)
            let new = try PhotoClaim(root: root)
            claim = new
            return new
        }
    }

    /// False when the parent does not exist.
    @discardableResult
    private func makeFolder(_ path: String, in parent: String) throws(StorageError) -> Bool {
        if durableFolders.withLock({ $0.contains(path) }) { return true }
        guard try FileSystem.makeFolder(path) else { return false }
        try FileSystem.syncFolder(parent)
        durableFolders.withLock { folders in
            // Enough for the accounts of a day.
            if folders.count > 100_000 { folders.removeAll() }
            folders.insert(path)
        }
        return true
    }

    private static func random() -> String {
        String(UInt64.random(in: 0...UInt64.max) | 1 << 63, radix: 16)
    }
}

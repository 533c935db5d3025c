import DaybookCore
import Foundation
import Synchronization

/// The folder with the photos' files, beside the database.
///
/// A file is written under `incoming`, synced, and moved to `<account>/<two digits>/<digest>-<random>`; only then the
/// database gets its row. Whatever moment a crash comes at, a row has its file, and a file without a row is found by
/// ``removeLeftovers(known:)``. The random part makes each file unique: the removal of a file without a row
/// cannot meet another upload of the same photo.
final class PhotoFolder: Sendable {
    private let root: String
    private let disk = DiskQueues()
    /// Folders whose names are on the disk, so that this is made sure of once and not for each photo.
    private let durableFolders = Mutex<Set<String>>([])
    private let claim = Mutex<PhotoClaim?>(nil)

    /// The folder in a data folder; nothing is made before a photo comes.
    init(data: String) {
        root = data + "/photos"
    }

    private var incoming: String { root + "/incoming" }

    private func path(_ photo: StoredPhoto) -> String { root + "/" + photo.path }

    // MARK: - Coming in

    /// Makes a file for bytes that come.
    func begin() async throws(StorageError) -> FileUpload {
        let queue = disk.next()
        return try await queue.run { [self] in
            try claimOnce()
            try makeFolder(incoming, in: root)
            let path = "\(incoming)/\(Self.random())"
            return FileUpload(path: path, descriptor: try FileSystem.create(path), queue: queue)
        }
    }

    /// Syncs an upload and moves it to where an account's photos are. Returns its place from the folder on.
    func place(_ upload: FileUpload, _ digest: Digest, of account: AccountID) async throws(StorageError) -> String {
        try await upload.queue.run { [self] in
            try upload.finish()
            let name = digest.description
            let place = "\(account)/\(name.prefix(2))/\(name)-\(Self.random().prefix(8))"
            if try move(upload, to: place) { return place }
            // A folder has gone that was there before, with its account; this one finds no account either, or a new one.
            durableFolders.withLock { $0.removeAll() }
            guard try move(upload, to: place) else {
                throw StorageError.failed("a photo's folder goes again and again")
            }
            return place
        }
    }

    /// False when a folder on the way is not there that is known to have been.
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

    // MARK: - There

    /// Whether a photo's file is there, whole.
    func has(_ photo: StoredPhoto) -> Bool { FileSystem.status(path(photo))?.bytes == photo.bytes }

    /// Opens a photo's file; nil when it is not there, as after a backup of the database alone was restored.
    func open(_ photo: StoredPhoto) async throws(StorageError) -> FileReader? {
        let queue = disk.next()
        return try await queue.run { [self] in
            guard has(photo) else { return nil }
            return try FileSystem.openForReading(path(photo)).map { FileReader(descriptor: $0, queue: queue) }
        }
    }

    // MARK: - Going

    /// Removes files that have no row any more. One that cannot be removed is a leftover for the next start.
    func remove(_ places: [String]) async {
        try? await disk.next().run { [root] in
            for place in places { unlink("\(root)/\(place)") }
        }
    }

    /// Removes the files of an account that is gone.
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

    /// Removes what a crash has left: uploads that broke off, and files without a row. Returns how many.
    ///
    /// `known` are the places that rows name, of an account. Nothing is touched that was written since this process, or
    /// another one that is still at work, has begun.
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

    /// False when the parent is not there.
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

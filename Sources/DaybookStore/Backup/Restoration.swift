import DaybookCore
import Foundation

/// Makes a data folder from a backup.
///
/// All files are first copied into a folder within the new data folder, and their hashes are compared on the way.
/// There, all accounts begin another epoch. Then the files move to their places. ``DataFolder`` opens nothing as long
/// as that inner folder exists, so a server cannot start on an interrupted restore.
public struct Restoration: Sendable {
    private let backup: String
    private let data: String
    private let skipsDamagedPhotos: Bool

    /// The result of a restore.
    public struct Report: Equatable, Sendable {
        /// The backup's folder.
        public var backup: String
        /// The manifest of the backup.
        public var manifest: BackupManifest
        /// The paths of photos that were left out because they are damaged or missing in the backup.
        public var skipped: [String]
    }

    /// A restore of a backup, or of the only backup in a target, into a data folder that is empty or does not exist.
    ///
    /// With `skipsDamagedPhotos`, photos that are damaged in the backup are left out and do not end the restore.
    /// Devices that have them upload them again.
    public init(backup: String, data: String, skipsDamagedPhotos: Bool = false) {
        self.backup = backup
        self.data = data
        self.skipsDamagedPhotos = skipsDamagedPhotos
    }

    /// Restores the backup. Waits for the disk. On an error the data folder is as it was.
    public func restore(progress: (BackupProgress) -> Void = { _ in }) throws(BackupError) -> Report {
        do {
            let folder = try BackupPlace.backup(at: backup)
            let manifest = try BackupManifest(folder: folder)
            guard manifest.schema <= Schema.version else {
                throw StorageError.newerDatabase(path: folder, version: manifest.schema, known: Schema.version)
            }
            let wasThere = try checkEmpty()
            do {
                return try restore(folder, manifest, progress)
            } catch {
                try? FileManager.default.removeItem(atPath: staging)
                if !wasThere { rmdir(data) }
                throw error
            }
        } catch {
            throw BackupError(error)
        }
    }

    private var staging: String { "\(data)/\(DataFolder.restoring)" }

    /// Whether the folder exists. Throws when it is not empty.
    private func checkEmpty() throws -> Bool {
        guard FileManager.default.fileExists(atPath: data) else { return false }
        guard let names = try? FileSystem.names(in: data) else {
            throw BackupError.notEmpty(path: data, detail: "is not a folder that this user may read")
        }
        if names.isEmpty { return true }
        let detail =
            names.contains(DataFolder.restoring)
            ? "holds a restore that did not end. Empty the folder, then run this again"
            : names.contains(BackupFiles.database) ? "holds a Daybook already" : "is not empty"
        throw BackupError.notEmpty(path: data, detail: detail)
    }

    private func restore(
        _ folder: String,
        _ manifest: BackupManifest,
        _ progress: (BackupProgress) -> Void
    ) throws -> Report {
        do { _ = try DataFolder(path: data) } catch { throw BackupError.storage(error) }
        guard mkdir(staging, 0o700) == 0 else {
            if errno == EEXIST { throw BackupError.notEmpty(path: data, detail: "is just being restored") }
            throw FileSystem.failure("make", staging)
        }
        let skipped: [String]
        do {
            skipped = try copy(folder, manifest, progress)
            try Storages.beginEpochs(path: "\(staging)/\(BackupFiles.database)")
            try FileSystem.syncFile("\(staging)/\(BackupFiles.database)")
        } catch  where BackupError(error) == .storage(.full) {
            throw noRoom(manifest)
        }
        try moveIntoPlace()
        return Report(backup: folder, manifest: manifest, skipped: skipped)
    }

    private func noRoom(_ manifest: BackupManifest) -> BackupError {
        let there = (try? FileSystem.tree(staging))?.values.reduce(into: Int64(0)) { sum, entry in
            if case .file(let bytes) = entry { sum += bytes }
        }
        let free = (FileSystem.freeBytes(data) ?? 0) + (there ?? 0)
        return .noRoom(path: data, needed: max(manifest.bytes, free + 1), free: free)
    }

    // MARK: - Copying

    /// Returns the paths of photos that were left out.
    private func copy(
        _ folder: String,
        _ manifest: BackupManifest,
        _ progress: (BackupProgress) -> Void
    ) throws -> [String] {
        // A link on the way to a file could point outside of the backup.
        let entries = try FileSystem.tree(folder)
        if let free = FileSystem.freeBytes(data), free < manifest.bytes { throw StorageError.full }
        var folders: Set<String> = []
        var skipped: [String] = []
        for (index, file) in manifest.files.enumerated() {
            progress(BackupProgress(part: .files, done: index, total: manifest.files.count))
            try FileSystem.makeFolders(for: file.path, in: staging, &folders)
            guard let fault = try copy(file, from: folder, isThere: entries[file.path]) else { continue }
            guard skipsDamagedPhotos, file.path.hasPrefix("\(BackupFiles.photos)/") else {
                throw BackupError.damaged(path: folder, findings: ["\(file.path): \(fault)"])
            }
            unlink("\(staging)/\(file.path)")
            skipped.append(file.path)
        }
        for folder in folders { try FileSystem.syncFolder(folder) }
        return skipped
    }

    /// Copies a file. Returns the file's fault; nil when the copy is complete.
    private func copy(
        _ file: BackupManifest.File,
        from folder: String,
        isThere entry: FileSystem.Entry?
    ) throws -> String? {
        guard let entry else { return "it is missing" }
        guard case .file = entry else { return "it is a link or no ordinary file" }
        let copied = try FileSystem.copy("\(folder)/\(file.path)", to: "\(staging)/\(file.path)")
        let isWhole = copied.sha256 == file.sha256 && copied.bytes == file.bytes
        return isWhole ? nil : "its bytes are not those that were backed up"
    }

    // MARK: - The end

    private func moveIntoPlace() throws {
        try FileSystem.syncFolder(staging)
        // A server that looked at the folder before this restore began may have made its database meanwhile.
        guard try FileSystem.names(in: data) == [DataFolder.restoring] else {
            throw BackupError.notEmpty(path: data, detail: "has been filled meanwhile, as by a server that started")
        }
        let names = try FileSystem.names(in: staging)
        for name in names.filter({ $0 != BackupFiles.database }) + [BackupFiles.database] {
            guard try FileSystem.move("\(staging)/\(name)", to: "\(data)/\(name)") else {
                throw FileSystem.failure("move", "\(staging)/\(name)")
            }
        }
        try FileSystem.syncFolder(data)
        guard rmdir(staging) == 0 else { throw FileSystem.failure("remove", staging) }
        try FileSystem.syncFolder(data)
        try FileSystem.syncFolder((FileSystem.canonical(data) as NSString).deletingLastPathComponent)
    }
}

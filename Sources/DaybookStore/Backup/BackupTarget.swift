import DaybookCore
import Foundation

/// A folder that holds any number of backups, each in a folder named after its moment.
///
/// An unfinished backup and a backup that is being removed have names that begin with `.partial-`. All other folders
/// are not Daybook's and are not touched.
struct BackupTarget: Sendable {
    private static let partial = ".partial-"
    private static let lockFile = ".lock"

    let path: String

    /// Finds or makes the folder, with access for its owner only.
    init(path: String, outside data: String) throws {
        let (real, dataPath) = (FileSystem.canonical(path), FileSystem.canonical(data))
        guard real != dataPath, !real.hasPrefix(dataPath + "/") else {
            throw BackupError.targetInside(target: path, data: data)
        }
        do { self.path = try DataFolder(path: real).path } catch { throw BackupError.storage(error) }
    }

    /// An existing target, for reading.
    init(existing path: String) {
        self.path = path
    }

    func folder(_ name: BackupName) -> String { "\(path)/\(name)" }

    // MARK: - One at a time

    /// Excludes other backups to this target as long as the result is alive. The system releases the lock when the
    /// process ends.
    func lock() throws -> BackupLock {
        let path = "\(path)/\(Self.lockFile)"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw FileSystem.failure("open", path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw BackupError.targetInUse(path: self.path)
        }
        return BackupLock(descriptor: descriptor)
    }

    /// Removes the remains of interrupted backups. The caller must hold the lock.
    func removeLeftovers() throws {
        for name in try FileSystem.names(in: path) where isLeftover(name) {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    private func isLeftover(_ name: String) -> Bool {
        name.hasPrefix(Self.partial) && BackupName(String(name.dropFirst(Self.partial.count))) != nil
            && FileSystem.entry("\(path)/\(name)") == .folder
    }

    // MARK: - Backups

    /// The names of all folders that have the form of a backup's name, the earliest first.
    func names() throws -> [BackupName] {
        try FileSystem.names(in: path).compactMap { BackupName($0) }
            .filter { FileSystem.entry(folder($0)) == .folder }.sorted()
    }

    /// The manifest of a backup.
    func manifest(_ name: BackupName) throws(BackupError) -> BackupManifest {
        try BackupManifest(folder: folder(name))
    }

    /// Begins a backup: its name, and the folder in which it grows.
    func begin(at moment: Instant) throws -> (BackupName, folder: String) {
        var name = BackupName(at: moment)
        // The number is greater than all others of its second, even if the first of them were removed: names give the
        // order.
        if let last = try names().last(where: { $0.second == name.second }) {
            name = BackupName(at: moment, number: last.number + 1)
        }
        while FileSystem.entry(folder(name)) != nil { name = BackupName(at: moment, number: name.number + 1) }
        let folder = "\(path)/\(Self.partial)\(name)"
        guard try FileSystem.makeFolder(folder) else { throw FileSystem.failure("make", folder) }
        return (name, folder)
    }

    /// Gives a finished backup its name.
    func finish(_ name: BackupName, _ folder: String) throws {
        guard try FileSystem.move(folder, to: self.folder(name)) else { throw FileSystem.failure("rename", folder) }
        try FileSystem.syncFolder(path)
    }

    /// Removes a backup. The first step renames it, so that even an interrupted removal leaves no damaged backup.
    func remove(_ name: BackupName) throws {
        let doomed = "\(path)/\(Self.partial)\(name)"
        guard try FileSystem.move(folder(name), to: doomed) else { return }
        try FileSystem.syncFolder(path)
        try FileManager.default.removeItem(atPath: doomed)
    }
}

/// The right to write to a target, as long as the object is alive.
final class BackupLock: Sendable {
    private let descriptor: Int32

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }
}

extension BackupManifest {
    /// Reads the manifest in a backup's folder. Throws ``BackupError/notABackup(path:detail:)``.
    init(folder: String) throws(BackupError) {
        let path = "\(folder)/\(Self.fileName)"
        guard FileSystem.entry(path) != nil else {
            throw .notABackup(path: folder, detail: "it has no \(Self.fileName)")
        }
        let bytes: [UInt8]
        do { bytes = try FileSystem.contents(path) } catch {
            throw .notABackup(path: folder, detail: "its manifest cannot be read (\(BackupError(error)))")
        }
        try self.init(bytes, of: folder)
    }
}

import Foundation
import GRDBSQLite
import Synchronization

/// SQLite's own layer over the disk, instrumented: it counts the syncs of each file, and can act as a full disk.
///
/// It is under every connection of the test process (https://sqlite.org/vfs.html). Killing a process does not show
/// whether a commit was synced, and a test cannot cut the power; SQLite's calls to the disk do show it.
enum WatchedDisk {
    /// A table of methods. It is never changed or freed.
    private struct Methods: Hashable, @unchecked Sendable {
        let table: UnsafePointer<sqlite3_io_methods>
    }

    private struct File: Sendable {
        /// The real methods under the instrumented ones.
        let methods: Methods
        let path: String
    }

    private struct State: Sendable {
        var files: [Int: File] = [:]
        var watched: [Methods: Methods] = [:]
        var syncs: [String: Int] = [:]
        var fullFolders: Set<String> = []
    }

    private static let state = Mutex(State())

    /// Installs the layer under all connections that are opened from now on.
    static func install() { _ = installed }

    /// The number of syncs of a database's files: the file itself and its log.
    static func syncs(of path: String) -> Int {
        state.withLock { state in state.syncs.filter { $0.key.hasPrefix(path) }.values.reduce(0, +) }
    }

    /// The number of syncs of one file.
    static func syncs(ofFile path: String) -> Int { state.withLock { $0.syncs[path] ?? 0 } }

    /// Sets whether a folder is full.
    static func setFull(_ isFull: Bool, folder: String) {
        state.withLock { state in
            if isFull { state.fullFolders.insert(folder) } else { state.fullFolders.remove(folder) }
        }
    }

    // MARK: - The layer

    private static let installed: Bool = {
        guard let real = sqlite3_vfs_find(nil) else { return false }
        let watched = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        watched.initialize(to: real.pointee)
        watched.pointee.zName = UnsafePointer(strdup("watched"))
        watched.pointee.pAppData = UnsafeMutableRawPointer(real)
        watched.pointee.xOpen = { vfs, name, file, flags, outFlags in
            guard let vfs, let file, let data = vfs.pointee.pAppData else { return SQLITE_ERROR }
            let real = data.assumingMemoryBound(to: sqlite3_vfs.self)
            let result = real.pointee.xOpen(real, name, file, flags, outFlags)
            if result == SQLITE_OK { WatchedDisk.watch(file, path: name.map { String(cString: $0) } ?? "") }
            return result
        }
        return sqlite3_vfs_register(watched, 1) == SQLITE_OK
    }()

    private static func watch(_ file: UnsafeMutablePointer<sqlite3_file>, path: String) {
        guard let table = file.pointee.pMethods else { return }
        let methods = Methods(table: table)
        let key = Int(bitPattern: file)
        let watched = state.withLock { state in
            state.files[key] = File(methods: methods, path: path)
            if let known = state.watched[methods] { return known }
            let watched = watchedMethods(over: methods)
            state.watched[methods] = watched
            return watched
        }
        file.pointee.pMethods = watched.table
    }

    private static func watchedMethods(over methods: Methods) -> Methods {
        let table = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        table.initialize(to: methods.table.pointee)
        table.pointee.xSync = { file, flags in
            guard let known = WatchedDisk.file(file, isSync: true) else { return SQLITE_ERROR }
            return known.methods.table.pointee.xSync(file, flags)
        }
        table.pointee.xWrite = { file, bytes, count, offset in
            guard let known = WatchedDisk.file(file, isSync: false) else { return SQLITE_ERROR }
            if WatchedDisk.isFull(known.path) { return SQLITE_FULL }
            return known.methods.table.pointee.xWrite(file, bytes, count, offset)
        }
        return Methods(table: UnsafePointer(table))
    }

    private static func file(_ file: UnsafeMutablePointer<sqlite3_file>?, isSync: Bool) -> File? {
        let key = Int(bitPattern: file)
        return state.withLock { state in
            guard let known = state.files[key] else { return nil }
            if isSync { state.syncs[known.path, default: 0] += 1 }
            return known
        }
    }

    private static func isFull(_ path: String) -> Bool {
        state.withLock { state in state.fullFolders.contains { path.hasPrefix($0) } }
    }
}

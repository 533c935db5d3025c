import DaybookCore
import Foundation
import GRDB

/// One backup in progress.
///
/// The database is copied within one read transaction. In WAL mode such a transaction sees one state, and writers
/// continue beside it. So the copy is that state and never has to begin again, however much is written meanwhile. The
/// cost is the log: SQLite cannot restart it before the transaction ends, so it grows by all writes in that time.
///
/// A photo's file exists before its row and is removed after it (decision 0011). So the photos are linked or copied
/// first, outside of the transaction; within it only photos that arrived since are left. If a photo's row is in the
/// state but its file has just gone, the photo was deleted after the state. The backup then starts over with a later
/// state.
final class BackupWork {
    /// Pages in one step, 1 MiB. After each step progress is reported and the copy is synced, so that no sync has much
    /// to write.
    private static let pagesPerStep: CInt = 256
    private static let rounds = 100

    private let data: String
    private let folder: String
    private let target: BackupTarget
    private let progress: (BackupProgress) -> Void

    private var folders: Set<String> = []
    private var photos: [String: BackupManifest.File] = [:]
    /// The paths of photos whose files were found missing.
    private var missing: Set<String> = []
    private var earlier: (folder: String, files: [String: Int64])?
    private var linked: Set<String> = []
    private var needed: Int64 = 0

    init(data: String, folder: String, target: BackupTarget, progress: @escaping (BackupProgress) -> Void) {
        self.data = data
        self.folder = folder
        self.target = target
        self.progress = progress
    }

    /// Makes all files of the backup, the manifest last, and syncs them.
    func run(daybook: String, at moment: Instant) throws -> BackupManifest {
        do {
            let source = try DatabaseFile.source(path: "\(data)/\(BackupFiles.database)")
            defer { try? source.close() }
            let before = try source.read { db in try State(db, data) }
            findEarlier(of: before.installation)
            try checkRoom(before)
            missing = try copyPhotos(before.photos)
            for _ in 0..<Self.rounds {
                guard let state = try source.read(copyState) else { continue }
                return try finish(state, daybook, moment)
            }
            throw BackupError.failed("photos went in each of \(Self.rounds) tries while they were backed up")
        } catch  where BackupError(error) == .storage(.full) {
            throw noRoom
        }
    }

    func report(_ manifest: BackupManifest, path: String) -> BackupReport {
        BackupReport(
            path: path,
            takenAt: manifest.takenAt,
            databaseBytes: manifest.files.first { $0.path == BackupFiles.database }?.bytes ?? 0,
            photos: photos.count,
            bytes: manifest.bytes,
            linked: linked.count,
            copied: photos.count - linked.count,
            absent: manifest.absent.count
        )
    }

    // MARK: - Room

    /// Reports a lack of room now rather than after a long copy.
    private func checkRoom(_ state: State) throws {
        needed = state.bytes
        if !FileSystem.areOnOneDisk("\(data)/\(BackupFiles.photos)", folder) {
            needed += state.photos.reduce(0) { $0 + (earlier?.files[$1.path] == nil ? $1.bytes : 0) }
        }
        if let free = FileSystem.freeBytes(folder), free < needed { throw noRoom }
    }

    /// Some files of this backup may exist already. They are removed, so their bytes count as free.
    private var noRoom: BackupError {
        let taken = (try? FileSystem.tree(folder))?.reduce(into: Int64(0)) { sum, file in
            if case .file(let bytes) = file.value, !linked.contains(file.key) { sum += bytes }
        }
        let free = (FileSystem.freeBytes(folder) ?? 0) + (taken ?? 0)
        return .noRoom(path: target.path, needed: max(needed, free + 1), free: free)
    }

    // MARK: - Photos

    /// On another disk, files cannot be linked to the photos in the data folder, but they can be linked to those of the
    /// last backup.
    private func findEarlier(of installation: String) {
        for name in ((try? target.names()) ?? []).reversed() {
            guard let manifest = try? target.manifest(name), manifest.installation == installation else { continue }
            let files = manifest.files.map { ($0.path, $0.bytes) }
            earlier = (target.folder(name), Dictionary(files, uniquingKeysWith: { first, _ in first }))
            return
        }
    }

    /// Links or copies the photos that are not there yet. Returns the paths of photos without a file.
    private func copyPhotos(_ named: [BackupManifest.File]) throws -> Set<String> {
        var gone: Set<String> = []
        for (index, photo) in named.enumerated() where photos[photo.path] == nil {
            progress(BackupProgress(part: .photos, done: index, total: named.count))
            if try copyPhoto(photo) { photos[photo.path] = photo } else { gone.insert(photo.path) }
        }
        return gone
    }

    /// False when the data folder has no complete file of the photo.
    private func copyPhoto(_ photo: BackupManifest.File) throws -> Bool {
        let (place, new) = ("\(data)/\(photo.path)", "\(folder)/\(photo.path)")
        guard FileSystem.entry(place) == .file(bytes: photo.bytes) else { return false }
        try FileSystem.makeFolders(for: photo.path, in: folder, &folders)
        if try link(place, to: new) ?? linkEarlier(photo, to: new) {
            linked.insert(photo.path)
        } else {
            guard FileSystem.entry(place) != nil else { return false }
            _ = try FileSystem.copy(place, to: new)
        }
        guard FileSystem.entry(new) == .file(bytes: photo.bytes) else {
            linked.remove(photo.path)
            unlink(new)
            return false
        }
        return true
    }

    /// Nil when the data folder is on another disk.
    private func link(_ place: String, to new: String) throws -> Bool? {
        try FileSystem.link(place, to: new)
    }

    private func linkEarlier(_ photo: BackupManifest.File, to new: String) throws -> Bool {
        guard let earlier, earlier.files[photo.path] == photo.bytes else { return false }
        let place = "\(earlier.folder)/\(photo.path)"
        guard FileSystem.entry(place) == .file(bytes: photo.bytes) else { return false }
        return try FileSystem.link(place, to: new) ?? false
    }

    // MARK: - The database

    /// Within one read transaction. Nil when a photo of this state was removed meanwhile.
    private func copyState(_ db: Database) throws -> State? {
        let state = try State(db, data)
        let gone = try copyPhotos(state.photos)
        // A photo whose file was missing before this state began was lost in another way. A later state lacks it too.
        guard gone.isSubset(of: missing) else {
            missing.formUnion(gone)
            return nil
        }
        missing = gone
        let named = Set(state.photos.map(\.path))
        for path in photos.keys.filter({ !named.contains($0) }) {
            unlink("\(folder)/\(path)")
            photos[path] = nil
            linked.remove(path)
        }
        try copy(db)
        return state
    }

    private func copy(_ db: Database) throws {
        let path = "\(folder)/\(BackupFiles.database)"
        close(try FileSystem.create(path))
        let copy = try DatabaseFile.copy(path: path)
        // Closed after the copy: closing any descriptor of a file ends SQLite's locks on it.
        let descriptor = try FileSystem.openFile(path)
        defer { close(descriptor) }
        defer { try? copy.close() }
        try copy.writeWithoutTransaction { new in
            try db.backup(to: new, pagesPerStep: Self.pagesPerStep) { [progress] step in
                // The copy is synced in small parts, so that a writer's sync does not wait for the whole copy.
                try FileSystem.sync(descriptor)
                progress(.init(part: .database, done: step.completedPageCount, total: step.totalPageCount))
            }
            // Out of WAL mode the copy needs no files beside it, so it can be read on a read-only disk. SQLite learns
            // from the first page that the copy is in WAL mode, so that page is read first.
            _ = try Int.fetchOne(new, sql: "PRAGMA schema_version")
            let mode = try String.fetchOne(new, sql: "PRAGMA journal_mode = DELETE")
            guard mode == "delete" else { throw BackupError.failed("the copy stays in the journal mode \(mode ?? "")") }
        }
    }

    // MARK: - The end

    private func finish(_ state: State, _ daybook: String, _ moment: Instant) throws -> BackupManifest {
        let database = "\(folder)/\(BackupFiles.database)"
        try FileSystem.syncFile(database)
        var files = Array(photos.values)
        files.append(try file(BackupFiles.database, FileSystem.hash(database)))
        for name in BackupFiles.others where FileSystem.entry("\(data)/\(name)") != nil {
            files.append(try file(name, FileSystem.copy("\(data)/\(name)", to: "\(folder)/\(name)")))
        }
        let manifest = BackupManifest(
            takenAt: moment,
            daybook: daybook,
            schema: state.schema,
            installation: state.installation,
            files: files.sorted { $0.path < $1.path },
            absent: missing.sorted()
        )
        // A folder whose photos were all removed is not a part of the backup.
        for folder in folders.sorted(by: { $0.count > $1.count }) where rmdir(folder) != 0 {
            try FileSystem.syncFolder(folder)
        }
        try FileSystem.syncFolder(folder)
        let unfinished = "\(folder)/\(BackupManifest.fileName).unfinished"
        try FileSystem.writeFile(manifest.encoded, to: unfinished)
        guard try FileSystem.move(unfinished, to: "\(folder)/\(BackupManifest.fileName)") else {
            throw FileSystem.failure("rename", unfinished)
        }
        try FileSystem.syncFolder(folder)
        return manifest
    }

    private func file(_ path: String, _ facts: (sha256: Digest, bytes: Int64)) -> BackupManifest.File {
        BackupManifest.File(path: path, bytes: facts.bytes, sha256: facts.sha256)
    }
}

/// The facts of a database in one state.
private struct State {
    let schema: Int
    let installation: String
    let bytes: Int64
    /// All photos, as files of a backup.
    let photos: [BackupManifest.File]

    init(_ db: Database, _ data: String) throws {
        try DatabaseFile.checkOwnership(db, path: "\(data)/\(BackupFiles.database)")
        schema = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        guard schema > 0 else { throw BackupError.noDaybook(path: data) }
        installation = try String.fetchOne(db, sql: "SELECT device FROM installation") ?? ""
        let sql = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
        bytes = try Int64.fetchOne(db, sql: sql) ?? 0
        photos = try BackupManifest.photos(db)
    }
}

extension BackupManifest {
    /// The photos that a database names, as files of a backup.
    static func photos(_ db: Database) throws -> [File] {
        // Databases of early versions have no photos.
        guard try db.tableExists("photos") else { return [] }
        return try Row.fetchAll(db, sql: "SELECT path, bytes, sha256 FROM photos ORDER BY path").map { row in
            let path: String = row[0]
            guard isSafe(path), let sha256 = Digest(bytes: row[2] as Data) else {
                throw StorageError.failed("a photo's row cannot be read")
            }
            return File(path: "\(BackupFiles.photos)/\(path)", bytes: row[1], sha256: sha256)
        }
    }
}

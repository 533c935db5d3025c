import DaybookCore
import GRDB

/// Checks a backup and reports everything that is wrong with it. It writes nothing.
public struct BackupVerifier {
    /// A fault.
    public struct Finding: Equatable, Sendable, CustomStringConvertible {
        /// The file, relative to the backup's folder; nil for the backup as a whole.
        public var file: String?
        /// The description of the fault.
        public var what: String

        /// `photos/…: it is missing`.
        public var description: String { file.map { "\($0): \(what)" } ?? what }
    }

    /// The result of verifying a backup.
    public struct Report: Equatable, Sendable {
        /// Its folder.
        public var path: String
        /// The manifest; nil when it cannot be read.
        public var manifest: BackupManifest?
        /// All faults, in the order of the files.
        public var findings: [Finding]
    }

    private let folder: String
    private let progress: (BackupProgress) -> Void
    private var findings: [Finding] = []

    private init(folder: String, progress: @escaping (BackupProgress) -> Void) {
        self.folder = folder
        self.progress = progress
    }

    /// Checks one backup, or all backups of a target, the earliest first.
    ///
    /// Throws ``BackupError/notABackup(path:detail:)`` when the path is neither.
    public static func verify(
        path: String,
        progress: @escaping (BackupProgress) -> Void = { _ in }
    ) throws(BackupError) -> [Report] {
        do {
            return try BackupPlace.backups(at: path).map { folder in
                var verifier = BackupVerifier(folder: folder, progress: progress)
                let manifest = try verifier.verify()
                return Report(path: folder, manifest: manifest, findings: verifier.findings)
            }
        } catch {
            throw BackupError(error)
        }
    }

    private mutating func verify() throws -> BackupManifest? {
        let manifest: BackupManifest
        do { manifest = try BackupManifest(folder: folder) } catch {
            findings.append(Finding(file: nil, what: "\(error)"))
            return nil
        }
        var entries = try FileSystem.tree(folder)
        entries[BackupManifest.fileName] = nil
        for (index, file) in manifest.files.enumerated() {
            progress(BackupProgress(part: .files, done: index, total: manifest.files.count))
            if let what = fault(of: file, entries[file.path]) { add(file.path, what) }
        }
        let named = Set(manifest.files.map(\.path))
        for path in entries.keys.sorted() where !named.contains(path) { add(path, "the manifest does not name it") }
        // SQLite would use a log beside the database as a part of it.
        if !findings.contains(where: { $0.file?.hasPrefix(BackupFiles.database) ?? false }) { checkDatabase(manifest) }
        return manifest
    }

    private mutating func add(_ file: String?, _ what: String) {
        findings.append(Finding(file: file, what: what))
    }

    private func fault(of file: BackupManifest.File, _ entry: FileSystem.Entry?) -> String? {
        switch entry {
        case nil: return "it is missing"
        case .file(let bytes)? where bytes != file.bytes: return "it has \(bytes) bytes instead of \(file.bytes)"
        case .file?:
            guard let hash = try? FileSystem.hash("\(folder)/\(file.path)") else { return "it cannot be read" }
            return hash.sha256 == file.sha256 ? nil : "its bytes are not those that were backed up"
        case _?: return "it is a link or no ordinary file"
        }
    }

    // MARK: - The database

    private mutating func checkDatabase(_ manifest: BackupManifest) {
        do {
            let database = try DatabaseFile.backup(path: "\(folder)/\(BackupFiles.database)")
            defer { try? database.close() }
            let found = try database.read { db in try Self.faults(db, folder, manifest) }
            findings += found
        } catch {
            add(BackupFiles.database, "\(BackupError(error))")
        }
    }

    private static func faults(_ db: Database, _ folder: String, _ manifest: BackupManifest) throws -> [Finding] {
        try DatabaseFile.checkOwnership(db, path: "\(folder)/\(BackupFiles.database)")
        var faults: [Finding] = []
        func add(_ file: String, _ what: String) { faults.append(Finding(file: file, what: what)) }
        for line in try String.fetchAll(db, sql: "PRAGMA integrity_check(20)") where line != "ok" {
            add(BackupFiles.database, line)
        }
        let foreign = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").prefix(20)
        for row in foreign {
            add(BackupFiles.database, "a row of \(row[0] as String) names one of \(row[2] as String) that is not there")
        }
        if try Int.fetchOne(db, sql: "PRAGMA user_version") != manifest.schema {
            add(BackupFiles.database, "its schema is not the manifest's")
        }
        let files = Dictionary(manifest.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        let absent = Set(manifest.absent)
        let photos = try BackupManifest.photos(db)
        for photo in photos where files[photo.path] != photo && !absent.contains(photo.path) {
            add(photo.path, "the database names this photo, and the manifest does not, or names another")
        }
        let named = Set(photos.map(\.path))
        for file in manifest.files where file.path.hasPrefix("\(BackupFiles.photos)/") && !named.contains(file.path) {
            add(file.path, "the database names no such photo")
        }
        return faults
    }
}

/// Finds the backups at a path.
enum BackupPlace {
    /// The folders of the backups at a path: the path itself, or all backups of a target.
    static func backups(at path: String) throws -> [String] {
        let real = FileSystem.canonical(path)
        guard FileSystem.entry(real) == .folder else {
            throw BackupError.notABackup(path: path, detail: "there is no such folder")
        }
        if FileSystem.entry("\(real)/\(BackupManifest.fileName)") != nil { return [real] }
        let target = BackupTarget(existing: real)
        let names = try target.names()
        guard !names.isEmpty else {
            throw BackupError.notABackup(
                path: path,
                detail: "it has no \(BackupManifest.fileName), and no backups in it"
            )
        }
        return names.map(target.folder)
    }

    /// The one backup at a path.
    static func backup(at path: String) throws -> String {
        let folders = try backups(at: path)
        guard let newest = folders.last, FileSystem.canonical(path) == newest || folders.count == 1 else {
            throw BackupError.severalBackups(path: path, newest: folders.last ?? path)
        }
        return newest
    }
}

import DaybookCore
import Foundation
import GRDB

/// A notebook in one SQLite file, which several processes share. Commands read the rows that they name, and no others.
///
/// A command that changes something is one immediate transaction: it reads its part of the replica, lets a verb of
/// Core's `Notebook` change it, and writes what changed. SQLite lets one process write at a time, and the others wait.
public final class NotebookFile: Sendable {
    /// The path of the file.
    public let path: String
    private let queue: DatabaseQueue

    /// How long a command waits for others, in seconds.
    private static let busyTimeout: TimeInterval = 30

    /// Opens the notebook of a folder, and makes both when they are not there. A notebook that is missing or empty beside its
    /// copy is damaged.
    public static func open(_ folder: NotebookFolder) throws(NotebookFileError) -> NotebookFile {
        _ = try isThere(folder)
        return try opening(folder.file) {
            try folder.make()
            return try NotebookFile(path: folder.file)
        }
    }

    /// Opens the notebook of a folder; nil when there is no notebook yet. Throws when that is not certain.
    public static func openIfThere(_ folder: NotebookFolder) throws(NotebookFileError) -> NotebookFile? {
        guard try isThere(folder) else { return nil }
        return try opening(folder.file) { try NotebookFile(path: folder.file) }
    }

    /// Whether there is a notebook. Throws ``NotebookFileError/damaged(path:detail:copy:)`` when its content is lost.
    private static func isThere(_ folder: NotebookFolder) throws(NotebookFileError) -> Bool {
        // First, because a notebook that another process makes has content before it has a copy or a log.
        let copy = NotebookFolder.copy(of: folder.file)
        let log = (try? NotebookFolder.size(of: folder.file + "-wal")) ?? 0
        let size = try NotebookFolder.size(of: folder.file)
        // SQLite would make a new file, and remove the log. The next copy of the day would replace the copy.
        if size ?? 0 == 0, copy != nil || log > 0 {
            let state = size == nil ? "the file is missing" : "the file is empty"
            let detail = copy == nil ? state : "\(state) (to begin anew, remove the copy too)"
            throw .damaged(path: folder.file, detail: detail, copy: copy)
        }
        return size != nil
    }

    private static func opening<Value>(
        _ path: String,
        _ open: () throws -> Value
    ) throws(NotebookFileError) -> Value {
        do { return try retryingWhileBusy(open) } catch { throw NotebookFileError(error, path: path) }
    }

    /// `migrations`: the steps of the schema; a test opens a file of an older version by fewer of them.
    init(path: String, migrations: [NotebookSchema.Migration] = NotebookSchema.migrations) throws {
        self.path = path
        try NotebookFile.checkHeader(path)
        queue = try DatabaseQueue(path: path, configuration: NotebookFile.configuration)
        try queue.writeWithoutTransaction { db in
            if try Int.fetchOne(db, sql: "PRAGMA user_version") == migrations.count { return }
            try NotebookFile.checkOwnership(db, path)
            // Readers do not wait for the writer. The mode is kept in the file.
            try db.execute(sql: "PRAGMA journal_mode = WAL")
            try NotebookFile.migrate(db, migrations)
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "Daybook.notebook"
        configuration.busyMode = .timeout(busyTimeout)
        configuration.prepareDatabase { db in
            // FULL: a change is on the disk before the command reports it, also if the power fails.
            try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF; PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    /// Closes the file. SQLite then moves its write-ahead log into the file.
    public func close() throws { try translatingErrors { try queue.close() } }

    /// Closes the file as the process ends. GRDB takes a queue that is freed off Foundation's notifications, which takes a
    /// twentieth of a short command, so the queue stays.
    public func end() {
        do { try queue.close() } catch { return }
        _ = Unmanaged.passRetained(queue)
    }

    // MARK: - Transactions

    /// Reads one state of the notebook.
    public func read<Value>(_ work: (NotebookReader) throws -> Value) throws -> Value {
        try translatingErrors { try queue.read { db in try work(NotebookReader(db: db, path: path)) } }
    }

    /// The rules in force. Work of a transaction may ask too, and gets those that the transaction sees.
    public func rules() throws -> Rules {
        try translatingErrors { try queue.unsafeReentrantRead { db in try NotebookReader(db: db, path: path).rules() } }
    }

    /// Changes the notebook: all of it, or nothing when `work` throws.
    public func write<Value>(_ work: (NotebookWriter) throws -> Value) throws -> Value {
        try translatingErrors {
            try queue.writeWithoutTransaction { db in
                try NotebookFile.inImmediateTransaction(db) { try work(NotebookWriter(db: db, path: path)) }
            }
        }
    }

    /// A number that changes when another connection changes the file.
    func version() throws -> Int {
        try translatingErrors { try queue.read { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 } }
    }

    /// Translates an error of SQLite into a ``NotebookFileError``. Other errors of `work` pass unchanged.
    private func translatingErrors<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as DatabaseError { throw NotebookFileError(error, path: path) }
    }

    static func inImmediateTransaction<Value>(_ db: Database, _ work: () throws -> Value) throws -> Value {
        try db.beginTransaction(.immediate)
        do {
            let value = try work()
            try db.commit()
            return value
        } catch {
            // SQLite may have ended the transaction by itself, as on a full disk.
            if db.isInsideTransaction { try? db.rollback() }
            throw error
        }
    }

    /// Tries again while other processes make or close the file: SQLite then answers at once that it is busy.
    private static func retryingWhileBusy<Value>(_ work: () throws -> Value) throws -> Value {
        let end = ContinuousClock.now + .seconds(busyTimeout)
        while true {
            do {
                return try work()
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end {
                usleep(20_000)
            }
        }
    }

    // MARK: - Whose file is it?

    /// Looks at the file before SQLite does, so that opening another program's file cannot change it.
    private static func checkHeader(_ path: String) throws {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        guard let bytes = try? file.read(upToCount: FileHeader.length), !bytes.isEmpty else { return }
        guard let header = FileHeader(bytes) else {
            // A file with a copy beside it was a notebook, so its beginning is damaged.
            if NotebookFolder.copy(of: path) != nil { throw NotebookFileError.unreadable("its beginning", path: path) }
            throw NotebookFileError.foreign(path: path)
        }
        if header.application != 0, header.application != NotebookSchema.applicationID {
            throw NotebookFileError.foreign(path: path)
        }
    }

    private static func checkOwnership(_ db: Database, _ path: String) throws {
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if application == 0 {
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            if tables > 0 || version > 0 { throw NotebookFileError.foreign(path: path) }
        }
        if version > NotebookSchema.version {
            throw NotebookFileError.newer(path: path, version: version, known: NotebookSchema.version)
        }
    }

    private static func migrate(_ db: Database, _ migrations: [NotebookSchema.Migration]) throws {
        // Each step reads the version and runs in one transaction: of two processes only one takes it.
        var isDone = false
        while !isDone {
            isDone = try inImmediateTransaction(db) {
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                guard version < migrations.count else { return true }
                try migrations[version](db)
                try db.execute(sql: "PRAGMA application_id = \(NotebookSchema.applicationID)")
                try db.execute(sql: "PRAGMA user_version = \(version + 1)")
                return false
            }
        }
    }

    // MARK: - The copy

    /// Copies the notebook to the file beside it, if the last copy is older than a day and this file is sound. A copy from
    /// the future counts as old. Returns whether it did.
    @discardableResult
    public func keepCopy(now: Instant) throws -> Bool {
        let copy = NotebookFolder.copyPath(of: path)
        var status = stat()
        let isThere = stat(copy, &status) == 0
        if isThere, abs(now.milliseconds / 1_000 - Int64(status.modifiedSeconds)) < 86_400 { return false }
        return try translatingErrors {
            let temporary = "\(copy).\(getpid())"
            defer { unlink(temporary) }
            try writeCopy(to: temporary)
            guard rename(temporary, copy) == 0 else {
                throw NotebookFileError.failed(path: copy, detail: String(cString: strerror(errno)))
            }
            return true
        }
    }

    /// Writes all of this file's pages over those of another one, in one transaction there.
    func overwrite(_ path: String) throws {
        let target = try DatabaseQueue(path: path, configuration: NotebookFile.configuration)
        try queue.backup(to: target)
        let answer = try target.read { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") }
        try target.close()
        if answer != "ok" { throw NotebookFileError.damaged(path: path, detail: answer ?? "no answer", copy: nil) }
    }

    private func writeCopy(to temporary: String) throws {
        let target = try DatabaseQueue(path: temporary)
        try queue.backup(to: target)
        // A copy of damage must not replace a good one.
        let answer = try target.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            return try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
        }
        try target.close()
        guard answer == "ok" else {
            throw NotebookFileError.damaged(path: path, detail: answer, copy: NotebookFolder.copy(of: path))
        }
    }
}

extension stat {
    /// When the file was changed last, in seconds since 1970.
    var modifiedSeconds: Int {
        #if canImport(Darwin)
        st_mtimespec.tv_sec
        #else
        st_mtim.tv_sec
        #endif
    }
}

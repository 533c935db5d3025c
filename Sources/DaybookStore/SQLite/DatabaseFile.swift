import Foundation
import GRDB

/// Opens the file of a SQLite storage, or throws an error that describes what is wrong with it.
enum DatabaseFile {
    /// Databases above this size are not checked in full at opening; reading a gigabyte would delay every start.
    private static let quickCheckBytes: Int64 = 512 << 20

    /// The connections of a storage to its database.
    struct Connections: Sendable {
        /// The writer and its readers.
        let pool: DatabasePool
        let points: PointReaders
        let checkpointer: Checkpointer
        let state: LogState

        /// Closes the readers before the writer: the last connection to close moves the log into the file and removes
        /// it, if it may write. A reader in use keeps its connection; the file is safe either way.
        func close() {
            state.end()
            points.close()
            checkpointer.close()
            pool.invalidateReadOnlyConnections()
            try? pool.close()
        }
    }

    /// Opens connections to a database that is Daybook's, sound and of the present version. Each commit is synced.
    static func open(path: String) throws(StorageError) -> Connections {
        try opening(path) {
            let pool = try DatabasePool(path: path, configuration: configuration)
            try pool.writeWithoutTransaction { db in
                try checkOwnership(db, path: path)
                try quickCheck(db, path: path)
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                // Deleted data is overwritten, so that the data of a deleted account leaves the file too (A14). One of the
                // migrations moves records and deletes what they were.
                try db.execute(sql: "PRAGMA secure_delete = ON")
                try migrate(db)
                // GRDB sets NORMAL on its writer when the pool opens, after our setup. In WAL mode NORMAL syncs at
                // checkpoints only, so a power cut would lose changes that were acknowledged (S6).
                try db.execute(sql: "PRAGMA synchronous = FULL")
                if (1..<7).contains(version) { try leaveSixth(db, path: path) }
            }
            return Connections(
                pool: pool,
                points: try PointReaders(path: path, configuration: configuration),
                checkpointer: try checkpointer(of: pool),
                state: pool.writeWithoutTransaction { db in LogState(of: db) }
            )
        }
    }

    private static func checkpointer(of pool: DatabasePool) throws -> Checkpointer {
        var configuration = configuration
        configuration.label = "Daybook.checkpoint"
        let connection = try DatabaseQueue(path: pool.path, configuration: configuration)
        try connection.writeWithoutTransaction { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
        return pool.writeWithoutTransaction { db in Checkpointer(writer: db, connection: connection) }
    }

    /// Opens one connection to a database that is Daybook's, after `prepare` has run.
    static func openQueue(path: String, _ prepare: (Database) throws -> Void) throws(StorageError) -> DatabaseQueue {
        try opening(path) {
            let queue = try DatabaseQueue(path: path, configuration: configuration)
            try queue.writeWithoutTransaction { db in
                try checkOwnership(db, path: path)
                try prepare(db)
            }
            return queue
        }
    }

    /// Opens any file, and throws an error that describes what is wrong with it.
    private static func opening<Value>(_ path: String, _ open: () throws -> Value) throws(StorageError) -> Value {
        try checkHeader(path: path)
        SQLiteMemory.stopCounting()
        WipingDisk.install()
        do {
            return try open()
        } catch let error as StorageError {
            throw error
        } catch let error as DatabaseError {
            throw openingError(error, path: path)
        } catch {
            throw .cannotOpen(path: path, detail: "\(error)")
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "Daybook"
        // Another process may write to the same database; a writer waits for it instead of failing.
        configuration.busyMode = .timeout(10)
        configuration.maximumReaderCount = 8
        configuration.persistentReadOnlyConnections = true
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY")
        }
        return configuration
    }

    // MARK: - Checking the file

    /// Reads the header before SQLite opens the file, so that opening another program's file cannot change it.
    private static func checkHeader(path: String) throws(StorageError) {
        guard let file = FileHandle(forReadingAtPath: path) else { return }
        defer { try? file.close() }
        guard let header = try? file.read(upToCount: 100), !header.isEmpty else { return }
        // https://sqlite.org/fileformat2.html#the_database_header
        guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else {
            throw .notADatabase(path: path)
        }
        let application = header[68..<72].reduce(0) { $0 << 8 | Int32($1) }
        if application != 0 && application != Schema.applicationID { throw .foreignDatabase(path: path) }
    }

    static func checkOwnership(_ db: Database, path: String) throws {
        let application = try Int32.fetchOne(db, sql: "PRAGMA application_id") ?? 0
        let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        if application == 0 {
            let tables = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
            if tables > 0 || version > 0 { throw StorageError.foreignDatabase(path: path) }
        } else if application != Schema.applicationID {
            throw StorageError.foreignDatabase(path: path)
        }
        if version > Schema.version {
            throw StorageError.newerDatabase(path: path, version: version, known: Schema.version)
        }
    }

    private static func quickCheck(_ db: Database, path: String) throws {
        let pages = try Int64.fetchOne(db, sql: "PRAGMA page_count") ?? 0
        let pageSize = try Int64.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
        guard pages * pageSize <= quickCheckBytes else { return }
        let answer = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
        if answer != "ok" { throw StorageError.damaged(path: path, detail: answer) }
    }

    // MARK: - Migrations

    static func migrate(_ db: Database) throws {
        while true {
            // Read and run in one transaction: two processes may start at once, and only one of them runs each step.
            let isDone = try inImmediateTransaction(db) {
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                guard version < Schema.version else { return true }
                try Schema.migrations[version](db)
                try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID)")
                try db.execute(sql: "PRAGMA user_version = \(version + 1)")
                return false
            }
            if isDone { return }
        }
    }

    /// Removes what databases up to version 6 left: pages that were not wiped on their way to the file
    /// (``WipingDisk``), and a file beside a database that was restored.
    private static func leaveSixth(_ db: Database, path: String) throws {
        let file = URL(fileURLWithPath: path).deletingPathExtension().appendingPathExtension("mark")
        try? FileManager.default.removeItem(at: file)
        // VACUUM needs as much free space again. Without it, each page is wiped when it is next written.
        try? db.execute(sql: "VACUUM")
        _ = try? db.checkpoint(.truncate)
    }

    private static func inImmediateTransaction<T>(_ db: Database, _ work: () throws -> T) throws -> T {
        var result: Result<T, any Error>?
        try db.inTransaction(.immediate) {
            result = .success(try work())
            return .commit
        }
        guard let result else { throw StorageError.failed("a transaction ended without a result") }
        return try result.get()
    }

    private static func openingError(_ error: DatabaseError, path: String) -> StorageError {
        switch error.resultCode {
        case .SQLITE_NOTADB: .notADatabase(path: path)
        case .SQLITE_CORRUPT: .damaged(path: path, detail: error.message ?? "malformed")
        case .SQLITE_FULL: .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy
        default: .cannotOpen(path: path, detail: error.message ?? "\(error.extendedResultCode)")
        }
    }
}

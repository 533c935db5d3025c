import DaybookCore
import GRDB

import struct Foundation.URL

/// A storage in one SQLite file, in WAL mode with every commit synced, and a folder of photos beside it.
final class SQLiteStorage: Storage {
    let connections: DatabaseFile.Connections
    let committer: GroupCommitter
    let feed = CursorFeed()
    let signal = ReminderSignal()
    let watch: ChangeWatch
    let rememberedSessions: RememberedSessions
    let photoFolder: PhotoFolder
    let suspects: SuspectQueue
    let log: DatabaseLog
    let budgets: Budgets
    let meter: BudgetMeter
    private let roomQueue = DiskQueues().next()

    var pool: DatabasePool { connections.pool }

    /// Opens the database at a path, or creates it.
    init(path: String, budgets: Budgets = Budgets(), meter: BudgetMeter = BudgetMeter()) throws(StorageError) {
        self.budgets = budgets
        self.meter = meter
        let connections = try DatabaseFile.open(path: path)
        self.connections = connections
        let rememberedSessions = RememberedSessions(connections.state)
        self.rememberedSessions = rememberedSessions
        let pool = connections.pool
        let committer = GroupCommitter(
            pool: pool,
            checkpointer: connections.checkpointer,
            feed: feed,
            signal: signal,
            sessions: rememberedSessions,
            budgets: budgets,
            meter: meter
        )
        self.committer = committer
        suspects = SuspectQueue { suspects in
            // A row that cannot be set aside now is recorded again by its next read.
            try? await committer.write { context in
                for suspect in suspects { try Self.setAside(suspect, context.db) }
            }
        }
        log = DatabaseLog(pool: pool)
        photoFolder = PhotoFolder(data: URL(fileURLWithPath: path).deletingLastPathComponent().path)
        watch = ChangeWatch(
            feed: feed,
            version: { [committer] in try await Self.version(through: committer) },
            cursors: { accounts in try await pool.read { db in try Self.cursors(of: accounts, db) } }
        )
    }

    /// Reads with one statement, on the calling thread.
    func readStatement<Value>(_ work: (Database) throws -> Value) throws(StorageError) -> Value {
        do { return try connections.points.read(work) } catch { throw StorageError(error) }
    }

    /// Reads in one transaction, on the calling thread: for reads of several statements, or of many rows.
    ///
    /// Such a read has a bound (``Slice``) and does not wait for the writer. Its own thread would cost two changes of
    /// thread, and callers that share threads fairly would share the readers' threads at random.
    func readInTransaction<Value>(_ work: (Database) throws -> Value) throws(StorageError) -> Value {
        do { return try pool.read(work) } catch { throw StorageError(error) }
    }

    func checkWritable() async throws(StorageError) {
        let folder = URL(fileURLWithPath: pool.path).deletingLastPathComponent().path
        try await roomQueue.run { try DiskRoom.prove(in: folder) }
        try await committer.write { context in
            try context.db.cachedStatement(sql: "UPDATE installation SET written = written + 1").execute()
        }
    }

    func close() async {
        feed.close()
        signal.close()
        log.close()
        await committer.close()
        await suspects.waitUntilEmpty()
        watch.close()
        connections.close()
    }
}

import GRDB
import GRDBSQLite
import Synchronization

/// Moves the pages of the log into the database file on its own thread, so that writers do not wait for it.
///
/// SQLite's automatic checkpoint runs at the commit after which the log has a thousand pages
/// (https://sqlite.org/wal.html#automatic_checkpoint), and every write in that commit waits for a thousand pages and
/// two syncs. A passive checkpoint from another connection blocks no writer. But SQLite restarts the log only when all
/// of it has been moved, and under load some pages are always left. So the thread moves most pages, and between two
/// commits the writer moves the few that came meanwhile.
final class Checkpointer: Sendable {
    /// The pages of the log at which a checkpoint begins: 16 MB. Four times SQLite's own default, because the writer does
    /// the end of each checkpoint.
    static let pages = 4_000
    /// The writer moves at most this many pages itself.
    static let rest = 100
    /// The pages of the log at which the writer waits for the thread.
    static let maximum = 16_000
    /// The most passes that the thread makes over pages that came while it worked.
    private static let passes = 8

    private enum Phase {
        /// No checkpoint is due before the log has this many pages.
        case resting(until: Int)
        /// The thread is moving pages.
        case moving
        /// The writer moves the rest.
        case caughtUp
    }

    private enum Step {
        case none
        case move
        case finish
    }

    /// A connection for checkpoints only. Its thread does the work.
    private let connection: DatabaseQueue
    private let phase = Mutex(Phase.resting(until: Checkpointer.pages))
    /// The pages of the log after the last commit. SQLite calls the hook on the writer's thread, where this is read
    /// too.
    private let logPages = Atomic<Int>(0)

    /// Replaces SQLite's automatic checkpoints after the commits of a writer. This object must live as long as the
    /// writer commits.
    init(writer: Database, connection: DatabaseQueue) {
        self.connection = connection
        // SQLite's automatic checkpoints are a hook as well, and a connection has only one hook.
        sqlite3_wal_hook(
            writer.sqliteConnection,
            { this, _, _, pages in
                guard let this else { return SQLITE_OK }
                let checkpointer = Unmanaged<Checkpointer>.fromOpaque(this).takeUnretainedValue()
                checkpointer.logPages.store(Int(pages), ordering: .relaxed)
                return SQLITE_OK
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Does the step that is due between two commits. Call it on the writer's thread, outside of transactions.
    func step(_ writer: Database) {
        let pages = logPages.load(ordering: .relaxed)
        guard pages >= Self.pages else { return }
        if pages >= Self.maximum { wait() }
        switch nextStep(pages) {
        case .none: break
        case .move: connection.asyncWriteWithoutTransaction { [self] db in moveMost(db) }
        case .finish: finish(writer, pages)
        }
    }

    /// Whether the thread is at work, or the writer has to finish.
    var isUnderWay: Bool {
        phase.withLock { phase in
            if case .resting = phase { false } else { true }
        }
    }

    /// Returns when the thread has finished its work.
    func wait() {
        connection.writeWithoutTransaction { _ in }
    }

    /// Closes the connection after the present work. The log is not checkpointed from then on.
    func close() {
        try? connection.close()
    }

    private func nextStep(_ pages: Int) -> Step {
        phase.withLock { phase in
            switch phase {
            case .moving: return .none
            case .caughtUp: return .finish
            case .resting(let due):
                // A log that is much shorter has been restarted: the reader that held back the last checkpoint has
                // ended.
                guard pages >= due || pages < due - Self.pages else { return .none }
                phase = .moving
                return .move
            }
        }
    }

    /// Moves the pages of the log, and then those that came meanwhile, until few are left.
    private func moveMost(_ db: Database) {
        var next = Phase.caughtUp
        for _ in 0..<Self.passes {
            guard let log = try? db.checkpoint(.passive) else { break }
            guard Self.sync(db) else {
                // Nothing may take the place of these pages in the log.
                next = .resting(until: logPages.load(ordering: .relaxed) + Self.pages)
                break
            }
            if logPages.load(ordering: .relaxed) - log.checkpointedFrameCount <= Self.rest { break }
        }
        phase.withLock { $0 = next }
    }

    /// Syncs the file of the database. SQLite does so only in a checkpoint that moves the whole log, which would be the writer's:
    /// a sync of thousands of pages then took up to 17 ms.
    private static func sync(_ db: Database) -> Bool {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let result = sqlite3_file_control(db.sqliteConnection, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard result == SQLITE_OK, let file, let methods = file.pointee.pMethods else { return false }
        return methods.pointee.xSync(file, SQLITE_SYNC_NORMAL | SQLITE_SYNC_DATAONLY) == SQLITE_OK
    }

    /// Moves the rest. The next commit restarts the log, unless a connection still reads it; then another checkpoint is
    /// due soon.
    private func finish(_ writer: Database, _ pages: Int) {
        _ = try? writer.checkpoint(.passive)
        phase.withLock { $0 = .resting(until: pages + Self.rest) }
    }
}

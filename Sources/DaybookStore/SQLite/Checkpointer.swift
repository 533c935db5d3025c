import GRDB
import GRDBSQLite
import Synchronization

/// Moves the pages of the log into the database's file on a thread of its own, so that writers do not wait for it.
///
/// SQLite by itself checkpoints at the commit after which the log has a thousand pages
/// (https://sqlite.org/wal.html#automatic_checkpoint), and everybody who shares that commit waits for a thousand pages
/// and two syncs. A passive checkpoint from another connection stops nobody. But the log begins again only when all of
/// it has been moved, and while others write there is always a rest. So the thread moves the most, and the writer moves
/// the few pages that came meanwhile, between two commits.
final class Checkpointer: Sendable {
    /// The pages of the log at which it is moved, SQLite's own default.
    static let pages = 1_000
    /// So few pages the writer moves by itself.
    static let rest = 100
    /// The pages of the log at which the writer waits for the thread.
    static let maximum = 16_000
    /// How often the thread goes after what came while it worked.
    private static let passes = 4

    private enum Phase {
        /// Nothing is due before the log has so many pages.
        case resting(until: Int)
        /// The thread is at work.
        case moving
        /// What is left is for the writer.
        case caughtUp
    }

    private enum Step {
        case none
        case move
        case finish
    }

    /// A connection of its own, whose thread does the work.
    private let connection: DatabaseQueue
    private let phase = Mutex(Phase.resting(until: Checkpointer.pages))
    /// The pages of the log after the last commit. SQLite calls its hook on the writer's thread, where this is read too.
    private let logPages = Atomic<Int>(0)

    /// Takes the place of SQLite's own checkpoints after the commits of a writer. This object must live as long as the
    /// writer commits.
    init(writer: Database, connection: DatabaseQueue) {
        self.connection = connection
        // SQLite's own checkpoints are a hook as well, and there is one.
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

    /// Does what is due between two commits. Call it on the writer's thread, outside of transactions.
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

    /// Whether the thread is at work, or the writer owes the end of it.
    var isUnderWay: Bool {
        phase.withLock { phase in
            if case .resting = phase { false } else { true }
        }
    }

    /// Returns when the thread has done what it was asked for.
    func wait() {
        connection.writeWithoutTransaction { _ in }
    }

    /// Ends after the work that is under way. The log stays as it is from then on.
    func close() {
        try? connection.close()
    }

    private func nextStep(_ pages: Int) -> Step {
        phase.withLock { phase in
            switch phase {
            case .moving: return .none
            case .caughtUp: return .finish
            case .resting(let due):
                // A log that is much shorter has begun again: what held the last checkpoint back is over.
                guard pages >= due || pages < due - Self.pages else { return .none }
                phase = .moving
                return .move
            }
        }
    }

    /// Moves what there is, and then what came meanwhile, until that is little.
    private func moveMost(_ db: Database) {
        for _ in 0..<Self.passes {
            guard let log = try? db.checkpoint(.passive),
                log.walFrameCount - log.checkpointedFrameCount > Self.rest
            else { break }
        }
        phase.withLock { $0 = .caughtUp }
    }

    /// Moves the rest. The next commit begins the log again, unless somebody still reads it; then more is due soon.
    private func finish(_ writer: Database, _ pages: Int) {
        _ = try? writer.checkpoint(.passive)
        phase.withLock { $0 = .resting(until: pages + Self.rest) }
    }
}

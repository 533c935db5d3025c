import GRDB
import Synchronization

/// Empties a database's log, which holds pages as they were before a delete.
final class DatabaseLog: Sendable {
    /// The time that the writer waits for readers in one attempt, in milliseconds.
    private static let busyTimeout = 20
    private static let pause = Duration.milliseconds(25)
    private static let tries = 40

    private let pool: DatabasePool
    private let later = Mutex<(task: Task<Void, Never>?, isClosed: Bool)>((nil, false))

    init(pool: DatabasePool) {
        self.pool = pool
    }

    /// Returns when the log is empty, or when a reader has used it for about a second; then it is emptied later.
    func truncate() async {
        for _ in 0..<Self.tries {
            if await tryOnce() { return }
            try? await Task.sleep(for: Self.pause)
        }
        later.withLock { later in
            guard later.task == nil, !later.isClosed else { return }
            later.task = Task { await self.truncateLater() }
        }
    }

    func close() {
        let task = later.withLock { later in
            later.isClosed = true
            return later.task
        }
        task?.cancel()
    }

    private func truncateLater() async {
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            if await tryOnce() { break }
        }
        later.withLock { $0.task = nil }
    }

    private func tryOnce() async -> Bool {
        await withCheckedContinuation { continuation in
            pool.asyncWriteWithoutTransaction { db in continuation.resume(returning: Self.truncate(db)) }
        }
    }

    private static func truncate(_ db: Database) -> Bool {
        do {
            let timeout = try Int.fetchOne(db, sql: "PRAGMA busy_timeout") ?? 10_000
            try db.execute(sql: "PRAGMA busy_timeout = \(busyTimeout)")
            defer { try? db.execute(sql: "PRAGMA busy_timeout = \(timeout)") }
            try db.checkpoint(.truncate)
            return true
        } catch {
            return false
        }
    }
}

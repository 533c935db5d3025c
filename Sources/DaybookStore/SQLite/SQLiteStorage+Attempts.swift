import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    func beginAttempt(_ attempt: Attempt, at now: Instant) async throws(StorageError) -> AttemptAnswer {
        try await committer.write(for: .counted(under: attempt.always.first?.key ?? attempt.place.key)) { context in
            let db = context.db
            switch try AttemptWriter.judge(attempt, at: now, tally: { try Self.tally($0, db) }) {
            case .blocked(let milliseconds): return .blocked(milliseconds: milliseconds)
            case .counted(let place, let others, let updates, let beganWait):
                try Self.write(updates, of: attempt.account, db)
                let account = try attempt.account.flatMap { try Self.accountExists($0, db) ? $0 : nil }
                let notice = try account.flatMap { account in
                    beganWait ? try Self.addBlocked(at: now, device: attempt.deviceName, to: account, db) : nil
                }
                return .counted(CountedAttempt(place: place, others: others, account: account, notice: notice))
            }
        }
    }

    func recordSuccess(_ success: AttemptSuccess) async throws(StorageError) {
        try await committer.write { context in
            try Self.recordSuccess(success, of: success.attempt?.account, context.db)
        }
    }

    func pruneAttempts(at now: Instant, keeping limit: Int) async throws(StorageError) {
        let rows = Slice(budgets).rows
        while try await committer.write({ try Self.dropExpired(rows, at: now, $0.db) }) == rows {}
        // The least useful tallies are found outside of the writer, because that query reads all of them.
        let least = try readInTransaction { db in
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM attempts") ?? 0
            return try Data.fetchAll(
                db,
                sql: "SELECT key FROM attempts ORDER BY succeeded IS NOT NULL, count, expires, key LIMIT ?",
                arguments: [max(0, count - limit)]
            )
        }
        for start in stride(from: 0, to: least.count, by: rows) {
            let some = least[start..<min(start + rows, least.count)]
            try await committer.write { context in
                let statement = try context.db.cachedStatement(sql: "DELETE FROM attempts WHERE key = ?")
                for key in some { try statement.execute(arguments: [key]) }
            }
        }
    }

    /// Returns the number of tallies deleted.
    private static func dropExpired(_ rows: Int, at now: Instant, _ db: Database) throws -> Int {
        try db.cachedStatement(
            sql:
                "DELETE FROM attempts WHERE key IN (SELECT key FROM attempts WHERE expires <= ? ORDER BY expires LIMIT ?)"
        ).execute(arguments: [now.milliseconds, rows])
        return db.changesCount
    }

    // MARK: - Inside a transaction

    static func recordSuccess(_ success: AttemptSuccess, of account: AccountID?, _ db: Database) throws {
        let updates = try AttemptWriter.tallies(after: success) { try tally($0, db) }
        try write(updates, of: account, db)
        try takeBack(success.attempt?.notice, db)
    }

    private static func takeBack(_ notice: Int64?, _ db: Database) throws {
        guard let notice else { return }
        try db.cachedStatement(sql: "DELETE FROM activity WHERE id = ? AND kind = ?")
            .execute(arguments: [notice, ActivityKind.signInBlocked.rawValue])
    }

    private static func tally(_ key: AttemptKey, _ db: Database) throws -> AttemptTally? {
        let statement = try db.cachedStatement(
            sql: "SELECT count, first, last, blocked, succeeded FROM attempts WHERE key = ?"
        )
        return try Row.fetchOne(statement, arguments: [key.blob]).map(AttemptTally.init(row:))
    }

    private static func write(_ updates: [AttemptWriter.Update], of account: AccountID?, _ db: Database) throws {
        // The account may be deleted by now; then its tallies belong to no account.
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO attempts (key, account, count, first, last, blocked, succeeded, expires)
                VALUES (?, (SELECT id FROM accounts WHERE id = ? AND erasing = 0), ?, ?, ?, ?, ?, ?)
                ON CONFLICT (key) DO UPDATE SET account = coalesce(excluded.account, account),
                    count = excluded.count, first = excluded.first, last = excluded.last,
                    blocked = excluded.blocked, succeeded = excluded.succeeded, expires = excluded.expires
                """
        )
        for update in updates {
            let tally = update.tally
            try statement.execute(arguments: [
                update.key.blob, update.isPersonal ? account?.blob : nil, tally.count, tally.first.milliseconds,
                tally.last.milliseconds, tally.blockedUntil?.milliseconds, tally.succeededAt?.milliseconds,
                update.expires.milliseconds,
            ])
        }
    }

    private static func accountExists(_ id: AccountID, _ db: Database) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT 1 FROM accounts WHERE id = ? AND erasing = 0"),
            arguments: [id.blob]
        ) != nil
    }
}

extension AttemptTally {
    fileprivate init(row: Row) {
        self.init(
            count: row[0],
            first: Instant(milliseconds: row[1]),
            last: Instant(milliseconds: row[2]),
            blockedUntil: Instant(row, at: 3),
            succeededAt: Instant(row, at: 4)
        )
    }
}

extension AttemptKey {
    fileprivate var blob: Data { Data(bytes) }
}

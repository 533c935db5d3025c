import DaybookCore
import GRDB

extension SQLiteStorage {
    func nextDelivery() async throws(StorageError) -> Instant? {
        try readStatement { db in
            let statement = try db.cachedStatement(sql: "SELECT min(next) FROM reminder_turns")
            return try Row.fetchOne(statement).flatMap { Instant($0, at: 0) }
        }
    }

    func reconsiderDeliveries(at now: Instant, longest: Instant.Span) async throws(StorageError) {
        let rows = Slice(budgets).rows
        let latest = now.advanced(by: longest)
        var place: Int64? = .min
        while let after = place {
            place = try await committer.write { try Self.bringBack(rows, after: after, to: now, latest, $0.db) }
        }
        // A reminder whose time was reset is not found again, so this ends.
        while try await committer.write({ try Self.limitTurns(rows, to: now, &$0) }) == rows {}
    }

    func reminderChanges() -> AsyncStream<Void> { signal.listen() }

    // MARK: - Inside a transaction

    /// Goes through some deliveries and makes those due now that wait for a time after `latest`. Returns where the next
    /// deliveries begin; nil when there are no more.
    private static func bringBack(
        _ rows: Int,
        after place: Int64,
        to now: Instant,
        _ latest: Instant,
        _ db: Database
    ) throws -> Int64? {
        let last = try db.cachedStatement(sql: "SELECT id FROM deliveries WHERE id > ? ORDER BY id LIMIT 1 OFFSET ?")
        let end = try Int64.fetchOne(last, arguments: [place, rows - 1])
        try db.cachedStatement(
            sql:
                "UPDATE deliveries SET next = ?, claimed = 0 WHERE id > ? AND id <= ? AND state = 'waiting' AND next > ?"
        ).execute(arguments: [now.milliseconds, place, end ?? .max, latest.milliseconds])
        return end
    }

    private static func limitTurns(_ rows: Int, to now: Instant, _ context: inout WriteContext) throws -> Int {
        try context.db.cachedStatement(
            sql: """
                UPDATE reminder_turns SET next = ?1 WHERE account IN
                    (SELECT account FROM reminder_turns WHERE next > ?1 ORDER BY next LIMIT ?2)
                """
        ).execute(arguments: [now.milliseconds, rows])
        context.noteReminders()
        return context.db.changesCount
    }

    /// Applies a record's change to its reminder. Returns whether the account's turn must be set again.
    static func follow(
        _ before: DaybookCore.Record?,
        _ after: DaybookCore.Record,
        of account: AccountID,
        at now: Instant,
        _ db: Database
    ) throws -> Bool {
        let due: Instant?
        switch ReminderPlan(from: before, to: after, at: now) {
        case .keep: return false
        case .cancel: due = nil
        case .set(let moment): due = moment
        }
        try db.cachedStatement(
            sql: """
                UPDATE deliveries SET state = 'failed', reason = 'cancelled', claimed = 0
                WHERE account = ? AND todo = ? AND state = 'waiting' AND test = 0
                """
        ).execute(arguments: [account.blob, after.id.blob])
        guard let due else {
            try db.cachedStatement(sql: "DELETE FROM reminders WHERE account = ? AND todo = ?")
                .execute(arguments: [account.blob, after.id.blob])
            return true
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO reminders (account, todo, due) VALUES (?, ?, ?)
                ON CONFLICT (account, todo) DO UPDATE SET due = excluded.due
                """
        ).execute(arguments: [account.blob, after.id.blob, due.milliseconds])
        return true
    }

    /// Saves when the account's next turn is.
    ///
    /// Never before now, so that an account that was served and has more goes behind the accounts that still wait. An
    /// account with many deliveries in progress gets its turn when some of them are finished, or their lease has ended.
    static func setTurn(of account: AccountID, at now: Instant, _ db: Database) throws {
        let underWay = try underWay(of: account, at: now, db)
        let lease = try earliest("SELECT min(next) FROM deliveries WHERE \(waiting) AND claimed = 1", account, db)
        var moments = [lease]
        if underWay < DeliveryRules.refilledBelow {
            moments += [
                try earliest("SELECT min(due) FROM reminders WHERE account = ?", account, db),
                try earliest("SELECT min(next) FROM deliveries WHERE \(waiting) AND claimed = 0", account, db),
            ]
        }
        guard let next = moments.compactMap({ $0 }).min() else {
            return try db.cachedStatement(sql: "DELETE FROM reminder_turns WHERE account = ?")
                .execute(arguments: [account.blob])
        }
        try db.cachedStatement(
            sql: """
                INSERT INTO reminder_turns (account, next) VALUES (?, ?)
                ON CONFLICT (account) DO UPDATE SET next = excluded.next
                """
        ).execute(arguments: [account.blob, max(next, now.milliseconds)])
    }

    private static let waiting = "account = ? AND state = 'waiting'"

    private static func earliest(_ sql: String, _ account: AccountID, _ db: Database) throws -> Int64? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [account.blob])?[0]
    }

    /// The number of an account's deliveries in progress.
    static func underWay(of account: AccountID, at now: Instant, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*) FROM deliveries WHERE \(waiting) AND claimed = 1 AND next > ?"
        )
        return try Int.fetchOne(statement, arguments: [account.blob, now.milliseconds]) ?? 0
    }
}

import DaybookCore
import GRDB

extension SQLiteStorage {
    func nextDelivery() async throws(StorageError) -> Instant? {
        try readHere { db in
            let statement = try db.cachedStatement(sql: "SELECT min(next) FROM reminder_turns")
            return try Row.fetchOne(statement).flatMap { Instant($0, at: 0) }
        }
    }

    func reconsiderDeliveries(at now: Instant, longest: Instant.Span) async throws(StorageError) {
        try await committer.write { context in
            try context.db.cachedStatement(
                sql: "UPDATE deliveries SET next = ?1, claimed = 0 WHERE state = 'waiting' AND next > ?2"
            ).execute(arguments: [now.milliseconds, now.advanced(by: longest).milliseconds])
            try context.db.cachedStatement(sql: "UPDATE reminder_turns SET next = ?1 WHERE next > ?1")
                .execute(arguments: [now.milliseconds])
            context.noteReminders()
        }
    }

    func reminderChanges() -> AsyncStream<Void> { signal.listen() }

    // MARK: - Inside a transaction

    /// Does what a change of a record means to its reminder. Returns whether the account's turn has to be set anew.
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

    /// Writes down when an account is next to be looked at.
    ///
    /// Never before now, so that an account that was served and has more goes behind those that still wait. One that
    /// has much under way is looked at when some of that is settled, or its lease has ended.
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

    /// How many deliveries of an account somebody is sending.
    static func underWay(of account: AccountID, at now: Instant, _ db: Database) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*) FROM deliveries WHERE \(waiting) AND claimed = 1 AND next > ?"
        )
        return try Int.fetchOne(statement, arguments: [account.blob, now.milliseconds]) ?? 0
    }
}

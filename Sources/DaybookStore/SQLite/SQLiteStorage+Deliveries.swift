import DaybookCore
import GRDB

extension SQLiteStorage {
    func deliveries(of account: AccountID, limit: Int) async throws(StorageError) -> [StoredDelivery] {
        var deliveries = try readInTransaction { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT d.session, s.device, d.todo, d.test, d.due, d.sent, d.shown, d.late, d.state, d.reason
                    FROM deliveries d JOIN sessions s ON s.id = d.session
                    WHERE d.account = ? ORDER BY d.id DESC LIMIT ?
                    """
            )
            return try Row.fetchAll(statement, arguments: [account.blob, limit]).map { try StoredDelivery($0) }
        }
        var titles: [DaybookCore.UUID: String?] = [:]
        for (index, delivery) in deliveries.enumerated() where !delivery.isTest {
            if let title = titles[delivery.todo] {
                deliveries[index].title = title
                continue
            }
            let stored = try await record(.init(kind: .todo, id: delivery.todo), of: account)
            let title = stored.flatMap { Todo($0.record) }?.title
            (titles[delivery.todo], deliveries[index].title) = (.some(title), title)
            // A to-do's record may be large: other calls have their turns between the reads.
            if titles.count.isMultiple(of: Self.titlesAtOnce) { await Task.yield() }
        }
        return deliveries
    }

    /// The number of to-dos that are read before other calls have their turns.
    private static let titlesAtOnce = 8

    func addTestDeliveries(
        _ test: DaybookCore.UUID,
        of account: AccountID,
        at now: Instant
    ) async throws(StorageError) -> Int {
        try await committer.write(for: .account(account)) { context in
            let sessions = try Self.pushedSessions(of: account, context.db)
            let statement = try context.db.cachedStatement(
                sql: """
                    INSERT INTO deliveries (account, session, todo, due, test, late, state, next)
                    VALUES (?, ?, ?, ?, 1, 0, 'waiting', ?)
                    """
            )
            for session in sessions {
                try statement.execute(arguments: [
                    account.blob, session, test.blob, now.milliseconds, now.milliseconds,
                ])
            }
            if !sessions.isEmpty {
                try Self.setTurn(of: account, at: now, context.db)
                context.noteReminders()
            }
            return sessions.count
        }
    }

    func markShown(
        _ todo: DaybookCore.UUID,
        due: Instant,
        at shown: Instant,
        by session: SessionID,
        of account: AccountID
    ) async throws(StorageError) {
        try await committer.write(for: .account(account)) { context in
            let db = context.db
            try db.cachedStatement(
                sql: """
                    UPDATE deliveries
                    SET shown = coalesce(shown, ?), state = 'shown', reason = NULL, claimed = 0
                    WHERE account = ? AND session = ? AND todo = ? AND due = ?
                    """
            ).execute(arguments: [shown.milliseconds, account.blob, session.blob, todo.blob, due.milliseconds])
            if db.changesCount > 0 { return }
            let record = try Self.record(.init(kind: .todo, id: todo), of: account, db)?.record
            guard record?[Todo.Field.reminder]?.integerValue == due.milliseconds,
                try Self.sessionExists(session, of: account, db)
            else { return }
            try db.cachedStatement(
                sql: """
                    INSERT INTO deliveries (account, session, todo, due, test, late, state, next, shown)
                    VALUES (?1, ?2, ?3, ?4, 0, 0, 'shown', ?4, ?5)
                    """
            ).execute(arguments: [account.blob, session.blob, todo.blob, due.milliseconds, shown.milliseconds])
            try Self.dropFinished(of: account, db)
        }
    }

    func renewClaims(_ attempts: [Int64: Int], until: Instant) async throws(StorageError) {
        try await committer.write { context in
            let statement = try context.db.cachedStatement(
                sql: """
                    UPDATE deliveries SET next = ?
                    WHERE id = ? AND attempts = ? AND claimed = 1 AND state = 'waiting'
                    """
            )
            for (number, attempt) in attempts {
                try statement.execute(arguments: [until.milliseconds, number, attempt])
            }
        }
    }

    func finish(
        _ delivery: ClaimedDelivery,
        _ outcome: DeliveryOutcome,
        at now: Instant
    ) async throws(StorageError) {
        try await committer.write { context in
            let db = context.db
            switch outcome {
            case .accepted: try Self.accept(delivery, at: now, db)
            case .retry(let moment): try Self.postpone(delivery, to: moment, db)
            case .failed(let reason): try Self.fail(delivery.number, reason, attempt: delivery.attempt, db)
            case .gone:
                try Self.forget(delivery.subscription, of: delivery.session.id, db)
                try Self.fail(delivery.number, .gone, attempt: delivery.attempt, db)
            }
            try Self.dropFinished(of: delivery.account, db)
            // The account may be deleted by now, with all of its deliveries.
            guard try Self.cursorIfAny(of: delivery.account, db) != nil else { return }
            try Self.setTurn(of: delivery.account, at: now, db)
            context.noteReminders()
        }
    }

    // MARK: - Inside a transaction

    private static func accept(_ delivery: ClaimedDelivery, at now: Instant, _ db: Database) throws {
        let isLate = delivery.due.advanced(by: DeliveryRules.lateAfter) < now
        try db.cachedStatement(
            sql: """
                UPDATE deliveries SET sent = coalesce(sent, ?), late = max(late, ?), claimed = 0, reason = NULL,
                    state = iif(state = 'shown', 'shown', 'sent')
                WHERE id = ?
                """
        ).execute(arguments: [now.milliseconds, isLate, delivery.number])
    }

    private static func postpone(_ delivery: ClaimedDelivery, to moment: Instant, _ db: Database) throws {
        if delivery.due.advanced(by: DeliveryRules.lifetime) <= moment {
            return try fail(delivery.number, .unreachable, attempt: delivery.attempt, db)
        }
        try db.cachedStatement(
            sql: """
                UPDATE deliveries SET next = ?, claimed = 0
                WHERE id = ? AND attempts = ? AND state = 'waiting' AND claimed = 1
                """
        ).execute(arguments: [moment.milliseconds, delivery.number, delivery.attempt])
    }

    /// Ends a delivery, if it still waits and was not claimed after `attempt`.
    static func fail(_ number: Int64, _ reason: DeliveryFailure, attempt: Int? = nil, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE deliveries SET state = 'failed', reason = ?, claimed = 0
                WHERE id = ? AND attempts = coalesce(?, attempts) AND state = 'waiting'
                """
        ).execute(arguments: [reason.rawValue, number, attempt])
    }

    /// Deletes all but the last finished deliveries of an account.
    static func dropFinished(of account: AccountID, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                DELETE FROM deliveries WHERE account = ?1 AND state <> 'waiting' AND id <=
                    (SELECT id FROM deliveries WHERE account = ?1 AND state <> 'waiting'
                     ORDER BY id DESC LIMIT 1 OFFSET ?2)
                """
        ).execute(arguments: [account.blob, DeliveryRules.kept])
    }
}

extension StoredDelivery {
    fileprivate init(_ row: Row) throws {
        guard let state = DeliveryState(rawValue: row[8]) else {
            throw StorageError.failed("a delivery's row cannot be read")
        }
        self.init(
            session: SessionID(try DaybookCore.UUID(row, at: 0)),
            deviceName: row[1],
            todo: try DaybookCore.UUID(row, at: 2),
            title: nil,
            isTest: row[3],
            due: Instant(milliseconds: row[4]),
            sentAt: Instant(row, at: 5),
            shownAt: Instant(row, at: 6),
            isLate: row[7],
            state: state,
            reason: (row[9] as String?).flatMap { DeliveryFailure(rawValue: $0) }
        )
    }
}

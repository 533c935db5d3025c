import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    /// The most accounts that one claim serves.
    private static let accountsAtOnce = 256
    /// The deliveries whose to-dos are read before the bytes are looked at.
    private static let leasedAtOnce = 16
    /// An account that finds no place gets its next turn after this time, or when a delivery of it has ended.
    private static let pauseWithoutPlace = Instant.Span.milliseconds(500)

    func claimDeliveries(
        at now: Instant,
        limit: Int,
        reserved: Int,
        lease: Instant.Span
    ) async throws(StorageError) -> DeliveryClaim {
        try await committer.write { [bytes = Slice(budgets).bytes] context in
            let db = context.db
            let accounts = try Self.accountsInTurn(at: now, limit: Self.accountsAtOnce, db)
            var claim = Claim(bytesLeft: bytes)
            for account in accounts {
                let left = limit - claim.result.deliveries.count
                if left == 0 || claim.isFull { break }
                let underWay = try Self.underWay(of: account, at: now, db)
                let share = max(1, limit / accounts.count)
                let open = max(left - reserved, underWay == 0 ? 1 : 0)
                let count = max(0, min(share, open, DeliveryRules.underWay - underWay))
                let round = Round(account: account, now: now, until: now.advanced(by: lease), count: count)
                try Self.takeTurn(round, into: &claim, db)
            }
            context.meter.add(rows: 0, bytes: bytes - claim.bytesLeft)
            return claim.result
        }
    }

    /// A claim so far. Its to-dos may be large, so it ends early when it has read as much as a transaction may.
    private struct Claim {
        var result = DeliveryClaim()
        var bytesLeft: Int

        init(bytesLeft: Int) { self.bytesLeft = bytesLeft }

        var isFull: Bool { bytesLeft <= 0 }
    }

    /// One account's share of a claim.
    private struct Round {
        let account: AccountID
        let now: Instant
        let until: Instant
        let count: Int
    }

    private static func accountsInTurn(at now: Instant, limit: Int, _ db: Database) throws -> [AccountID] {
        let statement = try db.cachedStatement(
            sql: "SELECT account FROM reminder_turns WHERE next <= ? ORDER BY next, account LIMIT ?"
        )
        return try Row.fetchAll(statement, arguments: [now.milliseconds, limit]).map { AccountID(try UUID($0, at: 0)) }
    }

    /// Serves one account. If its data cannot be read, only this account waits, and gets its turn again later.
    private static func takeTurn(_ round: Round, into claim: inout Claim, _ db: Database) throws {
        let before = claim.result
        try db.cachedStatement(sql: "SAVEPOINT turn").execute()
        do {
            if round.count > 0 { try take(round, into: &claim, db) }
            let next = round.count > 0 ? round.now : round.now.advanced(by: pauseWithoutPlace)
            try setTurn(of: round.account, at: next, db)
        } catch StorageError.failed {
            claim.result = before
            try db.cachedStatement(sql: "ROLLBACK TO turn").execute()
            try db.cachedStatement(sql: "UPDATE reminder_turns SET next = ? WHERE account = ?")
                .execute(arguments: [round.now.advanced(by: .hours(1)).milliseconds, round.account.blob])
        }
        try db.cachedStatement(sql: "RELEASE turn").execute()
    }

    private static func take(_ round: Round, into claim: inout Claim, _ db: Database) throws {
        try fire(round, into: &claim.result, db)
        // Deliveries that were claimed and never finished come first: they have waited longest.
        var left = round.count
        for claimed in [1, 0] {
            while left > 0, !claim.isFull {
                let rows = try lease(round, claimed: claimed, limit: min(left, leasedAtOnce), db)
                if rows.isEmpty { break }
                left -= rows.count
                for row in rows {
                    switch try deliverable(row, of: round.account, at: round.now, &claim.bytesLeft, db) {
                    case .success(let delivery): claim.result.deliveries.append(delivery)
                    case .failure(let reason):
                        try fail(row[0], reason.failure, db)
                        claim.result.failures[reason.failure, default: 0] += 1
                    }
                }
            }
        }
        try dropFinished(of: round.account, db)
    }

    /// Makes deliveries of the reminders that are due.
    private static func fire(_ round: Round, into claim: inout DeliveryClaim, _ db: Database) throws {
        let sessions = try pushedSessions(of: round.account, db)
        let due = try db.cachedStatement(
            sql: """
                DELETE FROM reminders WHERE (account, todo) IN
                    (SELECT account, todo FROM reminders WHERE account = ? AND due <= ? ORDER BY due LIMIT ?)
                RETURNING todo, due
                """
        )
        // At least one reminder, so that there is progress however many devices there are. Deliveries that are not sent
        // now wait.
        let limit = max(1, round.count / max(1, sessions.count))
        let fired = try Row.fetchAll(due, arguments: [round.account.blob, round.now.milliseconds, limit])
        for row in fired {
            let (todo, due) = (row[0] as Data, Instant(milliseconds: row[1]))
            let isMissed = due.advanced(by: DeliveryRules.lifetime) <= round.now
            for session in sessions {
                try insert(todo, due: due, to: session, isMissed ? .missed : nil, of: round.account, at: round.now, db)
                if isMissed && db.changesCount > 0 { claim.failures[.missed, default: 0] += 1 }
            }
        }
    }

    private static func insert(
        _ todo: Data,
        due: Instant,
        to session: Data,
        _ failure: DeliveryFailure?,
        of account: AccountID,
        at now: Instant,
        _ db: Database
    ) throws {
        // A delivery that the device has already shown, or that was sent before the clock went back, stays as it is.
        try db.cachedStatement(
            sql: """
                INSERT INTO deliveries (account, session, todo, due, test, late, state, reason, next)
                VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?)
                ON CONFLICT (account, todo, due, session) DO UPDATE
                SET state = excluded.state, reason = excluded.reason, next = excluded.next, late = excluded.late
                WHERE state = 'failed' AND reason = 'cancelled'
                """
        ).execute(arguments: [
            account.blob, session, todo, due.milliseconds, due.advanced(by: DeliveryRules.lateAfter) < now,
            (failure == nil ? DeliveryState.waiting : .failed).rawValue, failure?.rawValue,
            // In the order of their due times, not of the time when the server noticed them.
            due.milliseconds,
        ])
    }

    private static func lease(_ round: Round, claimed: Int, limit: Int, _ db: Database) throws -> [Row] {
        let statement = try db.cachedStatement(
            sql: """
                UPDATE deliveries SET claimed = 1, next = ?1, attempts = attempts + 1 WHERE id IN
                    (SELECT id FROM deliveries
                     WHERE account = ?2 AND state = 'waiting' AND claimed = ?3 AND next <= ?4
                     ORDER BY next, id LIMIT ?5)
                RETURNING id, attempts, session, todo, test, due
                """
        )
        let rows = try Row.fetchAll(
            statement,
            arguments: [
                round.until.milliseconds, round.account.blob, claimed, round.now.milliseconds, limit,
            ]
        )
        return rows.sorted { ($0[5] as Int64, $0[0] as Int64) < ($1[5] as Int64, $1[0] as Int64) }
    }

    private struct Undeliverable: Error {
        let failure: DeliveryFailure
    }

    private static func deliverable(
        _ row: Row,
        of account: AccountID,
        at now: Instant,
        _ bytesLeft: inout Int,
        _ db: Database
    ) throws -> Result<ClaimedDelivery, Undeliverable> {
        let (due, isTest, attempt) = (Instant(milliseconds: row[5]), row[4] as Bool, row[1] as Int)
        if due.advanced(by: DeliveryRules.lifetime) <= now {
            return .failure(Undeliverable(failure: attempt == 1 ? .missed : .unreachable))
        }
        let session = SessionID(try UUID(row, at: 2))
        guard let (session, subscription) = try target(session, db) else {
            return .failure(Undeliverable(failure: .unsubscribed))
        }
        let id = try DaybookCore.UUID(row, at: 3)
        let found = isTest ? nil : try measuredRecord(.init(kind: .todo, id: id), of: account, db)
        bytesLeft -= found?.bytes ?? 0
        let todo = found?.stored.flatMap { Todo($0.record) }
        guard isTest || todo != nil else { return .failure(Undeliverable(failure: .cancelled)) }
        return .success(
            ClaimedDelivery(
                number: row[0],
                attempt: attempt,
                account: account,
                session: session,
                subscription: subscription,
                todo: id,
                isTest: isTest,
                due: due,
                title: todo?.title ?? "",
                detail: todo?.detail
            )
        )
    }

    private static func target(
        _ session: SessionID,
        _ db: Database
    ) throws -> (StoredSession, ReminderSubscription)? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT s.id, s.account, s.device, s.created, s.used, d.endpoint, d.key, d.secret
                FROM reminder_devices d JOIN sessions s ON s.id = d.session WHERE d.session = ?
                """
        )
        guard let row = try Row.fetchOne(statement, arguments: [session.blob]),
            let subscription = ReminderSubscription(row, at: 5)
        else { return nil }
        return (try StoredSession(row: row), subscription)
    }
}

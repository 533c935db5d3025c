import DaybookCore
import GRDB

import struct Foundation.Data

extension DataFolderCheck {
    /// Compares each account's row with its entries, its sizes and its choice of limits.
    mutating func checkAccounts() throws {
        var last = Data()
        while true {
            let next = try queue.read { [last] db in
                try Data.fetchOne(
                    db,
                    sql: "SELECT id FROM accounts WHERE id > ? AND erasing = 0 ORDER BY id LIMIT 1",
                    arguments: [last]
                )
            }
            guard let account = next else { return }
            last = account
            try checkEntries(of: account)
            try checkSizes(of: account)
            try checkLimits(of: account)
        }
    }

    private func place(_ account: Data) throws -> String {
        let uuid = try queue.read { db in
            try Row.fetchOne(db, sql: "SELECT ?", arguments: [account]).map { try UUID($0, at: 0) }
        }
        return "account \(uuid.map { AccountID($0).description } ?? "?")"
    }

    private mutating func checkEntries(of account: Data) throws {
        let isBehind = try queue.read { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT entry < (SELECT max(number) FROM history WHERE account = ?1) FROM accounts WHERE id = ?1",
                arguments: [account]
            )
        }
        guard isBehind == true else { return }
        let what = "an entry of its history has a number beyond its latest"
        try found(.number, try place(account), what, repair: "raise that one") { db in
            try db.execute(
                sql: "UPDATE accounts SET entry = (SELECT max(number) FROM history WHERE account = ?1) WHERE id = ?1",
                arguments: [account]
            )
        }
    }

    private static let sizes = """
        SELECT (SELECT count(*) FROM records WHERE account = ?1) AS amount,
            (SELECT coalesce(sum(length(CAST(fields AS BLOB))), 0) FROM records WHERE account = ?1)
            + (SELECT coalesce(sum(length(CAST(value AS BLOB))), 0) FROM history WHERE account = ?1) AS size,
            (SELECT count(*) FROM photos WHERE account = ?1) AS pictures,
            (SELECT coalesce(sum(bytes), 0) FROM photos WHERE account = ?1) AS picture_bytes
        """

    private mutating func checkSizes(of account: Data) throws {
        let isWrong = try queue.read { db in
            try Bool.fetchOne(
                db,
                sql: """
                    SELECT (accounts.records, accounts.bytes, photos, photo_bytes)
                        <> (sizes.amount, sizes.size, pictures, picture_bytes)
                    FROM accounts, (\(Self.sizes)) AS sizes WHERE id = ?1
                    """,
                arguments: [account]
            )
        }
        guard isWrong == true else { return }
        try found(.size, try place(account), "it has more or less than its row counts", repair: "count again") { db in
            try db.execute(
                sql: """
                    UPDATE accounts SET (records, bytes, photos, photo_bytes)
                        = (SELECT amount, size, pictures, picture_bytes FROM (\(Self.sizes))) WHERE id = ?1
                    """,
                arguments: [account]
            )
        }
    }

    // MARK: - Limits

    private mutating func checkLimits(of account: Data) throws {
        guard let limits = try queue.read({ db in try Self.limits(of: account, db) }), limits.row != limits.record
        else { return }
        let what = "its row has other limits than its record"
        try found(.limits, try place(account), what, repair: "take the record's limits") { db in
            try db.execute(
                sql: "UPDATE accounts SET limits = ? WHERE id = ?",
                arguments: [limits.record, account]
            )
        }
    }

    /// The limits in an account's row, and those in the record from which the row has them (A15).
    ///
    /// Nil when the record cannot be read, which is a finding of the records' check, or is in quarantine. Until the
    /// record can be read again, the row alone knows the choice.
    private static func limits(of account: Data, _ db: Database) throws -> (row: String?, record: String?)? {
        let key = Limits.Choice.key
        let sql = "SELECT id, limits FROM accounts WHERE id = ?"
        guard let row = try Row.fetchOne(db, sql: sql, arguments: [account]) else { return nil }
        let owner = AccountID(try UUID(row, at: 0))
        let column: String? = row[1]
        let record = try SQLiteStorage.record(key, of: owner, db) { _, _ in }?.record
        if record == nil {
            let isUnreadable = try SQLiteStorage.exists(key, of: owner, db)
            let isSetAside = try SQLiteStorage.isSetAside(key, of: owner, db)
            if isUnreadable || isSetAside { return nil }
        }
        return (column, Limits.Choice(record)?.rawValue)
    }

    // MARK: - Reminders

    /// Checks that each waiting reminder matches its to-do. The check of the records finds reminders that should wait
    /// and do not.
    mutating func checkReminders() throws {
        var (account, todo) = (Data(), Data())
        while true {
            let rows = try queue.read { [slice, account, todo] db in
                try Row.fetchAll(
                    db,
                    sql: """
                        SELECT account, todo, due FROM reminders WHERE (account, todo) > (?, ?)
                        ORDER BY account, todo LIMIT ?
                        """,
                    arguments: [account, todo, slice.rows]
                )
            }
            guard let end = rows.last else { break }
            (account, todo) = (end[0], end[1])
            for row in rows { try checkReminder(row) }
        }
        try checkTurns()
    }

    private mutating func checkReminder(_ row: Row) throws {
        let account = AccountID(try UUID(row, at: 0))
        let key = DaybookCore.Record.Key(kind: .todo, id: try UUID(row, at: 1))
        let due: Int64 = row[2]
        let (isThere, record) = try queue.read { db in
            (
                try SQLiteStorage.exists(key, of: account, db),
                try SQLiteStorage.record(key, of: account, db) { _, _ in }?.record
            )
        }
        // An unreadable record is a finding of the records' check.
        if isThere && record == nil || record?.openReminder?.milliseconds == due { return }
        // A record whose reminder should wait for another moment was found by the records' check.
        if let moment = record?.openReminder, moment > options.now { return }
        let what = "a reminder waits that its to-do does not have"
        let now = options.now
        try found(.reminder, Self.place(key, of: account), what, repair: "remove the reminder") { db in
            try db.execute(
                sql: "DELETE FROM reminders WHERE account = ? AND todo = ?",
                arguments: [account.blob, key.id.blob]
            )
            try SQLiteStorage.setTurn(of: account, at: now, db)
        }
    }

    /// The scheduler never visits an account without a turn.
    private mutating func checkTurns() throws {
        let accounts = try queue.read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT account FROM reminders
                    WHERE account NOT IN (SELECT account FROM reminder_turns)
                        AND account IN (SELECT id FROM accounts WHERE erasing = 0)
                    """
            ).map { AccountID(try UUID($0, at: 0)) }
        }
        let now = options.now
        for account in accounts {
            try found(.reminder, "account \(account)", "its reminders get no turn", repair: "give it one") { db in
                try SQLiteStorage.setTurn(of: account, at: now, db)
            }
        }
    }
}

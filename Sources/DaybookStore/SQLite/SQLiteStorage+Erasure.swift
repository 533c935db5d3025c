import DaybookCore
import GRDB

extension SQLiteStorage {
    func deleteAccount(_ id: AccountID, provenBy proof: PasswordProof?) async throws(StorageError) -> Bool {
        let isHidden = try await committer.write { context in
            if let proof { try Self.check(proof, of: id, context.db) }
            return try Self.hide(id, &context)
        }
        guard isHidden else { return false }
        try await erase(id)
        return true
    }

    func finishErasures() async throws(StorageError) -> Int {
        let accounts = try readInTransaction { db in
            try Row.fetchAll(db, sql: "SELECT id FROM accounts WHERE erasing = 1").map {
                AccountID(try UUID($0, at: 0))
            }
        }
        for account in accounts { try await erase(account) }
        return accounts.count
    }

    /// Erases an account whose row has the time of its delete, one slice at a time. After a crash, the next start continues.
    private func erase(_ id: AccountID) async throws(StorageError) {
        let slice = Slice(budgets)
        for part in Self.parts {
            while try await committer.write({ try Self.erase(part, of: id, slice, &$0) }) {}
        }
        // Before the account's row, which shows until then that the erasure is not finished.
        await photoFolder.removeAll(of: id)
        // Data that a request in progress has added since is deleted too.
        try await committer.write { context in
            try context.db.cachedStatement(sql: "DELETE FROM accounts WHERE id = ? AND erasing = 1")
                .execute(arguments: [id.blob])
        }
        await log.truncate()
    }

    // MARK: - Inside a transaction

    /// Records that an account is deleted: a sign-in with its email or mobile fails, both are free again, its sessions find no
    /// account, and its data is neither read nor written any more. False when there is no such account.
    private static func hide(_ id: AccountID, _ context: inout WriteContext) throws -> Bool {
        let db = context.db
        // No email contains a space.
        try db.cachedStatement(
            sql: """
                UPDATE accounts SET erasing = 1, email = 'erasing ' || hex(id), mobile = NULL, name = NULL, password = '',
                    temporary = NULL
                WHERE id = ? AND erasing = 0
                """
        ).execute(arguments: [id.blob])
        guard db.changesCount == 1 else { return false }
        try db.cachedStatement(sql: "DELETE FROM reminder_turns WHERE account = ?").execute(arguments: [id.blob])
        context.noteDeletion(of: id)
        return true
    }

    /// A table with rows of accounts: the column that identifies a row within its account, and the column that may be
    /// large.
    private struct Part: Sendable {
        let table: String
        let key: String
        var content: String?
    }

    /// In an order in which no delete cascades to many rows.
    private static let parts = [
        Part(table: "deliveries", key: "rowid"),
        Part(table: "reminders", key: "todo"),
        Part(table: "reminder_devices", key: "rowid"),
        Part(table: "sessions", key: "token"),
        Part(table: "attempts", key: "key"),
        Part(table: "activity", key: "rowid"),
        Part(table: "devices", key: "device"),
        Part(table: "history", key: "rowid", content: "value"),
        Part(table: "records", key: "rowid", content: "fields"),
        Part(table: "quarantine", key: "rowid", content: "columns"),
        Part(table: "photos", key: "rowid"),
    ]

    /// Deletes as many rows as a transaction may take. False when there were no rows left.
    private static func erase(
        _ part: Part,
        of account: AccountID,
        _ slice: Slice,
        _ context: inout WriteContext
    ) throws -> Bool {
        let found = try rows(of: part, of: account, slice, context.db)
        let delete = try context.db.cachedStatement(
            sql: "DELETE FROM \(part.table) WHERE account = ? AND \(part.key) = ?"
        )
        for (key, bytes) in found {
            try delete.execute(arguments: [account.blob, key])
            context.meter.add(rows: 1, bytes: bytes)
            if context.meter.isUsedUpForBackground { break }
        }
        return !found.isEmpty
    }

    /// The keys of some rows, each with the bytes of its large column.
    private static func rows(
        of part: Part,
        of account: AccountID,
        _ slice: Slice,
        _ db: Database
    ) throws -> [(key: DatabaseValue, bytes: Int)] {
        let bytes = part.content.map { "length(CAST(\($0) AS BLOB))" } ?? "0"
        let found = try db.cachedStatement(
            sql: "SELECT \(part.key), \(bytes) FROM \(part.table) WHERE account = ? LIMIT ?"
        )
        var rows: [(key: DatabaseValue, bytes: Int)] = []
        var sum = 0
        let cursor = try Row.fetchCursor(found, arguments: [account.blob, slice.rows])
        while !slice.isFull(rows: rows.count, bytes: sum), let row = try cursor.next() {
            rows.append((row[0], row[1]))
            sum += row[1]
        }
        return rows
    }
}

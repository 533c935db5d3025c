import DaybookCore
import GRDB

import struct Foundation.Data

extension SQLiteStorage {
    func accounts(after id: AccountID?, limit: Int) async throws(StorageError) -> [AccountSummary] {
        try readInTransaction { [aside = noting()] db in
            let accounts = try StoredAccount.fetchAfter(id, limit: limit, db)
            return try accounts.map { account in
                let used = try Row.fetchOne(
                    db.cachedStatement(sql: "SELECT max(used), count(*) FROM sessions WHERE account = ?"),
                    arguments: [account.id.blob]
                )
                return AccountSummary(
                    account: account,
                    lastUsedAt: used.flatMap { Instant($0, at: 0) },
                    sessions: used.map { $0[1] } ?? 0,
                    alive: try Self.alive(of: account.id, db, aside),
                    photos: try Self.usage(of: account.id, db)?.photos ?? .zero
                )
            }
        }
    }

    /// The numbers of an account's living records, by kind.
    private static func alive(
        of account: AccountID,
        _ db: Database,
        _ aside: SetAside
    ) throws -> [DaybookCore.Record.Kind: Int] {
        var alive: [DaybookCore.Record.Kind: Int] = [:]
        let sql = "SELECT kind, count(*) FROM records WHERE account = ? AND deleted IS NULL GROUP BY kind"
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [account.blob]) {
            alive[DaybookCore.Record.Kind(row[0])] = row[1]
        }
        // A deleted record may have been changed later (S4); only its stamps show that.
        let deleted = try db.cachedStatement(
            sql:
                "SELECT rowid, kind, id, fields, deleted, cursor FROM records WHERE account = ? AND deleted IS NOT NULL"
        )
        let rows = try Row.fetchCursor(deleted, arguments: [account.blob])
        while let row = try rows.next() {
            let key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[1]), id: try UUID(row, at: 2))
            let stored = try readable(key, row, at: 3, row: row[0], db, aside)
            if stored?.record.isAlive == true { alive[key.kind, default: 0] += 1 }
        }
        return alive
    }
}

extension StoredAccount {
    fileprivate static func fetchAfter(_ id: AccountID?, limit: Int, _ db: Database) throws -> [StoredAccount] {
        let sql = """
            SELECT \(SQLiteStorage.accountColumns) FROM accounts WHERE id > ? AND erasing = 0 ORDER BY id LIMIT ?
            """
        // Every id is greater than an empty one.
        let after = id?.blob ?? Data()
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [after, limit]).map(StoredAccount.init(row:))
    }
}

import DaybookCore
import GRDB

/// Puts rows back from quarantine, for ``DataFolderCheck``.
extension SQLiteStorage {
    /// The content of a row in quarantine.
    private struct Held {
        let table: Suspect.Table
        let account: AccountID
        let key: DaybookCore.Record.Key
        /// The row's other columns, as JSON.
        let columns: String

        init?(_ number: Int64, _ db: Database) throws {
            let sql =
                "SELECT origin, account, kind, record, columns FROM quarantine WHERE id = ? AND json_valid(columns)"
            guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [number]),
                let table = Suspect.Table(rawValue: row[0])
            else { return nil }
            self.table = table
            account = AccountID(try UUID(row, at: 1))
            key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[2]), id: try UUID(row, at: 3))
            columns = row[4]
        }
    }

    /// Whether a row that was set aside can be read now, and no newer row has its place.
    static func canReturn(_ number: Int64, _ db: Database) throws -> Bool {
        guard let held = try Held(number, db) else { return false }
        do {
            switch held.table {
            case .records:
                _ = try record(held, db)
                return try !exists(held.key, of: held.account, db)
            case .history:
                _ = try entry(held, db)
                return try !hasEntry(held, db)
            }
        } catch is RowDamage {
            return false
        }
    }

    /// Puts back a row for which ``canReturn(_:_:)`` is true. A record gets a new number, so that every device receives
    /// it, even one that has read past its earlier number.
    static func putBack(_ number: Int64, _ db: Database) throws {
        guard let held = try Held(number, db) else { return }
        switch held.table {
        case .records: try putBack(try record(held, db), held, db)
        case .history:
            try db.cachedStatement(
                sql: """
                    INSERT INTO history (account, kind, id, field, stamp, value, number, replaced)
                    SELECT account, kind, record, json_extract(columns, '$.field'), json_extract(columns, '$.stamp'), json_extract(columns, '$.value'),
                        json_extract(columns, '$.number'), json_extract(columns, '$.replaced')
                    FROM quarantine WHERE id = ?
                    """
            ).execute(arguments: [number])
        }
        try db.cachedStatement(sql: "DELETE FROM quarantine WHERE id = ?").execute(arguments: [number])
    }

    private static func putBack(_ record: DaybookCore.Record, _ held: Held, _ db: Database) throws {
        try db.cachedStatement(
            sql: """
                UPDATE accounts SET cursor = cursor + 1, records = records + 1, bytes = bytes + length(CAST(json_extract(?2, '$.fields') AS BLOB))
                WHERE id = ?1
                """
        ).execute(arguments: [held.account.blob, held.columns])
        try db.cachedStatement(
            sql: """
                INSERT INTO records (account, kind, id, fields, deleted, cursor, changed, note)
                VALUES (?1, ?2, ?3, json_extract(?4, '$.fields'), json_extract(?4, '$.deleted'), (SELECT cursor FROM accounts WHERE id = ?1),
                    coalesce(json_extract(?4, '$.changed'), 0), ?5)
                """
        ).execute(arguments: [
            held.account.blob, held.key.kind.name, held.key.id.blob, held.columns, record.noteOfPhoto?.blob,
        ])
    }

    private static func record(_ held: Held, _ db: Database) throws -> DaybookCore.Record {
        // A missing column reads as a value that no program writes.
        let sql = "SELECT coalesce(json_extract(?1, '$.fields'), ''), json_extract(?1, '$.deleted'), 0"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [held.columns]) else {
            throw RowDamage.fields
        }
        return try stored(held.key, row, at: 0).record
    }

    private static func entry(_ held: Held, _ db: Database) throws -> HistoryEntry {
        let sql = """
            SELECT coalesce(json_extract(?1, '$.number'), 0), coalesce(json_extract(?1, '$.field'), ''), coalesce(json_extract(?1, '$.value'), ''),
                coalesce(json_extract(?1, '$.stamp'), ''), coalesce(json_extract(?1, '$.replaced'), 0)
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [held.columns]) else {
            throw RowDamage.value
        }
        return try HistoryEntry(row: row)
    }

    private static func hasEntry(_ held: Held, _ db: Database) throws -> Bool {
        let sql = """
            SELECT 1 FROM history WHERE account = ?1 AND kind = ?2 AND id = ?3 AND field = json_extract(?4, '$.field')
                AND stamp = json_extract(?4, '$.stamp')
            """
        let arguments: StatementArguments = [
            held.account.blob, held.key.kind.name, held.key.id.blob, held.columns,
        ]
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) != nil
    }
}

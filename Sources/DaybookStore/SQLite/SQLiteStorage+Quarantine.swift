import DaybookCore
import GRDB

extension SQLiteStorage {
    /// Handles an unreadable row: sets it aside in the same transaction, or records it for the writer.
    typealias SetAside = (Suspect, Database) throws -> Void

    /// For reads: the writer sets the row aside soon after.
    func noting() -> @Sendable (Suspect, Database) -> Void {
        { [suspects] suspect, _ in suspects.note(suspect) }
    }

    func quarantined(after number: Int64, limit: Int) async throws(StorageError) -> [QuarantinedRow] {
        try readInTransaction { db in
            let sql = """
                SELECT id, account, origin, kind, record, why, at FROM quarantine WHERE id > ? ORDER BY id LIMIT ?
                """
            return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [number, limit])
                .map(QuarantinedRow.init(row:))
        }
    }

    func quarantineCount() async throws(StorageError) -> Int {
        try readStatement { db in
            try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM quarantine")) ?? 0
        }
    }

    // MARK: - Inside a transaction

    /// Moves an unreadable row, unchanged, into quarantine. A row that can be read now stays.
    static func setAside(_ suspect: Suspect, _ db: Database) throws {
        guard let damage = try damage(of: suspect, db) else { return }
        try db.cachedStatement(sql: copying(suspect.table)).execute(arguments: [damage.rawValue, suspect.row])
        try db.cachedStatement(sql: "DELETE FROM \(suspect.table.rawValue) WHERE rowid = ?")
            .execute(arguments: [suspect.row])
    }

    /// The fault of a row; nil when it can be read, or is gone.
    static func damage(of suspect: Suspect, _ db: Database) throws -> RowDamage? {
        do {
            switch suspect.table {
            case .records:
                let sql = "SELECT kind, id, fields, deleted, cursor FROM records WHERE rowid = ?"
                guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [suspect.row]) else { break }
                _ = try stored(Key(kind: DaybookCore.Record.Kind(row[0]), id: try UUID(row, at: 1)), row, at: 2)
            case .history:
                let sql = "SELECT \(entryColumns) FROM history WHERE rowid = ?"
                guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [suspect.row]) else { break }
                _ = try HistoryEntry(row: row)
            }
            return nil
        } catch let damage as RowDamage {
            return damage
        }
    }

    private typealias Key = DaybookCore.Record.Key

    private static func copying(_ table: Suspect.Table) -> String {
        let columns =
            switch table {
            case .records:
                "'fields', fields, 'deleted', deleted, 'cursor', cursor, 'changed', changed, 'note', hex(note)"
            case .history: "'field', field, 'stamp', stamp, 'value', value, 'number', number, 'replaced', replaced"
            }
        return """
            INSERT INTO quarantine (account, origin, kind, record, columns, why, at)
            SELECT account, '\(table.rawValue)', kind, id, json_object(\(columns)), ?,
                CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)
            FROM \(table.rawValue) WHERE rowid = ?
            """
    }

    /// Whether a record is in quarantine.
    static func isSetAside(_ key: DaybookCore.Record.Key, of account: AccountID, _ db: Database) throws -> Bool {
        let sql = "SELECT 1 FROM quarantine WHERE account = ? AND origin = 'records' AND kind = ? AND record = ?"
        let arguments: StatementArguments = [account.blob, key.kind.name, key.id.blob]
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) != nil
    }

    /// Whether an account has rows in quarantine to which photos may belong.
    static func holdsPhotos(of account: AccountID, _ db: Database) throws -> Bool {
        let sql =
            "SELECT 1 FROM quarantine WHERE account = ? AND origin = 'records' AND kind IN ('photo', 'note') LIMIT 1"
        return try Int.fetchOne(db.cachedStatement(sql: sql), arguments: [account.blob]) != nil
    }
}

extension QuarantinedRow {
    init(row: Row) throws {
        self.init(
            number: row[0],
            account: AccountID(try DaybookCore.UUID(row, at: 1)),
            table: row[2],
            key: Record.Key(kind: Record.Kind(row[3]), id: try DaybookCore.UUID(row, at: 4)),
            why: row[5],
            at: Instant(milliseconds: row[6])
        )
    }

    private typealias Record = DaybookCore.Record
}

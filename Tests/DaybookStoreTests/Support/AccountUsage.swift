import DaybookCore
import GRDB

@testable import DaybookStore

extension SQLiteStorage {
    /// An account's usage, counted again.
    func recount(of account: AccountID) async throws -> AccountUsage {
        try await pool.read { db in
            let records = try Row.fetchAll(
                db,
                sql: "SELECT fields FROM records WHERE account = ?",
                arguments: [account.blob]
            )
            let values = try Row.fetchAll(
                db,
                sql: "SELECT value FROM history WHERE account = ?",
                arguments: [account.blob]
            )
            let texts = (records + values).map { $0[0] as String }
            let photos = try Row.fetchAll(
                db,
                sql: "SELECT bytes FROM photos WHERE account = ?",
                arguments: [account.blob]
            )
            return AccountUsage(
                records: records.count,
                bytes: texts.reduce(0) { $0 + $1.utf8.count },
                photos: PhotoUsage(count: photos.count, bytes: photos.reduce(0) { $0 + $1[0] })
            )
        }
    }

    /// Writes a record as the first change of an account, without any bounds.
    func put(_ record: DaybookCore.Record, of account: AccountID) async throws {
        try await pool.write { db in
            try db.execute(
                sql: "INSERT INTO records (account, kind, id, fields, cursor) VALUES (?, ?, ?, ?, 1)",
                arguments: [account.blob, record.kind.name, record.id.blob, StoredFields.text(of: record)]
            )
            try db.execute(
                sql: "UPDATE accounts SET cursor = 1, records = records + 1, bytes = bytes + ? WHERE id = ?",
                arguments: [record.fieldsBytes, account.blob]
            )
        }
    }

    /// The number of an account's entries of history.
    func entryCount(of account: AccountID) async throws -> Int {
        try await pool.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM history WHERE account = ?", arguments: [account.blob]) ?? -1
        }
    }
}

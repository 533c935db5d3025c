import DaybookCore
import GRDB

extension SQLiteStorage {
    /// Large records that were read and serialized again before the transaction that changes them.
    ///
    /// Parsing a record takes most of the time of a change to it, and every other write waits for a transaction. So a
    /// transaction that meets a large record does nothing and is retried, with the record read outside of it. The
    /// record is used if its row still has the same number.
    struct LargeRecords: Sendable {
        /// The number of bytes of fields from which a record is large.
        static let bytes = 32 << 10
        /// The number of times that large records are read for one transaction, when other writes change them
        /// meanwhile.
        static let reads = 2

        fileprivate struct Entry: Sendable {
            let row: Int64
            let held: AccountWriter.Held
        }

        fileprivate var entries: [DaybookCore.Record.Key: Entry] = [:]
        /// The memory that they use, roughly.
        private(set) var bytes = 0

        fileprivate mutating func add(_ record: StoredRecord, bytes count: Int, row: Int64) {
            let written = WrittenFields(record.record)
            entries[record.record.key] = Entry(row: row, held: .init(stored: record, bytes: count, written: written))
            bytes += 2 * count
        }
    }

    /// A record as a transaction finds it.
    enum FoundRecord {
        /// The record, or nil when there is no such record.
        case record(AccountWriter.Held?)
        /// A large record, which must be read before the transaction.
        case large
    }

    /// Reads the large records among these keys, as many as one transaction takes.
    func readLarge(_ keys: ArraySlice<DaybookCore.Record.Key>, for update: inout Update) async throws(StorageError) {
        let (account, limit) = (update.account, min(budgets[.transactionBytes], budgets[.accountWaitingBytes] / 2))
        let keys = keys.prefix(Update.atomicRecords)
        let read = try readInTransaction { [aside = noting()] db in
            let numbers = try AccountNumbers(of: account, db)
            var read = LargeRecords()
            for key in keys where read.entries[key] == nil {
                guard let row = try Self.row(key, of: account, numbers, db) else { continue }
                let bytes = row.fields.count
                guard bytes >= LargeRecords.bytes, read.bytes + 2 * bytes <= limit else { continue }
                guard let record = try Self.readable(row.number, db, aside, { try row.record(key) }) else { continue }
                read.add(record, bytes: bytes, row: row.number)
            }
            return read
        }
        update.readsLeft = read.entries.isEmpty ? 0 : update.readsLeft - 1
        update.read = read
    }

    /// A record as it is in this transaction.
    static func found(
        _ key: DaybookCore.Record.Key,
        _ update: Update,
        _ numbers: AccountNumbers,
        _ db: Database
    ) throws -> FoundRecord {
        if let entry = update.read.entries[key], try isPresent(entry, of: update.account, numbers, db) {
            return .record(entry.held)
        }
        guard let row = try row(key, of: update.account, numbers, db) else { return .record(nil) }
        if row.fields.count >= LargeRecords.bytes, update.readsLeft > 0 { return .large }
        let stored = try readable(row.number, db, setAside) { try row.record(key) }
        return .record(stored.map { AccountWriter.Held(stored: $0, bytes: row.fields.count) })
    }

    /// Whether a record is unchanged since it was read. The index of numbers answers that without reading the record.
    private static func isPresent(
        _ entry: LargeRecords.Entry,
        of account: AccountID,
        _ numbers: AccountNumbers,
        _ db: Database
    ) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM records INDEXED BY records_by_cursor WHERE account = ? AND cursor = ? AND rowid = ?"
        )
        let number = numbers.count(entry.held.stored.cursor)
        return try Int.fetchOne(statement, arguments: [account.blob, number, entry.row]) != nil
    }

    /// A row of a record.
    private struct RecordRow {
        let number: Int64
        let fields: [UInt8]
        let deleted: String?
        let cursor: Int64

        func record(_ key: DaybookCore.Record.Key) throws -> StoredRecord {
            StoredRecord(record: try StoredFields.record(key, text: fields, deleted: deleted), cursor: cursor)
        }
    }

    private static func row(
        _ key: DaybookCore.Record.Key,
        of account: AccountID,
        _ numbers: AccountNumbers,
        _ db: Database
    ) throws -> RecordRow? {
        let statement = try db.cachedStatement(
            sql: """
                SELECT rowid, fields, deleted, cursor + ? FROM records WHERE account = ? AND kind = ? AND id = ?
                """
        )
        let base = ChangeNumber.base(ofEpoch: numbers.epoch)
        return try statement.first { arguments in
            arguments.add(base)
            arguments.add(account.uuid)
            arguments.add(key.kind.name)
            arguments.add(key.id)
        } _: { columns in
            RecordRow(
                number: columns.int64(0),
                fields: [UInt8](columns.bytes(1)),
                deleted: columns.text(2),
                cursor: columns.int64(3)
            )
        }
    }
}

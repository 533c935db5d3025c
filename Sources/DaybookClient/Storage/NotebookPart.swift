import DaybookCore
import Foundation
import GRDB

/// The part of a replica that a command reads and writes: its head, and some records with their unsent changes.
struct NotebookPart {
    private let db: Database
    private let path: String
    private let head: Data?
    private var records: [DaybookCore.Record] = []
    private var outbox: [DaybookCore.Record] = []
    /// The row of each record that is in the file.
    private var rows: [DaybookCore.Record.Key: Int64] = [:]

    init(db: Database, path: String) throws {
        self.db = db
        self.path = path
        head = try Data.fetchOne(db, sql: "SELECT replica FROM head")
    }

    /// Reads a record, and the next occurrence of a to-do, if they are there.
    mutating func load(_ key: DaybookCore.Record.Key) throws {
        guard let record = try loadOne(key), key.kind == .todo else { return }
        try loadOne(record.following)
    }

    @discardableResult
    private mutating func loadOne(_ key: DaybookCore.Record.Key) throws -> DaybookCore.Record? {
        if rows[key] != nil { return nil }
        let sql = """
            SELECT records.row, record, outbox.row IS NOT NULL, change FROM records LEFT JOIN outbox USING (row)
            WHERE kind = ? AND id = ?
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key.kind.name, key.id.blob]) else {
            return nil
        }
        let record = try NotebookReader(db: db, path: path).record(row[1])
        rows[key] = row[0]
        records.append(record)
        if row[2] {
            let change: Data? = row[3]
            outbox.append(try change.map { try NotebookReader(db: db, path: path).record($0) } ?? record)
        }
        return record
    }

    /// The replica with these records. A notebook that was never written gets a device of its own.
    func replica() throws -> Replica {
        guard let head else {
            let device = DaybookCore.UUID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
            var replica = Replica(device: device)
            // Only one process writes at a time, so all make the stamps of one writer.
            replica.use(tab: 0)
            return replica
        }
        guard let replica = ReplicaDisk.replica(head: [UInt8](head), records: records, outbox: outbox) else {
            throw NotebookFileError.unreadable("its first row", path: path)
        }
        return replica
    }

    /// Writes what is different after a change.
    func save(_ replica: Replica, over before: Replica) throws {
        let head = Data(ReplicaDisk.encode(headOf: replica))
        if head != self.head {
            try db.execute(sql: "INSERT OR REPLACE INTO head (id, replica) VALUES (1, ?)", arguments: [head])
        }
        for (key, record) in replica.records {
            let change = replica.outbox[key]
            if record == before.records[key], change == before.outbox[key] { continue }
            let row = try save(record)
            try TodoTables(db).set(record, row: row)
            try save(change, of: record, row: row)
        }
    }

    private func save(_ record: DaybookCore.Record) throws -> Int64 {
        let bytes = Data(ReplicaDisk.encode(record))
        if let row = rows[record.key] {
            let statement = try db.cachedStatement(sql: "UPDATE records SET record = ? WHERE row = ?")
            try statement.execute(arguments: [bytes, row])
            return row
        }
        let statement = try db.cachedStatement(sql: "INSERT INTO records (kind, id, record) VALUES (?, ?, ?)")
        try statement.execute(arguments: [record.kind.name, record.id.blob, bytes])
        return db.lastInsertedRowID
    }

    private func save(_ change: DaybookCore.Record?, of record: DaybookCore.Record, row: Int64) throws {
        guard let change else { return try db.execute(sql: "DELETE FROM outbox WHERE row = ?", arguments: [row]) }
        let bytes = change == record ? nil : Data(ReplicaDisk.encode(change))
        let statement = try db.cachedStatement(sql: "INSERT OR REPLACE INTO outbox (row, change) VALUES (?, ?)")
        try statement.execute(arguments: [row, bytes])
    }
}

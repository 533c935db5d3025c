import DaybookCore
import Foundation
import GRDB

/// The part of a replica that a command reads and writes: its head, and some records with all that is kept about them.
struct NotebookPart {
    private let db: Database
    private let path: String
    private let head: Data?
    /// The records that were read, with the row of each.
    private var loaded: [DaybookCore.Record.Key: Loaded] = [:]

    private struct Loaded {
        var row: Int64
        var part: ReplicaDisk.Part
    }

    init(db: Database, path: String) throws {
        self.db = db
        self.path = path
        head = try Data.fetchOne(db, sql: "SELECT replica FROM head")
    }

    // MARK: - Reading

    private static let columns = """
        SELECT records.row, record, outbox.row IS NOT NULL, change, rejection, confirmed.row IS NOT NULL FROM records \
        LEFT JOIN outbox USING (row) LEFT JOIN rejections USING (row) LEFT JOIN confirmed USING (row)
        """

    /// The records that were read and are there.
    var keys: [DaybookCore.Record.Key] { Array(loaded.keys) }

    /// The number of records that were read with changes that no server has taken.
    var unsentCount: Int { loaded.values.count { $0.part.unsent != nil } }

    /// Reads a record, if it is there.
    @discardableResult
    mutating func load(_ key: DaybookCore.Record.Key) throws -> DaybookCore.Record? {
        if let loaded = loaded[key] { return loaded.part.record }
        let sql = "\(NotebookPart.columns) WHERE kind = ? AND id = ?"
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key.kind.name, key.id.blob]) else {
            return nil
        }
        return try take(row).record
    }

    /// Reads the photos of a note, those in the trash's notes too.
    mutating func loadPhotos(of note: Note.ID) throws {
        let one = try db.cachedStatement(sql: "\(NotebookPart.columns) WHERE records.row = ?")
        for row in try NoteTables(db).photoRows(of: note) {
            if let row = try Row.fetchOne(one, arguments: [row]) { try take(row) }
        }
    }

    /// Reads the records of rows behind one, `count` at most. Returns the last row; nil when there are no more.
    mutating func load(after row: Int64, count: Int) throws -> Int64? {
        let sql = "\(NotebookPart.columns) WHERE records.row > ? ORDER BY records.row LIMIT ?"
        var last: Int64?
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [row, count]) {
            try take(row)
            last = row[0]
        }
        return last
    }

    /// Leaves out some of the records that were read.
    mutating func forget(_ keys: Set<DaybookCore.Record.Key>) {
        loaded = loaded.filter { !keys.contains($0.key) }
    }

    /// Reads the records with the oldest changes that no server has taken: as many as a call can carry.
    mutating func loadOldestUnsent() throws {
        let sql = "SELECT row FROM outbox ORDER BY latest LIMIT \(SyncRequest.limitMaximum)"
        let one = try db.cachedStatement(sql: "\(NotebookPart.columns) WHERE records.row = ?")
        var bytes = 0
        for row in try Int64.fetchAll(db, sql: sql) {
            guard let row = try Row.fetchOne(one, arguments: [row]) else { continue }
            bytes += (row[3] as Data? ?? row[1]).count
            try take(row)
            // The changes are sent as JSON, which is longer.
            if bytes > SyncRequest.bytesMaximum { break }
        }
    }

    /// Reads all records with changes that the server does not have, those that wait and those that it has refused.
    mutating func loadAllUnsent() throws {
        let sql = "\(NotebookPart.columns) WHERE outbox.row IS NOT NULL OR rejection IS NOT NULL"
        let rows = try Row.fetchCursor(db, sql: sql)
        while let row = try rows.next() { try take(row) }
    }

    @discardableResult
    private mutating func take(_ row: Row) throws -> ReplicaDisk.Part {
        let reader = NotebookReader(db: db, path: path)
        var part = ReplicaDisk.Part(record: try reader.record(row[1]), isConfirmed: row[5])
        if row[2] {
            let change: Data? = row[3]
            part.unsent = try change.map { try reader.record($0) } ?? part.record
        }
        if let bytes: Data = row[4] {
            guard let rejection = ReplicaDisk.rejection(of: [UInt8](bytes)) else {
                throw NotebookFileError.unreadable("a refused change", path: path)
            }
            part.rejection = rejection
        }
        loaded[part.record.key] = Loaded(row: row[0], part: part)
        return part
    }

    /// The replica with these records. A notebook that was never written gets a device of its own.
    func replica() throws -> Replica {
        var replica: Replica
        if let head {
            guard let read = ReplicaDisk.replica(head: [UInt8](head), parts: loaded.values.map { $0.part }) else {
                throw NotebookFileError.unreadable("its first row", path: path)
            }
            replica = read
        } else {
            replica = Replica(
                device: DaybookCore.UUID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
            )
        }
        // Only one process writes at a time, so all make the stamps of one writer.
        replica.use(tab: 0)
        return replica
    }

    // MARK: - Writing

    /// Writes the differences after a change.
    func save(_ replica: Replica, over before: Replica) throws {
        let head = Data(ReplicaDisk.encode(headOf: replica))
        if head != self.head {
            try db.run("INSERT OR REPLACE INTO head (id, replica) VALUES (1, ?)", [head])
        }
        try saveRecords(replica, over: before)
    }

    /// Writes the records alone.
    func saveRecords(_ replica: Replica, over before: Replica) throws {
        for (key, loaded) in loaded where replica.records[key] == nil {
            try RecordTables(db).remove(key.kind, row: loaded.row)
            try db.run("DELETE FROM records WHERE row = ?", [loaded.row])
        }
        for key in replica.records.keys {
            guard let part = replica.part(key) else { continue }
            let old = before.part(key)
            if part != old { try save(part, over: old) }
        }
    }

    private func save(_ part: ReplicaDisk.Part, over old: ReplicaDisk.Part?) throws {
        let row = try save(part.record, over: old?.record)
        // An unsent change that equals its record is not stored twice, so it must be saved when the record changes.
        if part.unsent != old?.unsent || part.record != old?.record { try save(part.unsent, of: part.record, row: row) }
        if part.rejection != old?.rejection {
            if let rejection = part.rejection {
                let bytes = Data(ReplicaDisk.encode(rejection))
                try db.run("INSERT OR REPLACE INTO rejections (row, rejection) VALUES (?, ?)", [row, bytes])
            } else {
                try db.run("DELETE FROM rejections WHERE row = ?", [row])
            }
        }
        if part.isConfirmed != old?.isConfirmed ?? false {
            try db.run(
                part.isConfirmed
                    ? "INSERT OR IGNORE INTO confirmed (row) VALUES (?)" : "DELETE FROM confirmed WHERE row = ?",
                [row]
            )
        }
    }

    private func save(_ record: DaybookCore.Record, over old: DaybookCore.Record?) throws -> Int64 {
        let known = loaded[record.key]?.row
        if let known, record == old { return known }
        let bytes = Data(ReplicaDisk.encode(record))
        if let known {
            try db.run("UPDATE records SET record = ? WHERE row = ?", [bytes, known])
        } else {
            try db.run(
                "INSERT INTO records (kind, id, record) VALUES (?, ?, ?)",
                [record.kind.name, record.id.blob, bytes]
            )
        }
        let row = known ?? db.lastInsertedRowID
        try RecordTables(db).set(record, row: row)
        return row
    }

    private func save(_ change: DaybookCore.Record?, of record: DaybookCore.Record, row: Int64) throws {
        guard let change else { return try db.run("DELETE FROM outbox WHERE row = ?", [row]) }
        let bytes = change == record ? nil : Data(ReplicaDisk.encode(change))
        try db.run(
            "INSERT OR REPLACE INTO outbox (row, change, latest) VALUES (?, ?, ?)",
            [row, bytes, change.latest.map { $0.blob } ?? Data()]
        )
    }
}

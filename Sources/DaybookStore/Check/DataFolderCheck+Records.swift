import DaybookCore
import GRDB

import struct Foundation.Data

extension DataFolderCheck {
    /// A row of a record, with its account's facts about it.
    private struct Seen {
        let row: Int64
        let account: AccountID
        let key: DaybookCore.Record.Key
        let record: Result<DaybookCore.Record, RowDamage>
        let bytes: Int
        let note: Data?
        let isBeyond: Bool
        let due: Int64?

        init(_ row: Row) throws {
            self.row = row[0]
            account = AccountID(try UUID(row, at: 1))
            let name = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[2]), id: try UUID(row, at: 3))
            key = name
            note = row[7]
            isBeyond = row[8]
            due = row[9]
            let text = try row.withUnsafeData(atIndex: 4) { [UInt8]($0 ?? Data()) }
            bytes = text.count
            let deleted: String? = row[5]
            record = Result { () throws(RowDamage) in try StoredFields.record(name, text: text, deleted: deleted) }
        }
    }

    mutating func checkRecords() throws {
        var latest: Stamp?
        var last = Int64.min
        while true {
            let rows = try records(after: last)
            guard let end = rows.last else { break }
            last = end.row
            for seen in rows {
                summary.records += 1
                try check(seen)
                if case .success(let record) = seen.record { latest = [latest, record.latest].compactMap { $0 }.max() }
            }
        }
        try checkClock(latest)
    }

    private func records(after last: Int64) throws -> [Seen] {
        try queue.read { [slice] db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT records.rowid, records.account, kind, records.id, fields, deleted, records.cursor, note,
                        records.cursor > owner.cursor,
                        (SELECT due FROM reminders WHERE account = records.account AND todo = records.id)
                    FROM \(SQLiteStorage.ownedRecords) WHERE records.rowid > ? ORDER BY records.rowid
                    """,
                arguments: [last]
            )
            var seen: [Seen] = []
            var bytes = 0
            while !slice.isFull(rows: seen.count, bytes: bytes), let row = try rows.next() {
                seen.append(try Seen(row))
                bytes += seen.last?.bytes ?? 0
            }
            return seen
        }
    }

    private mutating func check(_ seen: Seen) throws {
        let place = Self.place(seen.key, of: seen.account)
        if seen.isBeyond {
            try found(.number, place, "its number is beyond its account's latest", repair: "raise that one") { db in
                try db.execute(
                    sql: """
                        UPDATE accounts SET cursor = (SELECT max(cursor) FROM records WHERE account = accounts.id)
                        WHERE id = ?
                        """,
                    arguments: [seen.account.blob]
                )
            }
        }
        switch seen.record {
        case .success(let record): try check(record, seen, place)
        case .failure(let damage):
            try found(.unreadable, place, damage.rawValue, repair: "move it to quarantine") { db in
                try SQLiteStorage.setAside(Suspect(table: .records, row: seen.row), db)
            }
        }
    }

    private mutating func check(_ record: DaybookCore.Record, _ seen: Seen, _ place: String) throws {
        let budgets = options.budgets
        if seen.bytes > budgets[.recordBytes] || record.fields.count > budgets[.recordFields] {
            let what = "it has \(record.fields.count) fields of \(seen.bytes) bytes, more than its budget"
            try found(.budget, place, what, repair: nil)
        }
        if record.noteOfPhoto?.blob != seen.note {
            try found(.note, place, "its column names another note than its fields", repair: "set the column") { db in
                try db.execute(
                    sql: "UPDATE records SET note = ? WHERE rowid = ?",
                    arguments: [record.noteOfPhoto?.blob, seen.row]
                )
            }
        }
        // A reminder that is due or past may have fired already.
        guard let moment = record.openReminder, moment > options.now, seen.due != moment.milliseconds else { return }
        let now = options.now
        try found(.reminder, place, "its reminder does not wait for its moment", repair: "let it wait for that") { db in
            try db.execute(
                sql: """
                    INSERT INTO reminders (account, todo, due) VALUES (?, ?, ?)
                    ON CONFLICT (account, todo) DO UPDATE SET due = excluded.due
                    """,
                arguments: [seen.account.blob, seen.key.id.blob, moment.milliseconds]
            )
            try SQLiteStorage.setTurn(of: seen.account, at: now, db)
        }
    }

    /// A new stamp of this installation must be greater than every stamp that it holds (S2).
    private mutating func checkClock(_ latest: Stamp?) throws {
        guard let latest else { return }
        let known = try queue.read { db in try String.fetchOne(db, sql: "SELECT latest FROM installation") }
        if let known = known.flatMap({ Stamp($0) }), known >= latest { return }
        try found(.clock, "the installation", "its clock is behind a record", repair: "put it forward") { db in
            try db.execute(sql: "UPDATE installation SET latest = ?", arguments: [latest.description])
        }
    }

    mutating func checkHistory() throws {
        var last = Int64.min
        while true {
            let rows = try entries(after: last)
            guard let end = rows.last else { return }
            last = end[0]
            for row in rows {
                summary.entries += 1
                let suspect = Suspect(table: .history, row: row[0])
                let key = DaybookCore.Record.Key(kind: DaybookCore.Record.Kind(row[2]), id: try UUID(row, at: 3))
                let place = "an entry of the history of " + Self.place(key, of: AccountID(try UUID(row, at: 1)))
                guard let damage = try queue.read({ try SQLiteStorage.damage(of: suspect, $0) }) else { continue }
                try found(.unreadable, place, damage.rawValue, repair: "move it to quarantine") { db in
                    try SQLiteStorage.setAside(suspect, db)
                }
            }
        }
    }

    private func entries(after last: Int64) throws -> [Row] {
        try queue.read { [slice] db in
            try Row.fetchAll(
                db,
                sql: "SELECT rowid, account, kind, id FROM history WHERE rowid > ? ORDER BY rowid LIMIT ?",
                arguments: [last, slice.rows]
            )
        }
    }
}

import DaybookCore
import Foundation
import GRDB

/// The tables that follow from the records: lists, names and search. A step of the schema can drop and refill them.
struct RecordTables {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Brings the tables up to date with a record, which has this row. Kinds that no list shows have no tables.
    func set(_ record: DaybookCore.Record, row: Int64) throws {
        switch record.kind {
        case .todo: try TodoTables(db).set(record, row: row)
        case .note: try NoteTables(db).set(record, row: row)
        case .photo: try NoteTables(db).set(photo: record, row: row)
        default: break
        }
    }

    /// Forgets a record that is about to be removed. What refers to the record's row goes with it by itself.
    func remove(_ kind: DaybookCore.Record.Kind, row: Int64) throws {
        switch kind {
        case .todo: try SearchTable.todos(db).set(nil, row: row)
        case .note: try SearchTable.notes(db).set(nil, row: row)
        default: break
        }
    }

    /// Fills the empty tables of some kinds from all of their records.
    func rebuild(_ kinds: DaybookCore.Record.Kind...) throws {
        for kind in kinds {
            let sql = "SELECT row, record FROM records WHERE kind = ?"
            let rows = try Row.fetchCursor(db, sql: sql, arguments: [kind.name])
            while let row = try rows.next() {
                let bytes: Data = row[1]
                guard let record = ReplicaDisk.record(of: [UInt8](bytes)) else { continue }
                try set(record, row: row[0])
            }
        }
    }
}

/// The short names of all to-dos and notes.
struct NameTable {
    let db: Database

    /// Names a record. `deleted`: when it was deleted, if the trash may show it.
    func set(_ record: DaybookCore.Record, row: Int64, deleted: Instant?) throws {
        try db.run(
            "INSERT INTO names (code, row, deleted) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET deleted = excluded.deleted",
            [ShortName(record.id).code, row, deleted?.milliseconds]
        )
    }
}

/// The tags of to-dos and notes, folded, each with the name that a person gave it.
struct TagTable {
    let db: Database

    /// Forgets the tags of a row.
    func clear(row: Int64) throws { try db.run("DELETE FROM tags WHERE row = ?", [row]) }

    /// Adds the tags of a row that has none.
    func add(_ tags: [String], row: Int64) throws {
        for tag in tags {
            let folded = Data(Fold.bytes(tag))
            try db.run("INSERT OR IGNORE INTO tags (tag, row, name) VALUES (?, ?, ?)", [folded, row, tag])
        }
    }
}

/// Runs of three characters, which find a word anywhere in the texts of a list's table.
struct SearchTable {
    private let db: Database
    private let name: String
    /// The table with the texts.
    private let list: String

    static func todos(_ db: Database) -> SearchTable { SearchTable(db: db, name: "search", list: "todos") }
    static func notes(_ db: Database) -> SearchTable { SearchTable(db: db, name: "note_search", list: "notes") }

    /// Updates the search. Must be called before the list's table changes, because the index needs the old text to
    /// remove it. Triggers could do this in a trusted schema, but a file from elsewhere is not trusted.
    func set(_ text: String?, row: Int64) throws {
        let before = try String.fetchOne(
            db.cachedStatement(sql: "SELECT text FROM \(list) WHERE row = ?"),
            arguments: [row]
        )
        if before == text { return }
        if let before {
            try db.run("INSERT INTO \(name) (\(name), rowid, text) VALUES ('delete', ?, ?)", [row, before])
        }
        if let text { try db.run("INSERT INTO \(name) (rowid, text) VALUES (?, ?)", [row, text]) }
    }
}

extension Database {
    /// Runs a statement that is used often.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension Listed {
    /// The folded text in which words are searched, as in the web app's index: the title, and the other texts that a
    /// search covers.
    var searchable: String {
        var text = Fold.bytes(title)
        appendSearchable(to: &text)
        // The byte between the parts is in no text of UTF-8; here it becomes a break of lines.
        for place in text.indices where text[place] == 0xFF { text[place] = UInt8(ascii: "\n") }
        return String(decoding: text, as: UTF8.self)
    }
}

import DaybookCore
import Foundation
import GRDB

/// The tables that follow from the records of to-dos: lists, tags, names and search.
struct TodoTables {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Brings the tables up to date with a record of a to-do, which has this row. Other kinds have no lists here.
    func set(_ record: DaybookCore.Record, row: Int64) throws {
        guard record.kind == .todo else { return }
        let name = TodoName(record.id)
        let todo = Todo(record)
        // The trash shows what had a title.
        let isInTrash = todo == nil && Todo(record, evenIfDeleted: true) != nil
        try run(
            "INSERT INTO names (code, row, deleted) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET deleted = excluded.deleted",
            [name.code, row, isInTrash ? record.deleted?.wall.milliseconds : nil]
        )
        try run("DELETE FROM tags WHERE row = ?", [row])
        try index(todo?.searchable, row: row)
        guard let todo else { return try run("DELETE FROM todos WHERE row = ?", [row]) }
        try run(
            """
            INSERT INTO todos (row, id, code, done, created, deadline, title, text) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET done = excluded.done, created = excluded.created, deadline = excluded.deadline,
                title = excluded.title, text = excluded.text
            """,
            [
                row, record.id.blob, name.code, todo.isDone, todo.created.milliseconds,
                (todo.deadline ?? TodoTables.noDeadline).milliseconds, Data(Fold.bytes(todo.title)), todo.searchable,
            ]
        )
        for tag in todo.tags {
            let folded = Data(Fold.bytes(tag))
            try run("INSERT OR IGNORE INTO tags (tag, row, name) VALUES (?, ?, ?)", [folded, row, tag])
        }
    }

    /// Forgets a record that is about to be removed. The other tables follow the record's row by themselves.
    func remove(row: Int64) throws { try index(nil, row: row) }

    /// Brings the search up to date. It is told the text that it forgets, which `todos` has until then; triggers would do
    /// this in schemas that are trusted, and a file from elsewhere is not.
    private func index(_ text: String?, row: Int64) throws {
        let before = try String.fetchOne(
            db.cachedStatement(sql: "SELECT text FROM todos WHERE row = ?"),
            arguments: [row]
        )
        if before == text { return }
        if let before { try run("INSERT INTO search (search, rowid, text) VALUES ('delete', ?, ?)", [row, before]) }
        if let text { try run("INSERT INTO search (rowid, text) VALUES (?, ?)", [row, text]) }
    }

    /// No deadline comes after all deadlines.
    static let noDeadline = Instant(milliseconds: .max)

    /// Fills the empty tables from all records.
    func rebuild() throws {
        let rows = try Row.fetchCursor(db, sql: "SELECT row, record FROM records WHERE kind = 'todo'")
        while let row = try rows.next() {
            let bytes: Data = row[1]
            guard let record = ReplicaDisk.record(of: [UInt8](bytes)) else { continue }
            try set(record, row: row[0])
        }
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

extension Todo {
    /// The folded text in which words are searched: the title, the detail and the tags, as the page's index has them.
    var searchable: String {
        var text = Fold.bytes(title)
        appendSearchable(to: &text)
        // The byte between the parts is in no text of UTF-8; here it becomes a break of lines.
        for place in text.indices where text[place] == 0xFF { text[place] = UInt8(ascii: "\n") }
        return String(decoding: text, as: UTF8.self)
    }
}

import DaybookCore
import Foundation
import GRDB

/// The tables of to-dos: the list, and tags.
struct TodoTables {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Brings the tables up to date with a record of a to-do, which has this row.
    func set(_ record: DaybookCore.Record, row: Int64) throws {
        let todo = Todo(record)
        // The trash shows only to-dos that had a title.
        let isInTrash = todo == nil && Todo(record, evenIfDeleted: true) != nil
        try NameTable(db: db).set(record, row: row, deleted: isInTrash ? record.deleted?.wall : nil)
        try TagTable(db: db).clear(row: row)
        let text = todo?.searchable
        try SearchTable.todos(db).set(text, row: row)
        guard let todo, let text else { return try db.run("DELETE FROM todos WHERE row = ?", [row]) }
        try db.run(
            """
            INSERT INTO todos (row, id, code, done, created, deadline, title, text, completed, reminder, position)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET done = excluded.done,
                created = excluded.created, deadline = excluded.deadline, title = excluded.title, text = excluded.text,
                completed = excluded.completed, reminder = excluded.reminder, position = excluded.position
            """,
            [
                row, record.id.blob, ShortName(record.id).code, todo.isDone, todo.created.milliseconds,
                (todo.deadline ?? TodoTables.noDeadline).milliseconds, Data(Fold.bytes(todo.title)), text,
                // The stamp of the last mark holds the time.
                todo.isDone ? record.field(Todo.Field.done)?.stamp.wall.milliseconds : nil,
                todo.reminder?.milliseconds, todo.position,
            ]
        )
        try TagTable(db: db).add(todo.tags, row: row)
    }

    /// No deadline comes after all deadlines.
    static let noDeadline = Instant(milliseconds: .max)
}

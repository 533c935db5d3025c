import DaybookCore
import Foundation
import GRDB

/// The tables of notes: the list, tags, and which photos each note has. A note and its photos come in any order.
struct NoteTables {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Brings the tables up to date with a record of a note, which has this row.
    func set(_ record: DaybookCore.Record, row: Int64) throws {
        let note = Note(record)
        // Whether a deleted note had anything in it depends on its photos too, so the trash looks when it is read.
        let isDeleted = note == nil && Note(record, evenIfDeleted: true) != nil
        try NameTable(db: db).set(record, row: row, deleted: isDeleted ? record.deleted?.wall : nil)
        try TagTable(db: db).clear(row: row)
        let text = note?.searchable
        try SearchTable.notes(db).set(text, row: row)
        guard let note, let text else { return try db.run("DELETE FROM notes WHERE row = ?", [row]) }
        try db.run(
            """
            INSERT INTO notes (row, id, code, modified, created, title, text, pinned) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET modified = excluded.modified, created = excluded.created, title = excluded.title,
                text = excluded.text, pinned = excluded.pinned
            """,
            [
                row, record.id.blob, ShortName(record.id).code, note.modified.milliseconds, note.created.milliseconds,
                Data(Fold.bytes(note.title)), text, note.isPinned,
            ]
        )
        try TagTable(db: db).add(note.tags, row: row)
    }

    /// Brings the tables up to date with a record of a photo, which has this row.
    func set(photo record: DaybookCore.Record, row: Int64) throws {
        guard let photo = Photo(record) else {
            // The trash shows only photos that had a picture.
            let deleted = Photo(record, evenIfDeleted: true) == nil ? nil : record.deleted?.wall
            if deleted != nil { try NameTable(db: db).set(record, row: row, deleted: deleted) }
            return try db.run("DELETE FROM photos WHERE row = ?", [row])
        }
        // People name a photo by its place in the note.
        try db.run("DELETE FROM names WHERE code = ? AND row = ?", [ShortName(record.id).code, row])
        try db.run("INSERT OR REPLACE INTO photos (row, note) VALUES (?, ?)", [row, photo.note.uuid.blob])
    }

    /// The rows of a note's photos.
    func photoRows(of note: Note.ID) throws -> [Int64] {
        try Int64.fetchAll(
            db.cachedStatement(sql: "SELECT row FROM photos WHERE note = ? ORDER BY row"),
            arguments: [note.uuid.blob]
        )
    }
}

import DaybookCore
import Foundation
import GRDB

/// The tables of a notebook's file, as steps that each lead from one version to the next.
///
/// A step that has landed is never edited: files in the field have run it. Add another one.
enum NotebookSchema {
    /// One step, run in one transaction with the change of `user_version`.
    typealias Migration = @Sendable (Database) throws -> Void

    /// "DayN" in ASCII: distinguishes notebooks from the databases of servers and of other programs.
    static let applicationID: Int32 = 0x4461_794E

    /// Step n leads from version n to version n + 1.
    static let migrations: [Migration] = [
        replica, todos, syncing, notes, moments, positions, photoNames, noteLabels,
    ]

    /// The version that this program writes.
    static var version: Int { migrations.count }

    /// The content of Core's replica. Everything else in the file follows from these tables.
    private static let replica: Migration = { db in
        try db.execute(
            sql: """
                -- One row: the device, its clock, its cursor and its preferences.
                CREATE TABLE head (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    replica BLOB NOT NULL
                ) STRICT;

                CREATE TABLE records (
                    row INTEGER PRIMARY KEY,
                    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
                    id BLOB NOT NULL CHECK (length(id) = 16),
                    record BLOB NOT NULL,
                    UNIQUE (kind, id)
                ) STRICT;

                -- Changes that no server has seen; NULL for all of the record, which is the rule while there is none.
                CREATE TABLE outbox (
                    row INTEGER PRIMARY KEY REFERENCES records (row) ON DELETE CASCADE,
                    change BLOB
                ) STRICT;

                -- What can be undone, and what was undone and can be redone.
                CREATE TABLE steps (
                    number INTEGER PRIMARY KEY,
                    undone INTEGER NOT NULL CHECK (undone IN (0, 1)),
                    records INTEGER NOT NULL,
                    step BLOB NOT NULL
                ) STRICT;
                """
        )
    }

    /// The lists: what finds and orders to-dos without reading their records.
    private static let todos: Migration = { db in
        try db.execute(
            sql: """
                -- The to-dos that are not deleted. The title and the text are folded; no deadline is the greatest number.
                CREATE TABLE todos (
                    row INTEGER PRIMARY KEY REFERENCES records (row) ON DELETE CASCADE,
                    id BLOB NOT NULL,
                    code INTEGER NOT NULL,
                    done INTEGER NOT NULL CHECK (done IN (0, 1)),
                    created INTEGER NOT NULL,
                    deadline INTEGER NOT NULL,
                    title BLOB NOT NULL,
                    text TEXT NOT NULL
                ) STRICT;
                CREATE INDEX todos_by_creation ON todos (done, created DESC);
                CREATE INDEX todos_by_deadline ON todos (done, deadline, created DESC);
                CREATE INDEX todos_by_title ON todos (done, title, created DESC);

                -- The short names of all to-dos, and when those in the trash were deleted.
                CREATE TABLE names (
                    code INTEGER NOT NULL,
                    row INTEGER NOT NULL REFERENCES records (row) ON DELETE CASCADE,
                    deleted INTEGER,
                    PRIMARY KEY (code, row)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX names_by_delete ON names (deleted) WHERE deleted IS NOT NULL;

                CREATE TABLE tags (
                    tag BLOB NOT NULL,
                    row INTEGER NOT NULL REFERENCES records (row) ON DELETE CASCADE,
                    name TEXT NOT NULL,
                    PRIMARY KEY (tag, row)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX tags_by_row ON tags (row);

                -- Runs of three characters, which find a word anywhere in a text; `todos` has the texts.
                CREATE VIRTUAL TABLE search USING fts5 (
                    text, content = 'todos', content_rowid = 'row', detail = 'none',
                    tokenize = 'trigram case_sensitive 1'
                );
                """
        )
        // `positions` fills them, with the columns that came later.
    }

    /// The tables for syncing with a server.
    private static let syncing: Migration = { db in
        try db.execute(
            sql: """
                -- The account that the notebook belongs to, from the first sign-in on.
                CREATE TABLE account (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    account BLOB NOT NULL CHECK (length(account) = 16),
                    email TEXT NOT NULL
                ) STRICT;

                -- Unsent changes go in the order in which they were made: by their latest stamps.
                ALTER TABLE outbox ADD COLUMN latest BLOB NOT NULL DEFAULT x'';

                -- Changes that the server refused, with the reasons.
                CREATE TABLE rejections (
                    row INTEGER PRIMARY KEY REFERENCES records (row) ON DELETE CASCADE,
                    rejection BLOB NOT NULL
                ) STRICT;

                -- While everything is read again: the records that the server has shown since.
                CREATE TABLE confirmed (
                    row INTEGER PRIMARY KEY REFERENCES records (row) ON DELETE CASCADE
                ) STRICT;
                """
        )
        let rows = try Row.fetchCursor(
            db,
            sql: "SELECT row, coalesce(change, record) FROM outbox JOIN records USING (row)"
        )
        while let row = try rows.next() {
            let bytes: Data = row[1]
            guard let latest = ReplicaDisk.record(of: [UInt8](bytes))?.latest else { continue }
            let sql = "UPDATE outbox SET latest = ? WHERE row = ?"
            try db.cachedStatement(sql: sql).execute(arguments: [latest.blob, row[0] as Int64])
        }
        try db.execute(sql: "CREATE INDEX outbox_by_time ON outbox (latest)")
    }

    /// The lists of notes.
    private static let notes: Migration = { db in
        try db.execute(
            sql: """
                -- The notes that are not deleted. The title and the text are folded.
                CREATE TABLE notes (
                    row INTEGER PRIMARY KEY REFERENCES records (row) ON DELETE CASCADE,
                    id BLOB NOT NULL,
                    code INTEGER NOT NULL,
                    modified INTEGER NOT NULL,
                    created INTEGER NOT NULL,
                    title BLOB NOT NULL,
                    text TEXT NOT NULL
                ) STRICT;
                CREATE INDEX notes_by_change ON notes (modified DESC, created DESC, id);
                CREATE INDEX notes_by_creation ON notes (created DESC, id);
                CREATE INDEX notes_by_title ON notes (title, created DESC);

                -- The photos that are not deleted, each with the id of its note, which need not be there.
                CREATE TABLE photos (
                    row INTEGER PRIMARY KEY REFERENCES records (row) ON DELETE CASCADE,
                    note BLOB NOT NULL CHECK (length(note) = 16)
                ) STRICT;
                CREATE INDEX photos_by_note ON photos (note);

                -- As `search` is of to-dos.
                CREATE VIRTUAL TABLE note_search USING fts5 (
                    text, content = 'notes', content_rowid = 'row', detail = 'none',
                    tokenize = 'trigram case_sensitive 1'
                );
                """
        )
        // `photoNames` and `noteLabels` fill them, with the columns that came later.
    }

    /// When to-dos were done, and when they remind.
    private static let moments: Migration = { db in
        try db.execute(
            sql: """
                ALTER TABLE todos ADD COLUMN completed INTEGER;
                ALTER TABLE todos ADD COLUMN reminder INTEGER;
                CREATE INDEX todos_by_completion ON todos (completed) WHERE completed IS NOT NULL;
                CREATE INDEX todos_by_reminder ON todos (reminder) WHERE done = 0 AND reminder IS NOT NULL;
                """
        )
        // `positions` fills them.
    }

    /// The person's own order.
    private static let positions: Migration = { db in
        try db.execute(
            sql: """
                ALTER TABLE todos ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
                CREATE INDEX todos_by_position ON todos (done, position, created DESC);
                """
        )
        try RecordTables(db).rebuild(.todo)
    }

    /// Short names of the photos that were taken off their notes, for the trash.
    private static let photoNames: Migration = { db in
        try RecordTables(db).rebuild(.photo)
    }

    /// Pinned notes, which come first, and the tags of notes, which stand in `tags`.
    private static let noteLabels: Migration = { db in
        try db.execute(
            sql: """
                ALTER TABLE notes ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0 CHECK (pinned IN (0, 1));
                DROP INDEX notes_by_change;
                DROP INDEX notes_by_creation;
                DROP INDEX notes_by_title;
                CREATE INDEX notes_by_change ON notes (pinned DESC, modified DESC, created DESC, id);
                CREATE INDEX notes_by_creation ON notes (pinned DESC, created DESC, id);
                CREATE INDEX notes_by_title ON notes (pinned DESC, title, created DESC);
                """
        )
        try RecordTables(db).rebuild(.note)
    }
}

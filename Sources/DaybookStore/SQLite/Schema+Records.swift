import GRDB

extension Schema {
    /// Records are found by an index that begins with their id. New ids begin with the time (UUIDv7, RFC 9562), so what all accounts add at
    /// one time has neighbouring places, and a group of writes changes one or two pages of the index. While the account came first, each
    /// account had a page of its own, and each write added one to the log and to its sync.
    ///
    /// A table's primary key cannot be dropped, so the rows move to another table, with their numbers. The indexes are made afterwards: SQLite
    /// sorts what it makes an index of, and inserts one by one what comes row by row.
    static let recordsByID: Migration = { db in
        try db.execute(
            sql: """
                DROP TRIGGER records_removed;
                DROP INDEX records_by_cursor;
                DROP INDEX records_by_delete;
                DROP INDEX records_deleted_by_change;
                DROP INDEX records_by_note;
                CREATE TABLE moved (
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
                    id BLOB NOT NULL CHECK (length(id) = 16),
                    fields TEXT NOT NULL CHECK (substr(fields, 1, 1) = '{'),
                    deleted TEXT CHECK (length(deleted) = 32),
                    cursor INTEGER NOT NULL CHECK (cursor > 0),
                    -- When the latest change arrived, by the server's clock.
                    changed INTEGER NOT NULL DEFAULT 0,
                    -- The note of a photo's record.
                    note BLOB CHECK (length(note) = 16)
                ) STRICT;
                """
        )
        try moveRecords(db)
        try db.execute(
            sql: """
                DROP TABLE records;
                ALTER TABLE moved RENAME TO records;

                CREATE UNIQUE INDEX records_by_id ON records (id, kind, account);
                CREATE UNIQUE INDEX records_by_cursor ON records (account, cursor);
                CREATE INDEX records_by_delete ON records (account, deleted, kind, id) WHERE deleted IS NOT NULL;
                CREATE INDEX records_deleted_by_change ON records (changed) WHERE deleted IS NOT NULL;
                CREATE INDEX records_by_note ON records (account, note, id) WHERE note IS NOT NULL;
                -- All photos of an account, also those whose note is not known.
                CREATE INDEX records_of_photos ON records (account, id) WHERE kind = 'photo';

                CREATE TRIGGER records_removed AFTER DELETE ON records BEGIN
                    UPDATE accounts
                    SET records = max(records - 1, 0), bytes = max(bytes - length(CAST(old.fields AS BLOB)), 0)
                    WHERE id = old.account;
                END;
                """
        )
    }

    /// Moves the rows of `records` to `moved`, a few at a time: SQLite keeps in memory what one statement changes, in case it has to undo
    /// it, and the next rows take the room of those before.
    private static func moveRecords(_ db: Database) throws {
        let move = try db.makeStatement(
            sql: """
                INSERT INTO moved (rowid, account, kind, id, fields, deleted, cursor, changed, note)
                    SELECT rowid, account, kind, id, fields, deleted, cursor, changed, note
                    FROM records WHERE rowid <= ? ORDER BY rowid
                """
        )
        let delete = try db.makeStatement(sql: "DELETE FROM records WHERE rowid <= ?")
        let last = try db.makeStatement(
            sql: "SELECT max(rowid) FROM (SELECT rowid FROM records ORDER BY rowid LIMIT 500)"
        )
        while let end = try Int64.fetchOne(last) {
            try move.execute(arguments: [end])
            try delete.execute(arguments: [end])
        }
    }
}

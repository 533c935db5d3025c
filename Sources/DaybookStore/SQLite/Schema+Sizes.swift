import GRDB

extension Schema {
    /// Counts of each account's data in its own row. Triggers count each record and entry of history in the transaction that
    /// writes or deletes it.
    static let accountSizes: Migration = { db in
        try db.execute(
            sql: """
                \(count("records"))
                \(count("bytes"))
                -- Whether an import has begun that has not ended.
                ALTER TABLE accounts ADD COLUMN importing INTEGER NOT NULL DEFAULT 0 CHECK (importing IN (0, 1));

                UPDATE accounts SET
                    records = (SELECT count(*) FROM records WHERE account = accounts.id),
                    bytes = (SELECT coalesce(sum(length(CAST(fields AS BLOB))), 0) FROM records
                             WHERE account = accounts.id)
                          + (SELECT coalesce(sum(length(CAST(value AS BLOB))), 0) FROM history
                             WHERE account = accounts.id);

                -- The oldest entries of an account are dropped when it needs their room.
                CREATE INDEX history_by_number ON history (account, number);

                -- Of an account that is being deleted there is no row any more, and nothing to count.
                CREATE TRIGGER records_added AFTER INSERT ON records BEGIN
                    UPDATE accounts SET records = records + 1, bytes = bytes + length(CAST(new.fields AS BLOB))
                    WHERE id = new.account;
                END;
                CREATE TRIGGER records_changed AFTER UPDATE OF fields ON records BEGIN
                    UPDATE accounts
                    SET bytes = bytes + length(CAST(new.fields AS BLOB)) - length(CAST(old.fields AS BLOB))
                    WHERE id = new.account;
                END;
                CREATE TRIGGER records_removed AFTER DELETE ON records BEGIN
                    UPDATE accounts SET records = records - 1, bytes = bytes - length(CAST(old.fields AS BLOB))
                    WHERE id = old.account;
                END;
                CREATE TRIGGER history_added AFTER INSERT ON history BEGIN
                    UPDATE accounts SET bytes = bytes + length(CAST(new.value AS BLOB)) WHERE id = new.account;
                END;
                CREATE TRIGGER history_removed AFTER DELETE ON history BEGIN
                    UPDATE accounts SET bytes = bytes - length(CAST(old.value AS BLOB)) WHERE id = old.account;
                END;
                """
        )
    }
}

extension Schema {
    /// Adds a column in which each account counts something.
    private static func count(_ column: String) -> String {
        "ALTER TABLE accounts ADD COLUMN \(column) INTEGER NOT NULL DEFAULT 0 CHECK (\(column) >= 0);"
    }

    /// The number and bytes of each account's photos, counted like its records. The transaction that keeps a photo
    /// checks the quota, and must not read all of the account's photos for it.
    static let photoSizes: Migration = { db in
        try db.execute(
            sql: """
                \(count("photos"))
                \(count("photo_bytes"))

                UPDATE accounts SET
                    photos = (SELECT count(*) FROM photos WHERE account = accounts.id),
                    photo_bytes = (SELECT coalesce(sum(photos.bytes), 0) FROM photos WHERE account = accounts.id);

                -- Nothing sums an account's photos any more.
                DROP INDEX photos_by_size;

                CREATE TRIGGER photos_added AFTER INSERT ON photos BEGIN
                    UPDATE accounts SET photos = photos + 1, photo_bytes = photo_bytes + new.bytes
                    WHERE id = new.account;
                END;
                CREATE TRIGGER photos_changed AFTER UPDATE OF bytes ON photos BEGIN
                    UPDATE accounts SET photo_bytes = photo_bytes + new.bytes - old.bytes WHERE id = new.account;
                END;
                CREATE TRIGGER photos_removed AFTER DELETE ON photos BEGIN
                    UPDATE accounts SET photos = photos - 1, photo_bytes = photo_bytes - old.bytes
                    WHERE id = old.account;
                END;
                """
        )
    }

    /// What writes records counts them, in the statement that saves the account's numbers: each write of records ends with it
    /// (``SQLiteStorage/save(_:of:_:_:)``). A trigger wrote the account's row a second time, and SQLite keeps a copy of each page that a
    /// statement with a trigger changes, in case it has to undo a part of it
    /// (https://sqlite.org/tempfiles.html#statement_journal_files).
    ///
    /// Triggers still count what is deleted, as whole accounts are. All counts stop at zero: a wrong one, which `daybook check` finds,
    /// must not keep anybody from deleting.
    static let recordsCountedByWriter: Migration = { db in
        try db.execute(
            sql: """
                DROP TRIGGER records_added;
                DROP TRIGGER records_changed;
                DROP TRIGGER records_removed;
                DROP TRIGGER history_removed;

                CREATE TRIGGER records_removed AFTER DELETE ON records BEGIN
                    UPDATE accounts
                    SET records = max(records - 1, 0), bytes = max(bytes - length(CAST(old.fields AS BLOB)), 0)
                    WHERE id = old.account;
                END;
                CREATE TRIGGER history_removed AFTER DELETE ON history BEGIN
                    UPDATE accounts SET bytes = max(bytes - length(CAST(old.value AS BLOB)), 0) WHERE id = old.account;
                END;
                """
        )
    }
}

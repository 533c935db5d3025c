import GRDB

extension Schema {
    /// How much each account has, in its own row, kept true by the database itself: whatever writes or deletes a record
    /// or an entry of history counts it in the same transaction, and no writer can forget to.
    static let accountSizes: Migration = { db in
        try db.execute(
            sql: """
                ALTER TABLE accounts ADD COLUMN records INTEGER NOT NULL DEFAULT 0 CHECK (records >= 0);
                ALTER TABLE accounts ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0);
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

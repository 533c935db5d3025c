import GRDB

extension Schema {
    /// Rows that could not be read, moved where they stop no work on other rows.
    static let quarantine: Migration = { db in
        try db.execute(
            sql: """
                -- `columns` are the row's other columns as they were, in a JSON object.
                CREATE TABLE quarantine (
                    id INTEGER PRIMARY KEY,
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    origin TEXT NOT NULL CHECK (origin IN ('records', 'history')),
                    kind TEXT NOT NULL,
                    record BLOB NOT NULL CHECK (length(record) = 16),
                    columns TEXT NOT NULL,
                    why TEXT NOT NULL,
                    at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX quarantine_by_account ON quarantine (account);
                """
        )
    }
}

import DaybookCore
import GRDB

/// The database's tables, as steps that each lead from one version to the next.
///
/// A step that has landed is never edited, because databases in the field have run it. Add another step.
enum Schema {
    /// One step. It runs in its own transaction, together with the change of `user_version`.
    typealias Migration = @Sendable (Database) throws -> Void

    /// "DayB" in ASCII: tells Daybook's databases from those of other programs.
    static let applicationID: Int32 = 0x4461_7942

    /// Step n leads from version n to version n + 1.
    static let migrations: [Migration] = [
        accountsSessionsRecords, attemptsActivityTemporaryPasswords, historyDevices, photos, photosByNote, reminders,
        epochs, accountSizes, quarantine, photoSizes, accountLimits, recordsCountedByWriter, recordsByID,
    ]

    /// The version that this program writes.
    static var version: Int { migrations.count }

    private static let accountsSessionsRecords: Migration = { db in
        // One row: this installation's id as a device, and the greatest stamp that it holds.
        try db.execute(
            sql: """
                CREATE TABLE installation (
                    id INTEGER PRIMARY KEY CHECK (id = 1),
                    device TEXT NOT NULL CHECK (length(device) = 16),
                    latest TEXT CHECK (length(latest) = 32),
                    written INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                INSERT INTO installation (id, device) VALUES (1, lower(hex(randomblob(8))));

                CREATE TABLE accounts (
                    id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16),
                    name TEXT,
                    mobile TEXT UNIQUE,
                    email TEXT NOT NULL UNIQUE,
                    password TEXT NOT NULL,
                    created INTEGER NOT NULL,
                    cursor INTEGER NOT NULL DEFAULT 0 CHECK (cursor >= 0)
                ) STRICT, WITHOUT ROWID;

                CREATE TABLE sessions (
                    token BLOB NOT NULL PRIMARY KEY CHECK (length(token) = 32),
                    id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    device TEXT,
                    created INTEGER NOT NULL,
                    used INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX sessions_by_account ON sessions (account);
                """
        )
        // With a rowid, unlike the tables above: SQLite advises WITHOUT ROWID for rows below a twentieth of a page, and
        // a record with its stamps is larger than that (https://sqlite.org/withoutrowid.html).
        try db.execute(
            sql: """
                CREATE TABLE records (
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
                    id BLOB NOT NULL CHECK (length(id) = 16),
                    fields TEXT NOT NULL CHECK (substr(fields, 1, 1) = '{'),
                    deleted TEXT CHECK (length(deleted) = 32),
                    cursor INTEGER NOT NULL CHECK (cursor > 0),
                    PRIMARY KEY (account, kind, id)
                ) STRICT;
                CREATE UNIQUE INDEX records_by_cursor ON records (account, cursor);
                """
        )
    }

    private static let attemptsActivityTemporaryPasswords: Migration = { db in
        try db.execute(
            sql: """
                -- Until when a password works that the operator gave; NULL for the person's own.
                ALTER TABLE accounts ADD COLUMN temporary INTEGER;

                -- The keys are SHA-256: whom and where a row is about cannot be read from it.
                CREATE TABLE attempts (
                    key BLOB NOT NULL PRIMARY KEY CHECK (length(key) = 32),
                    account BLOB REFERENCES accounts (id) ON DELETE CASCADE,
                    count INTEGER NOT NULL CHECK (count >= 0),
                    first INTEGER NOT NULL,
                    last INTEGER NOT NULL CHECK (last >= first),
                    blocked INTEGER,
                    succeeded INTEGER,
                    expires INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX attempts_by_account ON attempts (account);
                CREATE INDEX attempts_by_expiry ON attempts (expires);

                CREATE TABLE activity (
                    id INTEGER PRIMARY KEY,
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    at INTEGER NOT NULL,
                    kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32),
                    device TEXT
                ) STRICT;
                CREATE INDEX activity_by_account ON activity (account);
                """
        )
    }

    private static let historyDevices: Migration = { db in
        try db.execute(
            sql: """
                -- The greatest number of a record's change that was forgotten for good, and that of the latest entry.
                ALTER TABLE accounts ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten >= 0);
                ALTER TABLE accounts ADD COLUMN entry INTEGER NOT NULL DEFAULT 0 CHECK (entry >= 0);

                -- When the latest change arrived, by the server's clock. What lies before this step counts from it;
                -- only a deleted record is ever asked.
                ALTER TABLE records ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
                UPDATE records SET changed = CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)
                    WHERE deleted IS NOT NULL;
                CREATE INDEX records_by_delete ON records (account, deleted, kind, id) WHERE deleted IS NOT NULL;
                CREATE INDEX records_deleted_by_change ON records (changed) WHERE deleted IS NOT NULL;

                -- In the order of time by their rowid, so that the oldest are found without an index of their own.
                CREATE TABLE history (
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    kind TEXT NOT NULL,
                    id BLOB NOT NULL CHECK (length(id) = 16),
                    field TEXT NOT NULL,
                    stamp TEXT NOT NULL CHECK (length(stamp) = 32),
                    value TEXT NOT NULL,
                    number INTEGER NOT NULL CHECK (number > 0),
                    replaced INTEGER NOT NULL,
                    PRIMARY KEY (account, kind, id, field, stamp)
                ) STRICT;

                CREATE TABLE devices (
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    device BLOB NOT NULL CHECK (length(device) = 16),
                    name TEXT,
                    floor INTEGER NOT NULL DEFAULT 0 CHECK (floor >= 0),
                    seen INTEGER NOT NULL,
                    PRIMARY KEY (account, device)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX devices_by_seen ON devices (seen);
                """
        )
    }

    private static let photos: Migration = { db in
        try db.execute(
            sql: """
                -- The files' own bytes are in the folder beside the database, at `path`.
                CREATE TABLE photos (
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    sha256 BLOB NOT NULL CHECK (length(sha256) = 32),
                    path TEXT NOT NULL UNIQUE CHECK (length(path) > 0),
                    type TEXT NOT NULL CHECK (type IN ('image/jpeg', 'image/png', 'image/webp', 'image/gif')),
                    width INTEGER NOT NULL CHECK (width > 0),
                    height INTEGER NOT NULL CHECK (height > 0),
                    bytes INTEGER NOT NULL CHECK (bytes > 0),
                    stored INTEGER NOT NULL,
                    unused INTEGER,
                    PRIMARY KEY (account, sha256)
                ) STRICT;
                CREATE INDEX photos_by_size ON photos (account, bytes);
                """
        )
    }

    private static let photosByNote: Migration = { db in
        // The note of a photo's record, so that a note's photos are found without reading all others.
        try db.execute(
            sql: """
                ALTER TABLE records ADD COLUMN note BLOB CHECK (length(note) = 16);
                CREATE INDEX records_by_note ON records (account, note, id) WHERE note IS NOT NULL;
                """
        )
        let photos = try Row.fetchAll(db, sql: "SELECT rowid, fields FROM records WHERE kind = 'photo'")
        for photo in photos {
            let note = (try? JSON(text: photo[1]))?["note"]?.arrayValue?.first?.stringValue.flatMap { UUID($0) }
            try db.execute(
                sql: "UPDATE records SET note = ? WHERE rowid = ?",
                arguments: [note?.blob, photo[0] as Int64]
            )
        }
    }
}

import DaybookCore
import GRDB

extension Schema {
    static let reminders: Migration = { db in
        try createReminderTables(db)
        try createDeliveries(db)
        try findReminders(db)
    }

    private static func createReminderTables(_ db: Database) throws {
        try db.execute(
            sql: """
                -- Whether each session can notify, as it has reported, and where pushes reach it.
                CREATE TABLE reminder_devices (
                    session BLOB NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    permission TEXT NOT NULL CHECK (permission IN ('granted', 'denied', 'default', 'unsupported')),
                    endpoint TEXT UNIQUE CHECK (length(endpoint) > 0),
                    key BLOB CHECK (length(key) = 65),
                    secret BLOB CHECK (length(secret) = 16),
                    changed INTEGER NOT NULL,
                    CHECK ((endpoint IS NULL) = (key IS NULL) AND (endpoint IS NULL) = (secret IS NULL))
                ) STRICT;
                CREATE INDEX reminder_devices_by_account ON reminder_devices (account, changed);

                -- What waits for its moment. Nothing of the to-do is copied but when.
                CREATE TABLE reminders (
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    todo BLOB NOT NULL CHECK (length(todo) = 16),
                    due INTEGER NOT NULL,
                    PRIMARY KEY (account, todo)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX reminders_by_due ON reminders (account, due);

                -- When each account is next to be looked at. Accounts take turns by it, so that nobody who has very
                -- much due at once keeps the others waiting.
                CREATE TABLE reminder_turns (
                    account BLOB NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
                    next INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX reminder_turns_by_next ON reminder_turns (next);
                """
        )
    }

    private static func createDeliveries(_ db: Database) throws {
        try db.execute(
            sql: """
                -- A waiting one may be claimed from `next` on: when it is due, when it is tried again, or, while
                -- `claimed`, when the lease of whoever sends it has ended.
                CREATE TABLE deliveries (
                    id INTEGER PRIMARY KEY,
                    account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
                    session BLOB NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
                    todo BLOB NOT NULL CHECK (length(todo) = 16),
                    due INTEGER NOT NULL,
                    test INTEGER NOT NULL CHECK (test IN (0, 1)),
                    late INTEGER NOT NULL CHECK (late IN (0, 1)),
                    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'shown', 'failed')),
                    reason TEXT CHECK (length(reason) BETWEEN 1 AND 32),
                    attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
                    claimed INTEGER NOT NULL DEFAULT 0 CHECK (claimed IN (0, 1)),
                    next INTEGER NOT NULL,
                    sent INTEGER,
                    shown INTEGER,
                    UNIQUE (account, todo, due, session),
                    CHECK ((state = 'failed') = (reason IS NOT NULL)),
                    CHECK (state <> 'sent' OR sent IS NOT NULL),
                    CHECK (state <> 'shown' OR shown IS NOT NULL)
                ) STRICT;
                CREATE INDEX deliveries_by_session ON deliveries (session);
                CREATE INDEX deliveries_by_account ON deliveries (account, id);
                CREATE INDEX deliveries_waiting ON deliveries (account, claimed, next) WHERE state = 'waiting';
                CREATE INDEX deliveries_finished ON deliveries (account, id) WHERE state <> 'waiting';
                """
        )
    }

    /// Adds the reminders of the existing records. Past reminders stay past: the server had not promised to push them.
    private static func findReminders(_ db: Database) throws {
        let now = try Int64.fetchOne(db, sql: "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)") ?? 0
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT account, id, fields, deleted FROM records
                WHERE kind = 'todo' AND instr(fields, '"reminder":[') > 0
                """
        )
        while let row = try rows.next() {
            guard let due = reminder(fields: row[2], deleted: row[3]), due > now else { continue }
            try db.execute(
                sql: "INSERT INTO reminders (account, todo, due) VALUES (?, ?, ?)",
                arguments: [row[0] as DatabaseValue, row[1] as DatabaseValue, due]
            )
        }
        try db.execute(
            sql: "INSERT INTO reminder_turns (account, next) SELECT account, min(due) FROM reminders GROUP BY account"
        )
    }

    /// The reminder in a record's text. It is parsed here and not by the model, because the model changes and this step
    /// does not.
    private static func reminder(fields text: String, deleted: String?) -> Int64? {
        guard let fields = try? JSON(text: text) else { return nil }
        func value(_ name: String) -> JSON? { fields[name]?.arrayValue?.first }
        let stamps = (fields.objectValue ?? []).compactMap { $0.value.arrayValue?.last?.stringValue }
        let isAlive = deleted.map { deleted in stamps.contains { $0 > deleted } } ?? true
        guard isAlive, value("done")?.boolValue != true else { return nil }
        return value("reminder")?.integerValue
    }
}

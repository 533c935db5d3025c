import DaybookCore
import Foundation
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: from version to version")
struct MigrationTests {
    @Test("the schema is what the migrations made; a landed migration is never edited")
    func pinned() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            await (try Storages.sqlite(path: path)).close()
            let queue = try DatabaseQueue(path: path)
            let (schema, version, application) = try await queue.read { db in
                (
                    try String.fetchAll(db, sql: "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name"),
                    try Int.fetchOne(db, sql: "PRAGMA user_version"),
                    try Int.fetchOne(db, sql: "PRAGMA application_id")
                )
            }
            #expect(version == 13)
            #expect(application == 0x4461_7942)
            let text = schema.joined(separator: "\n").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(text == Self.schema)
        }
    }

    /// Makes a database of an earlier version with an account and the rows of `sql`, opens it as a storage of the
    /// present version, and tests that. `sql` gets the account's id as a literal.
    private func opened(
        version: Int,
        adding sql: @Sendable (_ account: String) -> String,
        test: @Sendable (SQLiteStorage) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let added = sql("x'01900000000070008000000000000001'")
            try await makeDatabase(at: path, version: version) { db in
                try db.execute(sql: "\(oldAccount) \(added)")
            }
            let storage = try SQLiteStorage(path: path)
            try await test(storage)
            await storage.close()
        }
    }

    @Test("a database of the first version opens with all that was in it")
    func firstVersion() async throws {
        try await opened(version: 1) { id -> String in
            """
                INSERT INTO sessions (token, id, account, device, created, used)
                VALUES (zeroblob(32), \(id), \(id), 'Phone', 1763700000000, 1763700000000)
            """
        } test: { (storage: SQLiteStorage) async throws -> Void in
            #expect(try await storage.account(AccountID(uuid(1))) == person(1))
            let token = TokenHash(bytes: Array(repeating: 0, count: 32))
            #expect(try await storage.session(token: token)?.session.device == "Phone")
            #expect(try await storage.activity(of: AccountID(uuid(1)), limit: 9).isEmpty)
        }
    }

    @Test("[S10] [S12] a database of the second version opens with all that was in it")
    func secondVersion() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let before = try await makeDatabase(at: path, version: 2) { db in
                let (asha, first, deleted) = ("x'01900000000070008000000000000001'", stamp(0), stamp(5))
                try db.execute(
                    sql: """
                        \(oldAccount)
                        UPDATE accounts SET cursor = 3;
                        INSERT INTO activity (account, at, kind) VALUES (\(asha), 1763700000000, 'signed_up');
                        INSERT INTO records (account, kind, id, fields, deleted, cursor) VALUES
                            (\(asha), 'todo', \(asha), '{"title":["Buy milk","\(first)"]}', NULL, 2),
                            (\(asha), 'todo', x'01900000000070008000000000000002',
                                '{"title":["Gone","\(first)"]}', '\(deleted)', 3)
                        """
                )
                return try Int64.fetchOne(db, sql: "SELECT CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)")
            }
            let storage = try Storages.sqlite(path: path)
            let asha = person(1)
            #expect(try await storage.account(asha.id) == asha)
            #expect(try await storage.activity(of: asha.id, limit: 9).map(\.kind) == [.signedUp])
            let page = try await storage.pull(asha)
            #expect(page.changes.map(\.cursor) == [2, 3] && page.cursor == 3 && page.forgotten == 0)
            #expect(page.changes.first?.record == todo(1))
            // Earlier deletes count from the step to this version: their devices have 90 days to read them.
            let start = Instant(milliseconds: try #require(before))
            #expect(
                try await storage.collectGarbage(at: start.advanced(by: .milliseconds(90 * 86_400_000 - 1))).records
                    == 0
            )
            #expect(try await storage.collectGarbage(at: start.advanced(by: .days(91))).records == 1)
            try await storage.push(todo(1, title: "Buy bread", at: 9), to: asha)
            #expect(try await storage.history(of: asha.id, todo(1).key).map(\.field.value) == [.string("Buy milk")])
            await storage.close()
        }
    }

    @Test("[N1] a database of the fourth version knows the photos of its notes once it is open")
    func fourthVersion() async throws {
        try await opened(version: 4) { asha -> String in
            let first = stamp(0)
            return """
                    UPDATE accounts SET cursor = 3;
                    INSERT INTO records (account, kind, id, fields, cursor) VALUES
                        (\(asha), 'photo', \(asha), '{"note":["\(uuid(9))","\(first)"]}', 1),
                        (\(asha), 'photo', x'01900000000070008000000000000002', '{"note":[null,"\(first)"]}', 2),
                        (\(asha), 'note', x'01900000000070008000000000000009', '{"note":["\(uuid(9))","\(first)"]}', 3)
                """
        } test: { (storage: SQLiteStorage) async throws -> Void in
            let photos = try await storage.notePhotos(of: person(1).id, note: uuid(9))
            #expect(photos.map(\.id) == [uuid(1)])
        }
    }

    /// An account's only to-do, as its first change.
    private static func oneTodo(of account: String) -> String {
        """
        UPDATE accounts SET cursor = 1;
        INSERT INTO records (account, kind, id, fields, cursor) VALUES
            (\(account), 'todo', \(account), '{"title":["Été","\(stamp(0))"]}', 1);
        """
    }

    @Test("a database from before the accounts were counted knows how much each has once it is open")
    func accountSizes() async throws {
        try await opened(version: 6) { asha -> String in
            """
                \(Self.oneTodo(of: asha))
                INSERT INTO history (account, kind, id, field, stamp, value, number, replaced) VALUES
                    (\(asha), 'todo', \(asha), 'title', '\(stamp(0))', '"é"', 1, 1763700000000)
            """
        } test: { (storage: SQLiteStorage) async throws -> Void in
            let expected = todo(1, title: "Été").fieldsBytes + 4
            #expect(try await storage.usage(of: person(1).id) == AccountUsage(records: 1, bytes: expected))
        }
    }

    @Test("a database from before an account's photos were counted knows how many each has once it is open")
    func photoSizes() async throws {
        try await opened(version: 9) { asha -> String in
            let sizes = [40, 2].enumerated().map { place, bytes in
                "(\(asha), randomblob(32), 'photo \(place)', 'image/webp', 9, 9, \(bytes), 0)"
            }
            return """
                    INSERT INTO photos (account, sha256, path, type, width, height, bytes, stored)
                    VALUES \(sizes.joined(separator: ", "))
                """
        } test: { (storage: SQLiteStorage) async throws -> Void in
            let expected = AccountUsage(photos: PhotoUsage(count: 2, bytes: 42))
            #expect(try await storage.usage(of: person(1).id) == expected)
            #expect(try await storage.photoUsage(of: nil) == expected.photos)
        }
    }

    @Test("an account counts on from what triggers counted before")
    func recordsCountedByWriter() async throws {
        try await opened(version: 11) { asha -> String in
            Self.oneTodo(of: asha)
        } test: { (storage: SQLiteStorage) async throws -> Void in
            let asha = person(1)
            #expect(try await storage.usage(of: asha.id)?.records == 1)
            try await storage.push(todo(1, title: "Winter", at: 9), todo(2), to: asha)
            #expect(try await storage.usage(of: asha.id)?.records == 2)
            #expect(try await storage.usage(of: asha.id) == (try await storage.recount(of: asha.id)))
        }
    }

    @Test("records that move to another table keep all that they had, and leave little room and no remnant")
    func recordsByID() async throws {
        try await withTemporaryFolder { folder in
            WatchedDisk.install()
            let path = folder + "/daybook.sqlite"
            let columns = """
                SELECT rowid, hex(account), kind, hex(id), fields, deleted, cursor, changed, hex(note)
                FROM records ORDER BY rowid
                """
            let before = try await makeDatabase(at: path, version: 12) { db in
                let (asha, first) = ("x'01900000000070008000000000000001'", stamp(0))
                let secret = String(repeating: "Zanzibar ", count: 70)
                try db.execute(sql: "\(oldAccount) UPDATE accounts SET cursor = 900, records = 900, bytes = 77")
                for number in 1...900 {
                    let kind = ["todo", "note", "photo"][number % 3]
                    let note = kind == "photo" ? "x'01900000000070008000000000000002'" : "NULL"
                    let deleted = number % 7 == 0 ? "'\(stamp(5))'" : "NULL"
                    try db.execute(
                        sql: """
                            INSERT INTO records (rowid, account, kind, id, fields, deleted, cursor, changed, note)
                            VALUES (\(number * 2), \(asha), '\(kind)', randomblob(16),
                                '{"title":["\(secret) \(number)","\(first)"]}',
                                \(deleted), \(number), \(number * 3), \(note))
                            """
                    )
                }
                try db.execute(sql: "PRAGMA journal_mode = WAL")
                return try Row.fetchAll(db, sql: columns).map(\.description)
            }
            // A full disk changes nothing, and the next start begins again.
            WatchedDisk.setFull(true, folder: folder)
            #expect(throws: StorageError.self) { try SQLiteStorage(path: path) }
            let version = try await DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
            #expect(version == 12)
            WatchedDisk.setFull(false, folder: folder)
            let storage = try SQLiteStorage(path: path)
            let after = try await storage.pool.read { try Row.fetchAll($0, sql: columns).map(\.description) }
            #expect(after == before && after.count == 900)
            let free = try await storage.pool.read { try Int.fetchOne($0, sql: "PRAGMA freelist_count") }
            // Of 900 records, less than the last 400 had.
            #expect((1..<100).contains(try #require(free)))
            let asha = person(1)
            #expect(try await storage.usage(of: asha.id) == AccountUsage(records: 900, bytes: 77))
            #expect(try await storage.pull(asha).changes.count == 900)
            _ = try await storage.deleteAccount(asha.id)
            await storage.close()
            for name in ["daybook.sqlite", "daybook.sqlite-wal"] {
                let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
                #expect(bytes.range(of: Data("Zanzibar".utf8)) == nil)
            }
        }
    }

    private static let schema = """
        CREATE TABLE accounts ( id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16), name TEXT, mobile TEXT UNIQUE, \
        email TEXT NOT NULL UNIQUE, password TEXT NOT NULL, created INTEGER NOT NULL, cursor INTEGER NOT NULL \
        DEFAULT 0 CHECK (cursor >= 0) , temporary INTEGER, forgotten INTEGER NOT NULL DEFAULT 0 CHECK (forgotten >= \
        0), entry INTEGER NOT NULL DEFAULT 0 CHECK (entry >= 0), epoch INTEGER NOT NULL DEFAULT 0 CHECK (epoch >= \
        0), erasing INTEGER NOT NULL DEFAULT 0 CHECK (erasing IN (0, 1)), records INTEGER NOT NULL DEFAULT 0 CHECK \
        (records >= 0), bytes INTEGER NOT NULL DEFAULT 0 CHECK (bytes >= 0), importing INTEGER NOT NULL DEFAULT 0 \
        CHECK (importing IN (0, 1)), photos INTEGER NOT NULL DEFAULT 0 CHECK (photos >= 0), photo_bytes INTEGER NOT \
        NULL DEFAULT 0 CHECK (photo_bytes >= 0), limits TEXT CHECK (limits IN ('classic', 'roomy'))) STRICT, WITHOUT \
        ROWID CREATE INDEX accounts_erasing ON accounts (id) WHERE erasing = 1 CREATE TABLE activity ( id INTEGER \
        PRIMARY KEY, account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, at INTEGER NOT NULL, kind \
        TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32), device TEXT ) STRICT CREATE INDEX activity_by_account \
        ON activity (account) CREATE TABLE attempts ( key BLOB NOT NULL PRIMARY KEY CHECK (length(key) = 32), \
        account BLOB REFERENCES accounts (id) ON DELETE CASCADE, count INTEGER NOT NULL CHECK (count >= 0), first \
        INTEGER NOT NULL, last INTEGER NOT NULL CHECK (last >= first), blocked INTEGER, succeeded INTEGER, expires \
        INTEGER NOT NULL ) STRICT, WITHOUT ROWID CREATE INDEX attempts_by_account ON attempts (account) CREATE INDEX \
        attempts_by_expiry ON attempts (expires) CREATE TABLE deliveries ( id INTEGER PRIMARY KEY, account BLOB NOT \
        NULL REFERENCES accounts (id) ON DELETE CASCADE, session BLOB NOT NULL REFERENCES sessions (id) ON DELETE \
        CASCADE, todo BLOB NOT NULL CHECK (length(todo) = 16), due INTEGER NOT NULL, test INTEGER NOT NULL CHECK \
        (test IN (0, 1)), late INTEGER NOT NULL CHECK (late IN (0, 1)), state TEXT NOT NULL CHECK (state IN \
        ('waiting', 'sent', 'shown', 'failed')), reason TEXT CHECK (length(reason) BETWEEN 1 AND 32), attempts \
        INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0), claimed INTEGER NOT NULL DEFAULT 0 CHECK (claimed IN (0, \
        1)), next INTEGER NOT NULL, sent INTEGER, shown INTEGER, UNIQUE (account, todo, due, session), CHECK ((state \
        = 'failed') = (reason IS NOT NULL)), CHECK (state <> 'sent' OR sent IS NOT NULL), CHECK (state <> 'shown' OR \
        shown IS NOT NULL) ) STRICT CREATE INDEX deliveries_by_account ON deliveries (account, id) CREATE INDEX \
        deliveries_by_session ON deliveries (session) CREATE INDEX deliveries_finished ON deliveries (account, id) \
        WHERE state <> 'waiting' CREATE INDEX deliveries_waiting ON deliveries (account, claimed, next) WHERE state \
        = 'waiting' CREATE TABLE devices ( account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, device \
        BLOB NOT NULL CHECK (length(device) = 16), name TEXT, floor INTEGER NOT NULL DEFAULT 0 CHECK (floor >= 0), \
        seen INTEGER NOT NULL, PRIMARY KEY (account, device) ) STRICT, WITHOUT ROWID CREATE INDEX devices_by_seen ON \
        devices (seen) CREATE TABLE history ( account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, kind \
        TEXT NOT NULL, id BLOB NOT NULL CHECK (length(id) = 16), field TEXT NOT NULL, stamp TEXT NOT NULL CHECK \
        (length(stamp) = 32), value TEXT NOT NULL, number INTEGER NOT NULL CHECK (number > 0), replaced INTEGER NOT \
        NULL, PRIMARY KEY (account, kind, id, field, stamp) ) STRICT CREATE TRIGGER history_added AFTER INSERT ON \
        history BEGIN UPDATE accounts SET bytes = bytes + length(CAST(new.value AS BLOB)) WHERE id = new.account; \
        END CREATE INDEX history_by_number ON history (account, number) CREATE TRIGGER history_removed AFTER DELETE \
        ON history BEGIN UPDATE accounts SET bytes = max(bytes - length(CAST(old.value AS BLOB)), 0) WHERE id = \
        old.account; END CREATE TABLE installation ( id INTEGER PRIMARY KEY CHECK (id = 1), device TEXT NOT NULL \
        CHECK (length(device) = 16), latest TEXT CHECK (length(latest) = 32), written INTEGER NOT NULL DEFAULT 0 ) \
        STRICT CREATE TABLE photos ( account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, sha256 BLOB \
        NOT NULL CHECK (length(sha256) = 32), path TEXT NOT NULL UNIQUE CHECK (length(path) > 0), type TEXT NOT NULL \
        CHECK (type IN ('image/jpeg', 'image/png', 'image/webp', 'image/gif')), width INTEGER NOT NULL CHECK (width \
        > 0), height INTEGER NOT NULL CHECK (height > 0), bytes INTEGER NOT NULL CHECK (bytes > 0), stored INTEGER \
        NOT NULL, unused INTEGER, PRIMARY KEY (account, sha256) ) STRICT CREATE TRIGGER photos_added AFTER INSERT ON \
        photos BEGIN UPDATE accounts SET photos = photos + 1, photo_bytes = photo_bytes + new.bytes WHERE id = \
        new.account; END CREATE TRIGGER photos_changed AFTER UPDATE OF bytes ON photos BEGIN UPDATE accounts SET \
        photo_bytes = photo_bytes + new.bytes - old.bytes WHERE id = new.account; END CREATE TRIGGER photos_removed \
        AFTER DELETE ON photos BEGIN UPDATE accounts SET photos = photos - 1, photo_bytes = photo_bytes - old.bytes \
        WHERE id = old.account; END CREATE TABLE quarantine ( id INTEGER PRIMARY KEY, account BLOB NOT NULL \
        REFERENCES accounts (id) ON DELETE CASCADE, origin TEXT NOT NULL CHECK (origin IN ('records', 'history')), \
        kind TEXT NOT NULL, record BLOB NOT NULL CHECK (length(record) = 16), columns TEXT NOT NULL, why TEXT NOT \
        NULL, at INTEGER NOT NULL ) STRICT CREATE INDEX quarantine_by_account ON quarantine (account) CREATE TABLE \
        "records" ( account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, kind TEXT NOT NULL CHECK \
        (length(kind) BETWEEN 1 AND 32), id BLOB NOT NULL CHECK (length(id) = 16), fields TEXT NOT NULL CHECK \
        (substr(fields, 1, 1) = '{'), deleted TEXT CHECK (length(deleted) = 32), cursor INTEGER NOT NULL CHECK \
        (cursor > 0), -- When the latest change arrived, by the server's clock. changed INTEGER NOT NULL DEFAULT 0, \
        -- The note of a photo's record. note BLOB CHECK (length(note) = 16) ) STRICT CREATE UNIQUE INDEX \
        records_by_cursor ON records (account, cursor) CREATE INDEX records_by_delete ON records (account, deleted, \
        kind, id) WHERE deleted IS NOT NULL CREATE UNIQUE INDEX records_by_id ON records (id, kind, account) CREATE \
        INDEX records_by_note ON records (account, note, id) WHERE note IS NOT NULL CREATE INDEX \
        records_deleted_by_change ON records (changed) WHERE deleted IS NOT NULL CREATE INDEX records_of_photos ON \
        records (account, id) WHERE kind = 'photo' CREATE TRIGGER records_removed AFTER DELETE ON records BEGIN \
        UPDATE accounts SET records = max(records - 1, 0), bytes = max(bytes - length(CAST(old.fields AS BLOB)), 0) \
        WHERE id = old.account; END CREATE TABLE reminder_devices ( session BLOB NOT NULL PRIMARY KEY REFERENCES \
        sessions (id) ON DELETE CASCADE, account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, \
        permission TEXT NOT NULL CHECK (permission IN ('granted', 'denied', 'default', 'unsupported')), endpoint \
        TEXT UNIQUE CHECK (length(endpoint) > 0), key BLOB CHECK (length(key) = 65), secret BLOB CHECK \
        (length(secret) = 16), changed INTEGER NOT NULL, CHECK ((endpoint IS NULL) = (key IS NULL) AND (endpoint IS \
        NULL) = (secret IS NULL)) ) STRICT CREATE INDEX reminder_devices_by_account ON reminder_devices (account, \
        changed) CREATE TABLE reminder_turns ( account BLOB NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE \
        CASCADE, next INTEGER NOT NULL ) STRICT, WITHOUT ROWID CREATE INDEX reminder_turns_by_next ON reminder_turns \
        (next) CREATE TABLE reminders ( account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, todo BLOB \
        NOT NULL CHECK (length(todo) = 16), due INTEGER NOT NULL, PRIMARY KEY (account, todo) ) STRICT, WITHOUT \
        ROWID CREATE INDEX reminders_by_due ON reminders (account, due) CREATE TABLE sessions ( token BLOB NOT NULL \
        PRIMARY KEY CHECK (length(token) = 32), id BLOB NOT NULL UNIQUE CHECK (length(id) = 16), account BLOB NOT \
        NULL REFERENCES accounts (id) ON DELETE CASCADE, device TEXT, created INTEGER NOT NULL, used INTEGER NOT \
        NULL ) STRICT, WITHOUT ROWID CREATE INDEX sessions_by_account ON sessions (account)
        """
}

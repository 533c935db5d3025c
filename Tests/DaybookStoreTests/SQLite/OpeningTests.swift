import Foundation
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: opening")
struct OpeningTests {
    @Test("a file that is no database is refused and not touched")
    func notADatabase() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            for content in ["just some notes, " + String(repeating: "long enough ", count: 200), "short"] {
                try Data(content.utf8).write(to: URL(fileURLWithPath: path))
                #expect(throws: StorageError.notADatabase(path: path)) { try Storages.sqlite(path: path) }
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data(content.utf8))
            }
        }
    }

    @Test("another program's database is refused and not touched")
    func foreign() async throws {
        try await withTemporaryFolder { folder in
            for (name, sql) in [
                ("named.sqlite", "PRAGMA application_id = 123; CREATE TABLE t (x)"),
                ("plain.sqlite", "CREATE TABLE t (x)"),
            ] {
                let path = "\(folder)/\(name)"
                try await DatabaseQueue(path: path).write { try $0.execute(sql: sql) }
                #expect(throws: StorageError.foreignDatabase(path: path)) { try Storages.sqlite(path: path) }
                let tables = try await DatabaseQueue(path: path).read { db in
                    try String.fetchAll(db, sql: "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%'")
                }
                #expect(tables == ["t"])
            }
        }
    }

    @Test("a newer database is refused with both versions in the message")
    func newer() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            await (try Storages.sqlite(path: path)).close()
            try await DatabaseQueue(path: path).writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA user_version = 9000")
            }
            let expected = StorageError.newerDatabase(path: path, version: 9_000, known: Schema.version)
            #expect(throws: expected) { try Storages.sqlite(path: path) }
            #expect(expected.description.contains("9000"))
        }
    }

    @Test("a damaged database is refused with what is wrong")
    func damaged() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let storage = try Storages.sqlite(path: path)
            let asha = try await storage.add(1)
            for number: UInt64 in 1...200 { try await storage.push(todo(number), to: asha) }
            await storage.close()
            let file = try #require(FileHandle(forUpdatingAtPath: path))
            let size = try file.seekToEnd()
            try file.seek(toOffset: size / 2 / 4_096 * 4_096)
            try file.write(contentsOf: Data(repeating: 0xA5, count: 4_096))
            try file.close()
            #expect {
                try Storages.sqlite(path: path)
            } throws: { error in
                if case .damaged(path, let detail) = error as? StorageError { !detail.isEmpty } else { false }
            }
        }
    }

    @Test("a place where nothing can be written is refused")
    func nowhere() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/missing/daybook.sqlite"
            #expect {
                try Storages.sqlite(path: path)
            } throws: { error in
                if case .cannotOpen(path, _) = error as? StorageError { true } else { false }
            }
        }
    }

    @Test("a data folder is made for its owner alone")
    func folder() async throws {
        try await withTemporaryFolder { folder in
            let data = try DataFolder(path: folder + "/a/data")
            let attributes = try FileManager.default.attributesOfItem(atPath: data.path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
            #expect(data.databasePath == folder + "/a/data/daybook.sqlite")
            // Again, now that it is there.
            _ = try DataFolder(path: folder + "/a/data")
            try Data().write(to: URL(fileURLWithPath: folder + "/file"))
            #expect(throws: StorageError.cannotOpen(path: folder + "/file", detail: "it is no folder")) {
                try DataFolder(path: folder + "/file")
            }
        }
    }

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
            #expect(version == 2)
            #expect(application == 0x4461_7942)
            let text = schema.joined(separator: "\n").split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(text == Self.schema)
        }
    }

    @Test("a database of the first version opens with all that was in it")
    func firstVersion() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            try await DatabaseQueue(path: path).writeWithoutTransaction { db in
                try Schema.migrations[0](db)
                try db.execute(sql: "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = 1")
                let id = "x'01900000000070008000000000000001'"
                try db.execute(
                    sql: """
                        INSERT INTO accounts (id, name, mobile, email, password, created)
                        VALUES (\(id), 'Person', '9000010001', 'person1@example.com', 'hash 1', 1763700000000);
                        INSERT INTO sessions (token, id, account, device, created, used)
                        VALUES (zeroblob(32), \(id), \(id), 'Phone', 1763700000000, 1763700000000)
                        """
                )
            }
            let storage = try Storages.sqlite(path: path)
            #expect(try await storage.account(AccountID(uuid(1))) == person(1))
            let token = TokenHash(bytes: Array(repeating: 0, count: 32))
            #expect(try await storage.session(token: token)?.session.device == "Phone")
            #expect(try await storage.activity(of: AccountID(uuid(1)), limit: 9).isEmpty)
            await storage.close()
        }
    }

    @Test("the schema refuses rows that no version of the program may write")
    func guarded() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let storage = try SQLiteStorage(path: path)
            let asha = try await storage.add(1)
            let row = "(account, kind, id, fields, deleted, cursor)"
            let id = String(repeating: "a1", count: 16)
            let own = asha.id.blob.map { String(format: "%02x", $0) }.joined()
            for (why, values) in [
                ("no such account", "x'\(id)', 'todo', x'\(id)', '{}', NULL, 1"),
                ("a kind of no letters", "x'\(own)', '', x'\(id)', '{}', NULL, 1"),
                ("a short id", "x'\(own)', 'todo', x'a1', '{}', NULL, 1"),
                ("fields that are no object", "x'\(own)', 'todo', x'\(id)', '[]', NULL, 1"),
                ("a tombstone that is no stamp", "x'\(own)', 'todo', x'\(id)', '{}', 'now', 1"),
                ("the number 0", "x'\(own)', 'todo', x'\(id)', '{}', NULL, 0"),
                ("a number that is text", "x'\(own)', 'todo', x'\(id)', '{}', NULL, 'one'"),
                ("no fields", "x'\(own)', 'todo', x'\(id)', NULL, NULL, 1"),
            ] {
                await #expect(throws: DatabaseError.self, Comment(rawValue: why)) {
                    try await storage.pool.write {
                        try $0.execute(sql: "INSERT INTO records \(row) VALUES (\(values))")
                    }
                }
            }
            await storage.close()
        }
    }

    private static let schema = """
        CREATE TABLE accounts ( id BLOB NOT NULL PRIMARY KEY CHECK (length(id) = 16), name TEXT, mobile TEXT \
        UNIQUE, email TEXT NOT NULL UNIQUE, password TEXT NOT NULL, created INTEGER NOT NULL, cursor INTEGER NOT \
        NULL DEFAULT 0 CHECK (cursor >= 0) , temporary INTEGER) STRICT, WITHOUT ROWID CREATE TABLE activity ( id \
        INTEGER PRIMARY KEY, account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, at INTEGER NOT NULL, \
        kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32), device TEXT ) STRICT CREATE INDEX \
        activity_by_account ON activity (account) CREATE TABLE attempts ( key BLOB NOT NULL PRIMARY KEY CHECK \
        (length(key) = 32), account BLOB REFERENCES accounts (id) ON DELETE CASCADE, count INTEGER NOT NULL CHECK \
        (count >= 0), first INTEGER NOT NULL, last INTEGER NOT NULL CHECK (last >= first), blocked INTEGER, \
        succeeded INTEGER, expires INTEGER NOT NULL ) STRICT, WITHOUT ROWID CREATE INDEX attempts_by_account ON \
        attempts (account) CREATE INDEX attempts_by_expiry ON attempts (expires) CREATE TABLE installation ( id INTEGER PRIMARY \
        KEY CHECK (id = 1), device TEXT NOT NULL CHECK (length(device) = 16), latest TEXT CHECK (length(latest) = \
        32), written INTEGER NOT NULL DEFAULT 0 ) STRICT CREATE TABLE records ( account BLOB NOT NULL REFERENCES \
        accounts (id) ON DELETE CASCADE, kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 32), id BLOB NOT \
        NULL CHECK (length(id) = 16), fields TEXT NOT NULL CHECK (substr(fields, 1, 1) = '{'), deleted TEXT CHECK \
        (length(deleted) = 32), cursor INTEGER NOT NULL CHECK (cursor > 0), PRIMARY KEY (account, kind, id) ) \
        STRICT CREATE UNIQUE INDEX records_by_cursor ON records (account, cursor) CREATE TABLE sessions ( token \
        BLOB NOT NULL PRIMARY KEY CHECK (length(token) = 32), id BLOB NOT NULL UNIQUE CHECK (length(id) = 16), \
        account BLOB NOT NULL REFERENCES accounts (id) ON DELETE CASCADE, device TEXT, created INTEGER NOT NULL, \
        used INTEGER NOT NULL ) STRICT, WITHOUT ROWID CREATE INDEX sessions_by_account ON sessions (account)
        """
}

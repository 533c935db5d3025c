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
            // Again, when the folder exists.
            _ = try DataFolder(path: folder + "/a/data")
            try Data().write(to: URL(fileURLWithPath: folder + "/file"))
            #expect(throws: StorageError.cannotOpen(path: folder + "/file", detail: "it is not a folder")) {
                try DataFolder(path: folder + "/file")
            }
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
}

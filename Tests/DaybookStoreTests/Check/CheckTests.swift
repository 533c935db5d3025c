import DaybookCore
import Foundation
import GRDB
import Testing

@testable import DaybookStore

@Suite("A check of a data folder", .timeLimit(.minutes(10)))
struct CheckTests {
    /// The result of one check.
    private struct Result {
        var findings: [CheckFinding] = []
        var summary: CheckSummary

        var kinds: [CheckFinding.Kind] { findings.map(\.kind) }
    }

    private func check(_ folder: String, repairs: Bool = false, fast: Bool = false) throws -> Result {
        var options = DataFolderCheck.Options(now: moment())
        (options.repairs, options.isFast) = (repairs, fast)
        var findings: [CheckFinding] = []
        var check = try DataFolderCheck(folder: folder, options) { findings.append($0) }
        let summary = try check.run()
        return Result(findings: findings, summary: summary)
    }

    /// A data folder with the data of two people. Its storage is closed.
    private func withFolder(_ test: (String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            for number: UInt64 in 1...2 {
                let person = try await storage.add(number)
                try await storage.subscribe(number, of: person)
                for title: Int64 in 1...3 { try await storage.push(todo(1, title: "t\(title)", at: title), to: person) }
                try await storage.push(reminding(2, due: 5_000), note(3), photo(4, "lake", in: 3), to: person)
                try await storage.push(todo(5), deletion(of: 5, at: 5), to: person)
                // Its name must be the digest of its bytes, so that the check finds it sound.
                let bytes = Array("lake \(number)".utf8)
                let upload = try await storage.beginPhoto()
                try await upload.write(bytes)
                let facts = PhotoFacts(sha256: SHA256.digest(bytes), type: .webp, width: 9, height: 9)
                _ = try await storage.keepPhoto(upload, as: facts, of: person.id, quota: nil, at: moment())
            }
            await storage.close()
            try await test(folder)
        }
    }

    private func change(_ folder: String, _ sql: String) async throws {
        let queue = try DatabaseQueue(path: folder + "/daybook.sqlite")
        try await queue.write { try $0.execute(sql: sql) }
        try queue.close()
    }

    private static let first = "account = x'01900000000070008000000000000001'"

    @Test("a folder in order is sound, whether it may be mended or not, and stays as it is")
    func sound() async throws {
        try await withFolder { folder in
            for repairs in [false, true, false] {
                let result = try check(folder, repairs: repairs)
                #expect(result.findings.isEmpty && result.summary.isSound)
                #expect(result.summary.records == 10 && result.summary.entries == 4 && result.summary.photos == 2)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(names) == ["daybook.sqlite", "photos"])
        }
    }

    @Test(
        "each kind of damage in the database is found, mended, and then gone",
        arguments: [
            ("UPDATE records SET fields = replace(fields, ':', ';') WHERE kind = 'note' AND \(first)", [.unreadable]),
            (
                "UPDATE records SET deleted = '\(String(repeating: "x", count: 32))' WHERE kind = 'note'",
                [.unreadable, .unreadable]
            ),
            ("UPDATE history SET value = replace(value, '\"', 'x') WHERE number = 1 AND \(first)", [.unreadable]),
            (
                "UPDATE history SET stamp = '\(String(repeating: "x", count: 32))' WHERE number = 1",
                [.unreadable, .unreadable]
            ),
            ("UPDATE records SET note = NULL WHERE kind = 'photo' AND \(first)", [.note]),
            ("UPDATE records SET note = id WHERE kind = 'todo' AND cursor = 3 AND \(first)", [.note]),
            ("UPDATE accounts SET cursor = 6 WHERE email LIKE 'person1%'", [.number]),
            ("UPDATE accounts SET entry = 1 WHERE email LIKE 'person1%'", [.number]),
            ("UPDATE accounts SET photo_bytes = 1 WHERE email LIKE 'person1%'", [.size]),
            ("UPDATE installation SET latest = NULL", [.clock]),
            ("DELETE FROM reminders WHERE \(first)", [.reminder]),
            ("UPDATE reminders SET due = due + 1 WHERE \(first)", [.reminder]),
            ("UPDATE reminders SET todo = zeroblob(16) WHERE \(first)", [.reminder, .reminder]),
            ("DELETE FROM reminder_turns WHERE \(first)", [.reminder]),
        ] as [(String, [CheckFinding.Kind])]
    )
    func damage(_ sql: String, _ kinds: [CheckFinding.Kind]) async throws {
        try await withFolder { folder in
            try await change(folder, sql)
            let found = try check(folder)
            #expect(found.kinds == kinds && !found.summary.isSound)
            #expect(found.findings.allSatisfy { $0.repair != nil && !$0.isRepaired })
            // The check has changed nothing.
            #expect(try check(folder).findings == found.findings)
            let mended = try check(folder, repairs: true)
            #expect(mended.summary.isSound && mended.summary.repaired == kinds.count)
            let after = try check(folder)
            #expect(after.summary.findings == 0)
            #expect(after.summary.quarantined == kinds.count { $0 == .unreadable })
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            #expect(try await storage.claim(at: 5_000).count == 2)
            await storage.close()
        }
    }

    @Test("what is in quarantine and can be read again is put back; devices hear of it, and all else stays there")
    func returns() async throws {
        try await withFolder { folder in
            let before = try await pull(folder)
            let numbers = "number = 1 AND \(Self.first)"
            try await change(
                folder,
                """
                UPDATE records SET fields = replace(fields, '"]}', '"]}x') WHERE kind IN ('todo', 'note') AND \(Self.first);
                UPDATE history SET value = 'x' || value WHERE \(numbers);
                """
            )
            #expect(try check(folder, repairs: true).summary.isSound)
            let broken = try check(folder)
            #expect(broken.summary.quarantined == 5 && broken.findings.allSatisfy { $0.repair == nil })
            // All faults are repaired except the note's.
            try await change(
                folder,
                """
                UPDATE quarantine SET columns = json_set(columns, '$.fields', replace(json_extract(columns, '$.fields'), '"]}x', '"]}'))
                    WHERE kind = 'todo' AND origin = 'records';
                UPDATE quarantine SET columns = json_set(columns, '$.value', substr(json_extract(columns, '$.value'), 2))
                    WHERE origin = 'history';
                """
            )
            let found = try check(folder)
            #expect(found.summary.quarantined == 5 && found.summary.isSound)
            #expect(found.findings.count { $0.repair == "put it back" } == 4)
            let mended = try check(folder, repairs: true)
            #expect(mended.summary.quarantined == 1 && mended.summary.isSound && mended.summary.repaired >= 4)
            #expect(try check(folder).findings.map(\.kind) == [.quarantine])
            let after = try await pull(folder)
            let last = try #require(before.changes.map(\.cursor).max())
            let todos = after.changes.filter { $0.record.kind == .todo }
            #expect(
                Set(todos.map { "\($0.record)" })
                    == Set(before.changes.map(\.record).filter { $0.kind == .todo }.map { "\($0)" })
            )
            #expect(todos.allSatisfy { $0.cursor > last })
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            #expect(try await storage.history(of: person(1).id, todo(1).key).count == 2)
            #expect(try await storage.claim(at: 5_000).count == 2)
            await storage.close()
        }
    }

    private func pull(_ folder: String) async throws -> ChangePage {
        let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
        let page = try await storage.pull(person(1))
        await storage.close()
        return page
    }

    @Test("what has come again meanwhile is not replaced by what is in quarantine")
    func cameAgain() async throws {
        try await withFolder { folder in
            try await change(folder, "UPDATE records SET fields = '{broken' WHERE kind = 'note' AND \(Self.first)")
            _ = try check(folder, repairs: true)
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            try await storage.push(note(3), to: person(1))
            await storage.close()
            try await change(folder, "UPDATE quarantine SET columns = json_set(columns, '$.fields', '{}')")
            let checked = try check(folder, repairs: true)
            #expect(checked.summary.quarantined == 1 && checked.summary.findings == 0)
        }
    }

    private func choose(_ choice: Limits.Choice, in folder: String) async throws {
        let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
        try await storage.push(choice.record(at: stamp(9)), to: person(1))
        await storage.close()
    }

    private func limitsInRow(_ folder: String) async throws -> Limits.Choice? {
        let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
        let session = try await storage.session(token: token(1))
        await storage.close()
        return session?.limits
    }

    @Test(
        "[A15] an account's row with other limits than its record is found, and set from the record",
        arguments: [(.roomy, "NULL"), (.roomy, "'classic'"), (nil, "'roomy'")] as [(Limits.Choice?, String)]
    )
    func limits(_ choice: Limits.Choice?, _ column: String) async throws {
        try await withFolder { folder in
            if let choice { try await choose(choice, in: folder) }
            #expect(try check(folder).summary.findings == 0)
            try await change(folder, "UPDATE accounts SET limits = \(column) WHERE email LIKE 'person1%'")
            let found = try check(folder)
            #expect(found.kinds == [.limits] && !found.summary.isSound)
            #expect(found.findings.allSatisfy { $0.repair != nil && !$0.isRepaired })
            #expect(try check(folder, repairs: true).summary.repaired == 1)
            #expect(try check(folder).summary.findings == 0)
            #expect(try await limitsInRow(folder) == choice)
        }
    }

    @Test("[A15] an account's row keeps the limits while their record is in quarantine")
    func limitsSetAside() async throws {
        try await withFolder { folder in
            try await choose(.roomy, in: folder)
            try await change(folder, "UPDATE records SET fields = replace(fields, ':', ';') WHERE kind = 'setting'")
            #expect(try check(folder).kinds == [.unreadable])
            #expect(try check(folder, repairs: true).summary.isSound)
            #expect(try check(folder).kinds == [.quarantine])
            #expect(try await limitsInRow(folder) == .roomy)
        }
    }

    @Test("a record beyond its budget is found, and left to the person")
    func budget() async throws {
        try await withFolder { folder in
            let title = String(repeating: "x", count: 300_000)
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite", budgets: Budgets("recordBytes=1000000"))
            try await storage.push(todo(1, title: title, at: 9), to: person(1))
            await storage.close()
            let found = try check(folder, repairs: true)
            #expect(found.kinds == [.budget] && !found.summary.isSound)
            #expect(found.findings.allSatisfy { !"\($0)".contains("xxx") })
        }
    }

    @Test("a photo that is missing, short or another, and a file of nobody, are found")
    func photos() async throws {
        try await withFolder { folder in
            let root = folder + "/photos/"
            let files = try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.count > 60 }.sorted()
            try #require(files.count == 2)
            let stray = root + files[0] + "f"
            try Data("nobody's".utf8).write(to: URL(fileURLWithPath: stray))
            try FileManager.default.removeItem(atPath: root + files[0])
            try Data("lame 2".utf8).write(to: URL(fileURLWithPath: root + files[1]))
            let found = try check(folder)
            #expect(found.kinds == [.photo, .photo, .leftover])
            #expect(found.findings.last?.place == "photos/\(files[0])f")
            #expect(try check(folder, fast: true).kinds == [.photo, .leftover])
            try Data("lake".utf8).write(to: URL(fileURLWithPath: root + files[1]))
            #expect(try check(folder, fast: true).kinds == [.photo, .photo, .leftover])
            let mended = try check(folder, repairs: true)
            #expect(mended.summary.repaired == 1 && !mended.summary.isSound)
            #expect(!FileManager.default.fileExists(atPath: stray))
        }
    }

    @Test("an index that does not fit its table is made anew, and a reference to nothing is told")
    func structure() async throws {
        try await withFolder { folder in
            let queue = try DatabaseQueue(path: folder + "/daybook.sqlite")
            try await queue.writeWithoutTransaction { db in
                // The table's row is removed and its entries in the indexes stay, as after a fault of the disk.
                try db.execute(
                    sql: """
                        PRAGMA foreign_keys = OFF; PRAGMA writable_schema = ON;
                        UPDATE sqlite_schema SET sql = replace(sql, 'seen)', 'device)') WHERE name = 'devices_by_seen';
                        PRAGMA writable_schema = RESET;
                        INSERT INTO devices (account, device, seen)
                            VALUES (x'01900000000070008000000000000001', zeroblob(16), 1);
                        PRAGMA writable_schema = ON;
                        UPDATE sqlite_schema SET sql = replace(sql, '(device)', '(seen)') WHERE name = 'devices_by_seen';
                        PRAGMA writable_schema = RESET;
                        INSERT INTO activity (account, at, kind) VALUES (zeroblob(16), 1, 'signed_up');
                        """
                )
            }
            try queue.close()
            let found = try check(folder)
            #expect(Set(found.kinds) == [.database, .reference])
            let mended = try check(folder, repairs: true)
            #expect(mended.summary.findings == mended.summary.repaired + 1)
            #expect(try check(folder).kinds == [.reference])
        }
    }

    @Test("a foreign or missing database is reported and not checked")
    func none() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            #expect(throws: StorageError.cannotOpen(path: path, detail: "there is no such file")) { try check(folder) }
            try Data("no database".utf8).write(to: URL(fileURLWithPath: path))
            #expect(throws: StorageError.notADatabase(path: path)) { try check(folder, repairs: true) }
        }
    }

    @Test("a folder is shared by those who use it and held alone by who mends it")
    func lock() async throws {
        try await withTemporaryFolder { folder in
            var first = try FolderLock(folder: folder, .shared)
            var second = try FolderLock(folder: folder, .shared)
            #expect(first != nil && second != nil)
            #expect(try FolderLock(folder: folder, .exclusive) == nil)
            (first, second) = (nil, nil)
            let alone = try FolderLock(folder: folder, .exclusive)
            #expect(alone != nil && first == nil && second == nil)
            #expect(try FolderLock(folder: folder, .shared) == nil)
            withExtendedLifetime(alone) {}
        }
    }
}

import DaybookCore
import Foundation
import Testing

@testable import DaybookStore

@Suite("SQLite: a database that was put back to an earlier state")
struct LivesTests {
    private func path(_ folder: String) -> String { folder + "/daybook.sqlite" }

    @discardableResult
    private func run<Value>(
        _ folder: String,
        _ work: (any Storage) async throws -> Value
    ) async throws -> Value {
        let storage = try Storages.sqlite(path: path(folder))
        let value = try await work(storage)
        await storage.close()
        return value
    }

    /// A folder with a backup of one change, and a database with three.
    private func withBackup(_ work: (String, _ backup: String) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let account = person(1)
            try await run(folder) { storage in
                _ = try await storage.add(1)
                try await storage.push(todo(1), to: account)
            }
            let backup = folder + "/backup"
            try FileManager.default.copyItem(atPath: path(folder), toPath: backup)
            try await run(folder) { try await $0.push(todo(2), todo(3), to: account) }
            try await work(folder, backup)
        }
    }

    private func restore(_ backup: String, in folder: String) throws {
        try FileManager.default.removeItem(atPath: path(folder))
        try FileManager.default.copyItem(atPath: backup, toPath: path(folder))
    }

    private func cursor(_ folder: String) async throws -> Int64 {
        try await run(folder) { try await $0.cursor(of: person(1).id) }
    }

    @Test("[S7] Opened again and again, it lives on", arguments: [1, 5])
    func livesOn(_ times: Int) async throws {
        try await withBackup { folder, _ in
            var seen: Set<Int64> = []
            for _ in 0..<times { seen.insert(try await cursor(folder)) }
            #expect(seen == [3])
        }
    }

    @Test("[S10] Restored from a backup, all its numbers are above those it gave; once")
    func restored() async throws {
        try await withBackup { folder, backup in
            try restore(backup, in: folder)
            let moved = try await cursor(folder)
            #expect(moved > 3 && ChangeNumber.number(moved, inLife: 0) == 1)
            #expect(try await cursor(folder) == moved)
            let page = try await run(folder) {
                try await $0.changes(of: person(1).id, after: 0, limit: PageLimit(records: 9, bytes: 9_999))
            }
            #expect(page.changes.map(\.cursor) == [moved] && page.cursor == moved)
            try await run(folder) { try await $0.push(todo(4), to: person(1)) }
            #expect(try await cursor(folder) == moved + 1)
        }
    }

    @Test("[S10] The same backup restored twice, and one that is older still, are lives of their own")
    func restoredTwice() async throws {
        try await withBackup { folder, backup in
            var lives: Set<Int64> = [0]
            try restore(backup, in: folder)
            lives.insert(ChangeNumber.life(of: try await cursor(folder)))
            let second = folder + "/second"
            try FileManager.default.copyItem(atPath: path(folder), toPath: second)
            #expect(try await cursor(folder) > 0)
            try restore(second, in: folder)
            lives.insert(ChangeNumber.life(of: try await cursor(folder)))
            #expect(lives.count == 3)
        }
    }

    @Test("[S10] A database that comes without the mark beside it, or with one that cannot be read, is a restored one")
    func withoutMark() async throws {
        try await withBackup { folder, _ in
            let mark = folder + "/daybook.mark"
            try FileManager.default.removeItem(atPath: mark)
            let moved = try await cursor(folder)
            #expect(ChangeNumber.life(of: moved) > 0)
            try Data("12".utf8).write(to: URL(fileURLWithPath: mark))
            let again = try await cursor(folder)
            #expect(ChangeNumber.life(of: again) > ChangeNumber.life(of: moved))
        }
    }

    @Test("[S6] After a kill the mark lags, and nothing is concluded from that")
    func killed() async throws {
        try await withBackup { folder, _ in
            let mark = try Data(contentsOf: URL(fileURLWithPath: folder + "/daybook.mark"))
            #expect(try await cursor(folder) == 3)
            try mark.write(to: URL(fileURLWithPath: folder + "/daybook.mark"))
            #expect(try await cursor(folder) == 3)
        }
    }
}

import DaybookCore
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: group commit")
struct GroupCommitTests {
    init() { WatchedDisk.install() }

    @Test("a job that fails is undone alone; the rest of its group is kept")
    func alone() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let asha = try await storage.add(1)
            let held = holdWriter(of: storage)
            let results = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number: UInt64 in 1...20 {
                    group.addTask {
                        do {
                            try await storage.committer.write { context in
                                try context.db.execute(
                                    sql: "UPDATE accounts SET cursor = cursor + 1 WHERE id = ?",
                                    arguments: [asha.id.blob]
                                )
                                if number.isMultiple(of: 4) { throw StorageError.failed("on purpose") }
                            }
                            return true
                        } catch { return false }
                    }
                }
                try await held.release(whenWaiting: 20, in: storage.committer)
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.filter { $0 }.count == 15)
            #expect(try await storage.cursor(of: asha.id) == 15)
            await storage.close()
        }
    }

    @Test("a job without a savepoint that fails is undone alone, too, before its first change or after it")
    func last() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let asha = try await storage.add(1)
            for failsLate in [false, true] {
                let before = try await storage.cursor(of: asha.id)
                let held = holdWriter(of: storage)
                let results = try await withThrowingTaskGroup(of: Bool.self) { group in
                    for number: UInt64 in 1...20 {
                        group.addTask {
                            do {
                                try await storage.committer.write(promises: .changesLast) { context in
                                    let fails = number.isMultiple(of: 4)
                                    if fails, !failsLate { throw StorageError.failed("on purpose") }
                                    try context.db.execute(
                                        sql: "UPDATE accounts SET cursor = cursor + 1 WHERE id = ?",
                                        arguments: [asha.id.blob]
                                    )
                                    if fails { throw StorageError.failed("on purpose") }
                                }
                                return true
                            } catch { return false }
                        }
                    }
                    try await held.release(whenWaiting: 20, in: storage.committer)
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(results.filter { $0 }.count == 15)
                #expect(try await storage.cursor(of: asha.id) == before + 15)
            }
            await storage.close()
        }
    }

    @Test("a full disk refuses writes with its own error, loses nothing, and reading goes on")
    func full() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let asha = try await storage.add(1)
            try await storage.push(todo(1), to: asha)

            WatchedDisk.setFull(true, folder: folder)
            await #expect(throws: StorageError.full) { try await storage.push(todo(2), to: asha) }
            await #expect(throws: StorageError.full) { try await storage.checkWritable() }
            #expect(try await storage.pull(asha).changes.map(\.record.id) == [uuid(1)])
            #expect(try await storage.session(token: token(1))?.cursor == 1)

            WatchedDisk.setFull(false, folder: folder)
            try await storage.push(todo(2), to: asha)
            try await storage.checkWritable()
            #expect(try await storage.pull(asha).changes.map(\.cursor) == [1, 2])
            await storage.close()
        }
    }

    @Test("a group that meets a full disk fails as a whole, each of its jobs with the same error")
    func fullGroup() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let asha = try await storage.add(1)
            WatchedDisk.setFull(true, folder: folder)
            let held = holdWriter(of: storage)
            let errors = try await withThrowingTaskGroup(of: StorageError?.self) { group in
                for number: UInt64 in 1...10 {
                    group.addTask {
                        do {
                            try await storage.push(todo(number), to: asha)
                            return nil
                        } catch { return error as? StorageError }
                    }
                }
                try await held.release(whenWaiting: 10, in: storage.committer)
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(errors == Array(repeating: StorageError.full, count: 10))
            WatchedDisk.setFull(false, folder: folder)
            #expect(try await storage.cursor(of: asha.id) == 0)
            await storage.close()
        }
    }
}

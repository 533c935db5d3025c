import DaybookCore
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: what was acknowledged is on disk")
struct DurabilityTests {
    init() { WatchedDisk.install() }

    @Test("[S6] each acknowledged write was synced before its acknowledgement")
    func everyWrite() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let storage = try SQLiteStorage(path: path)
            let asha = try await storage.add(1)
            for number: UInt64 in 1...20 {
                let before = WatchedDisk.syncs(of: path)
                try await storage.push(todo(number), to: asha)
                #expect(WatchedDisk.syncs(of: path) > before, "write \(number) was acknowledged without a sync")
            }
            await storage.close()
        }
    }

    @Test("[S6] each group of writes that share a commit was synced, and groups are fewer than writes")
    func everyGroup() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            // A slow machine must not end a group by time.
            var budgets = Budgets()
            budgets[.transactionMilliseconds] = 600_000
            let storage = try SQLiteStorage(path: path, budgets: budgets)
            let asha = try await storage.add(1)
            let before = WatchedDisk.syncs(of: path)
            // While the writer is held, the others gather into one group.
            let held = holdWriter(of: storage)
            try await withThrowingTaskGroup { group in
                for number: UInt64 in 1...64 { group.addTask { try await storage.push(todo(number), to: asha) } }
                try await held.release(whenWaiting: 64, in: storage.committer)
                try await group.waitForAll()
            }
            let syncs = WatchedDisk.syncs(of: path) - before
            #expect(syncs >= 1)
            #expect(syncs <= 8, "64 writes at once took \(syncs) syncs")
            #expect(try await storage.cursor(of: asha.id) == 64)
            await storage.close()
        }
    }

    @Test("the count can tell: with GRDB's own setting commits are not synced")
    func countIsSharp() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/other.sqlite"
            let pool = try DatabasePool(path: path)
            try await pool.write { try $0.execute(sql: "CREATE TABLE t (x)") }
            let before = WatchedDisk.syncs(of: path)
            for number in 1...20 { try await pool.write { try $0.execute(sql: "INSERT INTO t VALUES (\(number))") } }
            #expect(WatchedDisk.syncs(of: path) == before)
            try pool.close()
        }
    }

    @Test("a database that was closed opens with everything in it, and its clock goes on")
    func reopened() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            var storage = try SQLiteStorage(path: path)
            let asha = try await storage.add(1)
            try await storage.push(todo(1, at: 200_000), to: asha)
            await storage.close()

            storage = try SQLiteStorage(path: path)
            #expect(try await storage.account(asha.id) == asha)
            #expect(try await storage.session(token: token(1))?.cursor == 1)
            #expect(try await storage.pull(asha).changes.map(\.record) == [todo(1, at: 200_000)])
            let outcomes = try await storage.update([todo(2).key], of: asha.id, at: moment()) { _, _, clock in
                let stamp = clock.next(now: moment())
                return Decision<Never>.merge(
                    Record(kind: .todo, id: uuid(2), fields: [Record.Field("title", .string("After"), stamp)])
                )
            }
            guard case .changed(let stored, _) = outcomes[0] else { return #expect(Bool(false)) }
            #expect(try #require(stored.record.latest) > stamp(200_000, device: .max))
            await storage.close()
        }
    }

    @Test("[S2] two processes on one database never make one stamp twice, and see each other's writes")
    func twoWriters() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let storages = try [SQLiteStorage(path: path), SQLiteStorage(path: path)]
            let asha = try await storages[0].add(1)
            try await withThrowingTaskGroup { group in
                for number: UInt64 in 1...40 {
                    let storage = storages[Int(number % 2)]
                    group.addTask {
                        _ = try await storage.update([todo(number).key], of: asha.id, at: moment()) { _, _, clock in
                            let stamp = clock.next(now: moment())
                            return Decision<Never>.merge(
                                Record(
                                    kind: .todo,
                                    id: uuid(number),
                                    fields: [Record.Field("title", .string("x"), stamp)]
                                )
                            )
                        }
                    }
                }
                try await group.waitForAll()
            }
            let changes = try await storages[0].pull(asha).changes
            #expect(changes.map(\.cursor) == Array(1...40))
            #expect(Set(changes.compactMap(\.record.latest)).count == 40)
            for storage in storages { await storage.close() }
        }
    }
}

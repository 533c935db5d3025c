import DaybookCore
import Foundation
import Testing

@testable import DaybookStore

@Suite("Many records are written in slices")
struct SliceContractTests {
    private func with(
        _ pairs: (Budget, Int)...,
        test: (SQLiteStorage, StoredAccount) async throws -> Void
    ) async throws {
        var budgets = Self.unhurried
        for (budget, number) in pairs { budgets[budget] = number }
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite", budgets: budgets)
            try await test(storage, try await storage.add(1))
            await storage.close()
        }
    }

    /// With these budgets only counts end a slice, however slow the machine is.
    private static var unhurried: Budgets {
        var budgets = Budgets()
        budgets[.transactionMilliseconds] = 600_000
        return budgets
    }

    @Test("[S7] a thousand records take many transactions, others write in between, and the numbers have no gaps")
    func slices() async throws {
        try await with((.transactionRows, 100)) { storage, asha in
            let ben = try await storage.add(2)
            let log = Shared<[String]>([])
            let held = holdWriter(of: storage)
            let changes = (1...1_000).map { todo($0) }
            async let outcomes = storage.apply(changes, to: asha.id, at: moment()) { change, _ in
                log.withLock { $0.append("a") }
                return []
            }
            while storage.committer.waitingCount < 1 { await Task.yield() }
            async let other = storage.apply([todo(1)], to: ben.id, at: moment()) { _, _ in
                log.withLock { $0.append("b") }
                return []
            }
            try await held.release(whenWaiting: 2, in: storage.committer)
            #expect(try await outcomes.count == 1_000)
            _ = try await other
            let place = try #require(log.withLock { $0.firstIndex(of: "b") })
            #expect(place <= 100)
            #expect(try await storage.pull(asha).changes.map(\.cursor) == Array(1...1_000))
        }
    }

    @Test(
        "one step of a person stays together, whatever its time; other records leave the writer to others",
        arguments: [true, false]
    )
    func time(isOneStep: Bool) async throws {
        try await with((.transactionMilliseconds, 1)) { storage, asha in
            let ben = try await storage.add(2)
            let log = Shared<[String]>([])
            let held = holdWriter(of: storage)
            let keys = (1...20).map { todo($0).key }
            async let outcomes = storage.updateEach(
                keys,
                of: asha.id,
                at: moment(),
                bytes: 1 << 10,
                isOneStep: isOneStep
            ) { index, _, _ in
                // A clock that goes on: more than the transaction has.
                Thread.sleep(forTimeInterval: 0.002)
                log.withLock { $0.append("a") }
                return Decision<Never>.merge(todo(UInt64(index + 1)))
            }
            while storage.committer.waitingCount < 1 { await Task.yield() }
            async let other = storage.apply([todo(1)], to: ben.id, at: moment()) { _, _ in
                log.withLock { $0.append("b") }
                return []
            }
            try await held.release(whenWaiting: 2, in: storage.committer)
            #expect(try await outcomes.count == 20)
            _ = try await other
            #expect(log.withLock { $0.firstIndex(of: "b") } == (isOneStep ? 20 : 1))
        }
    }

    @Test("what was written before a disk was full is kept, and reported; the same again does the rest and no more")
    func interrupted() async throws {
        WatchedDisk.install()
        try await withTemporaryFolder { folder in
            var budgets = Self.unhurried
            budgets[.transactionRows] = 10
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite", budgets: budgets)
            let asha = try await storage.add(1)
            let changes = (1...35).map { todo($0) }
            await #expect(throws: StorageError.interrupted(written: 20, .full)) {
                try await storage.apply(changes, to: asha.id, at: moment()) { change, _ in
                    if change.id == uuid(25) { WatchedDisk.setFull(true, folder: folder) }
                    return []
                }
            }
            WatchedDisk.setFull(false, folder: folder)
            #expect(try await storage.cursor(of: asha.id) == 20)
            let outcomes = try await storage.push(changes, to: asha)
            #expect(outcomes.count { if case .changed = $0 { true } else { false } } == 15)
            #expect(try await storage.cursor(of: asha.id) == 35)
            await storage.close()
        }
    }

    @Test("who has gone gets no further slices")
    func cancelled() async throws {
        try await with((.transactionRows, 10)) { storage, asha in
            let changes = (1...100).map { todo($0) }
            let task = Shared<Task<[Outcome<[Violation]>], any Error>?>(nil)
            let held = holdWriter(of: storage)
            let running = Task {
                try await storage.apply(changes, to: asha.id, at: moment()) { change, _ in
                    if change.id == uuid(15) { task.withLock { $0?.cancel() } }
                    return []
                }
            }
            task.withLock { $0 = running }
            try await held.release(whenWaiting: 1, in: storage.committer)
            await #expect(throws: StorageError.interrupted(written: 20, .cancelled)) { try await running.value }
            #expect(try await storage.cursor(of: asha.id) == 20)
        }
    }

    @Test("a slice ends by its bytes too, counting what is read and what is written")
    func bytes() async throws {
        try await with((.transactionBytes, 10_000)) { storage, asha in
            let text = String(repeating: "a", count: 4_000)
            let runs = Shared(0)
            let held = holdWriter(of: storage)
            async let outcomes = storage.apply((1...9).map { todo($0, title: text) }, to: asha.id, at: moment()) {
                _,
                _ in
                []
            }
            while storage.committer.waitingCount < 1 { await Task.yield() }
            async let others: Void = {
                for _ in 0..<3 { try await storage.committer.write { _ in runs.withLock { $0 += 1 } } }
            }()
            try await held.release(whenWaiting: 2, in: storage.committer)
            #expect(try await outcomes.count == 9)
            try await others
            #expect(runs.withLock { $0 } == 3)
            #expect(try await storage.cursor(of: asha.id) == 9)
        }
    }
}

extension Storage {
    /// Merges changes without any rule.
    func push(_ changes: [Record], to account: StoredAccount) async throws -> [Outcome<[Violation]>] {
        try await apply(changes, to: account.id, at: moment()) { _, _ in [] }
    }
}

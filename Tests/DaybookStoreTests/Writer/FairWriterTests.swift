import DaybookCore
import GRDB
import Synchronization
import Testing

@testable import DaybookStore

@Suite("The writer is fair and bounded")
struct FairWriterTests {
    /// The order of the jobs, and the number of transactions.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])
        func note(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    /// A stopwatch that moves only when a test moves it.
    private final class Stopwatch: Sendable {
        private let time = Mutex(Duration.zero)
        func advance(_ duration: Duration) { time.withLock { $0 += duration } }
        var now: Duration { time.withLock { $0 } }
    }

    private func budgets(_ pairs: (Budget, Int)...) -> Budgets {
        var budgets = Budgets()
        for (budget, number) in pairs { budgets[budget] = number }
        return budgets
    }

    /// A committer on a storage's database, with other budgets.
    private func committer(
        _ storage: SQLiteStorage,
        _ budgets: Budgets,
        _ meter: BudgetMeter = BudgetMeter(),
        _ stopwatch: Stopwatch = Stopwatch()
    ) -> GroupCommitter {
        GroupCommitter(
            pool: storage.pool,
            checkpointer: storage.connections.checkpointer,
            feed: storage.feed,
            signal: storage.signal,
            sessions: storage.rememberedSessions,
            budgets: budgets,
            meter: meter,
            stopwatch: { stopwatch.now }
        )
    }

    private let asha = WriteOwner.account(AccountID(uuid(1)))
    private let ben = WriteOwner.account(AccountID(uuid(2)))

    @Test("an account that floods the writer takes turns with the others, and the server's own work is never refused")
    func flood() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let committer = committer(storage, budgets((.accountWaitingBytes, 10 << 10), (.waitingBytes, 12 << 10)))
            let log = Log()
            let held = holdWriter(of: storage)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<10 {
                    group.addTask { try await committer.write(for: asha) { _ in log.note("a") } }
                    while committer.waitingCount <= number { await Task.yield() }
                }
                group.addTask { try await committer.write(for: ben) { _ in log.note("b") } }
                while committer.waitingCount < 11 { await Task.yield() }
                group.addTask { try await committer.write { _ in log.note("s") } }
                group.addTask { try await committer.write(bytes: 1 << 20) { _ in log.note("s") } }
                try await held.release(whenWaiting: 13, in: committer)
                try await group.waitForAll()
            }
            let order = log.all
            #expect(order.count == 13)
            #expect(Set(order.prefix(3)) == ["a", "b", "s"])
            #expect(order.dropFirst(5).allSatisfy { $0 == "a" })
            await storage.close()
        }
    }

    @Test("who has too much waiting is refused, others are not until all have, and both are counted")
    func crowded() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let meter = BudgetMeter()
            let committer = committer(storage, budgets((.accountWaitingBytes, 3_000), (.waitingBytes, 5_000)), meter)
            let held = holdWriter(of: storage)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await committer.write(for: asha, bytes: 2_500) { _ in } }
                while committer.waitingCount < 1 { await Task.yield() }
                await #expect(throws: StorageError.crowded(.accountWaitingBytes)) {
                    try await committer.write(for: asha, bytes: 1_500) { _ in }
                }
                group.addTask { try await committer.write(for: ben, bytes: 2_000) { _ in } }
                while committer.waitingCount < 2 { await Task.yield() }
                await #expect(throws: StorageError.crowded(.waitingBytes)) {
                    try await committer.write(for: .counted(under: nil)) { _ in }
                }
                #expect(meter.used(of: .waitingBytes) == 4_500)
                // A job that continues an earlier one is not refused.
                group.addTask { try await committer.write(for: asha, bytes: 9_000, isContinuation: true) { _ in } }
                try await held.release(whenWaiting: 3, in: committer)
                try await group.waitForAll()
            }
            #expect(meter.refusals(of: .accountWaitingBytes) == 1 && meter.refusals(of: .waitingBytes) == 1)
            #expect(meter.used(of: .waitingBytes) == 0)
            await storage.close()
        }
    }

    /// Groups six jobs by their transactions. Each transaction reads the clock once, which tells them apart.
    private func groups(
        _ budgets: Budgets,
        each work: @escaping @Sendable (inout WriteContext, Stopwatch) -> Void
    ) async throws -> [Int] {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let (log, stopwatch) = (Log(), Stopwatch())
            let committer = committer(storage, budgets, BudgetMeter(), stopwatch)
            let held = holdWriter(of: storage)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<6 {
                    group.addTask {
                        try await committer.write(for: asha) { context in
                            // A transaction sees its own writes: the number of its jobs that ran before.
                            context.noteDeletion(of: AccountID(uuid(UInt64(context.moved.count + 50))))
                            log.note("\(context.moved.count)")
                            work(&context, stopwatch)
                        }
                    }
                }
                try await held.release(whenWaiting: 6, in: committer)
                try await group.waitForAll()
            }
            await storage.close()
            return log.all.compactMap { Int($0) }
        }
    }

    @Test("a transaction takes no more jobs once it has its rows, its bytes or its time, and always one")
    func closes() async throws {
        #expect(try await groups(budgets()) { _, _ in } == [1, 2, 3, 4, 5, 6])
        #expect(try await groups(budgets((.transactionRows, 2))) { _, _ in } == [1, 2, 1, 2, 1, 2])
        #expect(
            try await groups(budgets((.transactionRows, 3))) { context, _ in context.meter.add(rows: 9) } == [
                1, 1, 1, 1, 1, 1,
            ]
        )
        #expect(
            try await groups(budgets((.transactionBytes, 100))) { context, _ in context.meter.add(rows: 0, bytes: 40) }
                == [1, 2, 3, 1, 2, 3]
        )
        #expect(
            try await groups(budgets((.transactionMilliseconds, 8))) { _, stopwatch in
                stopwatch.advance(.milliseconds(5))
            }
                == [1, 2, 1, 2, 1, 2]
        )
    }

    /// The groups of two jobs of each of Asha and Ben, of which Asha's take this long.
    private func groups(ofLong cost: Duration) async throws -> [String] {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let (log, stopwatch) = (Log(), Stopwatch())
            let committer = committer(storage, budgets((.transactionMilliseconds, 1_000)), BudgetMeter(), stopwatch)
            let held = holdWriter(of: storage)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, owner) in [asha, ben, asha, ben].enumerated() {
                    group.addTask {
                        try await committer.write(for: owner) { context in
                            context.noteDeletion(of: AccountID(uuid(UInt64(context.moved.count + 50))))
                            log.note("\(owner == asha ? "Asha" : "Ben") \(context.moved.count)")
                            if owner == asha { stopwatch.advance(cost) }
                        }
                    }
                    while committer.waitingCount <= index { await Task.yield() }
                }
                try await held.release(whenWaiting: 4, in: committer)
                try await group.waitForAll()
            }
            await storage.close()
            return log.all
        }
    }

    @Test("who has used little of the writer's time does not wait for the next job of who has used much")
    func ahead() async throws {
        #expect(try await groups(ofLong: .milliseconds(5)) == ["Asha 1", "Ben 2", "Ben 3", "Asha 1"])
        #expect(try await groups(ofLong: .microseconds(400)) == ["Asha 1", "Ben 2", "Ben 3", "Asha 4"])
    }
}

import DaybookCore
import DaybookStore
import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import DaybookServer

@Suite("Threads for long computations", .timeLimit(.minutes(1)))
struct LongTasksTests {
    static func owner(_ number: UInt64) -> LongTasks.Owner { .account(AccountID(uuid(number))) }

    @Test("a computation gives its value, or throws what it throws")
    func value() async throws {
        let tasks = LongTasks(threads: 2)
        #expect(try await tasks.run(for: Self.owner(1)) { _ in 7 } == 7)
        await #expect(throws: Problem.notFound) {
            try await tasks.run(for: Self.owner(1)) { _ in throw Problem.notFound }
        }
        #expect(try await tasks.run(for: Self.owner(1)) { _ in 8 } == 8, "the thread is free again")
    }

    @Test("while one owner's many wait, another's next one is the next")
    func fair() async throws {
        let tasks = LongTasks(threads: 1)
        let order = Happened()
        try await tasks.held(by: Self.owner(1)) {
            var all: [Task<Void, any Error>] = []
            for number in 1...5 {
                all.append(Task { try await tasks.run(for: Self.owner(1)) { _ in order.add("a\(number)") } })
                await tasks.waits(number)
            }
            all.append(Task { try await tasks.run(for: Self.owner(2)) { _ in order.add("b") } })
            await tasks.waits(6)
            return all
        }
        #expect(order.all == ["a1", "b", "a2", "a3", "a4", "a5"])
    }

    @Test("who is cancelled while waiting leaves at once, and never works")
    func cancelledWaiting() async throws {
        let tasks = LongTasks(threads: 1)
        try await tasks.held(by: Self.owner(1)) {
            let task = Task { try await tasks.run(for: Self.owner(2)) { _ in Issue.record("nobody wants it") } }
            await tasks.waits(1)
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(tasks.waitingCount == 0)
            return []
        }
        #expect(try await tasks.run(for: Self.owner(2)) { _ in 1 } == 1)
    }

    @Test("who is cancelled while working sees it at the flag")
    func cancelledWorking() async throws {
        let tasks = LongTasks(threads: 1)
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let task = Task {
            try await tasks.run(for: Self.owner(1)) { flag in
                begin.finish()
                while flag.goesOn { usleep(100) }
                try flag.check()
            }
        }
        for await _ in began {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await tasks.run(for: Self.owner(1)) { _ in 1 } == 1)
    }

    @Test("a computation ends when its time is up, with 503 and when to come back")
    func overrun() async throws {
        var budgets = Budgets()
        budgets[.longTaskMilliseconds] = 100
        let (meter, time) = (BudgetMeter(), Time())
        let tasks = LongTasks(threads: 1, budgets: budgets, meter: meter, now: { time.now })
        let problem = await #expect(throws: Problem.self) {
            try await tasks.run(for: Self.owner(1)) { flag in
                #expect(flag.goesOn)
                time.advance(.milliseconds(99))
                #expect(flag.goesOn)
                time.advance(.milliseconds(1))
                #expect(!flag.goesOn)
                try flag.check()
            }
        }
        #expect(problem?.status == .serviceUnavailable && problem?.headers[.retryAfter] != nil)
        #expect(meter.refusals(of: .longTaskMilliseconds) == 1)
    }

    @Test("more than may wait are refused with 429 and when to come back; one owner has an eighth of the places")
    func full() async throws {
        var budgets = Budgets()
        budgets[.longTasks] = 16
        let meter = BudgetMeter()
        let tasks = LongTasks(threads: 1, budgets: budgets, meter: meter)
        try await tasks.held(by: Self.owner(100)) {
            var all: [Task<Void, any Error>] = []
            for number in 1...2 {
                all.append(Task { try await tasks.run(for: Self.owner(1)) { _ in } })
                await tasks.waits(number)
            }
            await #expect(throws: Problem.tooManyLongTasks) { try await tasks.run(for: Self.owner(1)) { _ in } }
            for number in 3...16 as ClosedRange<Int> {
                all.append(Task { try await tasks.run(for: Self.owner(UInt64(number))) { _ in } })
                await tasks.waits(number)
            }
            let problem = await #expect(throws: Problem.self) { try await tasks.run(for: Self.owner(99)) { _ in } }
            #expect(problem?.status == .tooManyRequests && problem?.headers[.retryAfter] != nil)
            #expect(meter.refusals(of: .longTasks) == 2 && meter.used(of: .longTasks) == 16)
            return all
        }
        #expect(meter.used(of: .longTasks) == 0)
    }

    #if canImport(Glibc)
    @Test("its threads stand behind those that serve")
    func priority() async throws {
        let tasks = LongTasks(threads: 1)
        #expect(try await tasks.run(for: Self.owner(1)) { _ in ThreadPriority.present } == 10)
        let serving = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: ThreadPriority.present) }
        }
        #expect(serving < 10)
    }
    #endif
}

/// Events, in order.
final class Happened: Sendable {
    private let names = Mutex<[String]>([])
    var all: [String] { names.withLock { $0 } }
    func add(_ name: String) { names.withLock { $0.append(name) } }
}

/// A clock that moves only when a test moves it.
final class Time: Sendable {
    private let moment = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { moment.withLock { $0 } }
    func advance(_ duration: Duration) { moment.withLock { $0 = $0.advanced(by: duration) } }
}

extension LongTasks {
    /// Runs `body` while the only thread is occupied, then releases the thread and waits for the tasks of `body`.
    func held(by owner: Owner, _ body: () async throws -> [Task<Void, any Error>]) async throws {
        let (began, begin) = AsyncStream.makeStream(of: Void.self)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let holder = Task {
            try await turn(for: owner) { _ in
                begin.finish()
                for await _ in gate {}
            }
        }
        for await _ in began {}
        let waiting: [Task<Void, any Error>]
        do {
            waiting = try await body()
        } catch {
            open.finish()
            throw error
        }
        open.finish()
        try await holder.value
        for task in waiting { try await task.value }
    }

    /// Returns when `count` tasks wait.
    func waits(_ count: Int) async {
        while waitingCount != count { try? await Task.sleep(for: .milliseconds(1)) }
    }
}

#if canImport(Glibc)
extension ThreadPriority {
    /// The nice value of the present thread.
    static var present: Int32 { getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) }
}
#endif

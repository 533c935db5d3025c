import Foundation
import Synchronization
import Testing

@testable import DaybookServer

@Suite("Callers take turns at the threads")
struct FairExecutorTests {
    /// Occupies the only thread of an executor until it is opened.
    private final class Barrier: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)

        func pass() { semaphore.wait() }
        func open() { semaphore.signal() }
    }

    /// Records the order in which tasks ran.
    private final class Order: Sendable {
        private let list = Mutex<[String]>([])

        var names: [String] { list.withLock { $0 } }
        func add(_ name: String) { list.withLock { $0.append(name) } }
    }

    @Test("tasks run on the executor's threads, and their results come back")
    func results() async {
        let executor = FairExecutor<String>(threads: 2)
        let sum = await withTaskExecutorPreference(executor.lane(of: "a")) {
            await withTaskGroup(of: Int.self) { group in
                for number in 0..<1_000 {
                    group.addTask {
                        await Task.yield()
                        return number
                    }
                }
                return await group.reduce(0, +)
            }
        }
        #expect(sum == 499_500)
    }

    @Test("a caller with one job goes before those that another has queued by the thousand")
    func turns() async {
        let executor = FairExecutor<String>(threads: 1)
        let (many, one, barrier) = (executor.lane(of: "many"), executor.lane(of: "one"), Barrier())
        let order = Order()
        let first = Task(executorPreference: many) { barrier.pass() }
        let flood = (0..<1_000).map { _ in
            Task(executorPreference: many) { order.add("many") }
        }
        let single = Task(executorPreference: one) { order.add("one") }
        while executor.waitingCount < 1_001 { await Task.yield() }
        barrier.open()
        await first.value
        await single.value
        for task in flood { await task.value }
        // The first job was charged to the caller with many jobs.
        #expect(order.names.first == "one")
        #expect(order.names.count == 1_001)
    }

    @Test("a lane queues for the caller whose call it carries now")
    func changing() async {
        let executor = FairExecutor<String>(threads: 1)
        let (busy, lane, barrier) = (executor.lane(of: "busy"), executor.lane(of: "busy"), Barrier())
        let order = Order()
        let first = Task(executorPreference: busy) { barrier.pass() }
        let flood = (0..<100).map { _ in Task(executorPreference: busy) { order.add("busy") } }
        while executor.waitingCount < 100 { await Task.yield() }
        lane.caller = "somebody else"
        let single = Task(executorPreference: lane) { order.add("else") }
        while executor.waitingCount < 101 { await Task.yield() }
        barrier.open()
        await first.value
        await single.value
        for task in flood { await task.value }
        #expect(order.names.first == "else")
    }
}

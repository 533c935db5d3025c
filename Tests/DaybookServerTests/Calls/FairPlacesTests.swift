import Synchronization
import Testing

@testable import DaybookServer

@Suite("Waiting for a place")
struct FairPlacesTests {
    private struct Refused: Error {}

    /// Counts the calls that are inside, the most that were inside at once, and all that have been inside.
    private final class Tally: Sendable {
        let inside = Atomic(0)
        let most = Mutex(0)
        let done = Atomic(0)
    }

    private typealias Places = FairPlaces<CallGate<Int>>

    private static func places(_ places: Int, waiting: Int) -> Places {
        let gate = CallGate<Int>(total: .max) { _ in .init(places: places, waiting: waiting) }
        return Places(gate, refusal: { _, _ in Refused() })
    }

    /// A connection that lasts, with the callbacks of the calls that wait on it.
    private final class Connection: GoneSignal {
        let callbacks = Mutex<Set<UInt64>>([])
        var isGone: Bool { false }

        func whenGone(_ key: UInt64, _ call: @escaping @Sendable () -> Void) {
            callbacks.withLock { _ = $0.insert(key) }
        }

        func forget(_ key: UInt64) { callbacks.withLock { _ = $0.remove(key) } }
    }

    /// Returns once `count` calls wait.
    private static func untilWaiting(_ count: Int, in places: Places) async {
        while places.waitingCount != count { await Task.yield() }
    }

    @Test("no more than the places allow are inside at once, and all get in")
    func crowd() async throws {
        let places = Self.places(3, waiting: 1_000)
        let tally = Tally()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    try await places.inside(1) {
                        let now = tally.inside.add(1, ordering: .relaxed).newValue
                        tally.most.withLock { $0 = max($0, now) }
                        await Task.yield()
                        tally.inside.subtract(1, ordering: .relaxed)
                        tally.done.add(1, ordering: .relaxed)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(tally.most.withLock { $0 } <= 3)
        #expect(tally.done.load(ordering: .relaxed) == 500)
        #expect(places.waitingCount == 0)
    }

    @Test("who is cancelled while waiting leaves the line, and the next goes")
    func cancelled() async throws {
        let places = Self.places(1, waiting: 2)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await places.inside(1) {
                enter.yield()
                for await _ in gate { break }
            }
        }
        for await _ in entered { break }
        let second = Task { try await places.inside(1) { 2 } }
        await Self.untilWaiting(1, in: places)
        let third = Task { try await places.inside(1) { 3 } }
        await Self.untilWaiting(2, in: places)
        await #expect(throws: Refused.self) { try await places.inside(1) {} }
        second.cancel()
        await #expect(throws: CancellationError.self) { _ = try await second.value }
        open.yield()
        try await first.value
        #expect(try await third.value == 3)
    }

    @Test("calls that were refused, cancelled or let in leave nothing on their connection")
    func forgotten() async throws {
        let places = Self.places(1, waiting: 1)
        let connection = Connection()
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let first = Task {
            try await places.inside(1, isGone: connection) {
                enter.yield()
                for await _ in gate { break }
            }
        }
        for await _ in entered { break }
        let cancelled = Task { try await places.inside(1, isGone: connection) {} }
        await Self.untilWaiting(1, in: places)
        #expect(connection.callbacks.withLock { $0.count } == 1)
        for _ in 0..<100 {
            await #expect(throws: Refused.self) { try await places.inside(1, isGone: connection) {} }
        }
        #expect(connection.callbacks.withLock { $0.count } == 1)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(connection.callbacks.withLock { $0.isEmpty })
        let last = Task { try await places.inside(1, isGone: connection) {} }
        await Self.untilWaiting(1, in: places)
        open.yield()
        try await first.value
        try await last.value
        #expect(connection.callbacks.withLock { $0.isEmpty })
    }

    @Test("who is cancelled before leaves no trace; an error inside gives the place back")
    func leavesNothing() async throws {
        let places = Self.places(1, waiting: 5)
        let (gate, open) = AsyncStream<Void>.makeStream()
        let first = Task { try await places.inside(1) { for await _ in gate { break } } }
        let cancelled = Task {
            while !Task.isCancelled { await Task.yield() }
            try await places.inside(1) { try Task.checkCancellation() }
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        open.yield()
        try await first.value
        await #expect(throws: Refused.self) { try await places.inside(1) { throw Refused() } }
        #expect(try await places.inside(1) { 1 } == 1)
        #expect(places.waitingCount == 0)
    }
}

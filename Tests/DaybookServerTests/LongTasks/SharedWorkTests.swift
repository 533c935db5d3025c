import Synchronization
import Testing

@testable import DaybookServer

@Suite("Work that several ask for", .timeLimit(.minutes(1)))
struct SharedWorkTests {
    /// Work that runs until it is released, or cancelled.
    final class Held: Sendable {
        private let state = Mutex((begun: 0, cancelled: 0))
        private let gate = AsyncStream.makeStream(of: Void.self)

        var begun: Int { state.withLock { $0.begun } }
        var cancelled: Int { state.withLock { $0.cancelled } }

        func work() async throws -> Int {
            state.withLock { $0.begun += 1 }
            for await _ in gate.stream {}
            if Task.isCancelled {
                state.withLock { $0.cancelled += 1 }
                throw CancellationError()
            }
            return 7
        }

        func release() { gate.continuation.finish() }
    }

    @Test("it is done once for all who ask while it is under way, and again for who asks after")
    func once() async throws {
        let (shared, held) = (SharedWork<String, Int>(), Held())
        let all = (0..<10).map { _ in Task { try await shared.value(for: "a") { try await held.work() } } }
        while shared.waitingCount(for: "a") < 10 { try await Task.sleep(for: .milliseconds(1)) }
        held.release()
        for task in all { #expect(try await task.value == 7) }
        #expect(held.begun == 1)
        #expect(try await shared.value(for: "a") { try await held.work() } == 7)
        #expect(held.begun == 2)
        #expect(try await shared.value(for: "b") { 8 } == 8)
    }

    @Test("it goes on while one is left who waits, and ends with the last")
    func last() async throws {
        let (shared, held) = (SharedWork<String, Int>(), Held())
        let all = (0..<3).map { _ in Task { try await shared.value(for: "a") { try await held.work() } } }
        while shared.waitingCount(for: "a") < 3 || held.begun < 1 { try await Task.sleep(for: .milliseconds(1)) }
        all[0].cancel()
        all[1].cancel()
        #expect(shared.waitingCount(for: "a") == 1 && held.cancelled == 0)
        all[2].cancel()
        #expect(shared.waitingCount(for: "a") == 0)
        for task in all { await #expect(throws: CancellationError.self) { try await task.value } }
        #expect(held.cancelled == 1)
        // A later caller does not get the cancelled work.
        #expect(try await shared.value(for: "a") { 9 } == 9)
    }

    @Test("all callers get the error")
    func failure() async throws {
        let shared = SharedWork<String, Int>()
        await #expect(throws: Problem.notFound) { try await shared.value(for: "a") { throw Problem.notFound } }
        #expect(shared.waitingCount(for: "a") == 0)
    }
}

import DaybookCore
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import DaybookPush

@Suite struct HostTests {
    private static let start = Instant(milliseconds: 1_800_000_000_000)

    /// A name server's answers, and the number of its queries.
    private final class Names: Sendable {
        let answer: Mutex<[String]>
        let asked = Mutex(0)

        init(_ answer: [String]) {
            self.answer = Mutex(answer)
        }

        func check(_ hosts: PrivatePushHosts = .none) -> HostCheck {
            HostCheck(privateHosts: hosts) { [self] _ in
                asked.withLock { $0 += 1 }
                let answer = answer.withLock { $0 }
                if answer.isEmpty { throw HostResolver.Failure(detail: "no such name") }
                return try answer.map { try SocketAddress(ipAddress: $0, port: 443) }
            }
        }
    }

    @Test(
        "[R1] A host is called when all of its addresses are public",
        arguments: [["8.8.8.8"], ["2606:4700::1111", "1.1.1.1"]]
    )
    func admitted(addresses: [String]) async throws {
        try await Names(addresses).check().admit("push.example.net", now: Self.start)
    }

    @Test(
        "[R1] A host with any other address is not",
        arguments: [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["10.0.0.1", "8.8.8.8"], ["8.8.8.8", "::1"]]
    )
    func forbidden(addresses: [String]) async {
        let check = Names(addresses).check()
        for _ in 0..<2 {
            await #expect(throws: HostCheck.Forbidden.self) {
                try await check.admit("push.example.net", now: Self.start)
            }
        }
    }

    @Test("[R1] A host that the operator trusts is not looked up")
    func trusted() async throws {
        let names = Names(["127.0.0.1"])
        try await names.check(PrivatePushHosts("localhost")).admit("localhost", now: Self.start)
        #expect(names.asked.withLock { $0 } == 0)
    }

    @Test("[R1] An answer counts for a minute, a failure for no time")
    func kept() async throws {
        let names = Names([])
        let check = names.check()
        await #expect(throws: HostResolver.Failure.self) { try await check.admit("a.example.net", now: Self.start) }
        names.answer.withLock { $0 = ["8.8.8.8"] }
        try await check.admit("a.example.net", now: Self.start)
        names.answer.withLock { $0 = ["127.0.0.1"] }
        try await check.admit("a.example.net", now: Self.start.advanced(by: .milliseconds(59_999)))
        await #expect(throws: HostCheck.Forbidden.self) {
            try await check.admit("b.example.net", now: Self.start)
        }
        await #expect(throws: HostCheck.Forbidden.self) {
            try await check.admit("a.example.net", now: Self.start.advanced(by: .minutes(1)))
        }
        #expect(names.asked.withLock { $0 } == 4)
    }

    @Test("[R1] The system's own names are looked up: all addresses, and no address for an unknown name")
    func resolver() async throws {
        let resolver = HostResolver()
        let found = try await resolver.addresses(of: "localhost")
        #expect(!found.isEmpty)
        #expect(!found.contains { PublicAddress.isPublic($0) })
        let numbers = try await resolver.addresses(of: "8.8.8.8")
        #expect(numbers.allSatisfy { PublicAddress.isPublic($0) && $0.ipAddress == "8.8.8.8" })
        await #expect(throws: HostResolver.Failure.self) { try await resolver.addresses(of: "none.invalid") }
        await resolver.close()
    }

    // MARK: - The gate

    private final class Order: Sendable {
        let numbers = Mutex<[Int]>([])
    }

    @Test("[R1] So many go through at once, the others in the order in which they came", .timeLimit(.minutes(10)))
    func gate() async {
        let gate = HostGate(width: 2, longest: 100)
        #expect(await gate.enter("a"))
        #expect(await gate.enter("a"))
        #expect(await gate.enter("b"))
        let order = Order()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<5 {
                group.addTask {
                    if await gate.enter("a") { order.numbers.withLock { $0.append(number) } }
                    gate.leave("a")
                }
                while gate.waiting(for: "a") <= number { await Task.yield() }
            }
            #expect(order.numbers.withLock { $0 }.isEmpty)
            gate.leave("a")
            await group.waitForAll()
        }
        #expect(order.numbers.withLock { $0 } == [0, 1, 2, 3, 4])
        gate.leave("a")
        gate.leave("b")
        #expect(gate.isEmpty)
    }

    @Test("[R1] When too many wait, the next is turned away", .timeLimit(.minutes(10)))
    func full() async {
        let gate = HostGate(width: 1, longest: 1)
        #expect(await gate.enter("a"))
        let waiting = Task { await gate.enter("a") }
        while gate.waiting(for: "a") < 1 { await Task.yield() }
        #expect(await !gate.enter("a"))
        #expect(await gate.enter("b"))
        gate.leave("a")
        #expect(await waiting.value)
    }

    @Test("[R1] A cancelled caller leaves the queue and takes no place", .timeLimit(.minutes(10)))
    func cancelled() async {
        let gate = HostGate(width: 1, longest: 10)
        #expect(await gate.enter("a"))
        let (first, second) = (Task { await gate.enter("a") }, Task { await gate.enter("a") })
        while gate.waiting(for: "a") < 2 { await Task.yield() }
        first.cancel()
        #expect(await !first.value)
        #expect(gate.waiting(for: "a") == 1)
        gate.leave("a")
        #expect(await second.value)
        let late = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await gate.enter("b")
        }
        #expect(await !late.value)
        gate.leave("a")
        #expect(gate.isEmpty)
    }
}

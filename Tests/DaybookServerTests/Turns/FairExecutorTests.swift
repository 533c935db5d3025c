import Foundation
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import DaybookServer

extension Calls.Caller {
    /// A caller for each name.
    fileprivate static func named(_ name: String) -> Calls.Caller {
        .address(IPAddress(high: 1, low: name.utf8.reduce(0) { $0 << 8 ^ UInt64($1) }))
    }
}

@Suite("Callers take turns at the threads")
struct FairExecutorTests {
    /// Where the jobs run.
    enum Place: CaseIterable {
        case thread
        case loop

        /// An executor whose jobs run one at a time.
        var executor: FairExecutor {
            switch self {
            case .thread: FairExecutor(threads: 1)
            case .loop: FairExecutor(on: MultiThreadedEventLoopGroup.singleton.next())
            }
        }
    }

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

    @Test("tasks run on the executor's threads, and their results come back", arguments: Place.allCases)
    func results(_ place: Place) async {
        let executor = place.executor
        let sum = await withTaskExecutorPreference(executor.lane(of: .named("a"))) {
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

    @Test("a caller with one job goes before those that another has queued by the thousand", arguments: Place.allCases)
    func turns(_ place: Place) async {
        let executor = place.executor
        let (many, one, barrier) = (executor.lane(of: .named("many")), executor.lane(of: .named("one")), Barrier())
        let order = Order()
        let first = Task(executorPreference: many) { barrier.pass() }
        let flood = (0..<1_000).map { _ in
            Task(executorPreference: many) { order.add("many") }
        }
        let single = Task(executorPreference: one) { order.add("one") }
        // One less than all: the first has begun.
        while executor.waitingCount != 1_001 { await Task.yield() }
        barrier.open()
        await first.value
        await single.value
        for task in flood { await task.value }
        // The first job was charged to the caller with many jobs.
        #expect(order.names.first == "one")
        #expect(order.names.count == 1_001)
    }

    @Test("a lane queues for the caller whose call it carries now", arguments: Place.allCases)
    func changing(_ place: Place) async {
        let executor = place.executor
        let (busy, lane, barrier) = (executor.lane(of: .named("busy")), executor.lane(of: .named("busy")), Barrier())
        let order = Order()
        let first = Task(executorPreference: busy) { barrier.pass() }
        let flood = (0..<100).map { _ in Task(executorPreference: busy) { order.add("busy") } }
        while executor.waitingCount != 100 { await Task.yield() }
        lane.caller = .named("somebody else")
        let single = Task(executorPreference: lane) { order.add("else") }
        while executor.waitingCount != 101 { await Task.yield() }
        barrier.open()
        await first.value
        await single.value
        for task in flood { await task.value }
        #expect(order.names.first == "else")
    }

    @Test("an event loop with many waiting jobs reads what arrives, and the caller whom it is from has a turn")
    func events() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let executor = FairExecutor(on: group.next())
        let (many, one, order, barrier) = (
            executor.lane(of: .named("many")), executor.lane(of: .named("one")), Order(), Barrier()
        )
        let arrival = Arrived { _ = Task(executorPreference: one) { order.add("one") } }
        let listener = try await ServerBootstrap(group: group)
            .childChannelInitializer { channel in channel.pipeline.addHandler(arrival) }
            .bind(host: "127.0.0.1", port: 0).get()
        let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(to: try #require(listener.localAddress)).get()
        try await arrival.isConnected.get()
        let first = Task(executorPreference: many) { barrier.pass() }
        let flood = (0..<200).map { _ in
            Task(executorPreference: many) {
                // As long as the loop runs jobs before it looks for events.
                let start = ContinuousClock.now
                while ContinuousClock.now - start < FairExecutor.loopTime {}
                order.add("many")
            }
        }
        while executor.waitingCount != 200 { await Task.yield() }
        // The kernel has these bytes before the first of the jobs begins.
        try await client.writeAndFlush(ByteBuffer(string: "a request"))
        barrier.open()
        await first.value
        for task in flood { await task.value }
        let place = try #require(order.names.firstIndex(of: "one"))
        #expect(place < 100, "behind \(place) jobs of another caller")
        try await client.close()
        try await listener.close()
        try await group.shutdownGracefully()
    }

    /// Calls back when bytes arrive on a connection.
    private final class Arrived: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        let isConnected: EventLoopFuture<Void>
        private let connected: EventLoopPromise<Void>
        private let callback: @Sendable () -> Void

        init(_ callback: @escaping @Sendable () -> Void) {
            connected = MultiThreadedEventLoopGroup.singleton.next().makePromise()
            isConnected = connected.futureResult
            self.callback = callback
        }

        func channelActive(context: ChannelHandlerContext) { connected.succeed() }
        func channelRead(context: ChannelHandlerContext, data: NIOAny) { callback() }
    }
}

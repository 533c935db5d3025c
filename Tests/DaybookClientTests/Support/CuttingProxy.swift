import DaybookCore
import NIOCore
import NIOPosix
import Synchronization
import TestSupport

@testable import DaybookClient

/// Stands before a server and passes bytes on, until it cuts a connection after a number of bytes that chance chose: within a
/// request, within an answer, or not at all.
final class CuttingProxy: Sendable {
    let address: ServerAddress
    private let channel: any Channel
    private let state: State

    private final class State: Sendable {
        let random: Mutex<SplitMix64>
        let isCalm = Mutex(false)
        let cuts = Mutex(0)

        init(seed: UInt64) { random = Mutex(SplitMix64(seed: seed)) }

        /// The bytes after which a new connection is cut.
        func budget() -> Int {
            if isCalm.withLock({ $0 }) { return .max }
            return random.withLock { $0.oneIn(3) ? .max : $0.int(1...($0.oneIn(2) ? 2_000 : 40_000)) }
        }
    }

    init(before server: ServerAddress, seed: UInt64) async throws {
        let port = Int(server.text.split(separator: ":").last ?? "") ?? 0
        let state = State(seed: seed)
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { inner in
                let budget = Budget(state.budget()) { state.cuts.withLock { $0 += 1 } }
                return ClientBootstrap(group: inner.eventLoop)
                    .connect(host: "localhost", port: port)
                    .flatMapThrowing { outer in
                        try inner.pipeline.syncOperations.addHandler(Glue(to: outer, budget))
                        try outer.pipeline.syncOperations.addHandler(Glue(to: inner, budget))
                    }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        address = try ServerAddress("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
        self.state = state
    }

    /// The connections that were cut.
    var cuts: Int { state.cuts.withLock { $0 } }

    /// New connections are not cut any more.
    func calm() { state.isCalm.withLock { $0 = true } }

    func close() async { try? await channel.close() }

    /// The bytes that a connection may still pass, in both directions. Used on one event loop.
    private final class Budget: @unchecked Sendable {
        private var left: Int
        private let cut: () -> Void

        init(_ bytes: Int, _ cut: @escaping () -> Void) {
            left = bytes
            self.cut = cut
        }

        /// How many of so many bytes may pass; fewer means that the connection ends.
        func take(_ count: Int) -> Int {
            let taken = min(count, left)
            if left != .max { left -= taken }
            if taken < count { cut() }
            return taken
        }
    }

    private final class Glue: ChannelInboundHandler, @unchecked Sendable {
        typealias InboundIn = ByteBuffer

        private let other: any Channel
        private let budget: Budget

        init(to other: any Channel, _ budget: Budget) {
            self.other = other
            self.budget = budget
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var bytes = unwrapInboundIn(data)
            let count = bytes.readableBytes
            let taken = budget.take(count)
            if let passed = bytes.readSlice(length: taken) { other.writeAndFlush(passed, promise: nil) }
            if taken < count {
                context.close(promise: nil)
                other.close(promise: nil)
            }
        }

        func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
}

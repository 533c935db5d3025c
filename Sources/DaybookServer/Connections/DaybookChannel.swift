import DaybookStore
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of HTTP/1.1 with its handlers.
///
/// From the socket inwards: ``Outflow``, TLS, ``PaceHandler``, NIO's decoder, ``RequestCheck``,
/// ``LingeringClose``, ``HangUp``, ``ConnectionHandler``, and Hummingbird.
struct DaybookChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let base: HTTP1Channel
    private let pace: PaceHandler.Settings
    private let executors: LoopExecutors

    init(
        responder: @escaping HTTPChannelHandler.Responder,
        connections: Connections,
        pace: PaceHandler.Settings,
        executors: LoopExecutors
    ) {
        base = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [
                    LingeringClose(), HangUp(), ConnectionHandler(connections: connections),
                ],
                idleTimeout: .seconds(75)
            )
        )
        self.pace = pace
        self.executors = executors
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            SocketOptions.set(on: channel, answerTimeout: pace.answer)
            SmallReads.set(on: channel)
            let (outflow, pipeline) = (Outflow(), channel.pipeline.syncOperations)
            // TLS, if used, is in the pipeline already.
            try pipeline.addHandler(outflow, position: .first)
            try pipeline.addHandler(PaceHandler(pace, outflow: outflow))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            try pipeline.addHandler(RequestCheck(), position: .after(decoder))
            return value
        }
    }

    /// Serves a connection on the thread of its event loop, where callers take turns. Its caller is known later (``Calls``).
    func handle(value: Value, logger: Logger) async {
        let address = value.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
        let lane = executors.executor(on: value.channel.eventLoop).lane(of: .address(address?.household))
        await withTaskExecutorPreference(lane) {
            await ConnectionLane.$current.withValue(lane) {
                await CallCost.$current.withValue(lane.cost) {
                    await base.handle(value: value, logger: logger)
                }
            }
        }
    }
}

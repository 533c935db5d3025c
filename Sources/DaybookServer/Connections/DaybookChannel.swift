import DaybookStore
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of HTTP/1.1 with its handlers.
///
/// From the socket inwards: ``Outflow``, TLS, ``PaceHandler``, NIO's encoder and decoder, ``RequestCheck``, ``FileHandler``,
/// NIO's handler that changes the types, ``LingeringClose``, ``HangUp``, ``ConnectionHandler``, Hummingbird's handler, which
/// ends the connection with the server, and Hummingbird's task. A request for a file passes those up to ``FileHandler``.
struct DaybookChannel: ServerChildChannel {
    typealias Value = HTTP1Channel.Value

    private let base: HTTP1Channel
    private let pace: PaceHandler.Settings
    private let executors: LoopExecutors
    private let files: DaybookResponder

    /// `files` answers requests for the browser app's files, `responder` all others.
    init(
        responder: @escaping HTTPChannelHandler.Responder,
        files: DaybookResponder,
        connections: Connections,
        pace: PaceHandler.Settings,
        executors: LoopExecutors
    ) {
        base = HTTP1Channel(
            responder: responder,
            configuration: .init(
                additionalChannelHandlers: [
                    LingeringClose(), HangUp(), ConnectionHandler(connections: connections),
                ]
            )
        )
        self.pace = pace
        self.executors = executors
        self.files = files
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            SocketOptions.set(on: channel, answerTimeout: pace.answer)
            SmallReads.set(on: channel)
            let (outflow, pipeline) = (Outflow(), channel.pipeline.syncOperations)
            let executor = executors.executor(on: channel.eventLoop)
            // TLS, if used, is in the pipeline already.
            try pipeline.addHandler(outflow, position: .first)
            try pipeline.addHandler(PaceHandler(pace, outflow: outflow, answers: executor.answersHere))
        }.flatMap {
            base.setup(channel: channel, logger: logger)
        }.flatMapThrowing { value in
            let pipeline = channel.pipeline.syncOperations
            let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
            let others = FileHandler.Others(
                pace: try pipeline.handler(type: PaceHandler.self),
                check: RequestCheck(),
                connection: try pipeline.handler(type: ConnectionHandler.self)
            )
            try pipeline.addHandler(others.check, position: .after(decoder))
            let executor = executors.executor(on: channel.eventLoop)
            let handler = FileHandler(files, executor, others, peer: IPAddress(of: channel), logger: logger)
            try pipeline.addHandler(handler, position: .after(others.check))
            return value
        }
    }

    /// Serves a connection on the thread of its event loop, where callers take turns. Its caller is known later (``Calls``).
    func handle(value: Value, logger: Logger) async {
        let peer = IPAddress(of: value.channel)
        let lane = executors.executor(on: value.channel.eventLoop).lane(of: .address(peer?.household))
        await withTaskExecutorPreference(lane) {
            await ConnectionLane.$current.withValue(lane) {
                await CallCost.$current.withValue(lane.cost) {
                    await ConnectionLane.$peer.withValue(peer) {
                        await base.handle(value: value, logger: logger)
                    }
                }
            }
        }
    }
}

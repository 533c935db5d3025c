import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// A connection of HTTP/1.1 with its handlers.
///
/// From the socket inwards: ``Outflow``, TLS, ``PaceHandler``, NIO's encoder and decoder, ``RequestCheck``, ``LingeringClose``,
/// ``HangUp``, ``ConnectionHandler``, and ``RequestHandler``, which answers. No task waits for the next request of a connection.
struct DaybookChannel: ServerChildChannel {
    /// A connection that is served.
    struct Value: ServerChildChannelValue {
        let channel: any Channel
        fileprivate let handler: NIOLoopBound<RequestHandler>
        fileprivate let isFinished: EventLoopFuture<Void>
    }

    private static let decoderLimits: NIOHTTPDecoderLimitConfiguration = {
        var limits = NIOHTTPDecoderLimitConfiguration()
        limits.maxHeaderFieldSize = 80 << 10
        limits.maxHeaderListSize = 80 << 10
        limits.maxHeaderFieldCount = 1_000
        return limits
    }()

    private let responder: DaybookResponder
    private let connections: Connections
    private let pace: PaceHandler.Settings
    private let executors: LoopExecutors
    /// Whether there is no TLS on the connection.
    private let isPlain: Bool

    init(
        responder: DaybookResponder,
        connections: Connections,
        pace: PaceHandler.Settings,
        executors: LoopExecutors,
        isPlain: Bool
    ) {
        self.responder = responder
        self.connections = connections
        self.pace = pace
        self.executors = executors
        self.isPlain = isPlain
    }

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        channel.eventLoop.makeCompletedFuture {
            SocketOptions.set(on: channel, answerTimeout: pace.answer)
            SmallReads.set(on: channel)
            let (outflow, pipeline) = (Outflow(), channel.pipeline.syncOperations)
            let executor = executors.executor(on: channel.eventLoop)
            let others = RequestHandler.Others(
                pace: PaceHandler(pace, outflow: outflow, answers: executor.answersHere, isPlain: isPlain),
                check: RequestCheck(),
                connection: ConnectionHandler(connections: connections)
            )
            let handler = RequestHandler(
                responder,
                executor,
                others,
                on: channel.eventLoop,
                peer: IPAddress(of: channel),
                logger: logger
            )
            // TLS, if used, is in the pipeline already.
            try pipeline.addHandler(outflow, position: .first)
            try pipeline.addHandler(others.pace)
            try pipeline.configureHTTPServerPipeline(
                withPipeliningAssistance: false,
                withErrorHandling: false,
                // The type of a field's value has no other characters.
                withOutboundHeaderValidation: false,
                withEncoderConfiguration: .init(),
                withDecoderLimitConfiguration: Self.decoderLimits
            )
            try pipeline.addHandlers([others.check, LingeringClose(), HangUp(), others.connection, handler])
            let bound = NIOLoopBound(handler, eventLoop: channel.eventLoop)
            return Value(channel: channel, handler: bound, isFinished: handler.isFinished)
        }
    }

    /// Waits until a connection has ended. A server that may wait no longer cancels this.
    func handle(value: Value, logger: Logger) async {
        await withTaskCancellationHandler {
            try? await value.isFinished.get()
        } onCancel: {
            value.channel.eventLoop.execute { value.handler.value.cancel() }
        }
    }
}

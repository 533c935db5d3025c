import Hummingbird
import NIOCore

/// The body of a request that arrives in pieces, for the task that reads it. Only for the thread of the connection's event loop.
final class BodySource {
    private typealias Pieces = NIOThrowingAsyncSequenceProducer<
        ByteBuffer, any Error, NIOAsyncSequenceProducerBackPressureStrategies.HighLowWatermark, Reader
    >

    /// The reader of a body, which asks for more pieces when it has read those that wait.
    private struct Reader: NIOAsyncSequenceProducerDelegate {
        let loop: any EventLoop
        let handler: NIOLoopBound<RequestHandler>

        func produceMore() { loop.execute { handler.value.bodyIsWanted() } }
        // What the route does not read is dropped as it arrives.
        func didTerminate() { produceMore() }
    }

    /// The body, for the request.
    let requestBody: RequestBody
    private let source: Pieces.Source
    /// Whether so many pieces wait that no more should be read.
    var isFull = false

    init(for handler: RequestHandler, on loop: any EventLoop) {
        let pieces = Pieces.makeSequence(
            backPressureStrategy: .init(lowWatermark: 2, highWatermark: 10),
            finishOnDeinit: true,
            delegate: Reader(loop: loop, handler: NIOLoopBound(handler, eventLoop: loop))
        )
        source = pieces.source
        requestBody = RequestBody(asyncSequence: pieces.sequence)
    }

    /// Adds a piece.
    func add(_ piece: ByteBuffer) { isFull = source.yield(piece) == .stopProducing }

    /// Ends the body; with an error, it is not complete.
    func end(_ error: (any Error)?) { if let error { source.finish(error) } else { source.finish() } }
}

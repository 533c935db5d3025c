import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1

/// The answer of a task on its way to the connection.
///
/// An answer whose body is one piece, as nearly all are, is sent whole. Of any other answer the head is sent before the first
/// piece, and each piece waits until the kernel has taken it, so that a client that reads slowly slows down the task.
final class AnswerWriter: ResponseBodyWriter {
    private let head: HTTPResponse
    private let handler: NIOLoopBound<RequestHandler>
    private var isBegun = false
    /// The only piece.
    private var bytes: ByteBuffer?

    init(_ head: HTTPResponse, _ handler: NIOLoopBound<RequestHandler>) {
        self.head = head
        self.handler = handler
    }

    /// Sends an answer with a body. An error in the middle of it closes the connection, so that the client knows that the answer
    /// is not complete.
    func send(_ body: ResponseBody) async {
        var isWhole = true
        do { try await body.write(self) } catch { isWhole = false }
        let isLast = head.headerFields.value(of: .connection) == "close"
        await onLoop { [isWhole] in $0.taskEnded(isWhole: isWhole, isLast: isLast) }
    }

    func write(_ buffer: ByteBuffer) async throws {
        if !isBegun {
            isBegun = true
            if Int(head.headerFields.value(of: .contentLength) ?? "") == buffer.readableBytes {
                bytes = buffer
                return
            }
            await onLoop { [head] in $0.send(head: head) }
        }
        try await send(.body(.byteBuffer(buffer)))
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {
        if isBegun, bytes == nil { return try await send(.end(nil)) }
        await onLoop { [head, bytes] in $0.send(head, bytes) }
    }

    nonisolated(nonsending) private func send(_ part: HTTPServerResponsePart) async throws {
        if handler.eventLoop.inEventLoop { return try await handler.value.send(part).get() }
        try await handler.eventLoop.flatSubmit { [handler] in handler.value.send(part) }.get()
    }

    /// Calls the handler on its event loop, where nearly all tasks run already.
    nonisolated(nonsending) private func onLoop(_ call: @escaping @Sendable (RequestHandler) -> Void) async {
        if handler.eventLoop.inEventLoop { return call(handler.value) }
        try? await handler.eventLoop.submit { [handler] in call(handler.value) }.get()
    }
}

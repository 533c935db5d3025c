import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import Synchronization

/// A body that the client sends only on request: `Expect: 100-continue` (RFC 9110, section 10.1.1).
///
/// The server asks for the body when a route begins to read it. A route that refuses before that saves the client the
/// upload.
final class Expectation: Sendable {
    private let channel: any Channel
    private let isMet = Atomic(false)

    /// Nil when the client sends the body without waiting, or the request has no body.
    init?(of request: Request, on channel: any Channel) {
        guard request.headers[.expect]?.lowercased() == "100-continue", Self.hasBody(request) else { return nil }
        self.channel = channel
    }

    private static func hasBody(_ request: Request) -> Bool {
        request.headers[.contentLength].map { $0 != "0" } ?? (request.headers[.transferEncoding] != nil)
    }

    /// The body, which asks the client when it is first read.
    func body(_ body: RequestBody) -> RequestBody { RequestBody(asyncSequence: Awaited(body: body, expectation: self)) }

    /// Completes an answer. If the body was not asked for, the client may or may not send it, so no further request can
    /// follow on this connection.
    func complete(_ response: inout Response) {
        if !isMet.load(ordering: .relaxed) { response.headers[.connection] = "close" }
    }

    private func meet() async throws {
        guard !isMet.exchange(true, ordering: .relaxed) else { return }
        let head = HTTPResponseHead(version: .http1_1, status: .continue)
        try await channel.writeAndFlush(HTTPServerResponsePart.head(head))
    }

    private struct Awaited: AsyncSequence, Sendable {
        typealias Element = ByteBuffer

        let body: RequestBody
        let expectation: Expectation

        func makeAsyncIterator() -> Iterator {
            Iterator(pieces: body.makeAsyncIterator(), expectation: expectation)
        }

        struct Iterator: AsyncIteratorProtocol {
            var pieces: RequestBody.AsyncIterator
            let expectation: Expectation

            mutating func next() async throws -> ByteBuffer? {
                try await expectation.meet()
                return try await pieces.next()
            }
        }
    }
}

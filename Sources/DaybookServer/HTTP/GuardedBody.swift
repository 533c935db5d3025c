import Hummingbird
import NIOCore

/// A body that comes in pieces, for a call with a session: it takes minutes, in which the session may end. The body ends
/// with an error then, and no call has an effect before the end of its body.
struct GuardedBody: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let body: RequestBody
    /// Throws when the session has ended.
    let check: @Sendable () async throws -> Void

    func makeAsyncIterator() -> Iterator { Iterator(pieces: body.makeAsyncIterator(), check: check) }

    struct Iterator: AsyncIteratorProtocol {
        var pieces: RequestBody.AsyncIterator
        let check: @Sendable () async throws -> Void

        mutating func next() async throws -> ByteBuffer? {
            if let piece = try await pieces.next() { return piece }
            try await check()
            return nil
        }
    }
}

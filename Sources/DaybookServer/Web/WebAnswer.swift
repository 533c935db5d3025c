import HTTPTypes
import Hummingbird
import NIOCore

/// An answer with a file of the browser app, whose bytes all answers share.
struct WebAnswer: Sendable {
    let variant: WebFile.Variant
    /// Whether the client has the file already.
    let isKnown: Bool
    let isHead: Bool
    /// The policy for an older browser, in place of the usual one.
    let policy: HTTPField?

    var status: HTTPResponse.Status { isKnown ? .notModified : .ok }

    /// Nil for an answer without a body.
    var bytes: ByteBuffer? { isKnown || isHead ? nil : variant.bytes }

    /// The same answer for a task.
    var response: Response {
        Response(status: status, headers: headers, body: bytes.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody())
    }

    /// The first bytes of the answer, which all answers of its kind share.
    var head: ByteBuffer {
        if policy != nil { return WebFile.Variant.head(status, headers) }
        return isKnown ? variant.knownHead : variant.head
    }

    private var headers: HTTPFields {
        var headers = isKnown ? variant.knownHeaders : variant.headers
        if let policy { headers[policy.name] = policy.value }
        return headers
    }
}

import HTTPTypes
import Hummingbird
import NIOCore

/// An answer with a file of the browser app, whose bytes all answers share.
struct WebAnswer: Sendable {
    var status: HTTPResponse.Status
    var headers: HTTPFields
    /// Nil for an answer without a body.
    var bytes: ByteBuffer?

    /// The answer to a client that has a file already.
    static func notModified(_ variant: WebFile.Variant) -> WebAnswer {
        var answer = WebAnswer(status: .notModified, headers: variant.headers, bytes: nil)
        for name in [HTTPField.Name.contentLength, .contentType, .contentEncoding] { answer.headers[name] = nil }
        return answer
    }

    /// The same answer for a task.
    var response: Response {
        Response(status: status, headers: headers, body: bytes.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody())
    }
}

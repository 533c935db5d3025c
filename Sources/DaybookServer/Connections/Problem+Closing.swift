import NIOCore
import NIOHTTP1

extension Problem {
    /// The answer to what never becomes a request. The connection is closed after it.
    var closing: [HTTPServerResponsePart] {
        let bytes = ByteBuffer(bytes: document.encoded)
        let fields: HTTPHeaders = [
            "Connection": "close", "Content-Type": "application/problem+json",
            "Content-Length": String(bytes.readableBytes),
        ]
        let status = HTTPResponseStatus(statusCode: status.code, reasonPhrase: status.reasonPhrase)
        let head = HTTPResponseHead(version: .http1_1, status: status, headers: fields)
        return [.head(head), .body(.byteBuffer(bytes)), .end(nil)]
    }
}

import DaybookCore
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer in JSON.
    init(_ json: JSON, status: HTTPResponse.Status = .ok) {
        self.init(jsonBytes: json.encoded, status: status)
    }

    /// An answer whose JSON is written already.
    init(jsonBytes: [UInt8], status: HTTPResponse.Status = .ok) {
        self.init(json: ByteBuffer(bytes: jsonBytes), status: status)
    }

    /// An answer whose JSON is written already.
    init(json buffer: ByteBuffer, status: HTTPResponse.Status = .ok) {
        self.init(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: buffer)
        )
    }

    /// 204.
    static var noContent: Response { Response(status: .noContent, headers: [.cacheControl: "no-store"]) }
}

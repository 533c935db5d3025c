import DaybookCore
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer in JSON.
    init(_ json: JSON, status: HTTPResponse.Status = .ok) {
        self.init(jsonBytes: json.encoded, status: status)
    }

    /// An answer whose JSON is encoded already.
    init(jsonBytes: [UInt8], status: HTTPResponse.Status = .ok) {
        self.init(json: ByteBuffer(bytes: jsonBytes), status: status)
    }

    /// An answer whose JSON is encoded already.
    init(json buffer: ByteBuffer, status: HTTPResponse.Status = .ok) {
        self.init(status: status, headers: Self.jsonHeaders, body: ResponseBody(byteBuffer: buffer))
    }

    /// Made once: each answer copies them and adds its length.
    private static let jsonHeaders: HTTPFields = {
        var headers: HTTPFields = [.contentType: "application/json", .cacheControl: "no-store"]
        for field in SecurityHeaders.all { headers.append(field) }
        return headers
    }()

    /// 204.
    static var noContent: Response {
        var headers = jsonHeaders
        headers[.contentType] = nil
        return Response(status: .noContent, headers: headers)
    }
}

import HTTPTypes
import NIOCore
import NIOHTTP1

extension HTTPRequest {
    /// A request as it was received. Its first host is its authority.
    init(received head: HTTPRequestHead) {
        var fields = HTTPFields()
        fields.reserveCapacity(head.headers.count)
        var host: String?
        for (name, value) in head.headers {
            if host == nil, name.utf8.count == 4, name.lowercased() == "host" {
                host = value
            } else if let name = HTTPField.Name(name) {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        self.init(
            method: Method(received: head.method),
            scheme: "http",
            authority: host,
            path: head.uri,
            headerFields: fields
        )
    }
}

extension HTTPRequest.Method {
    fileprivate init(received method: HTTPMethod) {
        switch method {
        case .GET: self = .get
        case .HEAD: self = .head
        case .POST: self = .post
        case .PUT: self = .put
        case .PATCH: self = .patch
        case .DELETE: self = .delete
        case .OPTIONS: self = .options
        // The names of all other methods that the decoder takes are tokens.
        default: self = Self(method.rawValue) ?? .trace
        }
    }
}

extension HTTPResponse {
    /// Whether the answer has a body of known length, and the connection stays.
    var isUsual: Bool {
        switch status.code {
        case ..<200, 204, 304: false
        default: headerFields.contains(.contentLength) && !headerFields.contains(.connection)
        }
    }
}

extension HTTPResponseHead {
    /// An answer for NIO's encoder.
    init(sending response: HTTPResponse) {
        let status = HTTPResponseStatus(statusCode: response.status.code, reasonPhrase: response.status.reasonPhrase)
        let fields = response.headerFields.map { ($0.name.rawName, $0.value) }
        self.init(version: .http1_1, status: status, headers: HTTPHeaders(fields))
    }
}

extension ByteBuffer {
    /// The head of an answer as it is sent.
    init(head: HTTPResponse, date: String) {
        self = ByteBufferAllocator().buffer(capacity: 512)
        writeStatus(head.status)
        for field in head.headerFields { writeField(field.name.rawName, field.value) }
        writeField("Date", date)
        writeStaticString("\r\n")
    }

    /// Writes the first line of an answer.
    mutating func writeStatus(_ status: HTTPResponse.Status) {
        writeStaticString("HTTP/1.1 ")
        writeString(String(status.code))
        writeStaticString(" ")
        writeString(status.reasonPhrase)
        writeStaticString("\r\n")
    }

    /// Writes a field of a head.
    mutating func writeField(_ name: String, _ value: String) {
        writeString(name)
        writeStaticString(": ")
        writeString(value)
        writeStaticString("\r\n")
    }
}

import HTTPTypes
import NIOHTTP1

/// The parts of a request on which the answer with a file depends.
struct FileRequest {
    var isHead: Bool
    var encodings: String?
    var knownTags: String?
    var userAgent: String?

    /// From a request that a task answers.
    init(_ request: HTTPRequest) {
        isHead = request.method == .head
        encodings = request.headerFields[.acceptEncoding]
        knownTags = request.headerFields[.ifNoneMatch]
        userAgent = request.headerFields[.userAgent]
    }

    /// From a request as it was received, in one pass. Nil when a task has to answer it: it has a body or may have one, asks
    /// for something else than a file, or is the last of its connection.
    init?(_ head: HTTPRequestHead) {
        guard head.method == .GET || head.method == .HEAD, head.version == .http1_1,
            head.uri.utf8.first == UInt8(ascii: "/")
        else { return nil }
        isHead = head.method == .HEAD
        for (name, value) in head.headers {
            switch name.utf8.count {
            case 10 where Self.is(name, "connection"): guard value.lowercased() == "keep-alive" else { return nil }
            case 10 where Self.is(name, "user-agent"): Self.add(value, to: &userAgent)
            case 13 where Self.is(name, "if-none-match"): Self.add(value, to: &knownTags)
            case 14 where Self.is(name, "content-length"): return nil
            case 15 where Self.is(name, "accept-encoding"): Self.add(value, to: &encodings)
            case 17 where Self.is(name, "transfer-encoding"): return nil
            default: break
            }
        }
    }

    /// The values of all fields of a name count as one (RFC 9110, section 5.3). What is too long already gets no longer.
    private static func add(_ value: String, to field: inout String?) {
        guard let first = field else { return field = value }
        if first.utf8.count <= HTTPFields.longestValue { field = first + ", " + value }
    }

    /// Whether a field has a name, which is given in small letters.
    private static func `is`(_ name: String, _ wanted: StaticString) -> Bool {
        name.utf8.elementsEqual(UnsafeBufferPointer(start: wanted.utf8Start, count: wanted.utf8CodeUnitCount)) {
            $0 | 0x20 == $1
        }
    }
}

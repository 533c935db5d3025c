import NIOCore
import NIOHTTP1

/// Enforces the rules of RFC 9112 for `Host` and for versions, before the HTTP version is lost.
///
/// HTTP/1.1 names its host exactly once, HTTP/1.0 at most once (section 3.2). A target in absolute form takes
/// precedence over `Host` and is then handled like any other (section 3.2.2). A client of HTTP/1.0 is answered in its
/// version, without chunks, and the connection is closed after the answer unless the client asks to keep it (section
/// 9.3).
final class RequestCheck: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The facts about a request that is not answered yet.
    private enum Kind {
        case usual
        case old(keepsAlive: Bool)
    }

    private var waiting: [Kind] = []
    private var isRefused = false
    /// The last valid host. A connection nearly always names one.
    private var knownHost: String?
    private var endsBehindAnswer = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        guard Self.isText(head), hasHost(&head) else {
            isRefused = true
            // Answered with 400, in its turn, like bytes that are not HTTP.
            return context.fireErrorCaught(HTTPParserError.invalidHost)
        }
        waiting.append(Self.normalizeVersion(of: &head))
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Whether the next answer is for a client of HTTP/1.1.
    var isAnsweredAsUsual: Bool { if case .usual = waiting.first { true } else { false } }

    /// A whole answer in HTTP/1.1 was sent, which does not pass this handler (``RequestHandler``).
    func answered() { if !waiting.isEmpty { waiting.removeFirst() } }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code >= 200:
            context.write(wrapOutboundOut(.head(answer(head))), promise: promise)
        case .end where endsBehindAnswer:
            let channel = context.channel
            context.writeAndFlush(data, promise: promise)
            channel.close(mode: .output, promise: nil)
        default: context.write(data, promise: promise)
        }
    }

    /// The head of an answer in the client's version.
    private func answer(_ head: HTTPResponseHead) -> HTTPResponseHead {
        guard !waiting.isEmpty, case .old(let keepsAlive) = waiting.removeFirst() else { return head }
        var head = head
        head.version = .http1_0
        let hasLength = head.headers.contains(name: "content-length") || [204, 304].contains(head.status.code)
        let closes = head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
        if keepsAlive, hasLength, !closes {
            head.headers.replaceOrAdd(name: "Connection", value: "keep-alive")
        } else {
            endsBehindAnswer = !closes
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        }
        return head
    }

    private func hasHost(_ head: inout HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        let isPath = head.uri.utf8.first == UInt8(ascii: "/")
        if let knownHost, isPath, hosts.count == 1, hosts.first == knownHost { return true }
        guard Self.normalizeHost(of: &head) else { return false }
        if isPath { knownHost = hosts.first }
        return true
    }

    /// The most bytes beyond ASCII in a field.
    private static let foreignBytes = 1_024

    /// Whether a target is in ASCII, as RFC 9112 requires, and a field has few bytes beyond it: comparing texts with
    /// long runs of combining marks takes seconds.
    static func isText(_ head: HTTPRequestHead) -> Bool {
        head.uri.utf8.allSatisfy { $0 < 0x80 }
            && head.headers.allSatisfy { $0.value.utf8.lazy.filter { $0 >= 0x80 }.count <= foreignBytes }
    }

    /// Whether a request names its host correctly. The host of an absolute target replaces the header's.
    static func normalizeHost(of head: inout HTTPRequestHead) -> Bool {
        let hosts = head.headers["host"]
        guard hosts.count == 1 || hosts.isEmpty && isOld(head) else { return false }
        guard hosts.allSatisfy(HostName.isValid) else { return false }
        guard let target = AbsoluteTarget(head.uri) else { return true }
        guard HostName.isValid(target.authority) else { return false }
        head.uri = target.path
        head.headers.replaceOrAdd(name: "Host", value: target.authority)
        return true
    }

    /// Records in the request whether the connection ends after it, for code that does not see the HTTP version.
    private static func normalizeVersion(of head: inout HTTPRequestHead) -> Kind {
        let options = head.headers[canonicalForm: "connection"].map { $0.lowercased() }
        let keepsAlive = isOld(head) ? options.contains("keep-alive") : !options.contains("close")
        if !keepsAlive { head.headers.replaceOrAdd(name: "Connection", value: "close") }
        return isOld(head) ? .old(keepsAlive: keepsAlive) : .usual
    }

    private static func isOld(_ head: HTTPRequestHead) -> Bool { head.version.major == 1 && head.version.minor == 0 }
}

/// A request's target in absolute form, as proxies send it: `http://host/path`.
struct AbsoluteTarget: Equatable {
    let authority: String
    let path: String

    /// Nil for a target in any other form.
    init?(_ target: String) {
        // Nearly all targets are paths.
        guard target.utf8.first != UInt8(ascii: "/") else { return nil }
        guard let scheme = ["http://", "https://"].first(where: { target.prefix($0.count).lowercased() == $0 }) else {
            return nil
        }
        let rest = target.dropFirst(scheme.count)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        authority = String(rest[..<end])
        path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
    }
}

/// The value of a `Host` header: `uri-host [ ":" port ]` (RFC 9110, section 7.2).
enum HostName {
    private static let longest = 255 + 6
    private static let signs = Set("-._~!$&'()*+,;=%".utf8)

    static func isValid(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= longest else { return false }
        if text.hasPrefix("[") {
            guard let end = text.firstIndex(of: "]") else { return false }
            let inner = text[text.index(after: text.startIndex)..<end]
            return inner.contains(":") && IPAddress(inner) != nil && isPort(text[text.index(after: end)...])
        }
        let end = text.firstIndex(of: ":") ?? text.endIndex
        return end > text.startIndex && isPort(text[end...])
            && text[..<end].utf8.allSatisfy { isLetterOrDigit($0) || signs.contains($0) }
    }

    /// Whether the text is empty, or a colon with a number of at most five digits.
    private static func isPort(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        let digits = text.dropFirst().utf8
        return text.hasPrefix(":") && digits.count <= 5 && digits.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
}

import AsyncHTTPClient
import DaybookCore
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Calls a server over HTTP/1.1. ``close()`` must be called before the last reference is released.
///
/// The server is not trusted: the head and the body of an answer are bounded in size and in time, and a redirect is an answer
/// like others, so the token never goes to another host.
public final class HTTPTransport: ServerTransport {
    private let server: ServerAddress
    private let client: HTTPClient

    /// The most bytes of an answer: a page of records, and the longest refusals.
    private static let bodyMaximum = 8 << 20
    /// The most bytes of an answer with a photo.
    private static let photoMaximum = Rules.standard.photoBytesMaximum
    /// The longest time for a call and its answer.
    private static let callTimeout = Duration.seconds(300)
    /// The longest time for a call that carries a photo, in seconds: enough for 10 MB over a slow network.
    private static let photoTimeout: Int64 = 900
    /// A connection on which nothing comes is gone. The server's streams send something every 20 seconds.
    private static let readTimeout = TimeAmount.seconds(60)

    /// The way to a server. `certificates`: the path of a file with the authorities to trust in place of the system's, in PEM.
    public init(_ server: ServerAddress, certificates: String? = nil) {
        self.server = server
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        if let certificates { tls.trustRoots = .file(certificates) }
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.timeout.connect = .seconds(10)
        configuration.timeout.read = Self.readTimeout
        // A server may close an idle connection just as it is used again.
        configuration.connectionPool.idleTimeout = .seconds(5)
        configuration.connectionPool.retryConnectionEstablishment = false
        client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    }

    /// Ends all calls in progress.
    public func close() async { try? await client.shutdown() }

    /// Makes a call.
    public func answer(to call: Call) async throws -> Answer {
        try await translatingErrors {
            try await withThrowingTaskGroup(of: Answer.self) { group in
                group.addTask { try await self.wholeAnswer(to: call) }
                group.addTask {
                    try await Task.sleep(for: call.content == .photo ? .seconds(Self.photoTimeout) : Self.callTimeout)
                    throw HTTPClientError.deadlineExceeded
                }
                defer { group.cancelAll() }
                guard let first = try await group.next() else { throw CancellationError() }
                return first
            }
        }
    }

    /// Opens the server's stream of events.
    public func listen(to call: Call, _ onEvent: @escaping @Sendable (Int64) -> Void) async throws -> Answer {
        try await translatingErrors {
            var request = self.request(call)
            request.headers.replaceOrAdd(name: "Accept", value: "text/event-stream")
            let response = try await self.client.execute(request, deadline: .distantFuture)
            let head = Self.answer(response, body: [])
            guard response.status == .ok else { return head }
            var lines = EventLines()
            for try await bytes in response.body {
                for cursor in try lines.read(bytes.readableBytesView) { onEvent(cursor) }
            }
            return head
        }
    }

    private func wholeAnswer(to call: Call) async throws -> Answer {
        let isPhoto = call.content == .photo
        let readTimeout = isPhoto ? TimeAmount.seconds(Self.photoTimeout) : Self.readTimeout
        let response = try await client.execute(request(call), timeout: readTimeout)
        let body = try await response.body.collect(upTo: isPhoto ? Self.photoMaximum : Self.bodyMaximum)
        return Self.answer(response, body: Array(body.readableBytesView))
    }

    private func request(_ call: Call) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: server.text + call.request.path)
        request.method = HTTPMethod(rawValue: call.request.method.rawValue)
        request.headers.add(name: "Accept", value: call.content == .json ? "application/json" : "*/*")
        for (name, value) in call.headers { request.headers.add(name: name, value: value) }
        if !call.request.body.isEmpty {
            request.body = .bytes(ByteBuffer(bytes: call.request.body))
        }
        return request
    }

    private static func answer(_ response: HTTPClientResponse, body: [UInt8]) -> Answer {
        Answer(
            status: Int(response.status.code),
            body: body,
            retryAfter: response.headers.first(name: "Retry-After").flatMap { RetryAfter.seconds($0, now: Device.now) },
            jitter: .random(in: 0...1)
        )
    }

    // MARK: - Failures

    private func translatingErrors<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        do {
            return try await work()
        } catch {
            if error is CancellationError || Task.isCancelled { throw CancellationError() }
            throw SyncFailure.unreachable(server: server.text, reason: Self.reason(error, server.host))
        }
    }

    /// Why no answer came, in words for a person.
    static func reason(_ error: any Error, _ host: String) -> String {
        switch error {
        case let error as HTTPClientError where error == .remoteConnectionClosed: return "it ended the connection"
        case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.eof, ChannelError.inputClosed,
            ChannelError.outputClosed:
            return "it ended the connection"
        case let error as HTTPClientError where timeouts.contains(error): return "it does not answer"
        case is EventLines.TooLong, is NIOTooManyBytesError: return "its answer is too long"
        case let error as NIOConnectionError where error.connectionErrors.isEmpty:
            return "the name \(host) is not known"
        case is NIOConnectionError: return "nothing answers there"
        case let error as NIOSSLError: return tlsReason("\(error)")
        case let error as NIOSSLExtraError: return tlsReason("\(error)")
        case let error as IOError where error.errnoCode == ECONNREFUSED: return "nothing answers there"
        case let error as IOError: return String(cString: strerror(error.errnoCode))
        default: return "\(error)"
        }
    }

    private static var timeouts: [HTTPClientError] {
        [.connectTimeout, .readTimeout, .writeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout]
    }

    private static func tlsReason(_ detail: String) -> String {
        detail.contains("CERTIFICATE_VERIFY_FAILED") || detail.contains("verif")
            ? "its certificate is not trusted on this machine (SSL_CERT_FILE names another file of authorities)"
            : "no encrypted connection comes about (\(detail))"
    }
}

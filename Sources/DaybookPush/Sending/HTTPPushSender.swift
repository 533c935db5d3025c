import AsyncHTTPClient
import DaybookCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends messages to push services over HTTP (RFC 8030), encrypted for the browser.
///
/// ``close()`` must be called before the last reference is released.
public final class HTTPPushSender: PushSender {
    /// The most bytes of an answer that are read: the status decides, and the text is for the log.
    private static let longestAnswer = 4_096

    private let tokens: VAPIDTokens
    private let hosts: HostCheck
    private let resolver: HostResolver
    private let gate: HostGate
    private let client: HTTPClient
    /// For the hosts that may have any address, whose connections are not checked.
    private let privateClient: HTTPClient?
    private let privateHosts: PrivatePushHosts
    private let limits: PushLimits
    private let now: @Sendable () -> Instant
    private let logger: Logger

    /// A sender.
    ///
    /// - Parameters:
    ///   - key: The key that identifies this server to push services.
    ///   - contact: The contact of this server's operator.
    ///   - privateHosts: The services that may be outside of the public network.
    ///   - limits: The bounds on requests and their times.
    ///   - now: The present time.
    ///   - logger: The log for refusals, which never includes a secret.
    public convenience init(
        key: VAPIDKey,
        contact: VAPIDContact?,
        privateHosts: PrivatePushHosts = .none,
        limits: PushLimits = PushLimits(),
        now: @escaping @Sendable () -> Instant,
        logger: Logger
    ) {
        let tokens = VAPIDTokens(key: key, contact: contact)
        self.init(tokens: tokens, privateHosts: privateHosts, limits: limits, lookUp: nil, now: now, logger: logger)
    }

    /// A sender with other trusted certificates and another resolver. Tests use it.
    init(
        tokens: VAPIDTokens,
        privateHosts: PrivatePushHosts,
        limits: PushLimits,
        tls: TLSConfiguration = .makeClientConfiguration(),
        lookUp: (@Sendable (String) async throws -> [SocketAddress])?,
        now: @escaping @Sendable () -> Instant,
        logger: Logger
    ) {
        let resolver = HostResolver()
        let hosts = HostCheck(privateHosts: privateHosts) { host in
            if let lookUp { try await lookUp(host) } else { try await resolver.addresses(of: host) }
        }
        self.tokens = tokens
        self.hosts = hosts
        self.resolver = resolver
        gate = HostGate(width: limits.atOnce, longest: limits.waiting)
        client = Self.client(limits, tls) { hosts.admit($0) }
        privateClient = privateHosts == .none ? nil : Self.client(limits, tls, look: nil)
        self.privateHosts = privateHosts
        self.limits = limits
        self.now = now
        self.logger = logger
    }

    /// Ends all requests in progress. Their messages must be sent again.
    public func close() async {
        try? await client.shutdown()
        try? await privateClient?.shutdown()
        await resolver.close()
    }

    // MARK: - Sending

    /// Sends a message once, as soon as its push service has a place for it.
    public func send(_ message: PushMessage, to subscription: PushSubscription) async -> PushOutcome {
        let endpoint = subscription.endpoint
        guard await gate.enter(endpoint.origin) else { return .retry(after: nil) }
        defer { gate.leave(endpoint.origin) }
        do {
            return try await deliver(message, to: subscription)
        } catch is HostCheck.Forbidden {
            logger.warning("a push endpoint is not in the public network", metadata: ["host": "\(endpoint.host)"])
            return .forbidden
        } catch {
            logger.info(
                "a push service could not be reached",
                metadata: ["host": "\(endpoint.host)", "error": "\(error)"]
            )
            return .retry(after: nil)
        }
    }

    private func deliver(_ message: PushMessage, to subscription: PushSubscription) async throws -> PushOutcome {
        let answer = try await within(limits.message) { try await self.call(message, to: subscription) }
        let retryAfter = answer.headers.first(name: "Retry-After").flatMap { RetryAfter.duration($0, now: now()) }
        let outcome = PushOutcome(status: Int(answer.status.code), retryAfter: retryAfter)
        // Read to its end, so that the connection can be reused. A longer or endless answer ends with its connection;
        // the status has arrived, and an accepted message is not sent again because its text is missing.
        let text = try? await within(limits.message) { try await answer.body.collect(upTo: Self.longestAnswer) }
        report(outcome, Int(answer.status.code), text.map { String(buffer: $0) }, of: subscription.endpoint)
        return outcome
    }

    /// Sends the message. Returns with the head of the answer.
    private func call(_ message: PushMessage, to subscription: PushSubscription) async throws -> HTTPClientResponse {
        let endpoint = subscription.endpoint
        try await hosts.admit(endpoint.host, now: now())
        let client = privateHosts.contains(endpoint.host) ? privateClient ?? client : client
        let request = try self.request(message, to: subscription)
        // The time covers the whole answer, whose body may take as long as its head.
        return try await client.execute(request, timeout: .nanoseconds(2 * limits.message.inNanoseconds))
    }

    /// The request (RFC 8030, section 5; RFC 8291, section 4; RFC 8292, section 3).
    func request(_ message: PushMessage, to subscription: PushSubscription) throws -> HTTPClientRequest {
        var request = HTTPClientRequest(url: subscription.endpoint.text)
        request.method = .POST
        request.headers = [
            "TTL": "\(message.ttl)",
            "Urgency": message.urgency.rawValue,
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "Authorization": try tokens.authorization(for: subscription.endpoint.origin, now: now()),
        ]
        if let topic = message.topic { request.headers.add(name: "Topic", value: topic.text) }
        request.body = .bytes(ByteBuffer(bytes: try MessageEncryption.body(message.payload, for: subscription)))
        return request
    }

    // MARK: - Parts

    private func report(_ outcome: PushOutcome, _ status: Int, _ text: String?, of endpoint: PushEndpoint) {
        var metadata: Logger.Metadata = ["host": "\(endpoint.host)", "status": "\(status)"]
        switch outcome {
        case .refused, .tooLarge:
            if let reason = Self.reason(text ?? "") { metadata["reason"] = "\(reason)" }
            logger.warning("a push service refused a message", metadata: metadata)
        case .retry:
            logger.info("a push service wants a message later", metadata: metadata)
        case .accepted, .gone, .forbidden:
            logger.debug("a push service answered", metadata: metadata)
        }
    }

    /// The error name that Apple's and Mozilla's services send, such as `BadJwtToken`. Nothing else of an answer is
    /// logged: anyone can subscribe with a service of their own, whose answer could contain any text or repeat the
    /// message.
    static func reason(_ text: String) -> String? {
        guard let json = try? JSON(Array(text.utf8)) else { return nil }
        let word =
            json["reason"]?.stringValue ?? json["error"]?.stringValue ?? json["errno"]?.integerValue.map(String.init)
        guard let word, (1...40).contains(word.utf8.count),
            word.utf8.allSatisfy({ byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                    || byte == 0x20
            })
        else { return nil }
        return word
    }

    private static func client(
        _ limits: PushLimits,
        _ tls: TLSConfiguration,
        look: (@Sendable (any Channel) -> EventLoopFuture<Void>)?
    ) -> HTTPClient {
        var tls = tls
        tls.minimumTLSVersion = .tlsv12
        var configuration = HTTPClient.Configuration(tlsConfiguration: tls, redirectConfiguration: .disallow)
        configuration.timeout.connect = .nanoseconds(limits.connecting.inNanoseconds)
        configuration.timeout.read = .nanoseconds(limits.message.inNanoseconds)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = limits.atOnce
        // The caller decides when to retry.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Called for an open connection, before a request is sent on it.
        configuration.http1_1ConnectionDebugInitializer = look
        configuration.http2ConnectionDebugInitializer = look
        // NIO's sockets on every system: the check needs the connected address.
        return HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
    }
}

/// The result of a task within a time. Throws an error when the task takes longer.
private func within<Success: Sendable>(
    _ time: Duration,
    _ work: @escaping @Sendable () async throws -> Success
) async throws -> Success {
    try await withThrowingTaskGroup(of: Success.self) { group in
        group.addTask(operation: work)
        group.addTask {
            try await Task.sleep(for: time)
            throw HTTPClientError.deadlineExceeded
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}

extension Duration {
    fileprivate var inNanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}

import DaybookCore
import Logging
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization
import TestSupport
import Testing

@testable import DaybookPush

@Suite(.timeLimit(.minutes(10))) struct SenderTests {
    private static let now = Instant(milliseconds: 1_800_000_000_000)
    private let key = VAPIDKey()
    private let browser = Browser()

    /// Runs a test with a sender and closes it afterwards.
    private func sending<Success>(
        privateHosts: PrivatePushHosts? = nil,
        limits: PushLimits = PushLimits(),
        tls: TLSConfiguration = .makeClientConfiguration(),
        lookUp: (@Sendable (String) async throws -> [SocketAddress])? = nil,
        log: LogLines = LogLines(),
        _ body: (HTTPPushSender) async throws -> Success
    ) async throws -> Success {
        let sender = HTTPPushSender(
            tokens: VAPIDTokens(key: key, contact: try VAPIDContact("ops@example.org")),
            privateHosts: try privateHosts ?? PrivatePushHosts("127.0.0.1, localhost"),
            limits: limits,
            tls: tls,
            lookUp: lookUp,
            now: { Self.now },
            logger: log.logger
        )
        let result: Result<Success, any Error>
        do { result = .success(try await body(sender)) } catch { result = .failure(error) }
        await sender.close()
        return try result.get()
    }

    private func subscription(_ service: LocalPushService, host: String = "127.0.0.1") throws -> PushSubscription {
        try browser.subscription(
            endpoint: "http://\(host):\(service.port)/push/secret-path",
            privateHosts: PrivatePushHosts("127.0.0.1, localhost")
        )
    }

    private func message(_ text: String = "Pay rent", topic: String? = nil) throws -> PushMessage {
        try #require(
            PushMessage(payload: Array(text.utf8), ttl: 86_400, urgency: .high, topic: topic.flatMap { PushTopic($0) })
        )
    }

    @Test("[R1] A message arrives with the headers of the standards, and opens in the browser alone")
    func arrives() async throws {
        let service = try await LocalPushService.start()
        let (subscription, message) = (try subscription(service), try message(topic: "rent"))
        let outcome = try await sending { await $0.send(message, to: subscription) }
        #expect(outcome == .accepted)
        let request = try #require(service.received.first)
        #expect(request.method == .POST)
        #expect(request.path == "/push/secret-path")
        #expect(request.headers["TTL"] == ["86400"])
        #expect(request.headers["Urgency"] == ["high"])
        #expect(request.headers["Topic"] == ["rent"])
        #expect(request.headers["Content-Encoding"] == ["aes128gcm"])
        #expect(request.headers["Content-Type"] == ["application/octet-stream"])
        #expect(request.headers["Content-Length"] == ["615"])
        let authorization = try #require(request.headers.first(name: "Authorization"))
        #expect(authorization.hasPrefix("vapid t=ey"))
        #expect(authorization.hasSuffix(", k=\(key.publicKeyText)"))
        #expect(browser.open(request.body).map { String(decoding: $0, as: UTF8.self) } == "Pay rent")
        await service.stop()
    }

    @Test("[R1] Without a topic there is no Topic header, and the other headers are as the message has them")
    func headers() async throws {
        let subscription = try browser.subscription()
        let message = try #require(PushMessage(payload: [], ttl: 0, urgency: .veryLow))
        let request = try await sending { try $0.request(message, to: subscription) }
        #expect(request.headers["Topic"].isEmpty)
        #expect(request.headers["TTL"] == ["0"])
        #expect(request.headers["Urgency"] == ["very-low"])
    }

    @Test(
        "[R1] What a push service answers comes back as what to do, and nothing secret is in the log",
        arguments: [
            (201, [:], "", .accepted), (410, [:], "", .gone), (413, [:], "", .tooLarge),
            (429, ["Retry-After": "120"], "", .retry(after: .seconds(120))),
            (503, ["Retry-After": "Fri, 15 Jan 2027 08:01:00 GMT"], "", .retry(after: .seconds(60))),
            (500, [:], "", .retry(after: nil)), (503, ["Retry-After": "later"], "", .retry(after: nil)),
            (403, [:], #"{"reason":"BadJwtToken"}"#, .refused(status: 403)),
            (400, [:], "no json", .refused(status: 400)), (401, [:], #"{"reason":"a.b"}"#, .refused(status: 401)),
        ] as [(Int, HTTPHeaders, String, PushOutcome)]
    )
    func answers(status: Int, headers: HTTPHeaders, body: String, outcome: PushOutcome) async throws {
        let service = try await LocalPushService.start { _ in .status(status, headers: headers, body: body) }
        let log = LogLines()
        let (subscription, message) = (try subscription(service), try message())
        #expect(try await sending(log: log) { await $0.send(message, to: subscription) } == outcome)
        let token = try #require(service.received.first?.headers.first(name: "Authorization"))
        for line in log.lines {
            for secret in ["secret-path", "Pay rent", token, String(token.dropFirst(8).prefix(40))] {
                #expect(!line.contains(secret))
            }
        }
        #expect(log.lines.contains { $0.contains("BadJwtToken") } == body.contains("BadJwtToken"))
        #expect(log.lines.contains { $0.contains("warning") } == [400, 401, 403, 413].contains(status))
        await service.stop()
    }

    @Test("[R1] A redirection is not followed")
    func redirect() async throws {
        let other = try await LocalPushService.start()
        let port = other.port
        let service = try await LocalPushService.start { _ in
            .status(307, headers: ["Location": "http://127.0.0.1:\(port)/elsewhere"])
        }
        let (subscription, message) = (try subscription(service), try message())
        #expect(try await sending { await $0.send(message, to: subscription) } == .refused(status: 307))
        #expect(other.received.isEmpty)
        await service.stop()
        await other.stop()
    }

    @Test("[R1] A connection that is not there, or breaks off, is one to try again")
    func broken() async throws {
        let service = try await LocalPushService.start { _ in .hangUp }
        let (subscription, message) = (try subscription(service), try message())
        let closed = ClosedPort()
        let nobody = try browser.subscription(
            endpoint: "http://127.0.0.1:\(closed.number)/push/1",
            privateHosts: PrivatePushHosts("127.0.0.1")
        )
        try await sending { sender in
            #expect(await sender.send(message, to: subscription) == .retry(after: nil))
            #expect(await sender.send(message, to: nobody) == .retry(after: nil))
        }
        await service.stop()
    }

    @Test(
        "[R1] A silent service holds no message up, and one that never ends its answer has still taken it",
        arguments: [true, false]
    )
    func slow(isSilent: Bool) async throws {
        let service = try await LocalPushService.start { _ in isSilent ? .silence : .drip }
        let (subscription, message) = (try subscription(service), try message())
        var (limits, outcome) = (PushLimits(), PushOutcome.retry(after: nil))
        // On a loaded machine, the head of an answer may need a longer time than the first ones.
        for seconds in isSilent ? [0.4] : [0.5, 2, 20] where outcome != .accepted {
            limits.message = .seconds(seconds)
            outcome = try await sending(limits: limits) { await $0.send(message, to: subscription) }
        }
        #expect(outcome == (isSilent ? .retry(after: nil) : .accepted))
        await service.stop()
    }

    @Test("[R1] An answer of any size is cut off, and its status counts")
    func longAnswer() async throws {
        let service = try await LocalPushService.start { _ in
            .status(201, body: String(repeating: "x", count: 300_000))
        }
        let (subscription, message) = (try subscription(service), try message())
        try await sending { sender in
            for _ in 0..<3 { #expect(await sender.send(message, to: subscription) == .accepted) }
        }
        await service.stop()
    }

    @Test("[R1] So many messages at once are under way to a service, and all arrive")
    func bounded() async throws {
        let service = try await LocalPushService.start(delay: .milliseconds(20))
        var limits = PushLimits()
        limits.atOnce = 5
        let (subscription, message) = (try subscription(service), try message())
        try await sending(limits: limits) { sender in
            await withTaskGroup(of: PushOutcome.self) { group in
                for _ in 0..<60 { group.addTask { await sender.send(message, to: subscription) } }
                for await outcome in group { #expect(outcome == .accepted) }
            }
        }
        #expect(service.received.count == 60)
        #expect((2...5).contains(service.mostAtOnce))
        await service.stop()
    }

    @Test("[R1] More than may wait are to be sent again")
    func overflow() async throws {
        let opening = MultiThreadedEventLoopGroup.singleton.next().makePromise(of: Void.self)
        defer { opening.succeed() }
        let service = try await LocalPushService.start(opening: opening.futureResult)
        var limits = PushLimits()
        (limits.atOnce, limits.waiting) = (1, 2)
        limits.message = .seconds(60)
        let (subscription, message) = (try subscription(service), try message())
        try await sending(limits: limits) { sender in
            let outcomes = await withTaskGroup(of: PushOutcome.self) { group in
                for _ in 0..<10 { group.addTask { await sender.send(message, to: subscription) } }
                // No message is answered until all that find no place have been turned away.
                var outcomes: [PushOutcome] = []
                for await outcome in group {
                    outcomes.append(outcome)
                    if outcomes.count == 7 { opening.succeed() }
                }
                return outcomes
            }
            #expect(outcomes.count { $0 == .accepted } == 3)
            #expect(outcomes.count { $0 == .retry(after: nil) } == 7)
        }
        await service.stop()
    }

    @Test("[R1] Closing ends what is under way, to be sent again")
    func closes() async throws {
        let service = try await LocalPushService.start { _ in .silence }
        let (subscription, message) = (try subscription(service), try message())
        let outcome = try await sending { sender in
            async let outcome = sender.send(message, to: subscription)
            while service.received.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            await sender.close()
            return await outcome
        }
        #expect(outcome == .retry(after: nil))
        await service.stop()
    }

    @Test("[R1] Over TLS nothing goes to a service without a valid certificate", arguments: [true, false])
    func tls(isTrusted: Bool) async throws {
        let service = try await LocalPushService.start(tls: TestCertificate.serverContext())
        var tls = TLSConfiguration.makeClientConfiguration()
        if isTrusted { tls.trustRoots = .certificates([try TestCertificate.certificate()]) }
        let endpoint = "https://localhost:\(service.port)/push/1"
        let subscription = try browser.subscription(endpoint: endpoint, privateHosts: PrivatePushHosts("localhost"))
        let message = try message()
        let outcome = try await sending(tls: tls) { await $0.send(message, to: subscription) }
        #expect(outcome == (isTrusted ? .accepted : .retry(after: nil)))
        #expect(service.received.count == (isTrusted ? 1 : 0))
        await service.stop()
    }

    // MARK: - Hosts

    @Test("[R1] A name that leads to this machine gets nothing, not even a connection")
    func forbiddenName() async throws {
        let service = try await LocalPushService.start()
        let log = LogLines()
        let (subscription, message) = (try subscription(service, host: "localhost"), try message())
        let outcome = try await sending(privateHosts: PrivatePushHosts.none, log: log) {
            await $0.send(message, to: subscription)
        }
        #expect(outcome == .forbidden)
        #expect(service.received.isEmpty)
        #expect(log.lines.contains { $0.contains("not in the public network") })
        await service.stop()
    }

    @Test("[R1] A name whose second lookup leads elsewhere gets no request")
    func forbiddenConnection() async throws {
        let service = try await LocalPushService.start()
        let (subscription, message) = (try subscription(service, host: "localhost"), try message())
        let lookUp: @Sendable (String) async throws -> [SocketAddress] = { _ in
            [try SocketAddress(ipAddress: "8.8.8.8", port: 443)]
        }
        try await sending(privateHosts: PrivatePushHosts.none, lookUp: lookUp) { sender in
            for _ in 0..<3 { #expect(await sender.send(message, to: subscription) == .forbidden) }
        }
        #expect(service.received.isEmpty)
        await service.stop()
    }

    @Test("[R1] A trusted host opens the door to no other")
    func trustedHostAlone() async throws {
        let service = try await LocalPushService.start()
        let (subscription, message) = (try subscription(service, host: "localhost"), try message())
        let outcome = try await sending(privateHosts: PrivatePushHosts("127.0.0.1")) {
            await $0.send(message, to: subscription)
        }
        #expect(outcome == .forbidden)
        #expect(service.received.isEmpty)
        await service.stop()
    }

    @Test(
        "[R1] Of an answer's text, one plain word is logged",
        arguments: [
            (#"{"reason":"BadJwtToken"}"#, "BadJwtToken"),
            (#"{"code":401,"errno":109,"error":"Unauthorized"}"#, "Unauthorized"),
            (#"{"errno":109}"#, "109"), (#"{"reason":"a\nb"}"#, nil), (#"{"reason":""}"#, nil), ("[]", nil), ("", nil),
            (#"{"reason":"eyJ0eXAi.eyJhdWQi"}"#, nil), (#"{"reason":"\#(String(repeating: "x", count: 41))"}"#, nil),
        ] as [(String, String?)]
    )
    func reason(text: String, reason: String?) {
        #expect(HTTPPushSender.reason(text) == reason)
    }
}

import DaybookCore
import DaybookStore
import HTTPTypes
import Hummingbird
import NIOCore

/// `GET /api/v1/sync/events`: reports an account's changes to a device as they happen (S11), as server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html).
struct Events: Sendable {
    /// The pace of a stream.
    struct Pace: Sendable {
        /// The longest time without an event. Proxies and browsers close a connection that is silent for a minute.
        var heartbeat: Duration = .seconds(20)
        /// Whether a stream ends after the present number, for tests that read answers to their end.
        var endsAtOnce = false
    }

    /// The media type of a stream.
    static let type = "text/event-stream"

    let authenticator: Authenticator
    let metrics: Metrics
    let hub: EventHub
    let pace: Pace
    let calls: CallPace

    init(storage: any Storage, authenticator: Authenticator, metrics: Metrics, pace: Pace, calls: CallPace) {
        self.authenticator = authenticator
        self.metrics = metrics
        self.pace = pace
        self.calls = calls
        hub = EventHub(storage: storage, heartbeat: pace.heartbeat)
    }

    var routes: [Route] {
        let operation = Operation(
            summary: "Listen for changes",
            answers: .init(
                status: 200,
                description: "Events named changed, each with the cursor; a comment every 20 seconds.",
                schema: "Text",
                type: "text/event-stream"
            ),
            problems: [406]
        )
        return [Route(.get, "/api/v1/sync/events", .session, operation, events)]
    }

    @Sendable private func events(_ request: Request, _ context: DaybookContext) async throws -> Response {
        guard Self.isTaken(request.headers[.accept]) else {
            throw Problem(.notAcceptable, "This address answers with text/event-stream. Name it in Accept.")
        }
        let session = try context.session
        guard let token = SessionToken.of(request, context.arrival.cookie)?.hash else { throw Problem.noSession }
        let channel = context.channel
        // The stream may last for days, so it must not hold the request.
        return Response(
            status: .ok,
            headers: Self.headers,
            body: ResponseBody { [self] writer in
                try await sendEvents(session.account, session.session.id, token, on: channel, &writer)
            }
        )
    }

    private func sendEvents(
        _ account: AccountID,
        _ session: SessionID,
        _ token: TokenHash,
        on channel: any Channel,
        _ writer: inout any ResponseBodyWriter
    ) async throws {
        let (place, cursors) = hub.listen(to: account, session: session)
        metrics.streamBegan()
        defer {
            hub.leave(place)
            metrics.streamEnded()
        }
        // Neither a client that has disconnected nor a server that stops waits for the next event.
        let watch = HangUp.Watch { [hub] in hub.leave(place) }
        watch.begin(on: channel)
        defer { watch.end(on: channel) }
        var sent: Int64?
        for await cursor in cursors {
            // A session that has ended receives nothing more.
            let isOpen = await hub.isOpen(token, at: place) { [authenticator] in
                await authenticator.isOpen(token, of: account)
            }
            guard isOpen else { break }
            let isNew = sent.map { $0 < cursor } ?? true
            try await writer.write(isNew ? Self.event(cursor) : Self.comment)
            sent = max(sent ?? cursor, cursor)
            calls.charge(.account(account))
            if pace.endsAtOnce { break }
        }
        try await writer.finish(nil)
    }

    private static func event(_ cursor: Int64) -> ByteBuffer {
        ByteBuffer(string: "event: changed\ndata: {\"cursor\":\(cursor)}\n\n")
    }

    private static let comment = ByteBuffer(string: ":\n\n")

    private static let headers: HTTPFields = {
        var headers: HTTPFields = [.contentType: type, .cacheControl: "no-store"]
        // nginx would buffer the events otherwise.
        if let name = HTTPField.Name("X-Accel-Buffering") { headers[name] = "no" }
        for field in SecurityHeaders.all { headers.append(field) }
        return headers
    }()

    /// Whether an `Accept` header allows events (RFC 9110, section 12.5.1).
    private static func isTaken(_ header: String?) -> Bool {
        guard let header, header.utf8.count <= HTTPFields.longestValue else { return true }
        return [type, "text/*", "*/*"].contains { AcceptEncoding.takes($0, header) }
    }
}

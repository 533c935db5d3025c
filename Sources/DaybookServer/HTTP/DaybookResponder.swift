import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore

/// Answers every request: the interface under `/api`, `/healthz` and `/metrics`, and the browser app everywhere else.
///
/// In one place for all of them, errors become problem documents, and requests are counted and logged.
///
/// A class: each task would copy a value with all of its parts.
public final class DaybookResponder: HTTPResponder {
    /// The context of a request.
    public typealias Context = DaybookContext

    let interface: Interface
    let web: WebFolder
    let metrics: Metrics
    let tasks: LongTasks
    let unsent: UnsentAnswers
    let arrivals: Arrival.Settings
    let date = DateHeader()

    init(
        interface: Interface,
        web: WebFolder,
        metrics: Metrics,
        tasks: LongTasks,
        unsent: UnsentAnswers,
        configuration: ServerConfiguration
    ) {
        self.interface = interface
        self.web = web
        self.metrics = metrics
        self.tasks = tasks
        self.unsent = unsent
        arrivals = Arrival.Settings(configuration)
    }

    /// Answers a request; never throws.
    public func respond(to request: Request, context: DaybookContext) async throws -> Response {
        await answer(request, context)
    }

    /// Answers a request.
    ///
    /// Like other steps of each request, it stays where its caller runs: to look up the lane of the task at each step took 6 % of a list
    /// (docs/decisions/0047).
    nonisolated(nonsending) func answer(_ request: Request, _ context: DaybookContext) async -> Response {
        let arrival = Arrival(of: request.head, peer: context.arrival.client, arrivals)
        let context = context.with(arrival)
        ConnectionLane.current?.caller = arrival.caller
        let start = begin()
        var request = request
        let expectation = Expectation(of: request, on: context.channel)
        if let expectation { request.body = expectation.body(request.body) }
        var (response, route) = await response(to: request, context)
        expectation?.complete(&response)
        complete(&response, of: route, to: request.method, arrival, since: start, context)
        return response
    }

    // Not inlined, like other steps of each request: what they need would be a part of the memory of each task
    // (docs/decisions/0047).

    @inline(never)
    private func complete(
        _ response: inout Response,
        of route: String,
        to method: HTTPRequest.Method,
        _ arrival: Arrival,
        since start: ContinuousClock.Instant,
        _ context: DaybookContext
    ) {
        SecurityHeaders.complete(&response.headers, isSecure: arrival.isSecure)
        let group = ConnectionLane.current?.executor.answersHere
        let (id, logger) = (context.requestID, context.logger)
        end(method, route, response.status, since: start, id: id, logger: logger, group: group)
    }

    nonisolated(nonsending) private func response(
        to request: Request,
        _ context: DaybookContext
    ) async -> (Response, route: String) {
        if let answer = webAnswer(to: request) { return (answer, Self.webRoute) }
        var response: Response
        do {
            response = try await interface.respond(to: request, context)
        } catch {
            response = Self.response(to: error, context)
        }
        if Compression.isWorth(response) {
            response = await Compression.complete(response, to: request, tasks, for: .address(context.peer))
        }
        return (response, route: context.endpointPath ?? "none")
    }

    @inline(never)
    private func webAnswer(to request: Request) -> Response? {
        if request.method == .get || request.method == .head, let file = file(at: request.head.path ?? "") {
            return web.answer(to: FileRequest(request.head), with: file).response
        }
        return web.missedShare(request)
    }

    @inline(never)
    private static func response(to error: any Error, _ context: DaybookContext) -> Response {
        Problem(error, logger: context.log).response
    }

    // MARK: - Files

    private static let webRoute = "web"

    /// The file of the browser app that a request's target names; nil when the interface answers it.
    func file(at target: String) -> WebFile? {
        let path = Self.path(of: target)
        return Self.isInterface(path) ? nil : web.file(at: path)
    }

    /// The path of a request's target, as Hummingbird's router reads it.
    private static func path(of target: String) -> String {
        guard target.utf8.first == UInt8(ascii: "/") else { return URI(target).path }
        return target.utf8.firstIndex(of: UInt8(ascii: "?")).map { String(target[..<$0]) } ?? target
    }

    /// Answers a request for a file as ``answer(_:_:)`` does, but without a task: it waits for
    /// nothing. Returns the answer, and its head as it is sent.
    func respond(
        to request: FileRequest,
        with file: WebFile,
        _ arrival: Arrival,
        logger: Logger,
        group: AnswerGroup?
    ) -> (WebAnswer, head: ByteBuffer) {
        let start = begin()
        let answer = web.answer(to: request, with: file)
        let first = answer.head
        var head = ByteBufferAllocator().buffer(capacity: first.readableBytes + Self.otherFields)
        head.writeImmutableBuffer(first)
        if arrival.isSecure {
            head.writeField(SecurityHeaders.strictTransport.name.rawName, SecurityHeaders.strictTransport.value)
        }
        head.writeField("Date", date.value)
        head.writeStaticString("\r\n")
        let method: HTTPRequest.Method = request.isHead ? .head : .get
        end(method, Self.webRoute, answer.status, since: start, id: RequestID(), logger: logger, group: group)
        return (answer, head)
    }

    /// Room for the fields of an answer that are not the file's.
    private static let otherFields = 128

    /// Paths that are never a screen of the app, even with extra slashes.
    private static func isInterface(_ path: String) -> Bool {
        let slash = UInt8(ascii: "/")
        let first = path.utf8.drop { $0 == slash }.prefix { $0 != slash }
        return interfaces.contains { first.elementsEqual($0.utf8) }
    }

    private static let interfaces = ["api", "healthz", "metrics"]

    // MARK: - Counting

    private func begin() -> ContinuousClock.Instant {
        metrics.began()
        return ContinuousClock.now
    }

    private func end(
        _ method: HTTPRequest.Method,
        _ route: String,
        _ status: HTTPResponse.Status,
        since start: ContinuousClock.Instant,
        id: RequestID,
        logger: Logger,
        group: AnswerGroup?
    ) {
        let duration = ContinuousClock.now - start
        metrics.ended(method: Self.label(method), route: route, status: status.code, after: duration)
        RequestLog.write(method, route: route, status: status, after: duration, id: id, logger: logger, group: group)
    }

    /// Unknown methods do not become labels, because clients can invent them.
    private static func label(_ method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options: method.rawValue
        default: "other"
        }
    }
}

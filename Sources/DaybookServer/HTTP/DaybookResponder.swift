import HTTPTypes
import Hummingbird

/// Answers every request: the interface under `/api`, `/healthz` and `/metrics`, and the browser app everywhere else.
///
/// In one place for all of them, errors become problem documents, and requests are counted and logged.
public struct DaybookResponder: HTTPResponder {
    /// The context of a request.
    public typealias Context = DaybookContext

    let interface: Interface
    let web: WebFolder
    let metrics: Metrics
    let tasks: LongTasks
    let configuration: ServerConfiguration

    /// Answers a request; never throws.
    public func respond(to request: Request, context: DaybookContext) async throws -> Response {
        let arrival = Arrival(of: request, peer: context.arrival.client, configuration)
        let context = context.with(arrival)
        ConnectionLane.current?.caller = .address(arrival.client?.household)
        let start = ContinuousClock.now
        metrics.began()
        var request = request
        let expectation = Expectation(of: request, on: context.channel)
        if let expectation { request.body = expectation.body(request.body) }
        var (response, route) = await answer(request, context)
        expectation?.complete(&response)
        SecurityHeaders.complete(&response, isSecure: arrival.isSecure)
        let duration = ContinuousClock.now - start
        metrics.ended(
            method: Self.label(request.method),
            route: route,
            status: response.status.code,
            after: duration
        )
        RequestLog.write(request, route: route, status: response.status, after: duration, logger: context.logger)
        return response
    }

    private func answer(_ request: Request, _ context: DaybookContext) async -> (Response, route: String) {
        if !Self.isInterface(request.uri.path), let file = web.response(to: request) { return (file, "web") }
        let response: Response
        do {
            response = try await interface.respond(to: request, context)
        } catch {
            response = Problem(error, logger: context.logger).response
        }
        let packed = await Compression.complete(response, to: request, tasks, for: .address(context.peer))
        return (packed, route: context.endpointPath ?? "none")
    }

    /// Paths that are never a screen of the app, even with extra slashes.
    private static func isInterface(_ path: String) -> Bool {
        path.split(separator: "/", maxSplits: 1).first.map { ["api", "healthz", "metrics"].contains($0) } ?? false
    }

    /// Unknown methods do not become labels, because clients can invent them.
    private static func label(_ method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options: method.rawValue
        default: "other"
        }
    }
}

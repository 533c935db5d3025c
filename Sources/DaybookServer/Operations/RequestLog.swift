import HTTPTypes
import Hummingbird
import Logging

/// Writes one line for each request: its route, its status and its duration.
///
/// It logs the route's pattern and not the address, because an address may hold a person's search text.
enum RequestLog {
    /// `id` is the request's own, unless the logger has one.
    static func write(
        _ method: HTTPRequest.Method,
        route: String,
        status: HTTPResponse.Status,
        after duration: Duration,
        id: RequestID? = nil,
        logger: Logger
    ) {
        let level: Logger.Level = status.kind == .serverError ? .error : .info
        // The line is not made when the log level excludes it.
        guard logger.logLevel <= level else { return }
        let microseconds = duration.components.attoseconds / 1_000_000_000_000 + duration.components.seconds * 1_000_000
        var metadata: Logger.Metadata = [
            "method": .string(method.rawValue), "route": .string(route),
            "status": .stringConvertible(status.code),
            "ms": .string("\(microseconds / 1_000).\(String(microseconds % 1_000 / 100))"),
        ]
        if let id { metadata["request"] = .stringConvertible(id) }
        logger.log(level: level, "request", metadata: metadata)
    }
}

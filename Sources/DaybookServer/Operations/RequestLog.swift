import HTTPTypes
import Hummingbird
import Logging

/// Writes one line for each request: its route, its status and its duration.
///
/// It logs the route's pattern and not the address, because an address may hold a person's search text.
enum RequestLog {
    /// `id` is the request's own. The line is written with others of `group`, before their
    /// answers leave.
    static func write(
        _ method: HTTPRequest.Method,
        route: String,
        status: HTTPResponse.Status,
        after duration: Duration,
        id: RequestID,
        logger: Logger,
        group: AnswerGroup?
    ) {
        let level: Logger.Level = status.kind == .serverError ? .error : .info
        // The line is not made when the log level excludes it.
        guard logger.logLevel <= level else { return }
        let microseconds = duration.components.attoseconds / 1_000_000_000_000 + duration.components.seconds * 1_000_000
        // Sorted by name.
        let pairs = [
            ("method", method.rawValue), ("ms", "\(microseconds / 1_000).\(microseconds % 1_000 / 100)"),
            ("request", id.description), ("route", route), ("status", String(status.code)),
        ]
        if let group, let log = logger.handler as? any LineLog { return group.log(level, "request", pairs, to: log) }
        let metadata = pairs.map { ($0, Logger.MetadataValue.string($1)) }
        logger.log(level: level, "request", metadata: Logger.Metadata(uniqueKeysWithValues: metadata))
    }
}

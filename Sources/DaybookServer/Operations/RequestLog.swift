import HTTPTypes
import Hummingbird
import Logging

/// Writes one line for each request: what was called, what came of it, how long it took.
///
/// The route's pattern and not the address: an address may hold what a person searched for.
enum RequestLog {
    static func write(
        _ request: Request,
        route: String,
        status: HTTPResponse.Status,
        after duration: Duration,
        logger: Logger
    ) {
        let level: Logger.Level = status.kind == .serverError ? .error : .info
        // The line is not made when the level of the log leaves it out.
        guard logger.logLevel <= level else { return }
        let microseconds = duration.components.attoseconds / 1_000_000_000_000 + duration.components.seconds * 1_000_000
        logger.log(
            level: level,
            "request",
            metadata: [
                "method": .string(request.method.rawValue), "route": .string(route),
                "status": .stringConvertible(status.code),
                "ms": .string("\(microseconds / 1_000).\(String(microseconds % 1_000 / 100))"),
            ]
        )
    }
}

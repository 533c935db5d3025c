import HTTPTypes
import Hummingbird

/// Answers calls with large bodies on a thread of its own, at a lower priority, so that small calls do not wait for them.
///
/// To parse a megabyte of JSON, or to count the characters of a text of a hundred kilobytes, takes milliseconds in one
/// piece. On the threads that serve everybody a few such calls at once would take all threads. Callers take turns here
/// too (``FairExecutor``).
struct LargeCalls: Sendable {
    /// A longer body is large, in bytes: to read it takes up to a millisecond.
    static let bytes = 16 << 10

    private let executor = FairExecutor(threads: 1, isBackground: true)

    /// Runs the work for a request on the thread for large calls if its body is large.
    func run(_ request: Request, _ work: @Sendable () async throws -> Response) async throws -> Response {
        guard Self.isLarge(request), let lane = ConnectionLane.current else { return try await work() }
        return try await withTaskExecutorPreference(executor.lane(of: lane.caller, cost: lane.cost)) {
            try await work()
        }
    }

    /// Whether a request has a large body, or one of unknown length.
    static func isLarge(_ request: Request) -> Bool {
        let length = request.headers.value(of: .contentLength).flatMap { Int($0) }
        guard let length else { return request.headers.contains(.transferEncoding) }
        return length > bytes
    }
}

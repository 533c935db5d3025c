import DaybookCore
import DaybookStore
import Hummingbird
import Logging
import Synchronization

/// `GET /healthz`: whether the server runs and can write.
///
/// The check makes a real write, because a full or read-only disk shows in no other way; at most once a second, because
/// any client may ask.
final class Health: Sendable {
    private struct Look {
        var at: Instant
        var isWritable: Bool
    }

    private static let cacheMilliseconds: Int64 = 1_000

    private let storage: any Storage
    private let now: @Sendable () -> Instant
    private let last = Mutex<Look?>(nil)

    init(storage: any Storage, now: @escaping @Sendable () -> Instant) {
        self.storage = storage
        self.now = now
    }

    var routes: [Route] {
        let operation = Operation(
            summary: "Alive and able to write",
            answers: .init(status: 200, description: "The server is alive and can write.", schema: "Health"),
            problems: [503]
        )
        return [
            Route(.get, "/healthz", .open, operation) { [self] _, context in
                guard await isWritable(logger: context.logger) else { throw Problem.cannotWrite }
                return Response(.object([.init("status", .string("ok"))]))
            }
            // A program that watches the server must not take a line of waiting calls for a failure.
            .withoutPlace
        ]
    }

    private func isWritable(logger: Logger) async -> Bool {
        let moment = now()
        if let look = last.withLock({ $0 }), moment.milliseconds - look.at.milliseconds < Self.cacheMilliseconds {
            return look.isWritable
        }
        var isWritable = true
        do {
            try await storage.checkWritable()
        } catch {
            logger.error("nothing can be written", metadata: ["error": "\(error)"])
            isWritable = false
        }
        last.withLock { $0 = Look(at: moment, isWritable: isWritable) }
        return isWritable
    }
}

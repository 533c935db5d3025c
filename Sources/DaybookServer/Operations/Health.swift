import DaybookCore
import DaybookStore
import Hummingbird
import Logging
import Synchronization

/// `GET /healthz`: whether the server runs and can write.
///
/// The check makes a real write, because a full or read-only disk shows in no other way. There is at most one check a
/// second, because any client may ask. Meanwhile other requests get the result of the last check.
final class Health: Sendable {
    private struct Look {
        /// When the last check began.
        var began: Instant
        /// The result of the last finished check, and when that check began; nil while the first check is in progress.
        var found: (isWritable: Bool, at: Instant)?
    }

    /// The longest age of a result that is still an answer, so that a disk that hangs is not reported as writable.
    private static let foundMilliseconds: Int64 = 10_000
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
                guard await isWritable(logger: context.log) else { throw Problem.cannotWrite }
                return Response(.object([.init("status", .string("ok"))]))
            }
            // A program that watches the server must not mistake a line of waiting calls for a failure.
            .withoutPlace
        ]
    }

    /// The result of the last check; nil if the caller has to check again. One caller a second does so, and the others
    /// do not wait for its write.
    func known(at moment: Instant) -> Bool? {
        last.withLock { last in
            let since = { (other: Instant) in moment.milliseconds - other.milliseconds }
            guard let look = last, since(look.began) < Self.cacheMilliseconds else {
                last = Look(began: moment, found: last?.found)
                return nil
            }
            guard let found = look.found, since(found.at) < Self.foundMilliseconds else { return nil }
            return found.isWritable
        }
    }

    private func isWritable(logger: Logger) async -> Bool {
        let moment = now()
        if let known = known(at: moment) { return known }
        var isWritable = true
        do {
            try await storage.checkWritable()
        } catch {
            logger.error("nothing can be written", metadata: ["error": "\(error)"])
            isWritable = false
        }
        found(isWritable, at: moment)
        return isWritable
    }

    /// Keeps the result of a check that began at a moment.
    func found(_ isWritable: Bool, at moment: Instant) { last.withLock { $0?.found = (isWritable, moment) } }
}

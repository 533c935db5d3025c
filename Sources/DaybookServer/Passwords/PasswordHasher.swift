import NIOPosix
import Synchronization

/// Hashes and checks passwords on a few threads of its own.
///
/// One hash takes a good part of a second and 128 MiB on purpose. It must not hold up a thread that serves others, and
/// not all who sign in at once may take that much at once: the threads are few, the queue before them is short, and who
/// finds it full is told to come back.
final class PasswordHasher: Sendable {
    private static let queueLength = 64

    private let threads: NIOThreadPool
    private let waiting = Mutex(0)
    /// What new hashes cost.
    let cost: ScryptCost

    init(cost: ScryptCost, threads: Int) {
        self.cost = cost
        self.threads = NIOThreadPool(numberOfThreads: threads)
        self.threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// The hash of a new password.
    func hash(_ password: String) async throws -> PasswordHash {
        try await run { [cost] in try PasswordHash(password: password, cost: cost) }
    }

    /// Whether a password is the one of a stored hash.
    func check(_ password: String, against stored: String) async throws -> Bool {
        guard let hash = PasswordHash(stored) else { return false }
        return try await run { try hash.matches(password) }
    }

    /// Does the work of a check and finds nothing, for a login that does not exist: the answer must not take less time
    /// than for one that does (A8).
    func checkNothing(_ password: String) async throws {
        _ = try await hash(password)
    }

    private func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let hasRoom = waiting.withLock { count in
            guard count < Self.queueLength else { return false }
            count += 1
            return true
        }
        guard hasRoom else { throw Problem.tooMany("Too many people are signing in. Try again soon.", retryAfter: 5) }
        defer { waiting.withLock { $0 -= 1 } }
        return try await threads.runIfActive { try work() }
    }
}

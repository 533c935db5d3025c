import NIOPosix
import Synchronization

/// Hashes and checks passwords on a few threads of its own.
///
/// One hash takes a good part of a second and 128 MiB on purpose. It must not hold up a thread that serves others, and
/// not all who sign in at once may take that much at once: the threads are few, who comes first is served first, and the
/// queue before them is short. One address gets three quarters of it at most, so that nobody alone can fill it; who finds no
/// place is told to come back.
final class PasswordHasher: Sendable {
    private static let places = 64
    private static let placesOfOneAddress = 48

    private struct Queue {
        var count = 0
        var counts: [String: Int] = [:]
    }

    private let threads: NIOThreadPool
    private let queue = Mutex(Queue())
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

    /// A place in the queue, without which nothing is hashed.
    struct Turn: Sendable {
        fileprivate let hasher: PasswordHasher

        /// The hash of a new password.
        func hash(_ password: String) async throws -> PasswordHash {
            try await hasher.threads.runIfActive { [cost = hasher.cost] in
                try PasswordHash(password: password, cost: cost)
            }
        }

        /// Whether a password is the one of a stored hash.
        func check(_ password: String, against stored: String) async throws -> Bool {
            guard let hash = PasswordHash(stored) else { return false }
            return try await hasher.threads.runIfActive { try hash.matches(password) }
        }

        /// Does the work of a check and finds nothing, for a login that does not exist: the answer must not take less
        /// time than for one that does (A8).
        func checkNothing(_ password: String) async throws {
            _ = try await hash(password)
        }
    }

    /// Takes a place in the queue for the time of some work. Throws 429 when none is free for this address.
    func queued<Value: Sendable>(for address: String, _ work: (Turn) async throws -> Value) async throws -> Value {
        let hasPlace = queue.withLock { queue in
            guard queue.count < Self.places, queue.counts[address, default: 0] < Self.placesOfOneAddress else {
                return false
            }
            queue.count += 1
            queue.counts[address, default: 0] += 1
            return true
        }
        guard hasPlace else { throw Problem.tooMany("Too many people are signing in. Try again soon.", retryAfter: 5) }
        defer {
            queue.withLock { queue in
                queue.count -= 1
                let left = queue.counts[address, default: 1] - 1
                queue.counts[address] = left > 0 ? left : nil
            }
        }
        return try await work(Turn(hasher: self))
    }
}

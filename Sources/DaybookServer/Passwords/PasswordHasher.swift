import DaybookScrypt
import NIOPosix
import Synchronization

/// Hashes and checks passwords on a few separate threads.
///
/// One hash is designed to take a good part of a second and 128 MiB. It must not delay a thread that serves requests,
/// and the memory must stay bounded while many people sign in. So the threads are few, addresses take turns at them,
/// and the queue before them is short. One address gets at most three quarters of the queue. A call without a place
/// gets 429.
final class PasswordHasher: Sendable {
    private static let places = 64
    private static let placesOfOneAddress = 48

    private struct Queue {
        var count = 0
        var counts: [String: Int] = [:]
    }

    private let threads: NIOThreadPool
    /// As many places as threads. The queue before them bounds the waiting calls.
    let turns: FairPlaces<TurnGate<String>>
    private let queue = Mutex(Queue())
    /// The cost of new hashes.
    let cost: ScryptCost

    init(cost: ScryptCost, threads: Int) {
        self.cost = cost
        self.threads = NIOThreadPool(numberOfThreads: threads)
        turns = FairPlaces(TurnGate(places: threads, waiting: .init(total: Self.places, each: Self.places))) { _, _ in
            Self.refusal
        }
        self.threads.start()
    }

    deinit {
        threads.shutdownGracefully { _ in }
    }

    /// A place in the queue. It is required for every hash.
    struct Turn: Sendable {
        fileprivate let hasher: PasswordHasher
        fileprivate let address: String

        /// The hash of a new password.
        func hash(_ password: String) async throws -> PasswordHash {
            try await hasher.inTurn(address) { [cost = hasher.cost] in
                try PasswordHash(password: password, cost: cost)
            }
        }

        /// Whether a password matches a stored hash. A wrong one takes as long against a hash of a lower cost as
        /// against a new hash: the time must not tell an older account from a login that does not exist (A8).
        func check(_ password: String, against stored: String) async throws -> Bool {
            guard let hash = PasswordHash(stored) else { return false }
            return try await hasher.inTurn(address) { [cost = hasher.cost] in
                if try hash.matches(password) { return true }
                for step in hash.cost.steps(to: cost) { _ = try PasswordHash(password: password, cost: step) }
                return false
            }
        }

        /// Takes as long as a check, for a login that does not exist: the answer must not be faster than for an
        /// existing one (A8).
        func checkNothing(_ password: String) async throws {
            _ = try await hash(password)
        }
    }

    /// Holds a place in the queue while `work` runs. Throws 429 when no place is free for this address.
    func queued<Value: Sendable>(for address: String, _ work: (Turn) async throws -> Value) async throws -> Value {
        let hasPlace = queue.withLock { queue in
            guard queue.count < Self.places, queue.counts[address, default: 0] < Self.placesOfOneAddress else {
                return false
            }
            queue.count += 1
            queue.counts[address, default: 0] += 1
            return true
        }
        guard hasPlace else { throw Self.refusal }
        defer {
            queue.withLock { queue in
                queue.count -= 1
                let left = queue.counts[address, default: 1] - 1
                queue.counts[address] = left > 0 ? left : nil
            }
        }
        return try await work(Turn(hasher: self, address: address))
    }

    private static let refusal = Problem.tooMany("Too many people are signing in. Try again soon.", retryAfter: 5)

    /// Runs work on one of the threads when it is the address's turn.
    func inTurn<Value: Sendable>(
        _ address: String,
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await turns.inside(address) { try await threads.runIfActive(work) }
    }
}

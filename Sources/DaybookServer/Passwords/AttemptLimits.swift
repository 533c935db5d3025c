import DaybookCore
import DaybookStore
import Synchronization

/// Slows down password guessing and mass sign-ups. The storage keeps the counts, so they survive a restart.
/// `Attempt+Limits.swift` has the keys and policies.
final class AttemptLimits: Sendable {
    /// The most tallies that are kept: some megabytes.
    static let tallies = 50_000
    /// After this many attempts the storage is asked to delete tallies without effect.
    private static let pruneEvery = 1_000

    private let storage: any Storage
    private let isOn: Bool
    private let now: @Sendable () -> Instant
    private let begun = Atomic<Int>(0)

    init(storage: any Storage, isOn: Bool, now: @escaping @Sendable () -> Instant) {
        self.storage = storage
        self.isOn = isOn
        self.now = now
    }

    /// Counts an attempt, before any work is done for it. Throws 429 when it has to wait.
    ///
    /// Nil when attempts are not limited.
    func begin(_ attempt: Attempt) async throws -> CountedAttempt? {
        guard isOn else { return nil }
        if begun.wrappingAdd(1, ordering: .relaxed).oldValue.isMultiple(of: Self.pruneEvery) {
            try await storage.pruneAttempts(at: now(), keeping: Self.tallies)
        }
        switch try await storage.beginAttempt(attempt, at: now()) {
        case .counted(let counted): return counted
        case .blocked(let milliseconds): throw Self.problem(seconds: (milliseconds + 999) / 1_000)
        }
    }

    private static func problem(seconds: Int64) -> Problem {
        let wait = seconds < 120 ? "\(seconds) seconds" : "\((seconds + 59) / 60) minutes"
        return .tooMany("There were too many attempts. Try again in \(wait).", retryAfter: seconds)
    }
}

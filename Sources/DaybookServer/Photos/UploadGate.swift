import DaybookStore
import Synchronization

/// Lets an account bring so many photos at once and no more, for each takes a file and some memory while it comes.
final class UploadGate: Sendable {
    private static let places = 100

    private let inside = Mutex<[AccountID: Int]>([:])

    /// Does some work in one of the account's places. Throws 429 when all are taken.
    func inside<Value>(_ account: AccountID, _ work: () async throws -> Value) async throws -> Value {
        let isIn = inside.withLock { inside in
            guard inside[account, default: 0] < Self.places else { return false }
            inside[account, default: 0] += 1
            return true
        }
        guard isIn else {
            throw Problem.tooMany("Other photos of yours are still coming. Try again soon.", retryAfter: 5)
        }
        defer {
            inside.withLock { inside in
                let left = inside[account, default: 1] - 1
                inside[account] = left > 0 ? left : nil
            }
        }
        return try await work()
    }
}

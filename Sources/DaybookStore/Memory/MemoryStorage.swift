import DaybookCore
import Synchronization

/// A storage that forgets everything when the process ends: for tests and for trying things out.
///
/// It passes the same contract as the durable ones, except that nothing is durable.
final class MemoryStorage: Storage {
    struct AccountState {
        var account: StoredAccount
        var cursor: Int64 = 0
        var records: [Record.Key: StoredRecord] = [:]
        /// When the latest change of each record arrived.
        var changed: [Record.Key: Instant] = [:]
        /// The greatest number of a change that was forgotten for good.
        var forgotten: Int64 = 0
        /// The number of the latest entry of history.
        var entry: Int64 = 0
        /// The oldest first.
        var history: [Record.Key: [HistoryEntry]] = [:]
        var devices: [UUID: StoredDevice] = [:]
        var photos: [Digest: PhotoState] = [:]
        /// The oldest first, each with its number.
        var activity: [(number: Int64, entry: ActivityEntry)] = []
        var reminders = ReminderState()
    }

    struct AttemptState {
        var tally: AttemptTally
        var expires: Instant
        var account: AccountID?
    }

    struct State {
        var accounts: [AccountID: AccountState] = [:]
        var sessions: [TokenHash: StoredSession] = [:]
        var attempts: [AttemptKey: AttemptState] = [:]
        var activityNumber: Int64 = 0
        var deliveryNumber: Int64 = 0
        var clock: Clock
        var isClosed = false
    }

    let feed = CursorFeed()
    let signal = ReminderSignal()
    private let state: Mutex<State>

    /// An empty storage of an installation with this device id.
    init(device: UInt64) {
        state = Mutex(State(clock: Clock(device: device)))
    }

    func with<Value: Sendable>(
        _ work: (inout sending State) throws(StorageError) -> Value
    ) throws(StorageError) -> Value {
        try state.withLock { (state) throws(StorageError) -> Value in
            if state.isClosed { throw .closed }
            return try work(&state)
        }
    }

    func checkWritable() async throws(StorageError) {
        try with { _ in }
    }

    func close() async {
        feed.close()
        signal.close()
        state.withLock { $0.isClosed = true }
    }
}

import DaybookStore
import Synchronization

/// Bounds the memory of all lists of to-dos and notes together: the lists that were used least recently are emptied.
final class ListMemory: Sendable {
    private struct Entry {
        var bytes: Int
        var used: UInt64
        /// The number of calls that read or search the list in a turn. It is not emptied meanwhile.
        var turns = 0
        let empty: @Sendable () -> Void

        init(_ empty: @escaping @Sendable () -> Void) {
            (bytes, used) = (0, 0)
            self.empty = empty
        }
    }

    private struct State {
        var entries: [ObjectIdentifier: Entry] = [:]
        var total = 0
        /// Counts uses; an entry's number tells when it was last used.
        var uses: UInt64 = 0
    }

    private let limit: Int
    private let state = Mutex(State())
    /// Long lists are read and searched in turns of their accounts, one list at a time. So no more than one of them
    /// grows at a time, and no waiting call holds one.
    private let turns = FairPlaces(
        TurnGate<AccountID>(places: 1, waiting: .none),
        refusal: { _, _ in Problem.tooManyLongTasks }
    )

    /// A bound of this many bytes, roughly.
    init(limit: Int) {
        self.limit = limit
    }

    /// The memory of all lists, roughly.
    var total: Int { state.withLock { $0.total } }

    /// The number of calls that wait for a turn.
    var waitingCount: Int { turns.waitingCount }

    /// Records the memory of a list, and empties the lists that were used least recently until all fit. `empty` must
    /// not use this object.
    func set(_ bytes: Int, of list: AnyObject, empty: @escaping @Sendable () -> Void) {
        let emptied = state.withLock { state in
            state.uses += 1
            let id = ObjectIdentifier(list)
            state.total += bytes - (state.entries[id]?.bytes ?? 0)
            state.entries[id, default: Entry(empty)].bytes = bytes
            state.entries[id]?.used = state.uses
            return shrink(&state, keeping: id)
        }
        for empty in emptied { empty() }
    }

    /// Forgets a list that has gone.
    func remove(_ list: ObjectIdentifier) {
        state.withLock { state in
            guard let entry = state.entries.removeValue(forKey: list) else { return }
            state.total -= entry.bytes
        }
    }

    /// Runs work on a long list in a turn of its account. The list is not emptied meanwhile.
    func inTurn<Value>(
        of account: AccountID,
        with list: AnyObject,
        empty: @escaping @Sendable () -> Void,
        _ work: () async throws -> Value
    ) async throws -> Value {
        let id = ObjectIdentifier(list)
        return try await turns.inside(account) {
            state.withLock { $0.entries[id, default: Entry(empty)].turns += 1 }
            defer { state.withLock { $0.entries[id]?.turns -= 1 } }
            return try await work()
        }
    }

    private func shrink(_ state: inout State, keeping kept: ObjectIdentifier) -> [@Sendable () -> Void] {
        var emptied: [@Sendable () -> Void] = []
        while state.total > limit {
            let others = state.entries.lazy.filter { $0.key != kept && $0.value.turns == 0 }
            guard let oldest = others.min(by: { $0.value.used < $1.value.used }) else { break }
            state.total -= oldest.value.bytes
            state.entries[oldest.key] = nil
            emptied.append(oldest.value.empty)
        }
        return emptied
    }
}

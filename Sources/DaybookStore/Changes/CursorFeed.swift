import Synchronization

/// Sends listeners the latest number of an account each time it changes.
///
/// A slow listener gets only the newest number, so no queue builds up. No listener gets a number twice or a smaller
/// number after a greater one, whichever thread sends it.
final class CursorFeed: Sendable {
    private struct Listened {
        var latest: Int64
        var listeners: [Int: AsyncStream<Int64>.Continuation] = [:]
    }

    private struct State {
        var accounts: [AccountID: Listened] = [:]
        var number = 0
        var isClosed = false
    }

    /// Held while numbers are sent, so that no thread sends a smaller number late.
    ///
    /// To wake a task waits for a lock of the task, under which the task is cancelled and its listener removed. So ``state`` must be
    /// free meanwhile.
    private let sending = Mutex(())
    private let state = Mutex(State())

    /// The accounts with listeners.
    var accounts: [AccountID] { state.withLock { Array($0.accounts.keys) } }

    /// Whether there are no listeners.
    var isEmpty: Bool { state.withLock { $0.accounts.isEmpty } }

    /// A stream of the account's numbers from now on. It ends at once when `present` returns nil for the account.
    ///
    /// `present` is called after the listener is registered, so that no change between the two is lost.
    func listen(to account: AccountID, present: () -> Int64?) -> AsyncStream<Int64> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            if state.isClosed { return nil }
            state.number += 1
            state.accounts[account, default: Listened(latest: .min)].listeners[state.number] = continuation
            return state.number
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.remove(number, from: account) }
        if let present = present() {
            state.withLock { state in
                guard let latest = state.accounts[account]?.latest, latest < present else { return }
                state.accounts[account]?.latest = present
            }
        } else {
            continuation.finish()
        }
        return stream
    }

    /// Sends the number of an account's latest change.
    func publish(_ cursor: Int64, of account: AccountID) {
        sending.withLock { _ in
            for continuation in listeners(to: account, before: cursor) { continuation.yield(cursor) }
        }
    }

    /// The listeners of an account that have no number as great as this one, which is its latest from now on.
    private func listeners(to account: AccountID, before cursor: Int64) -> [AsyncStream<Int64>.Continuation] {
        state.withLock { state in
            guard let listened = state.accounts[account], listened.latest < cursor else { return [] }
            state.accounts[account]?.latest = cursor
            return Array(listened.listeners.values)
        }
    }

    /// Ends the streams of an account that was deleted.
    func end(_ account: AccountID) {
        // Outside the lock: finishing calls `remove`.
        let ended = state.withLock { $0.accounts.removeValue(forKey: account) }
        for continuation in ended?.listeners.values ?? [:].values { continuation.finish() }
    }

    /// Ends all streams, and all later ones at once.
    func close() {
        let ended = state.withLock { state in
            state.isClosed = true
            defer { state.accounts = [:] }
            return state.accounts.values.flatMap(\.listeners.values)
        }
        for continuation in ended { continuation.finish() }
    }

    private func remove(_ number: Int, from account: AccountID) {
        state.withLock { state in
            state.accounts[account]?.listeners[number] = nil
            if state.accounts[account]?.listeners.isEmpty == true { state.accounts[account] = nil }
        }
    }
}

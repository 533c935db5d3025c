import Synchronization

/// Tells listeners the latest number of an account each time it has moved.
///
/// A slow listener gets the newest number and not all of them, so nothing piles up. Nobody is told twice of one number,
/// nor of a smaller one after a greater, whichever thread brings it.
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

    private let state = Mutex(State())

    /// The accounts that somebody listens to.
    var accounts: [AccountID] { state.withLock { Array($0.accounts.keys) } }

    /// Whether nobody listens.
    var isEmpty: Bool { state.withLock { $0.accounts.isEmpty } }

    /// A stream of what is told of an account from now on. It ends at once when `present` knows no such account.
    ///
    /// `present` is asked for the account's number after the listener has taken its place, so that no move falls
    /// between the two.
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

    /// Tells that an account's latest change has this number.
    func tell(_ cursor: Int64, of account: AccountID) {
        // Within the lock, so that no thread comes late with a smaller number. Yielding runs no code of Daybook.
        state.withLock { state in
            guard let listened = state.accounts[account], listened.latest < cursor else { return }
            state.accounts[account]?.latest = cursor
            for continuation in listened.listeners.values { continuation.yield(cursor) }
        }
    }

    /// Ends the streams of an account, which is no more.
    func end(_ account: AccountID) {
        // Outside the lock: finishing calls `remove`.
        let ended = state.withLock { $0.accounts.removeValue(forKey: account) }
        for continuation in ended?.listeners.values ?? [:].values { continuation.finish() }
    }

    /// Ends all streams, and those to come.
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

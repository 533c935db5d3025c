import DaybookCore
import Synchronization

/// Slows down who guesses passwords: after some wrong ones in a while, no more are looked at until it is over.
///
/// Counted for each pair of login and address, so that a stranger who guesses does not lock the person out, and more
/// generously for each login, for who guesses from many addresses. In memory, of a fixed size: a restart forgets.
final class FailureLimit: Sendable {
    private struct Window {
        var count: Int
        var start: Instant
    }

    /// What is counted.
    enum Key: Hashable, Sendable {
        case pair(login: String, peer: String)
        case login(String)

        var limit: Int {
            switch self {
            case .pair: 10
            case .login: 100
            }
        }
    }

    private static let span: Int64 = 15 * 60 * 1_000
    private static let capacity = 65_536

    private let isOn: Bool
    private let windows = Mutex<[Key: Window]>([:])

    init(isOn: Bool = true) {
        self.isOn = isOn
    }

    /// The keys under which a try counts.
    static func keys(login: String, peer: String) -> [Key] {
        // No address is longer (RFC 5321); what a stranger sends instead must not fill the table with long texts.
        let login = String(decoding: login.utf8.prefix(254), as: UTF8.self)
        return [.pair(login: login, peer: peer), .login(login)]
    }

    /// Throws 429 when there were too many failures under one of the keys.
    func check(_ keys: [Key], now: Instant) throws {
        guard isOn else { return }
        let wait = windows.withLock { windows in
            keys.compactMap { key -> Int64? in
                guard let window = windows[key], window.count >= key.limit else { return nil }
                let left = window.start.milliseconds + Self.span - now.milliseconds
                return left > 0 ? left : nil
            }.max()
        }
        if let wait {
            throw Problem.tooMany("Too many wrong passwords. Wait a while.", retryAfter: (wait + 999) / 1_000)
        }
    }

    /// Counts a failure.
    func failed(_ keys: [Key], now: Instant) {
        windows.withLock { windows in
            if windows.count >= Self.capacity {
                windows = windows.filter { now.milliseconds - $0.value.start.milliseconds < Self.span }
                // Everything is recent: somebody is filling the table. Forgetting is better than growing.
                if windows.count >= Self.capacity { windows = [:] }
            }
            for key in keys {
                let window = windows[key]
                let isOver = window.map { now.milliseconds - $0.start.milliseconds >= Self.span } ?? true
                windows[key] = Window(
                    count: isOver ? 1 : (window?.count ?? 0) + 1,
                    start: isOver ? now : window?.start ?? now
                )
            }
        }
    }

    /// Forgets the failures of a pair: the right password came.
    func succeeded(_ keys: [Key]) {
        windows.withLock { windows in
            for case .pair(let login, let peer) in keys { windows[.pair(login: login, peer: peer)] = nil }
        }
    }
}

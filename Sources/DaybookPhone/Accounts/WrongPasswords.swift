import DaybookCore

/// The wrong passwords that were tried on this device, and the wait that follows (A8).
///
/// The device is one place for all accounts: ten wrong passwords are free, and each further one begins a wait that
/// doubles from one minute to a quarter of an hour. After a day without a wrong password the count begins again.
struct WrongPasswords: Equatable, Sendable {
    /// Wrong passwords in a row.
    private(set) var count = 0
    /// The time of the last wrong password.
    private(set) var last = Instant(milliseconds: 0)

    private static let free = 10
    private static let longestWait: Int64 = 15 * 60_000
    private static let lifetime: Int64 = 24 * 3_600_000

    /// No wrong password yet.
    init() {}

    /// The state from a disk.
    init(count: Int, last: Instant) {
        self.count = max(0, count)
        self.last = last
    }

    /// The seconds until another password may be tried; 0 when it may be tried now.
    func wait(_ now: Instant) -> Int {
        let current = current(now)
        guard current.count >= Self.free else { return 0 }
        let wait = min(60_000 << Int64(min(current.count - Self.free, 8)), Self.longestWait)
        let rest = last.milliseconds + wait - now.milliseconds
        return Int((max(0, rest) + 999) / 1_000)
    }

    /// One more wrong password.
    mutating func add(_ now: Instant) {
        self = current(now)
        count += 1
        last = now
    }

    /// The count that still matters. A time in the future comes from a clock that has been corrected since.
    private func current(_ now: Instant) -> WrongPasswords {
        let age = now.milliseconds - last.milliseconds
        return (-60_000..<Self.lifetime).contains(age) ? self : WrongPasswords()
    }
}

import DaybookCore

/// An attempt that was counted: what to give back when it succeeds.
public struct CountedAttempt: Equatable, Sendable {
    /// The device or place it was counted under.
    public let place: Attempt.Counter
    /// The further keys that it was counted under.
    public let others: [Attempt.Counter]
    /// The account of the password.
    public let account: AccountID?
    /// The entry of the account's activity that told of the wait it began.
    let notice: Int64?

    /// The same attempt as one that succeeded.
    ///
    /// `places` are known from then on besides the one it was counted under.
    public func succeeded(at moment: Instant, places: [Attempt.Counter] = []) -> AttemptSuccess {
        AttemptSuccess(attempt: self, at: moment, places: places)
    }
}

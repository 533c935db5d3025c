import DaybookCore

/// An attempt that was counted, with everything needed to give it back when it succeeds.
public struct CountedAttempt: Equatable, Sendable {
    /// The device or place it was counted under.
    public let place: Attempt.Counter
    /// The further keys that it was counted under.
    public let others: [Attempt.Counter]
    /// The account of the password.
    public let account: AccountID?
    /// The entry of the account's activity about the wait that the attempt began.
    let notice: Int64?

    /// This attempt as a success.
    ///
    /// `places` are known from then on, besides the place under which the attempt was counted.
    public func succeeded(at moment: Instant, places: [Attempt.Counter] = []) -> AttemptSuccess {
        AttemptSuccess(attempt: self, at: moment, places: places)
    }
}

/// The numbers that a server gives to the changes of an account (S7).
///
/// A number is composed of an epoch and a plain count: epoch × 2²⁸ + n. A database that was restored from a backup
/// begins another epoch, in which all numbers are greater than all numbers before. So a number names its epoch, and a
/// number of an earlier epoch is never taken for one of this epoch.
public enum ChangeNumber {
    /// The bits of the count: 268 million changes in an epoch. An account with more would reach the next epoch, and its
    /// devices would read everything again.
    private static let bits: Int64 = 28

    /// The epoch of a number; 0 is the epoch of a database that was never restored.
    public static func epoch(of number: Int64) -> Int64 { number >> bits }

    /// The first epoch that may begin at a moment. Epochs are numbered by the minutes since 2025 (UTC), so a backup
    /// that is restored twice gets two different epochs. There is room for 63 years below 2⁵³, the limit of whole
    /// numbers in JSON.
    public static func epoch(at moment: Instant) -> Int64 { max(moment.milliseconds - 1_735_689_600_000, 0) / 60_000 }

    /// The number before the first number of an epoch. The change n of an epoch has this number plus n.
    public static func base(ofEpoch epoch: Int64) -> Int64 { epoch << bits }

    /// The same number in another epoch.
    public static func number(_ number: Int64, inEpoch epoch: Int64) -> Int64 {
        base(ofEpoch: epoch) | number & (1 << bits - 1)
    }
}

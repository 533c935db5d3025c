/// The numbers that a server gives to the changes of an account (S7).
///
/// A database that was restored from a backup begins another life, in which all its numbers are greater than every one it
/// gave before. So a number tells of which life it is, and one of an earlier life is never taken for a present one.
public enum ChangeNumber {
    /// Numbers of a life: 268 million. Whoever made more would reach the next life, and devices would read all again.
    private static let bits: Int64 = 28

    /// The life that a number is of; 0 is that of a database which was never restored.
    public static func life(of number: Int64) -> Int64 { number >> bits }

    /// The first life that may begin at a moment: they are numbered by the minutes since 2025 (UTC), so that a backup that
    /// is restored twice does not live the same one again. Room for 63 years below 2⁵³, the end of what JSON has.
    public static func life(at moment: Instant) -> Int64 { max(moment.milliseconds - 1_735_689_600_000, 0) / 60_000 }

    /// What the number is in another life.
    public static func number(_ number: Int64, inLife life: Int64) -> Int64 {
        life << bits | number & (1 << bits - 1)
    }
}

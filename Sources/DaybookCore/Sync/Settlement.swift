/// The server's word on changes of one record: taken, or refused with reasons.
public struct Settlement: Equatable, Sendable {
    /// Whose changes.
    public var key: Record.Key
    /// The stamps they bear.
    public var stamps: [Stamp]
    /// Why they were refused; empty when they were taken.
    public var violations: [Violation]
    /// The acknowledged change; empty when it was refused, and in journals of the earlier layouts.
    public var changes: [Record]

    /// The server's word; by default that it took them.
    public init(key: Record.Key, stamps: [Stamp], violations: [Violation] = [], changes: [Record] = []) {
        self.key = key
        self.stamps = stamps
        self.violations = violations
        self.changes = changes
    }
}

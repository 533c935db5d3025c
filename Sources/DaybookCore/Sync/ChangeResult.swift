/// The server's answer to the changes of one record: it acknowledged them, or it rejected them with reasons.
public struct ChangeResult: Equatable, Sendable {
    /// The record that was changed.
    public var key: Record.Key
    /// The stamps of the changes.
    public var stamps: [Stamp]
    /// The rules that the changes break; empty when they were acknowledged.
    public var violations: [Violation]
    /// The acknowledged change; empty when it was rejected, and in journals of the earlier layouts.
    public var changes: [Record]

    /// The server's answer; by default an acknowledgement.
    public init(key: Record.Key, stamps: [Stamp], violations: [Violation] = [], changes: [Record] = []) {
        self.key = key
        self.stamps = stamps
        self.violations = violations
        self.changes = changes
    }
}

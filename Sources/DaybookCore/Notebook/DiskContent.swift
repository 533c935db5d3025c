/// What the disk of a device held of an account, unsealed.
public struct DiskContent: Equatable, Sendable {
    /// Empty for none.
    public var snapshot: [UInt8]
    /// What was written after the snapshot, oldest first.
    public var journal: [[UInt8]]
    /// The number of the last thing that was written.
    public var sequence: Int
    /// How far the journal was read, as the disk numbers it.
    public var through: Int

    /// What was found; nothing by default.
    public init(snapshot: [UInt8] = [], journal: [[UInt8]] = [], sequence: Int = 0, through: Int = 0) {
        self.snapshot = snapshot
        self.journal = journal
        self.sequence = sequence
        self.through = through
    }
}

/// The unsealed content of an account's part of a device's disk.
public struct DiskContent: Equatable, Sendable {
    /// The snapshot's bytes; empty when there is no snapshot.
    public var snapshot: [UInt8]
    /// The journal's entries after the snapshot, oldest first.
    public var journal: [[UInt8]]
    /// The number of the last write.
    public var sequence: Int
    /// The place up to which the journal was read, in the disk's numbering.
    public var through: Int

    /// The content of a disk; empty by default.
    public init(snapshot: [UInt8] = [], journal: [[UInt8]] = [], sequence: Int = 0, through: Int = 0) {
        self.snapshot = snapshot
        self.journal = journal
        self.sequence = sequence
        self.through = through
    }
}

/// The counts of one garbage collection.
public struct Garbage: Equatable, Sendable {
    /// Entries of history.
    public var entries = 0
    /// Deleted records.
    public var records = 0
    /// Devices.
    public var devices = 0
    /// Records of photos that were deleted because their notes are gone for good.
    public var orphans = 0
    /// Photos that no note has used for a day.
    public var photos = 0

    /// Rows that could not be read and were set aside.
    public var quarantined = 0

    /// A collection that removed nothing.
    public init() {}
}

/// How a notebook's disk is doing.
public struct Disk: Equatable, Sendable {
    /// Where things are kept.
    public var place: Place
    /// The number of the last thing written or being written.
    var sequence = 0
    /// Everything up to this is on disk.
    public var storedThrough = 0
    /// How far the journal that all tabs of a device share has been read, as the disk numbers it.
    public internal(set) var through = 0
    /// What is being written, oldest first: whatever the disk is found to hold, this comes on top.
    var unwritten: [Unwritten] = []
    /// The journal holds, or will, an entry that is applied by reading all of the disk again.
    var mustReadAll = false
    /// A call is due once that is done.
    var isSyncDue = false
    /// Bytes in the journal since the last snapshot.
    var journalBytes = 0
    /// Entries that could not be read at launch.
    var damaged = 0
    /// The last write failed, and why.
    public var failure: Failure?

    /// Where a notebook is kept.
    public enum Place: Equatable, Sendable {
        /// Sealed on the device.
        case sealed
        /// This device keeps nothing; what is not synced is lost with the process.
        case memory
    }

    /// An entry on its way to the disk.
    struct Unwritten: Equatable, Sendable {
        var sequence: Int
        var entry: Entry
    }

    /// Why a write failed.
    public enum Failure: Equatable, Sendable {
        case full
        case refused
    }

    /// A disk on which everything up to `sequence` was found, and the journal read up to `through`.
    public init(place: Place, damaged: Int = 0, sequence: Int = 0, through: Int = 0) {
        self.place = place
        self.through = through
        self.damaged = damaged
        self.sequence = sequence
        storedThrough = sequence
    }

    /// Whether an entry that is written now gets a place in the journal.
    var takesEntries: Bool { place == .sealed && failure == nil }

    /// A journal longer than this is folded into a snapshot.
    static let journalBytesMaximum = 512 << 10
}

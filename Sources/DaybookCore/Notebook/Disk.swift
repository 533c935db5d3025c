/// The state of a notebook's disk: the entries that are written and being written, and a failure.
public struct Disk: Equatable, Sendable {
    /// The place where the notebook is kept.
    public var place: Place
    /// The number of the last write that was begun.
    var sequence = 0
    /// Every write up to this number is on the disk.
    public var storedThrough = 0
    /// The place up to which the journal, which all tabs of a device share, has been read and applied, in the disk's
    /// numbering.
    public internal(set) var through = 0
    /// The entries that are being written, oldest first. They are applied on top of the content of the disk.
    var unwritten: [Unwritten] = []
    /// The journal holds, or will hold, an entry that is applied by reading all of the disk again.
    var mustReadAll = false
    /// A snapshot is due once the disk has been read again.
    var isSnapshotDue = false
    /// A call to the server is due once the disk has been read again.
    var isSyncDue = false
    /// The number of bytes in the journal since the last snapshot.
    var journalBytes = 0
    /// The number of entries that could not be read, when that was first so.
    var damaged = 0
    /// The reason why a write failed; nil once a later snapshot is on the disk.
    public var failure: Failure?
    /// The number of the first snapshot that was made after the last failure; nil when none was.
    var repair: Int?

    /// Where a notebook is kept.
    public enum Place: Equatable, Sendable {
        /// Sealed on the device.
        case sealed
        /// In memory only. Changes that are not synced are lost when the process ends.
        case memory
    }

    /// An entry on its way to the disk.
    struct Unwritten: Equatable, Sendable {
        var sequence: Int
        var entry: Entry
    }

    /// The reason why a write failed.
    public enum Failure: Equatable, Sendable {
        case full
        case refused
    }

    /// A disk on which every write up to `sequence` was found, and whose journal was read up to `through`.
    public init(place: Place, damaged: Int = 0, sequence: Int = 0, through: Int = 0) {
        self.place = place
        self.through = through
        self.damaged = damaged
        self.sequence = sequence
        storedThrough = sequence
    }

    /// Whether an entry that is written now gets a place in the journal.
    public var takesEntries: Bool { place == .sealed && failure == nil }

    /// A longer journal is packed into a snapshot. In bytes.
    static let journalBytesMaximum = 512 << 10
}

/// Something that is wrong in a data folder.
public struct CheckFinding: Equatable, Sendable {
    /// What it is about.
    public enum Kind: String, Sendable, CaseIterable {
        /// SQLite's own structures.
        case database
        /// A row that refers to one that is not there.
        case reference
        /// A record or an entry of history that cannot be read.
        case unreadable
        /// A record that is larger than its budget.
        case budget
        /// The column by which a note's photos are found.
        case note
        /// The numbers of an account.
        case number
        /// What an account has, as counted in its row.
        case size
        /// The installation's clock.
        case clock
        /// What waits for its moment.
        case reminder
        /// A photo's file.
        case photo
        /// A file that belongs to no photo.
        case leftover
        /// A row that was set aside earlier. It stops nothing, so a folder with it counts as sound. It is put back once it
        /// can be read.
        case quarantine
    }

    /// What it is about.
    public let kind: Kind
    /// Where: a table, a record by its id, a file. Never what stands there.
    public let place: String
    /// What is wrong.
    public let what: String
    /// What mending does, as in "move it to quarantine"; nil where the program cannot mend it.
    public let repair: String?
    /// Whether it was mended.
    public internal(set) var isRepaired = false
}

/// What a check has looked at and found.
public struct CheckSummary: Equatable, Sendable {
    /// How many records, entries of history and photos it has looked at.
    public internal(set) var (records, entries, photos) = (0, 0, 0)
    /// How much is wrong, of that how much was mended, and how many rows are in quarantine.
    public internal(set) var (findings, repaired, quarantined) = (0, 0, 0)

    /// Whether nothing is wrong, or is any more.
    public var isSound: Bool { findings == repaired }
}

/// A fault in a data folder.
public struct CheckFinding: Equatable, Sendable {
    /// The subject of the finding.
    public enum Kind: String, Sendable, CaseIterable {
        /// SQLite's own structures.
        case database
        /// A row that refers to a missing row.
        case reference
        /// A record or an entry of history that cannot be read.
        case unreadable
        /// A record that is larger than its budget.
        case budget
        /// The column by which a note's photos are found.
        case note
        /// The numbers of an account.
        case number
        /// The counts in an account's row.
        case size
        /// The limits in an account's row.
        case limits
        /// The installation's clock.
        case clock
        /// Reminders that wait for their time.
        case reminder
        /// A photo's file.
        case photo
        /// A file that belongs to no photo.
        case leftover
        /// A row that was set aside earlier. It affects nothing else, so a folder with such rows counts as sound. It is
        /// put back once it can be read.
        case quarantine
    }

    /// The subject of the finding.
    public let kind: Kind
    /// The place: a table, a record by its id, a file. It never includes a person's text.
    public let place: String
    /// The description of the fault.
    public let what: String
    /// The repair, as in "move it to quarantine"; nil when the program cannot repair it.
    public let repair: String?
    /// Whether the fault was repaired.
    public internal(set) var isRepaired = false
}

/// The result of a check.
public struct CheckSummary: Equatable, Sendable {
    /// The numbers of records, entries of history and photos that were checked.
    public internal(set) var (records, entries, photos) = (0, 0, 0)
    /// The numbers of findings, of repaired findings, and of rows in quarantine.
    public internal(set) var (findings, repaired, quarantined) = (0, 0, 0)

    /// Whether there is no fault, or every fault was repaired.
    public var isSound: Bool { findings == repaired }
}

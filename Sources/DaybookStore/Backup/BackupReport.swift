import DaybookCore

/// What came of a backup.
public struct BackupReport: Equatable, Sendable {
    /// Its folder.
    public var path: String
    /// When it was taken.
    public var takenAt: Instant
    /// The bytes of the database in it.
    public var databaseBytes: Int64
    /// How many photos are in it.
    public var photos: Int
    /// The bytes of all files in it.
    public var bytes: Int64
    /// The photos that share their bytes with the data folder or an earlier backup.
    public var linked: Int
    /// The photos whose bytes were copied.
    public var copied: Int
    /// The photos that the database names and the data folder did not have.
    public var absent: Int
    /// The names of the backups that no rule keeps, which are gone.
    public var removed: [String] = []
    /// The names of folders that look like backups and have no manifest that can be read. They were left alone.
    public var unreadable: [String] = []
}

/// How far a backup, a check or a restore is.
public struct BackupProgress: Equatable, Sendable {
    /// What is done.
    public enum Part: String, Sendable {
        case photos
        case database
        case files
    }

    /// What is done now.
    public var part: Part
    /// How many photos, pages or files are done.
    public var done: Int
    /// Of how many.
    public var total: Int
}

import DaybookCore

/// The result of a backup.
public struct BackupReport: Equatable, Sendable {
    /// Its folder.
    public var path: String
    /// When it was taken.
    public var takenAt: Instant
    /// The bytes of the database in it.
    public var databaseBytes: Int64
    /// The number of photos in it.
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

/// The progress of a backup, a check or a restore.
public struct BackupProgress: Equatable, Sendable {
    /// The steps.
    public enum Part: String, Sendable {
        case photos
        case database
        case files
    }

    /// The present step.
    public var part: Part
    /// The numbers of photos, pages or files that are done.
    public var done: Int
    /// Of how many.
    public var total: Int
}

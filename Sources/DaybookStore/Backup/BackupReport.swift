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
    /// The number of photos that share their bytes with the data folder or an earlier backup.
    public var linked: Int
    /// The number of photos whose bytes were copied.
    public var copied: Int
    /// The number of photos that the database names and the data folder did not have.
    public var absent: Int
    /// The names of the backups that were removed because no rule keeps them.
    public var removed: [String] = []
    /// The names of folders that look like backups but have no readable manifest. They were not touched.
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
    /// The number of photos, pages or files that are done.
    public var done: Int
    /// The number of photos, pages or files in all.
    public var total: Int
}

import DaybookCore

/// The contents of a backup. The manifest is written last, so a folder without one is not a backup.
public struct BackupManifest: Equatable, Sendable {
    /// The manifest's file in a backup's folder.
    static let fileName = "manifest.json"
    /// The format that the file names.
    static let format = "daybook-backup"
    /// The version of the manifest that this program writes and reads.
    static let version: Int64 = 1

    /// A file of the backup.
    public struct File: Equatable, Sendable {
        /// From the backup's folder on, with `/` between folders.
        public var path: String
        /// The number of bytes.
        public var bytes: Int64
        /// Of all bytes.
        public var sha256: Digest
    }

    /// The moment whose state it is, to within the time that the backup took.
    public var takenAt: Instant
    /// The version of the Daybook that took it.
    public var daybook: String
    /// The version of the database's tables.
    public var schema: Int
    /// The database's name for itself as a device, which a restored one keeps: tells backups of two servers apart.
    public var installation: String
    /// All files but the manifest, by their paths.
    public var files: [File]
    /// The paths of photos that the database names and that were not in the data folder either.
    public var absent: [String]

    /// The bytes of all files.
    public var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }

    /// Whether a path stays in the folder that it starts from.
    static func isSafe(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.utf8.contains(0) && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}

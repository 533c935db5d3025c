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
        /// The path relative to the backup's folder, with `/` between folders.
        public var path: String
        /// The number of bytes.
        public var bytes: Int64
        /// The hash of all bytes.
        public var sha256: Digest
    }

    /// The moment of the state that the backup holds, to within the duration of the backup.
    public var takenAt: Instant
    /// The version of Daybook that took the backup.
    public var daybook: String
    /// The version of the database's tables.
    public var schema: Int
    /// The database's id for itself as a device. A restored database keeps it. It distinguishes the backups of two
    /// servers.
    public var installation: String
    /// All files except the manifest, ordered by path.
    public var files: [File]
    /// The paths of photos that the database names and that the data folder did not have.
    public var absent: [String]

    /// The bytes of all files.
    public var bytes: Int64 { files.reduce(0) { $0 + $1.bytes } }

    /// Whether a path stays inside the folder that it is relative to.
    static func isSafe(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return !path.utf8.contains(0) && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}

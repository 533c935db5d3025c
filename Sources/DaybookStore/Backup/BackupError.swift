/// Why a backup could not be taken, checked or restored. The description of each case is one or two sentences for the
/// operator.
public enum BackupError: Error, Equatable, Sendable {
    /// The data folder has no database.
    case noDaybook(path: String)
    /// The target lies in the data folder; the backups would be lost with the data folder.
    case targetInside(target: String, data: String)
    /// Another process takes a backup to the same target.
    case targetInUse(path: String)
    /// A rule for removing backups cannot be read.
    case badRule(String)
    /// The disk has too few free bytes.
    case noRoom(path: String, needed: Int64, free: Int64)
    /// The path is not a regular file. A backup does not follow symbolic links, for example.
    case notAFile(path: String)
    /// There is no backup at the path, or this program cannot read it.
    case notABackup(path: String, detail: String)
    /// The path is a target with several backups. The operator must choose one.
    case severalBackups(path: String, newest: String)
    /// The backup has these faults.
    case damaged(path: String, findings: [String])
    /// The folder to restore into is not empty.
    case notEmpty(path: String, detail: String)
    /// The backup was taken, but older backups could not be removed.
    case notRemoved(backup: String, detail: String)
    /// An error of the storage, such as a database of another program.
    case storage(StorageError)
    /// Any other error, in the words of the operating system.
    case failed(String)

    init(_ error: any Error) {
        switch error {
        case let error as BackupError: self = error
        case StorageError.failed(let detail): self = .failed(detail)
        default:
            switch StorageError(error) {
            case .failed(let detail): self = .failed(detail)
            case let error: self = .storage(error)
            }
        }
    }
}

extension BackupError: CustomStringConvertible {
    /// The message: the event, then the remedy.
    public var description: String {
        switch self {
        case .noDaybook(let path):
            "there is no Daybook in \(path) that this user may open. Choose its folder with --data."
        case .targetInside(let target, let data):
            "\(target) lies in the data folder \(data) and would be lost with it. Choose a folder outside of it."
        case .targetInUse(let path):
            "another backup to \(path) is under way. Run this again when it has ended."
        case .badRule(let rule):
            "\"\(rule)\" is not a rule for keeping backups. Write rules such as 10,7d,4w,12m,3y, each from 1 to 10000."
        case .noRoom(let path, let needed, let free):
            """
            the disk of \(path) is full: \(ByteCount.text(needed)) are needed and \(ByteCount.text(free)) are free. \
            Nothing was left there. Make room, then run this again.
            """
        case .notAFile(let path):
            "\(path) is not an ordinary file, and links are not followed. Put the file itself there."
        case .notABackup(let path, let detail):
            "\(path) is not a backup: \(detail)."
        case .severalBackups(let path, let newest):
            "\(path) holds several backups. Name one of them; the newest is \(newest)."
        case .damaged(let path, let findings):
            "the backup \(path) is damaged: \(findings.joined(separator: "; "))."
        case .notEmpty(let path, let detail):
            "\(path) \(detail). A backup is restored into an empty folder, or one that is not there."
        case .notRemoved(let backup, let detail):
            "the backup \(backup) was taken, but an older one could not be removed: \(detail)."
        case .storage(let error): error.description
        case .failed(let detail): "the system refused: \(detail)."
        }
    }
}

/// Byte counts for a person to read.
public enum ByteCount {
    /// `812 bytes`, `14 kB`, `3 MB`, `1.2 GB`; rounded up, so that only zero is shown as 0.
    public static func text(_ bytes: Int64) -> String {
        switch bytes {
        case ..<1_000: "\(bytes) bytes"
        case ..<1_000_000: "\((bytes + 999) / 1_000) kB"
        case ..<1_000_000_000: "\((bytes + 999_999) / 1_000_000) MB"
        default: "\((bytes + 99_999_999) / 1_000_000_000).\((bytes + 99_999_999) / 100_000_000 % 10) GB"
        }
    }
}

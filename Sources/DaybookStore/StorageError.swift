/// Why a storage could not do its work.
///
/// The associated texts are for the operator's log, never for a client.
public enum StorageError: Error, Equatable, Sendable {
    /// These fields belong to another account (A7).
    case taken(Set<AccountField>)
    /// There is no such account, or it was deleted.
    case accountGone
    /// The account's password was changed since it was checked, or the session in which it was given has ended.
    case passwordChanged
    /// The disk, or the space the database may use, is full. Nothing was changed; reading goes on.
    case full
    /// Another process held the database for too long. Nothing was changed; trying again may help.
    case busy
    /// A record, or an account, would exceed this budget by this many bytes or records. Nothing was changed.
    case overBudget(Budget, by: Int)
    /// Too much waits for the writer: in all, or for this account. Nothing was changed.
    case crowded(Budget)
    /// The caller was cancelled and no longer waits.
    case cancelled
    /// This many parts of the request are written and durable; the rest is not, for this reason. The request may be
    /// repeated.
    indirect case interrupted(written: Int, StorageError)
    /// The storage was closed.
    case closed
    /// Any other error, in the words of the layer that failed.
    case failed(String)

    // MARK: Opening

    /// The file exists but is not a database.
    case notADatabase(path: String)
    /// The file is another program's database.
    case foreignDatabase(path: String)
    /// The database was written by a newer Daybook: its schema version and the latest version that this program knows.
    case newerDatabase(path: String, version: Int, known: Int)
    /// The quick check at opening found damage.
    case damaged(path: String, detail: String)
    /// The file or its folder cannot be opened for reading and writing.
    case cannotOpen(path: String, detail: String)
}

extension StorageError: CustomStringConvertible {
    /// One sentence for the operator, with what can be done about it.
    public var description: String {
        switch self {
        case .taken(let fields):
            "belongs to another account: \(fields.map(\.rawValue).sorted().joined(separator: ", "))"
        case .accountGone: "there is no such account"
        case .passwordChanged: "the password was changed meanwhile"
        case .full: "the disk is full"
        case .busy: "another process has locked the database for ten seconds. Try again later."
        case .overBudget(let budget, let excess): "\(budget.rawValue) would be exceeded by \(excess)"
        case .crowded(let budget): "too much waits for the writer: \(budget.rawValue)"
        case .cancelled: "the caller has gone"
        case .interrupted(let written, let reason): "interrupted after \(written) parts were written: \(reason)"
        case .closed: "the storage is closed"
        case .failed(let detail): "the database failed: \(detail)"
        case .notADatabase(let path):
            "\(path) is not a database. Move it away, or choose another data folder."
        case .foreignDatabase(let path):
            "\(path) is a database of another program. Choose another data folder."
        case .newerDatabase(let path, let version, let known):
            "\(path) was written by a newer Daybook (schema \(version); this one knows up to \(known)). Update Daybook."
        case .damaged(let path, let detail):
            "\(path) is damaged: \(detail). Restore it from a backup; the file was not changed."
        case .cannotOpen(let path, let detail):
            "\(path) cannot be opened for reading and writing: \(detail)."
        }
    }
}

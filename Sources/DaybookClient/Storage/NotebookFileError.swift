import GRDB

/// Why a notebook's file could not be read or written. Nothing was changed.
public enum NotebookFileError: Error, Equatable, Sendable {
    /// The disk, or the person's part of it, is full.
    case full(path: String)
    /// Other processes held the file for longer than a command waits.
    case busy(path: String)
    /// The file is not a notebook: another program made it, or its format is unknown.
    case foreign(path: String)
    /// The file was written by a newer Daybook: its schema version, and the latest that this one knows.
    case newer(path: String, version: Int, known: Int)
    /// The file is damaged. `copy` is the good copy beside it, if there is one.
    case damaged(path: String, detail: String, copy: String?)
    /// The file or its folder cannot be opened for reading and writing.
    case cannotOpen(path: String, detail: String)
    /// Anything else, in the words of the layer that failed.
    case failed(path: String, detail: String)

    /// The error that a failure of SQLite means.
    init(_ error: any Error, path: String) {
        guard let error = error as? DatabaseError else {
            self = error as? NotebookFileError ?? .failed(path: path, detail: "\(error)")
            return
        }
        // Without the statement and its arguments, which are people's words.
        let detail = error.message ?? "error \(error.extendedResultCode.rawValue) of SQLite"
        switch error.resultCode {
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self = .damaged(path: path, detail: detail, copy: NotebookFolder.copy(of: path))
        case .SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            self = .cannotOpen(path: path, detail: detail)
        default: self = .failed(path: path, detail: detail)
        }
    }

    /// A part of the file could not be read as what Daybook writes there.
    static func unreadable(_ what: String, path: String) -> NotebookFileError {
        .damaged(path: path, detail: "\(what) cannot be read", copy: NotebookFolder.copy(of: path))
    }
}

extension NotebookFileError: CustomStringConvertible {
    /// What happened, and what to do.
    public var description: String {
        switch self {
        case .full(let path): "the disk of \(path) is full. Nothing was changed. Make room, then try again."
        case .busy(let path): "other programs have held \(path) for half a minute. Nothing was changed. Try again."
        case .foreign(let path):
            "\(path) is not a notebook. It was not changed. Move it away, or choose another folder with --notebook."
        case .newer(let path, let version, let known):
            "\(path) was written by a newer Daybook (schema \(version); this one knows up to \(known)). Update Daybook."
        case .damaged(let path, let detail, let copy?):
            """
            \(path) is damaged: \(detail). `daybook recover` makes a good notebook of what can be read of it and of \
            the copy \(copy), and keeps the damaged file.
            """
        case .damaged(let path, let detail, nil):
            """
            \(path) is damaged: \(detail). There is no copy beside it. `daybook recover` makes a good notebook of what \
            can be read of it, and keeps the damaged file.
            """
        case .cannotOpen(let path, let detail):
            "\(path) cannot be opened for reading and writing: \(detail). Look at its owner and its permissions."
        case .failed(let path, let detail): "\(path) could not be used: \(detail). Nothing was changed."
        }
    }
}

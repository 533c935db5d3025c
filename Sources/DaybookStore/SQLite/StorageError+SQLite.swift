import GRDB

extension StorageError {
    /// Translates an error of SQLite into the storage's error.
    init(_ error: any Error) {
        switch error {
        case let error as StorageError: self = error
        case let error as DatabaseError: self.init(error)
        default: self = .failed("\(error)")
        }
    }

    private init(_ error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL: self = .full
        case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busy
        case .SQLITE_MISUSE where error.message == "Connection is closed": self = .closed
        default:
            // The statement without its arguments, which are people's text.
            self = .failed(
                "\(error.extendedResultCode.rawValue) \(error.message ?? "") in \(error.sql ?? "no statement")"
            )
        }
    }
}

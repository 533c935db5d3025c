/// Why a server has no key for push services.
public enum VAPIDKeyFileError: Error, Equatable, Sendable {
    /// The file exists, but this user may not read it or it is not a regular file.
    case unreadable(path: String, detail: String)
    /// Other users than its owner may read or write it.
    case openToOthers(path: String)
    /// The file has no private key of P-256 in PEM.
    case damaged(path: String)
    /// The file could not be made.
    case notWritten(path: String, detail: String)
}

extension VAPIDKeyFileError: CustomStringConvertible {
    /// One or two sentences for the operator, with the file and what can be done about it.
    public var description: String {
        switch self {
        case .unreadable(let path, let detail):
            "the key for push services, \(path), cannot be read (\(detail)). Let the user that runs Daybook own it."
        case .openToOthers(let path):
            """
            the key for push services, \(path), can be read or written by others, who could send messages in this \
            server's name. Close it: chmod 600 \(path)
            """
        case .damaged(let path):
            """
            \(path) holds no key for push services. Put it back from a backup. If there is none, move the file away: \
            a new key is made at the next start, and each device gets reminders again once Daybook was opened on it.
            """
        case .notWritten(let path, let detail):
            "the key for push services cannot be written to \(path) (\(detail)). Is there room, and may Daybook write there?"
        }
    }
}

import Logging

/// A log with a line for each entry. Several lines can be made first and then written with one system call.
public protocol LineLog: LogHandler {
    /// Appends the line of an entry, with its end. The pairs are sorted by name.
    func append(_ level: Logger.Level, _ message: String, _ pairs: [(String, String)], to lines: inout [UInt8])

    /// Writes whole lines at once.
    func write(_ lines: [UInt8])
}

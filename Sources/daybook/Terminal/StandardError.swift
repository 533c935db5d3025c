import Foundation

/// Standard error: lines for a person, apart from the output for scripts.
enum StandardError {
    /// Writes a line.
    static func write(_ text: String, terminator: String = "\n") {
        // An error is ignored: if standard error is closed, no person reads it.
        try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
    }
}

import Foundation

/// Standard error: lines for a person, apart from the output for scripts.
enum StandardError {
    /// Writes a line.
    static func write(_ text: String, terminator: String = "\n") {
        var line = text + terminator
        // An error is ignored: if standard error is closed, no person reads it.
        line.withUTF8 { try? StandardOutput.write(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }
}

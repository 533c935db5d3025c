import ArgumentParser
import Foundation

/// Standard output: the output of a command for a person or a script.
enum StandardOutput {
    /// Writes lines. When the reader has closed the pipe, as `head` does, the command ends without an error.
    static func write(_ lines: [String]) throws {
        var text = lines.joined(separator: "\n")
        text.append("\n")
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
    }

    /// Writes lines that a script depends on. A closed pipe is an error too.
    static func writeAll(_ lines: [String]) throws {
        do { try write(lines) } catch is ExitCode { throw Failure("the output cannot be written.") }
    }

    /// Writes a table in the same way as lines; a table without rows writes nothing.
    static func write(_ columns: Columns) throws {
        try columns.write { try write(bytes: $0) }
    }

    /// Writes bytes in the same way as lines, as they are.
    static func write(bytes: [UInt8]) throws {
        try bytes.withUnsafeBytes { try write($0, to: STDOUT_FILENO) }
    }

    /// Writes all of some bytes.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) throws {
        // A closed pipe is an error of write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw ExitCode.success
            } else if errno != EINTR, errno != EAGAIN {
                throw Failure("the output cannot be written.")
            }
        }
    }
}

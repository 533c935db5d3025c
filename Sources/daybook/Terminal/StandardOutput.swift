import ArgumentParser
import Foundation

/// Standard output: what a command writes for a person or a script.
enum StandardOutput {
    /// Writes lines. When the reader has closed the pipe, as `head` does, the command ends without an error.
    static func write(_ lines: [String]) throws {
        var text = lines.joined(separator: "\n")
        text.append("\n")
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
    }

    /// Writes lines that a script depends on. A closed pipe is an error too.
    static func writeAll(_ lines: [String]) throws {
        do { try write(lines) } catch is ExitCode { throw Failure("the output cannot be written.") }
    }

    private static func write(_ bytes: UnsafeRawBufferPointer) throws {
        // A closed pipe is an error of write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Foundation.write(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
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

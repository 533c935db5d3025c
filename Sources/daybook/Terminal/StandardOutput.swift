import ArgumentParser
import Foundation

/// Writes what a command tells.
enum StandardOutput {
    /// Writes lines. When nobody reads them any more, as behind `| head`, the command ends quietly.
    static func write(_ lines: [String]) throws {
        var text = lines.joined(separator: "\n")
        text.append("\n")
        try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
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

import ArgumentParser
import DaybookCore
import Foundation

/// Asks a person at the terminal.
enum Prompt {
    /// The longest answer, in bytes.
    private static let longest = 4_096

    /// Whether a person can be asked.
    static var isPossible: Bool { isatty(STDIN_FILENO) != 0 }

    /// Whether a person can be asked for a yes or no, and sees the question.
    static var canAgree: Bool { isPossible && isatty(STDERR_FILENO) != 0 }

    /// Asks for a yes or no; Enter is a yes, and the end of the input a no.
    static func agrees(_ question: String) -> Bool {
        StandardError.write(question + " [Y/n] ", terminator: "")
        guard let answer = readLine() else { return false }
        return ["", "y", "yes"].contains(FieldReader.trimmed(answer).lowercased())
    }

    /// Asks for a line, which shows as it is typed.
    static func line(_ question: String) throws -> String {
        StandardError.write(question + ": ", terminator: "")
        guard let line = try StandardInput.line() else { throw Refusal("nothing was typed. Nothing was changed.") }
        return FieldReader.trimmed(line)
    }

    /// Asks for a password, which does not show. Ctrl-C ends the command.
    static func password(_ question: String) throws -> String {
        var before = termios()
        guard tcgetattr(STDIN_FILENO, &before) == 0 else {
            throw Failure("the terminal cannot be asked for a password.")
        }
        var hidden = before
        // Signals arrive as bytes, so that the terminal is restored before the command ends.
        hidden.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | ISIG)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer {
            tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            StandardError.write("")
        }
        StandardError.write(question + ": ", terminator: "")
        var typed: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            let count = read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            switch byte {
            case _ where count <= 0, 0x04 where typed.isEmpty: throw Refusal("nothing was typed. Nothing was changed.")
            case 0x0A, 0x0D: return try StandardInput.text(of: typed, named: "the password")
            case 0x03, 0x1C: throw ExitCode(128 + SIGINT)
            // Control-U empties the line; Backspace takes the last character, which may have several bytes.
            case 0x15: typed = []
            case 0x08, 0x7F: typed = withoutLast(typed)
            default: if typed.count < longest { typed.append(byte) }
            }
        }
    }

    /// A text without its last character; of what is no text, without its last byte.
    private static func withoutLast(_ typed: [UInt8]) -> [UInt8] {
        String(validating: typed, as: UTF8.self).map { Array($0.dropLast().utf8) } ?? typed.dropLast()
    }

    /// Reads a password from the first line of standard input.
    static func passwordOfStandardInput() throws -> String {
        guard let line = try StandardInput.line(), !line.isEmpty else {
            throw Refusal("there is no password on standard input.")
        }
        return line
    }
}

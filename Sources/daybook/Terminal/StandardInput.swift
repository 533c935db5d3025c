import Foundation

/// Reads the text that is piped or typed into a command.
enum StandardInput {
    /// The most bytes of a text. A note takes far less, and a file that was piped by mistake may have any size.
    static let longest = 1 << 20

    /// All of standard input as a text. Throws a ``Refusal`` when that is too long or no text.
    static func text() throws -> String {
        try text(of: FileHandle.standardInput, named: "standard input")
    }

    /// All of a file as a text, with the same bound.
    static func text(of file: FileHandle, named name: String) throws -> String {
        var bytes = Data()
        do {
            while bytes.count <= longest, let more = try file.read(upToCount: 65_536), !more.isEmpty {
                bytes.append(more)
            }
        } catch {
            throw Refusal("\(name) cannot be read: \(error.localizedDescription).")
        }
        if bytes.count > longest { throw Refusal("\(name) is longer than \(longest >> 20) MB, which no note is.") }
        return try text(of: bytes, named: name)
    }

    /// Some bytes as a text. Throws a ``Refusal`` when they are no text.
    static func text(of bytes: some Sequence<UInt8>, named name: String) throws -> String {
        // Repaired silently, it would be another text.
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal("\(name) is not a text in UTF-8.")
        }
        return text
    }

    /// The line that a person types, or the first line of what is piped; nil when nothing comes. What is piped after it is
    /// lost.
    static func line() throws -> String? {
        var lines = Lines()
        return try lines.next().map { try text(of: $0, named: "the line") }
    }

    /// The lines of standard input, one after another, as they come.
    struct Lines {
        private var bytes: [UInt8] = []
        /// Where the next line begins.
        private var start = 0

        /// The bytes of the next line, without its end; nil when there is no further line.
        mutating func next() throws -> ArraySlice<UInt8>? {
            var searched = start
            while true {
                if let end = bytes[searched...].firstIndex(of: 0x0A) {
                    defer { start = end + 1 }
                    let line = bytes[start..<end]
                    return line.last == 0x0D ? line.dropLast() : line
                }
                bytes.removeSubrange(..<start)
                (start, searched) = (0, bytes.count)
                guard try readMore() else { break }
            }
            defer { start = bytes.count }
            return bytes.isEmpty ? nil : bytes[...]
        }

        /// Reads what is there now, or waits for it. Returns false at the end.
        private mutating func readMore() throws -> Bool {
            var piece = [UInt8](repeating: 0, count: 65_536)
            var count: Int
            repeat { count = read(STDIN_FILENO, &piece, piece.count) } while count < 0 && errno == EINTR
            guard count >= 0 else {
                throw Refusal("standard input cannot be read: \(String(cString: strerror(errno))).")
            }
            bytes += piece.prefix(count)
            return count > 0
        }
    }
}

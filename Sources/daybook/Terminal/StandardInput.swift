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
        // Repaired silently, it would be another text.
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Refusal("\(name) is not a text in UTF-8.")
        }
        return text
    }
}

import DaybookCore

/// Builds a command for the host: texts joined by U+001F.
public struct Message {
    /// The command as it is sent.
    public private(set) var bytes: [UInt8] = []

    /// Between the texts of a command or an event.
    public static let separator: UInt8 = 0x1F

    /// A command and its first text, if it has one.
    public init(_ command: StaticString, _ first: StaticString? = nil) {
        bytes.append(ascii: command)
        if let first { append(ascii: first) }
    }

    /// A text known when compiling.
    public mutating func append(ascii text: StaticString) {
        bytes.append(Message.separator)
        bytes.append(ascii: text)
    }

    /// A text that may hold anything; the separator is left out of it.
    public mutating func append(_ text: String) {
        bytes.append(Message.separator)
        for byte in text.utf8 where byte != Message.separator { bytes.append(byte) }
    }

    /// A number in decimal.
    public mutating func append(_ number: Int) {
        bytes.append(Message.separator)
        bytes.appendDecimal(Int64(number))
    }

    /// A number in decimal.
    public mutating func append(_ number: Int64) {
        bytes.append(Message.separator)
        bytes.appendDecimal(number)
    }

    /// An id.
    public mutating func append(_ id: UUID) {
        bytes.append(Message.separator)
        id.write(to: &bytes)
    }

    /// Texts, each after a separator.
    mutating func append(texts: [UInt8]) {
        bytes.append(contentsOf: texts)
    }

    /// Bytes that hold no separator, as ``HTML`` writes them.
    public mutating func append(_ html: [UInt8]) {
        bytes.append(Message.separator)
        bytes.append(contentsOf: html)
    }
}

import DaybookCore

/// Builds a command for the host: texts joined by U+001F. Its functions are not compiled into their many callers (`@inline(never)`).
public struct Message {
    /// The command as it is sent.
    public private(set) var bytes: [UInt8] = []

    /// Between the texts of a command or an event.
    public static let separator: UInt8 = 0x1F

    /// A command and its first text, if it has one.
    @inline(never)
    public init(_ command: StaticString, _ first: StaticString? = nil) {
        bytes.append(ascii: command)
        if let first { append(ascii: first) }
    }

    /// A text known when compiling.
    @inline(never)
    public mutating func append(ascii text: StaticString) {
        bytes.append(Message.separator)
        bytes.append(ascii: text)
    }

    /// A text that may hold anything; the separator is left out of it.
    @inline(never)
    public mutating func append(_ text: String) {
        bytes.append(Message.separator)
        for byte in text.utf8 where byte != Message.separator { bytes.append(byte) }
    }

    /// A number in decimal.
    @inline(never)
    public mutating func append(_ number: Int) {
        bytes.append(Message.separator)
        bytes.appendDecimal(Int64(number))
    }

    /// A number in decimal.
    @inline(never)
    public mutating func append(_ number: Int64) {
        bytes.append(Message.separator)
        bytes.appendDecimal(number)
    }

    /// An id.
    @inline(never)
    public mutating func append(_ id: UUID) {
        bytes.append(Message.separator)
        id.write(to: &bytes)
    }

    /// Texts, each after a separator.
    @inline(never)
    mutating func append(texts: [UInt8]) {
        bytes.append(contentsOf: texts)
    }

    /// Bytes that hold no separator, as ``HTML`` writes them.
    @inline(never)
    public mutating func append(_ html: [UInt8]) {
        bytes.append(Message.separator)
        bytes.append(contentsOf: html)
    }
}

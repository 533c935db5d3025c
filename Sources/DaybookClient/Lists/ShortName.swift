import DaybookCore

/// The short name of a to-do or a note: the first of the last 12 hexadecimal digits of its id.
///
/// An id of version 7 begins with the time, which those of one day share; these 48 bits are random. They never change,
/// and every device has the same. To-dos and notes share their names, so that one name is enough for a command that
/// takes both.
public struct ShortName: Equatable, Sendable {
    /// The 48 bits.
    let code: Int64

    /// The name of an id.
    public init(_ id: UUID) {
        code = Int64(id.low & 0xFFFF_FFFF_FFFF)
    }

    init(code: Int64) {
        self.code = code
    }

    /// The digits that a list shows, unless two records share them.
    public static let digits = 6

    /// The codes that begin with these digits: from the lowest to the highest.
    static func codes(beginningWith digits: String) -> ClosedRange<Int64>? {
        guard (1...12).contains(digits.utf8.count), digits.utf8.allSatisfy(isHexDigit),
            let value = Int64(digits, radix: 16)
        else { return nil }
        let shift = Int64(12 - digits.utf8.count) * 4
        return value << shift...(value + 1) << shift - 1
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// The name, as long as it must be to be unique. `isShared`: another name begins with the same six
    /// digits.
    public func text(isShared: Bool) -> String {
        let hex = String(code, radix: 16)
        let all = String(repeating: "0", count: 12 - hex.count) + hex
        return isShared ? all : String(all.prefix(ShortName.digits))
    }

    /// In SQL: whether another name begins with the digits that are shown of this one.
    static func isShared(_ code: String) -> String {
        let shift = (12 - ShortName.digits) * 4
        let first = "(\(code) >> \(shift) << \(shift))"
        return """
            (SELECT count(*) FROM (SELECT 1 FROM names AS others WHERE others.code BETWEEN \(first) AND \
            \(first) + \((1 << shift) - 1) LIMIT 2)) > 1
            """
    }
}

import DaybookCore
import GRDB

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
        String(unsafeUninitializedCapacity: 12) { text in
            let count = isShared ? 12 : ShortName.digits
            for place in 0..<count {
                let digit = UInt8(truncatingIfNeeded: code >> Int64((11 - place) * 4)) & 15
                text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return count
        }
    }

    /// The digits that a list shows, as a number.
    var shown: Int64 { code >> Int64((12 - ShortName.digits) * 4) }

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

/// The short names that a list shows in full, since others begin with the same digits.
struct SharedNames {
    private let db: Database
    /// The digits that several names begin with; nil until a list of all asks.
    private var shared: Set<Int64>?

    init(_ db: Database) {
        self.db = db
    }

    /// A name, as long as it must be. `isShared`: nil when the statement has not looked. It is faster to read all names
    /// once than to search among them for each of many rows.
    mutating func text(_ name: ShortName, isShared: Bool?) throws -> String {
        if let isShared { return name.text(isShared: isShared) }
        let shared = try self.shared ?? read()
        self.shared = shared
        return name.text(isShared: shared.contains(name.shown))
    }

    private func read() throws -> Set<Int64> {
        var shared: Set<Int64> = []
        var last: Int64?
        let codes = try Int64.fetchCursor(db, sql: "SELECT code FROM names ORDER BY code")
        while let code = try codes.next() {
            let shown = ShortName(code: code).shown
            if shown == last { shared.insert(shown) }
            last = shown
        }
        return shared
    }
}

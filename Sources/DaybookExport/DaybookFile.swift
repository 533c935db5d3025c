import DaybookCore

/// A parsed daybook.json, except for its records, which are parsed one by one: a tree of all of them would take many
/// times the memory of the text.
package struct DaybookFile {
    /// All members except the records.
    package let head: JSON
    /// The most members besides the records; an export has five. Each further member is compared with all earlier ones.
    private static let headMembers = 100
    /// The most bytes of such a member's name.
    static let nameBytes = 64
    /// The most bytes of such a member's value. Its tree takes many times the memory of its text.
    private static let headBytes = 64 << 10
    private let bytes: [UInt8]
    private let records: [Range<Int>]
    private let limits: Limits

    /// The number of records.
    package var count: Int { records.count }

    /// The limits of a file.
    package struct Limits: Sendable {
        /// Records.
        package let records: Int
        /// Bytes of a record's text.
        package let recordBytes: Int
        /// The number of commas in a record's text. There is one between any two values of a list or an object, and
        /// each value of a tree takes many times the memory of its text.
        package let recordCommas: Int

        /// Limits of a file.
        package init(records: Int = .max, recordBytes: Int = .max, recordCommas: Int = .max) {
            (self.records, self.recordBytes, self.recordCommas) = (records, recordBytes, recordCommas)
        }
    }

    /// Parses a text. Throws when it is not a JSON object, has no `records`, or exceeds the limits. The records'
    /// content is not checked yet.
    package init(_ bytes: [UInt8], limits: Limits = Limits()) throws(ImportFailure) {
        var scanner = JSONScanner(bytes)
        var head: [JSON.Member] = []
        var records: [Range<Int>]?
        try scanner.members { (scanner, name) throws(ImportFailure) in
            if name.isSame(as: "records") {
                guard records == nil else { throw .shape(name) }
                records = try scanner.items(limit: limits.records)
            } else {
                guard head.count < Self.headMembers else { throw .shape(name) }
                guard !head.contains(where: { $0.name.isSame(as: name) }) else { throw .shape(name) }
                let value = try scanner.value()
                guard value.count <= Self.headBytes else { throw .shape(name) }
                head.append(.init(name, try scanner.json(value)))
            }
        }
        guard let records else { throw .shape("records") }
        self.bytes = bytes
        self.head = .object(head)
        self.records = records
        self.limits = limits
    }

    /// The record at an index, from 0.
    package func record(_ index: Int) throws(ImportFailure) -> Record {
        let text = bytes[records[index]]
        let isSmall = text.count <= limits.recordCommas
        guard text.count <= limits.recordBytes,
            isSmall || text.count(where: { $0 == UInt8(ascii: ",") }) <= limits.recordCommas
        else { throw .largeRecord(index) }
        let json = try JSONScanner(bytes).json(records[index])
        do { return try Record(json: json) } catch { throw .record(index, error) }
    }
}

/// Finds where the values of a JSON text begin and end. ``JSON`` parses the values strictly afterwards, so a value that
/// this scanner accepts wrongly is refused then.
struct JSONScanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Parses a part of the text.
    func json(_ range: Range<Int>) throws(ImportFailure) -> JSON {
        do {
            return try JSON(Array(bytes[range]), limits: JSON.Limits(size: .max, depth: JSON.Limits.standard.depth))
        } catch {
            throw .json(JSON.ParseError(error.reason, at: error.offset + range.lowerBound))
        }
    }

    /// Calls `take` at the value of each member of the object that the whole text is; `take` must skip the value.
    mutating func members(
        _ take: (inout JSONScanner, _ name: String) throws(ImportFailure) -> Void
    ) throws(ImportFailure) {
        skipBlanks()
        try list(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { (scanner) throws(ImportFailure) in
            let name = try scanner.name()
            scanner.skipBlanks()
            guard let name, scanner.skip(UInt8(ascii: ":")) else { throw scanner.failure }
            scanner.skipBlanks()
            try take(&scanner, name)
        }
        skipBlanks()
        guard position == bytes.count else { throw .json(JSON.ParseError(.trailingBytes, at: position)) }
    }

    /// The name of a member at this position; nil when there is something else.
    private mutating func name() throws(ImportFailure) -> String? {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
        let text = try value()
        // An escape takes up to six bytes for one.
        guard text.count <= 6 * DaybookFile.nameBytes + 2 else { throw .longName }
        let name = try json(text).stringValue
        guard name?.utf8.count ?? 0 <= DaybookFile.nameBytes else { throw .longName }
        return name
    }

    /// The ranges of the items of the array at this position, up to the limit.
    mutating func items(limit: Int) throws(ImportFailure) -> [Range<Int>] {
        var items: [Range<Int>] = []
        try list(from: UInt8(ascii: "["), to: UInt8(ascii: "]")) { (scanner) throws(ImportFailure) in
            guard items.count < limit else { throw .tooManyRecords }
            items.append(try scanner.value())
        }
        return items
    }

    /// Skips the value at this position.
    mutating func value() throws(ImportFailure) -> Range<Int> {
        let start = position
        var depth = 0
        repeat {
            guard position < bytes.count else { throw failure }
            switch bytes[position] {
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x09, 0x0A, 0x0D, 0x20:
                guard depth > 0 else { throw failure }
                position += 1
            default: skipWord()
            }
        } while depth > 0
        guard depth == 0 else { throw failure }
        return start..<position
    }

    // MARK: - Parts

    private mutating func list(
        from open: UInt8,
        to close: UInt8,
        _ item: (inout JSONScanner) throws(ImportFailure) -> Void
    ) throws(ImportFailure) {
        guard skip(open) else { throw failure }
        skipBlanks()
        if skip(close) { return }
        while true {
            skipBlanks()
            try item(&self)
            skipBlanks()
            if skip(close) { return }
            guard skip(UInt8(ascii: ",")) else { throw failure }
        }
    }

    private var failure: ImportFailure {
        .json(JSON.ParseError(position < bytes.count ? .unexpectedByte : .unexpectedEnd, at: position))
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x09, 0x0A, 0x0D, 0x20: position += 1
            default: return
            }
        }
    }

    private mutating func skipString() throws(ImportFailure) {
        position += 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        throw failure
    }

    /// A number, or true, false, null.
    private mutating func skipWord() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "\""), 0x09, 0x0A, 0x0D, 0x20: return
            case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"): return
            default: position += 1
            }
        }
    }
}

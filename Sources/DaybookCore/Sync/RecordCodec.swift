/// The bytes of records on a device's disk. Compact, because a launch reads all of them before the list shows.
///
/// A number is a LEB128 varint, a text its byte count and its UTF-8. A known name is one number; any other name is 0
/// and the text. A stamp that equals the stamp before it in the same record is one byte.
enum RecordCodec {
    /// The bytes were not written by ``write``.
    struct Damage: Error, Equatable {}

    /// Frozen: names are only ever added at the end.
    private static let names: [String] = [
        "todo", "note", "photo", "title", "detail", "done", "deadline", "reminder", "origin", "createdAt",
        "description", "note", "sha256", "type", "width", "height", "bytes", "position",
    ]

    /// Kind, id, no delete, no fields.
    static let recordBytesMinimum = 19
    /// Time and device.
    static let stampBytes = 16
    /// Name, stamp, value.
    static let fieldBytesMinimum = 3

    static func write(_ record: Record, to bytes: inout [UInt8]) {
        writeName(record.kind.name, to: &bytes)
        bytes.appendBigEndian(record.id.high)
        bytes.appendBigEndian(record.id.low)
        var last: Stamp?
        bytes.append(record.deleted == nil ? 0 : 1)
        if let deleted = record.deleted { write(deleted, after: &last, to: &bytes) }
        bytes.appendVarint(UInt64(record.fields.count))
        for field in record.fields {
            writeName(field.name, to: &bytes)
            write(field.stamp, after: &last, to: &bytes)
            write(field.value, to: &bytes)
        }
    }

    static func read(_ reader: inout ByteReader) throws(Damage) -> Record {
        let kind = Record.Kind(try readName(&reader))
        let id = UUID(high: try reader.bigEndian(), low: try reader.bigEndian())
        var last: Stamp?
        var deleted: Stamp?
        if try reader.byte() == 1 { deleted = try readStamp(after: &last, &reader) }
        let count = try reader.count(each: fieldBytesMinimum)
        var fields: [Record.Field] = []
        fields.reserveCapacity(count)
        for _ in 0..<count {
            let name = try readName(&reader)
            let stamp = try readStamp(after: &last, &reader)
            fields.append(Record.Field(name, try readValue(&reader), stamp))
        }
        return Record(kind: kind, id: id, fields: fields, deleted: deleted)
    }

    // MARK: - Parts

    private static func writeName(_ name: String, to bytes: inout [UInt8]) {
        let number = number(of: name)
        bytes.appendVarint(number)
        if number == 0 { bytes.appendText(name) }
    }

    /// The number of a known name; 0 for any other name.
    static func number(of name: String) -> UInt64 {
        names.firstIndex(of: name).map { UInt64($0 + 1) } ?? 0
    }

    /// Reads a name as its number, or as 0 and the text of another name.
    static func readNumber(_ reader: inout ByteReader) throws(Damage) -> (number: UInt64, other: String) {
        let number = try reader.varint()
        guard number <= UInt64(names.count) else { throw Damage() }
        if number > 0 { return (number, "") }
        let name = try reader.text()
        return (self.number(of: name), name)
    }

    static func readName(_ reader: inout ByteReader) throws(Damage) -> String {
        let number = try reader.varint()
        if number == 0 { return try reader.text() }
        guard number <= UInt64(names.count) else { throw Damage() }
        return names[Int(number) - 1]
    }

    private static func write(_ stamp: Stamp, after last: inout Stamp?, to bytes: inout [UInt8]) {
        bytes.append(stamp == last ? 0 : 1)
        if stamp != last { write(stamp, to: &bytes) }
        last = stamp
    }

    static func readStamp(after last: inout Stamp?, _ reader: inout ByteReader) throws(Damage) -> Stamp {
        if try reader.byte() == 0 {
            guard let last else { throw Damage() }
            return last
        }
        let stamp = try readStamp(&reader)
        last = stamp
        return stamp
    }

    static func write(_ stamp: Stamp, to bytes: inout [UInt8]) {
        bytes.appendBigEndian(stamp.time)
        bytes.appendBigEndian(stamp.device)
    }

    static func readStamp(_ reader: inout ByteReader) throws(Damage) -> Stamp {
        Stamp(time: try reader.bigEndian(), device: try reader.bigEndian())
    }

    private static func write(_ value: JSON, to bytes: inout [UInt8]) {
        switch value {
        case .null: bytes.append(0)
        case .bool(let value): bytes.append(value ? 2 : 1)
        case .integer(let value):
            bytes.append(3)
            // Zigzag, so that small negative numbers are short too.
            bytes.appendVarint(UInt64(bitPattern: value << 1 ^ value >> 63))
        case .string(let text):
            bytes.append(4)
            bytes.appendText(text)
        case .number, .array, .object:
            bytes.append(5)
            bytes.appendBlock(value.encoded)
        }
    }

    static func readValue(_ reader: inout ByteReader) throws(Damage) -> JSON {
        switch try reader.byte() {
        case 0: return .null
        case 1: return .bool(false)
        case 2: return .bool(true)
        case 3:
            let zigzag = try reader.varint()
            return .integer(Int64(bitPattern: zigzag >> 1) ^ -Int64(bitPattern: zigzag & 1))
        case 4: return .string(try reader.text())
        case 5:
            let block = try reader.block()
            do { return try JSON(block) } catch { throw Damage() }
        default: throw Damage()
        }
    }
}

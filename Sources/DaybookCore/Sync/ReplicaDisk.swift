/// The part of a replica on its device's disk: a snapshot, and a journal of the entries after it (S6).
///
/// Each entry can be read without the others: a damaged entry leaves the others readable.
public enum ReplicaDisk {
    /// The content of a disk.
    public struct Content: Equatable, Sendable {
        /// The replica as it was when it was last written.
        public var replica: Replica
        /// Entries, or the snapshot, that could not be read.
        public var damaged: Int
    }

    /// The first byte of every snapshot and entry; a later layout has a greater number.
    static let version: UInt8 = 3

    // MARK: - Writing

    /// The bytes of an entry.
    public static func encode(_ entry: Entry) -> [UInt8] {
        var bytes = [version]
        switch entry {
        case .changed(let records):
            bytes.append(1)
            append(records, to: &bytes)
        case .answered(let records, let after, let cursor, let results):
            bytes.append(2)
            bytes.appendVarint(UInt64(bitPattern: after))
            bytes.appendVarint(UInt64(bitPattern: cursor))
            append(records, to: &bytes)
            bytes.appendVarint(UInt64(results.count))
            for result in results { append(result, to: &bytes) }
        case .restamped(let restamping, let correction):
            bytes.append(3)
            bytes.appendBigEndian(UInt64(bitPattern: correction))
            append(restamping.old, to: &bytes)
            append(restamping.new, to: &bytes)
        case .preferred(let name, let value):
            bytes.append(4)
            bytes.appendText(name)
            bytes.appendText(value)
        case .resetBegan(let server):
            bytes.append(5)
            bytes.appendBigEndian(UInt64(bitPattern: server.milliseconds))
        case .resetEnded(let server, let cursor):
            bytes.append(6)
            bytes.appendBigEndian(UInt64(bitPattern: server.milliseconds))
            bytes.appendVarint(UInt64(bitPattern: cursor))
        case .refusedAhead(let server, let correction):
            bytes.append(7)
            bytes.appendBigEndian(UInt64(bitPattern: server.milliseconds))
            bytes.appendBigEndian(UInt64(bitPattern: correction))
        }
        return bytes
    }

    static func append(_ records: [Record], to bytes: inout [UInt8]) {
        bytes.appendVarint(UInt64(records.count))
        for record in records { RecordCodec.write(record, to: &bytes) }
    }

    static func append(_ result: ChangeResult, to bytes: inout [UInt8]) {
        append(result.key, to: &bytes)
        append(result.stamps, to: &bytes)
        append(result.violations, to: &bytes)
        append(result.changes, to: &bytes)
    }

    static func append(_ key: Record.Key, to bytes: inout [UInt8]) {
        bytes.appendText(key.kind.name)
        bytes.appendBigEndian(key.id.high)
        bytes.appendBigEndian(key.id.low)
    }

    static func append(_ stamps: [Stamp], to bytes: inout [UInt8]) {
        bytes.appendVarint(UInt64(stamps.count))
        for stamp in stamps { RecordCodec.write(stamp, to: &bytes) }
    }

    static func append(_ violations: [Violation], to bytes: inout [UInt8]) {
        bytes.appendBlock(JSON.array(violations.map { $0.json }).encoded)
    }

    // MARK: - Reading

    /// Rebuilds a replica from its snapshot (empty for no snapshot) and the journal after it. Damaged entries are left
    /// out and counted; without a readable snapshot everything is read from the server again.
    public static func decode(snapshot: [UInt8], journal: [[UInt8]], newDevice: UUID) -> Content {
        var content = Content(replica: Replica(device: newDevice), damaged: 0)
        if !snapshot.isEmpty {
            do { content = try self.snapshot(snapshot) } catch { content.damaged += 1 }
        }
        for bytes in journal {
            do {
                let entry = try entry(bytes)
                // The damaged entries may have held acknowledgements of the server, so no record is removed because the
                // server lacks it.
                if case .resetEnded = entry, content.damaged > 0 { continue }
                content.replica.apply(entry)
            } catch { content.damaged += 1 }
        }
        // Changes from the server may be lost in the gap. Reading all of them again merges to the same result.
        if content.damaged > 0 { content.replica.readAgain() }
        return content
    }

    /// An entry, unless it is damaged.
    public static func entry(of bytes: [UInt8]) -> Entry? { try? entry(bytes) }

    static func entry(_ bytes: [UInt8]) throws(RecordCodec.Damage) -> Entry {
        var reader = ByteReader(bytes[...])
        let version = try reader.byte()
        guard (1...self.version).contains(version) else { throw RecordCodec.Damage() }
        let entry: Entry
        switch try reader.byte() {
        case 1: entry = .changed(try records(&reader))
        case 2: entry = try answered(&reader, version)
        case 3: entry = try restamped(&reader, version)
        case 4: entry = .preferred(name: try reader.text(), value: try reader.text())
        case 5: entry = .resetBegan(server: try instant(&reader))
        case 6: entry = .resetEnded(server: try instant(&reader), cursor: Int64(bitPattern: try reader.varint()))
        case 7:
            entry = .refusedAhead(server: try instant(&reader), correction: Int64(bitPattern: try reader.bigEndian()))
        default: throw RecordCodec.Damage()
        }
        guard reader.isAtEnd else { throw RecordCodec.Damage() }
        return entry
    }

    static func answered(_ reader: inout ByteReader, _ version: UInt8) throws(RecordCodec.Damage) -> Entry {
        let after = version == 1 ? 0 : Int64(bitPattern: try reader.varint())
        let cursor = Int64(bitPattern: try reader.varint())
        let records = try records(&reader)
        var results: [ChangeResult] = []
        for _ in 0..<(try reader.count()) { results.append(try result(&reader, version)) }
        // The first layout did not hold which changes were acknowledged, so those go to the server once more (S8).
        return .answered(records: records, after: after, cursor: cursor, results: version == 1 ? [] : results)
    }

    static func restamped(_ reader: inout ByteReader, _ version: UInt8) throws(RecordCodec.Damage) -> Entry {
        if version == 1 {
            // The first layout contained times, from which each tab would make different stamps. The server refuses the
            // old stamps once more, and then they are replaced.
            _ = (try instant(&reader), try instant(&reader))
            return .changed([])
        }
        let correction = Int64(bitPattern: try reader.bigEndian())
        guard let restamping = Restamping(old: try stamps(&reader), new: try stamps(&reader)) else {
            throw RecordCodec.Damage()
        }
        return .restamped(restamping, correction: correction)
    }

    static func records(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> [Record] {
        let count = try reader.count(each: RecordCodec.recordBytesMinimum)
        var records: [Record] = []
        records.reserveCapacity(count)
        for _ in 0..<count { records.append(try RecordCodec.read(&reader)) }
        return records
    }

    static func result(
        _ reader: inout ByteReader,
        _ version: UInt8
    ) throws(RecordCodec.Damage) -> ChangeResult {
        let key = try key(&reader)
        let stamps = version == 1 ? [try RecordCodec.readStamp(&reader)] : try stamps(&reader)
        let violations = try violations(&reader)
        let changes = version < 3 ? [] : try records(&reader)
        return ChangeResult(key: key, stamps: stamps, violations: violations, changes: changes)
    }

    /// A text of no length, and the id.
    static let keyBytesMinimum = 17

    static func key(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> Record.Key {
        let kind = Record.Kind(try reader.text())
        return Record.Key(kind: kind, id: UUID(high: try reader.bigEndian(), low: try reader.bigEndian()))
    }

    static func stamps(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> [Stamp] {
        let count = try reader.count(each: RecordCodec.stampBytes)
        var stamps: [Stamp] = []
        stamps.reserveCapacity(count)
        for _ in 0..<count { stamps.append(try RecordCodec.readStamp(&reader)) }
        return stamps
    }

    static func violations(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> [Violation] {
        let block = try reader.block()
        do { return (try JSON(block)).arrayValue?.compactMap { Violation(json: $0) } ?? [] } catch {
            throw RecordCodec.Damage()
        }
    }

    static func instant(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> Instant {
        Instant(milliseconds: Int64(bitPattern: try reader.bigEndian()))
    }
}

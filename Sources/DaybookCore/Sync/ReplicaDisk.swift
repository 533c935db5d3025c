/// What a replica writes to its device's disk: a snapshot now and then, and a journal of what happened since (S6).
///
/// Each entry stands alone: one that is damaged does not take the others with it.
public enum ReplicaDisk {
    /// One thing that happened to a replica.
    public enum Entry: Equatable, Sendable {
        /// Changes made on this device.
        case changed([Record])
        /// A sync call was answered: what came, how far it leads, and what the server has taken or refused.
        case answered(records: [Record], cursor: Int64, settled: [Settlement])
        /// All unsent changes were stamped anew.
        case restamped(server: Instant, now: Instant)
        /// A choice of the person's on this device, such as the order of the list.
        case preferred(name: String, value: String)
    }

    /// The server's word on the changes of one record up to a stamp: taken, or refused with reasons.
    public struct Settlement: Equatable, Sendable {
        /// Whose changes.
        public var key: Record.Key
        /// The last of them.
        public var stamp: Stamp
        /// Why they were refused; empty when they were taken.
        public var violations: [Violation]

        /// The server's word; by default that it took them.
        public init(key: Record.Key, stamp: Stamp, violations: [Violation] = []) {
            self.key = key
            self.stamp = stamp
            self.violations = violations
        }
    }

    /// What a disk held.
    public struct Content: Equatable, Sendable {
        /// The replica as it was when it was last written.
        public var replica: Replica
        /// The choices made on this device.
        public var preferences: Preferences
        /// Entries, or the snapshot, that could not be read.
        public var damaged: Int
    }

    /// The first byte of every snapshot and entry; a later layout takes a later one.
    private static let version: UInt8 = 1

    // MARK: - Writing

    /// The bytes of an entry.
    public static func encode(_ entry: Entry) -> [UInt8] {
        var bytes = [version]
        switch entry {
        case .changed(let records):
            bytes.append(1)
            append(records, to: &bytes)
        case .answered(let records, let cursor, let settled):
            bytes.append(2)
            bytes.appendVarint(UInt64(bitPattern: cursor))
            append(records, to: &bytes)
            bytes.appendVarint(UInt64(settled.count))
            for settlement in settled { append(settlement, to: &bytes) }
        case .restamped(let server, let now):
            bytes.append(3)
            bytes.appendBigEndian(UInt64(bitPattern: server.milliseconds))
            bytes.appendBigEndian(UInt64(bitPattern: now.milliseconds))
        case .preferred(let name, let value):
            bytes.append(4)
            bytes.appendText(name)
            bytes.appendText(value)
        }
        return bytes
    }

    /// The bytes of a snapshot.
    public static func encode(_ replica: Replica, preferences: Preferences) -> [UInt8] {
        var bytes = [version]
        bytes.reserveCapacity(replica.records.count * 160)
        bytes.appendBigEndian(replica.device.high)
        bytes.appendBigEndian(replica.device.low)
        bytes.appendBigEndian(replica.clock.last)
        bytes.appendBigEndian(replica.clock.seen)
        bytes.appendBigEndian(UInt64(bitPattern: replica.clock.correction))
        bytes.appendVarint(UInt64(bitPattern: replica.cursor))
        append(Array(replica.records.values), to: &bytes)
        append(Array(replica.outbox.values), to: &bytes)
        bytes.appendVarint(UInt64(replica.rejections.count))
        for rejection in replica.rejections.values {
            RecordCodec.write(rejection.change, to: &bytes)
            append(rejection.violations, to: &bytes)
        }
        bytes.appendVarint(UInt64(preferences.choices.count))
        for choice in preferences.choices {
            bytes.appendText(choice.name)
            bytes.appendText(choice.value)
        }
        return bytes
    }

    private static func append(_ records: [Record], to bytes: inout [UInt8]) {
        bytes.appendVarint(UInt64(records.count))
        for record in records { RecordCodec.write(record, to: &bytes) }
    }

    private static func append(_ settlement: Settlement, to bytes: inout [UInt8]) {
        bytes.appendText(settlement.key.kind.name)
        bytes.appendBigEndian(settlement.key.id.high)
        bytes.appendBigEndian(settlement.key.id.low)
        RecordCodec.write(settlement.stamp, to: &bytes)
        append(settlement.violations, to: &bytes)
    }

    private static func append(_ violations: [Violation], to bytes: inout [UInt8]) {
        bytes.appendBlock(JSON.array(violations.map { $0.json }).encoded)
    }

    // MARK: - Reading

    /// Rebuilds a replica from its snapshot (empty for none) and the journal after it. What cannot be read is left
    /// out and counted; without a readable snapshot the server is asked for everything again.
    public static func decode(snapshot: [UInt8], journal: [[UInt8]], freshDevice: UUID) -> Content {
        var content = Content(replica: Replica(device: freshDevice), preferences: [:], damaged: 0)
        if !snapshot.isEmpty {
            do { content = try self.snapshot(snapshot) } catch { content.damaged += 1 }
        }
        for bytes in journal {
            do { replay(try entry(bytes), into: &content) } catch { content.damaged += 1 }
        }
        // A gap may have swallowed what came from the server; reading it all again merges to the same.
        if content.damaged > 0 { content.replica.receive([], cursor: 0) }
        return content
    }

    private static func replay(_ entry: Entry, into content: inout Content) {
        switch entry {
        case .changed(let records): for record in records { content.replica.apply(record) }
        case .answered(let records, let cursor, let settled):
            content.replica.settle(settled)
            content.replica.receive(records, cursor: cursor)
        case .restamped(let server, let now): content.replica.restampUnsent(server: server, now: now)
        case .preferred(let name, let value): content.preferences[name] = value
        }
    }

    private static func entry(_ bytes: [UInt8]) throws(RecordCodec.Damage) -> Entry {
        var reader = ByteReader(bytes[...])
        guard try reader.byte() == version else { throw RecordCodec.Damage() }
        let entry: Entry
        switch try reader.byte() {
        case 1: entry = .changed(try records(&reader))
        case 2:
            let cursor = Int64(bitPattern: try reader.varint())
            let records = try records(&reader)
            var settled: [Settlement] = []
            for _ in 0..<(try reader.count()) { settled.append(try settlement(&reader)) }
            entry = .answered(records: records, cursor: cursor, settled: settled)
        case 3: entry = .restamped(server: try instant(&reader), now: try instant(&reader))
        case 4: entry = .preferred(name: try reader.text(), value: try reader.text())
        default: throw RecordCodec.Damage()
        }
        guard reader.isAtEnd else { throw RecordCodec.Damage() }
        return entry
    }

    private static func snapshot(_ bytes: [UInt8]) throws(RecordCodec.Damage) -> Content {
        var reader = ByteReader(bytes[...])
        guard try reader.byte() == version else { throw RecordCodec.Damage() }
        let device = UUID(high: try reader.bigEndian(), low: try reader.bigEndian())
        let clock = Clock(
            device: device.low,
            last: try reader.bigEndian(),
            seen: try reader.bigEndian(),
            correction: Int64(bitPattern: try reader.bigEndian())
        )
        let cursor = Int64(bitPattern: try reader.varint())
        let records = keyed(try records(&reader))
        let outbox = keyed(try self.records(&reader))
        var rejections: [Record.Key: Replica.Rejection] = [:]
        for _ in 0..<(try reader.count()) {
            let change = try RecordCodec.read(&reader)
            rejections[change.key] = Replica.Rejection(change: change, violations: try violations(&reader))
        }
        var preferences = Preferences()
        for _ in 0..<(try reader.count()) { preferences[try reader.text()] = try reader.text() }
        guard reader.isAtEnd else { throw RecordCodec.Damage() }
        let replica = Replica(
            device: device,
            clock: clock,
            cursor: cursor,
            records: records,
            outbox: outbox,
            rejections: rejections
        )
        return Content(replica: replica, preferences: preferences, damaged: 0)
    }

    private static func keyed(_ records: [Record]) -> [Record.Key: Record] {
        var keyed: [Record.Key: Record] = [:]
        keyed.reserveCapacity(records.count)
        for record in records { keyed[record.key] = record }
        return keyed
    }

    private static func records(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> [Record] {
        let count = try reader.count(each: RecordCodec.recordBytesMinimum)
        var records: [Record] = []
        records.reserveCapacity(count)
        for _ in 0..<count { records.append(try RecordCodec.read(&reader)) }
        return records
    }

    private static func settlement(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> Settlement {
        let kind = Record.Kind(try reader.text())
        let id = UUID(high: try reader.bigEndian(), low: try reader.bigEndian())
        let stamp = try RecordCodec.readStamp(&reader)
        return Settlement(key: Record.Key(kind: kind, id: id), stamp: stamp, violations: try violations(&reader))
    }

    private static func violations(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> [Violation] {
        let block = try reader.block()
        do { return (try JSON(block)).arrayValue?.compactMap { Violation(json: $0) } ?? [] } catch {
            throw RecordCodec.Damage()
        }
    }

    private static func instant(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> Instant {
        Instant(milliseconds: Int64(bitPattern: try reader.bigEndian()))
    }
}

extension Replica {
    /// Carries out the server's word on what was sent.
    public mutating func settle(_ settlements: [ReplicaDisk.Settlement]) {
        for settlement in settlements {
            if settlement.violations.isEmpty {
                acknowledge(settlement.key, upTo: settlement.stamp)
            } else {
                reject(settlement.key, upTo: settlement.stamp, settlement.violations)
            }
        }
    }
}

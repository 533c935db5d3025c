/// What a replica writes to its device's disk: a snapshot now and then, and a journal of what happened since (S6).
///
/// Each entry stands alone: one that is damaged does not take the others with it.
public enum ReplicaDisk {
    /// One thing that happened to a replica.
    public enum Entry: Equatable, Sendable {
        /// Changes made on this device.
        case changed([Record])
        /// A sync call was answered: what came, from where on it was asked for and how far it leads, and what the server
        /// has taken or refused.
        case answered(records: [Record], after: Int64 = 0, cursor: Int64, settled: [Settlement])
        /// Unsent changes were stamped anew, and the clock corrected by so many milliseconds: in a journal of the second
        /// layout only.
        case restamped(Restamping, correction: Int64)
        /// The server refused stamps as ahead of its clock, and told its time: what is unsent and too far ahead is stamped
        /// anew, and the clock corrected by so many milliseconds. What that comes to depends on the entries before, so
        /// it is done at this place of the journal by all who read it, and by nobody before.
        case refusedAhead(server: Instant, correction: Int64)

        /// Whether it can only be carried out in the order of the journal.
        var isRefusedAhead: Bool {
            if case .refusedAhead = self { true } else { false }
        }
        /// A choice of the person's on this device, such as the order of the list.
        case preferred(name: String, value: String)
        /// Everything is read again from the start (S10); the server's time then.
        case resetBegan(server: Instant)
        /// Everything has been read again, up to the cursor; the server's time then.
        case resetEnded(server: Instant, cursor: Int64)
    }

    /// The server's word on changes of one record: taken, or refused with reasons.
    public struct Settlement: Equatable, Sendable {
        /// Whose changes.
        public var key: Record.Key
        /// The stamps they bear.
        public var stamps: [Stamp]
        /// Why they were refused; empty when they were taken.
        public var violations: [Violation]
        /// What was taken; empty when it was refused, and in journals of the earlier layouts.
        public var changes: [Record]

        /// The server's word; by default that it took them.
        public init(key: Record.Key, stamps: [Stamp], violations: [Violation] = [], changes: [Record] = []) {
            self.key = key
            self.stamps = stamps
            self.violations = violations
            self.changes = changes
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
    private static let version: UInt8 = 3

    // MARK: - Writing

    /// The bytes of an entry.
    public static func encode(_ entry: Entry) -> [UInt8] {
        var bytes = [version]
        switch entry {
        case .changed(let records):
            bytes.append(1)
            append(records, to: &bytes)
        case .answered(let records, let after, let cursor, let settled):
            bytes.append(2)
            bytes.appendVarint(UInt64(bitPattern: after))
            bytes.appendVarint(UInt64(bitPattern: cursor))
            append(records, to: &bytes)
            bytes.appendVarint(UInt64(settled.count))
            for settlement in settled { append(settlement, to: &bytes) }
        case .restamped(let anew, let correction):
            bytes.append(3)
            bytes.appendBigEndian(UInt64(bitPattern: correction))
            append(anew.old, to: &bytes)
            append(anew.new, to: &bytes)
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
        bytes.append(replica.isReset ? 1 : 0)
        if let confirmed = replica.confirmed {
            bytes.appendVarint(UInt64(confirmed.count))
            for key in confirmed { append(key, to: &bytes) }
        }
        return bytes
    }

    private static func append(_ records: [Record], to bytes: inout [UInt8]) {
        bytes.appendVarint(UInt64(records.count))
        for record in records { RecordCodec.write(record, to: &bytes) }
    }

    private static func append(_ settlement: Settlement, to bytes: inout [UInt8]) {
        append(settlement.key, to: &bytes)
        append(settlement.stamps, to: &bytes)
        append(settlement.violations, to: &bytes)
        append(settlement.changes, to: &bytes)
    }

    private static func append(_ key: Record.Key, to bytes: inout [UInt8]) {
        bytes.appendText(key.kind.name)
        bytes.appendBigEndian(key.id.high)
        bytes.appendBigEndian(key.id.low)
    }

    private static func append(_ stamps: [Stamp], to bytes: inout [UInt8]) {
        bytes.appendVarint(UInt64(stamps.count))
        for stamp in stamps { RecordCodec.write(stamp, to: &bytes) }
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
            do {
                let entry = try entry(bytes)
                // What a gap swallowed may have been shown by the server: nothing goes for the lack of it.
                if case .resetEnded = entry, content.damaged > 0 { continue }
                replay(entry, into: &content)
            } catch { content.damaged += 1 }
        }
        // A gap may have swallowed what came from the server; reading it all again merges to the same.
        if content.damaged > 0 { content.replica.readAgain() }
        return content
    }

    /// An entry, unless it is damaged.
    public static func entry(of bytes: [UInt8]) -> Entry? { try? entry(bytes) }

    private static func replay(_ entry: Entry, into content: inout Content) {
        if case .preferred(let name, let value) = entry {
            content.preferences[name] = value
        } else {
            content.replica.replay(entry)
        }
    }

    private static func entry(_ bytes: [UInt8]) throws(RecordCodec.Damage) -> Entry {
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

    private static func answered(_ reader: inout ByteReader, _ version: UInt8) throws(RecordCodec.Damage) -> Entry {
        let after = version == 1 ? 0 : Int64(bitPattern: try reader.varint())
        let cursor = Int64(bitPattern: try reader.varint())
        let records = try records(&reader)
        var settled: [Settlement] = []
        for _ in 0..<(try reader.count()) { settled.append(try settlement(&reader, version)) }
        // The first layout did not say which changes were settled: those go to the server once more (S8).
        return .answered(records: records, after: after, cursor: cursor, settled: version == 1 ? [] : settled)
    }

    private static func restamped(_ reader: inout ByteReader, _ version: UInt8) throws(RecordCodec.Damage) -> Entry {
        if version == 1 {
            // It gave times, from which each tab would make stamps of its own. They are made anew when next refused.
            _ = (try instant(&reader), try instant(&reader))
            return .changed([])
        }
        let correction = Int64(bitPattern: try reader.bigEndian())
        guard let anew = Restamping(old: try stamps(&reader), new: try stamps(&reader)) else {
            throw RecordCodec.Damage()
        }
        return .restamped(anew, correction: correction)
    }

    private static func snapshot(_ bytes: [UInt8]) throws(RecordCodec.Damage) -> Content {
        var reader = ByteReader(bytes[...])
        let version = try reader.byte()
        guard (1...self.version).contains(version) else { throw RecordCodec.Damage() }
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
        var confirmed: Set<Record.Key>?
        if version > 1, try reader.byte() == 1 {
            confirmed = []
            for _ in 0..<(try reader.count(each: keyBytesMinimum)) { confirmed?.insert(try key(&reader)) }
        }
        guard reader.isAtEnd else { throw RecordCodec.Damage() }
        let replica = Replica(
            device: device,
            clock: clock,
            cursor: cursor,
            records: records,
            outbox: outbox,
            rejections: rejections,
            confirmed: confirmed
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

    private static func settlement(
        _ reader: inout ByteReader,
        _ version: UInt8
    ) throws(RecordCodec.Damage) -> Settlement {
        let key = try key(&reader)
        let stamps = version == 1 ? [try RecordCodec.readStamp(&reader)] : try stamps(&reader)
        let violations = try violations(&reader)
        let changes = version < 3 ? [] : try records(&reader)
        return Settlement(key: key, stamps: stamps, violations: violations, changes: changes)
    }

    /// A text of no length, and the id.
    private static let keyBytesMinimum = 17

    private static func key(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> Record.Key {
        let kind = Record.Kind(try reader.text())
        return Record.Key(kind: kind, id: UUID(high: try reader.bigEndian(), low: try reader.bigEndian()))
    }

    private static func stamps(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> [Stamp] {
        let count = try reader.count(each: RecordCodec.stampBytes)
        var stamps: [Stamp] = []
        stamps.reserveCapacity(count)
        for _ in 0..<count { stamps.append(try RecordCodec.readStamp(&reader)) }
        return stamps
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
                acknowledge(settlement.key, settlement.stamps)
                for change in settlement.changes { confirm(change) }
            } else {
                reject(settlement.key, settlement.stamps, settlement.violations)
            }
        }
    }

    /// Does what an entry tells of, which happened before a restart or in another tab of this device. The keys of
    /// records that may look different now.
    @discardableResult
    public mutating func replay(_ entry: ReplicaDisk.Entry) -> [Record.Key] {
        switch entry {
        case .changed(let records):
            for record in records { apply(record) }
            return records.map { $0.key }
        case .answered(let records, let after, let cursor, let settled):
            return hear(records, after: after, cursor: cursor, settled: settled)
        case .restamped(let anew, let correction):
            restamp(anew, correction: correction)
            return []
        case .refusedAhead(let server, let correction):
            restampUnsent(server: server, correction: correction)
            return []
        case .preferred: return []
        case .resetBegan(let server):
            beginReset(server: server)
            return []
        case .resetEnded(let server, let cursor): return endReset(server: server, cursor: cursor)
        }
    }
}

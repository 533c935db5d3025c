// A face with a database keeps a replica in parts: the head, each record with all that is kept about it, and each step.
// So it can read only the records that a verb or an answer of the server names.

extension ReplicaDisk {
    /// A record, and all that its replica keeps about it.
    public struct Part: Equatable, Sendable {
        /// The record.
        public var record: Record
        /// The changes of the record that no server has taken.
        public var unsent: Record?
        /// The changes of the record that the server refused.
        public var rejection: Replica.Rejection?
        /// Whether the server has shown the record since all is read again (S10).
        public var isConfirmed: Bool

        /// A part of a replica.
        public init(
            record: Record,
            unsent: Record? = nil,
            rejection: Replica.Rejection? = nil,
            isConfirmed: Bool = false
        ) {
            self.record = record
            self.unsent = unsent
            self.rejection = rejection
            self.isConfirmed = isConfirmed
        }
    }

    /// The bytes of all of a replica but its parts.
    public static func encode(headOf replica: Replica) -> [UInt8] {
        var head = replica
        head.records = [:]
        head.outbox = [:]
        head.rejections = [:]
        if head.isReset { head.confirmed = [] }
        return encode(head)
    }

    /// The replica that ``encode(headOf:)`` wrote, with these parts. Nil when the bytes are damaged.
    public static func replica(head: [UInt8], parts: [Part]) -> Replica? {
        guard var replica = try? snapshot(head).replica else { return nil }
        for part in parts {
            let key = part.record.key
            replica.records[key] = part.record
            replica.outbox[key] = part.unsent
            replica.rejections[key] = part.rejection
            if part.isConfirmed { replica.confirmed?.insert(key) }
        }
        return replica
    }

    /// The bytes of a refused change with its reasons.
    public static func encode(_ rejection: Replica.Rejection) -> [UInt8] {
        var bytes = [version]
        RecordCodec.write(rejection.change, to: &bytes)
        append(rejection.violations, to: &bytes)
        return bytes
    }

    /// The refused change that ``encode(_:)-(Replica.Rejection)`` wrote; nil when the bytes are damaged.
    public static func rejection(of bytes: [UInt8]) -> Replica.Rejection? {
        guard var reader = part(bytes), let change = try? RecordCodec.read(&reader),
            let violations = try? violations(&reader), reader.isAtEnd
        else { return nil }
        return Replica.Rejection(change: change, violations: violations)
    }

    /// The bytes of a record, or of an unsent change.
    public static func encode(_ record: Record) -> [UInt8] {
        var bytes = [version]
        RecordCodec.write(record, to: &bytes)
        return bytes
    }

    /// The record of ``encode(_:)-(Record)``; nil when the bytes are damaged.
    public static func record(of bytes: [UInt8]) -> Record? {
        guard var reader = part(bytes), let record = try? RecordCodec.read(&reader), reader.isAtEnd else { return nil }
        return record
    }

    /// The parts of a to-do that a list shows, from the bytes of ``encode(_:)-(Record)``. Takes a tenth of the time of
    /// decoding the record. Nil when the bytes are damaged, or are not a to-do that a list shows.
    public static func glance(of bytes: [UInt8]) -> TodoGlance? {
        guard var reader = part(bytes), let glance = try? RecordCodec.readGlance(&reader) else { return nil }
        return reader.isAtEnd ? glance : nil
    }

    /// The bytes of a step that can be undone or redone.
    public static func encode(_ step: Step) -> [UInt8] {
        var bytes = [version]
        bytes.appendVarint(UInt64(step.number))
        append(step.verb, to: &bytes)
        bytes.appendVarint(UInt64(step.changes.count))
        for change in step.changes {
            append([change.before].compactMap { $0 }, to: &bytes)
            RecordCodec.write(change.after, to: &bytes)
        }
        return bytes
    }

    /// The step of ``encode(_:)-(Step)``; nil when the bytes are damaged.
    public static func step(of bytes: [UInt8]) -> Step? {
        guard var reader = part(bytes), let step = try? step(&reader), reader.isAtEnd else { return nil }
        return step
    }

    private static func part(_ bytes: [UInt8]) -> ByteReader? {
        var reader = ByteReader(bytes[...])
        guard let version = try? reader.byte(), (1...self.version).contains(version) else { return nil }
        return reader
    }

    private static func step(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> Step {
        guard let number = Int(exactly: try reader.varint()) else { throw RecordCodec.Damage() }
        let verb = try verb(&reader)
        var changes: [Step.Change] = []
        for _ in 0..<(try reader.count(each: RecordCodec.recordBytesMinimum)) {
            let before = try records(&reader)
            guard before.count <= 1 else { throw RecordCodec.Damage() }
            changes.append(Step.Change(before: before.first, after: try RecordCodec.read(&reader)))
        }
        return Step(number: number, verb: verb, changes: changes)
    }

    // MARK: - Verbs

    /// A number that is never given to another verb, then the title or the count.
    private static func append(_ verb: Step.Verb, to bytes: inout [UInt8]) {
        func put(_ number: UInt8, _ title: String) {
            bytes.append(number)
            bytes.appendText(title)
        }
        func put(_ number: UInt8, _ count: Int) {
            bytes.append(number)
            bytes.appendVarint(UInt64(count))
        }
        switch verb {
        case .added(let title): put(1, title)
        case .addedTodos(let count): put(2, count)
        case .edited(let title): put(3, title)
        case .markedDone(let title): put(4, title)
        case .markedOpen(let title): put(5, title)
        case .deleted(let title): put(6, title)
        case .removedSamples(let count): put(7, count)
        case .restored(let title): put(8, title)
        case .wrote(let title): put(9, title)
        case .addedPhoto: bytes.append(10)
        case .removedPhoto: bytes.append(11)
        case .movedPhoto: bytes.append(12)
        case .moved(let title): put(13, title)
        case .renamedTag(let tag): put(14, tag)
        case .removedTag(let tag): put(15, tag)
        case .several(let operation, let count): put(16 + operation.rawValue, count)
        }
    }

    private static func verb(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> Step.Verb {
        switch try reader.byte() {
        case 1: return .added(try reader.text())
        case 2: return .addedTodos(try number(&reader))
        case 3: return .edited(try reader.text())
        case 4: return .markedDone(try reader.text())
        case 5: return .markedOpen(try reader.text())
        case 6: return .deleted(try reader.text())
        case 7: return .removedSamples(try number(&reader))
        case 8: return .restored(try reader.text())
        case 9: return .wrote(try reader.text())
        case 10: return .addedPhoto
        case 11: return .removedPhoto
        case 12: return .movedPhoto
        case 13: return .moved(try reader.text())
        case 14: return .renamedTag(try reader.text())
        case 15: return .removedTag(try reader.text())
        case let other:
            guard other >= 16, let operation = Step.Operation(rawValue: other - 16) else { throw RecordCodec.Damage() }
            return .several(operation, try number(&reader))
        }
    }

    private static func number(_ reader: inout ByteReader) throws(RecordCodec.Damage) -> Int {
        guard let number = Int(exactly: try reader.varint()) else { throw RecordCodec.Damage() }
        return number
    }
}

extension Replica {
    /// A record, and all that is kept about it; nil when there is no such record.
    public func part(_ key: Record.Key) -> ReplicaDisk.Part? {
        guard let record = records[key] else { return nil }
        let isConfirmed = confirmed?.contains(key) ?? false
        return ReplicaDisk.Part(
            record: record,
            unsent: outbox[key],
            rejection: rejections[key],
            isConfirmed: isConfirmed
        )
    }
}

// A snapshot: all of a replica, as it was at one place of the journal.

extension ReplicaDisk {
    /// The bytes of a snapshot.
    public static func encode(_ replica: Replica) -> [UInt8] {
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
        bytes.appendVarint(UInt64(replica.preferences.choices.count))
        for choice in replica.preferences.choices {
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

    static func snapshot(_ bytes: [UInt8]) throws(RecordCodec.Damage) -> Content {
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
            confirmed: confirmed,
            preferences: preferences
        )
        return Content(replica: replica, damaged: 0)
    }

    private static func keyed(_ records: [Record]) -> [Record.Key: Record] {
        var keyed: [Record.Key: Record] = [:]
        keyed.reserveCapacity(records.count)
        for record in records { keyed[record.key] = record }
        return keyed
    }
}

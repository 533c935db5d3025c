import Testing

@testable import DaybookCore

@Suite struct ReplicaDiskTests {
    private let device = UUID(high: 7, low: 9)
    private let stamp = Stamp(wall: Instant(milliseconds: 0x19A_A5C2_3E80), counter: 1, device: 9)

    private func hex(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        for byte in bytes { text.appendHex(UInt64(byte), digits: 2) }
        return String(decoding: text, as: UTF8.self)
    }

    private var record: Record {
        Record(
            kind: .todo,
            id: UUID(high: 1, low: 2),
            fields: [
                .init("title", .string("Hé"), stamp), .init("done", .bool(true), stamp),
                .init("detail", .null, stamp), .init("deadline", .integer(-3), stamp),
                .init("tag:x", .bool(false), Stamp(time: stamp.time + 1, device: 9)),
                .init("new", .number("1.5"), stamp),
            ],
            deleted: stamp
        )
    }

    private var entries: [(Entry, String)] {
        [
            (
                .changed([record]),
                "0301" + "01" + recordHex
            ),
            (
                .answered(
                    records: [Record(kind: Record.Kind("list"), id: UUID(high: 3, low: 4))],
                    after: 7,
                    cursor: 300,
                    results: [
                        .init(key: record.key, stamps: [stamp], changes: [record]),
                        .init(
                            key: record.key,
                            stamps: [stamp, later],
                            violations: [Violation(.title, .tooLong, "Shorten it.")]
                        ),
                    ]
                ),
                "0302" + "07" + "ac02" + "01"
                    + "00046c697374" + "0000000000000003" + "0000000000000004" + "00" + "00" + "02"
                    + "04746f646f" + "0000000000000001" + "0000000000000002" + "01" + stampHex
                    + "025b5d" + "01" + recordHex + "04746f646f" + "0000000000000001" + "0000000000000002" + "02"
                    + stampHex + laterHex
                    + violationsHex + "00"
            ),
            (
                .restamped(Restamping([stamp]).assigned(later), correction: -1),
                "0303" + "ffffffffffffffff" + "01" + stampHex + "01" + laterHex
            ),
            (
                .refusedAhead(server: Instant(milliseconds: 258), correction: -1),
                "0307" + "0000000000000102" + "ffffffffffffffff"
            ),
            (.resetBegan(server: Instant(milliseconds: 258)), "0305" + "0000000000000102"),
            (.resetEnded(server: Instant(milliseconds: 258), cursor: 300), "0306" + "0000000000000102" + "ac02"),
            (.preferred(name: "order", value: "-title"), "0304" + "056f72646572" + "062d7469746c65"),
        ]
    }

    private let stampHex = "019aa5c23e800001" + "0000000000000009"
    private let laterHex = "019aa5c23e800002" + "0000000000000009"
    private var later: Stamp { Stamp(time: stamp.time + 1, device: 9) }

    /// Kind, id, delete with its stamp, six fields: name, stamp (0 for the one before), value.
    private let recordHex =
        "01" + "0000000000000001" + "0000000000000002" + "01" + "01" + "019aa5c23e800001" + "0000000000000009" + "06"
        + "07" + "00" + "0305" + "05" + "00" + "00" + "06" + "00" + "02" + "00036e6577" + "00" + "0503312e35"
        + "00057461673a78" + "01" + "019aa5c23e800002" + "0000000000000009" + "01"
        + "04" + "01" + "019aa5c23e800001" + "0000000000000009" + "040348c3a9"

    private let violationsHex =
        "3d5b7b226669656c64223a227469746c65222c22636f6465223a22746f6f5f6c6f6e67222c"
        + "226d657373616765223a2253686f7274656e2069742e227d5d"

    // MARK: - Old formats stay readable

    @Test("[S6] Each entry's bytes are those of version 3, for ever")
    func pinnedEntries() {
        for (entry, literal) in entries { #expect(hex(ReplicaDisk.encode(entry)) == literal, "\(entry)") }
    }

    @Test("[S6] A snapshot's bytes are those of version 3, for ever; versions 1 and 2 stay readable")
    func pinnedSnapshot() {
        var replica = Replica(device: device)
        replica.apply(record)
        let literal =
            "0000000000000007" + "0000000000000009" + "019aa5c23e800002" + "0000000000000000"
            + "0000000000000000" + "00" + "01" + recordHex + "01" + recordHex + "00" + "01" + "056f72646572"
            + "062d7469746c65"
        replica.apply(.preferred(name: "order", value: "-title"))
        let bytes = ReplicaDisk.encode(replica)
        #expect(hex(bytes) == "03" + literal + "00")
        for snapshot in [bytes, [2] + bytes[1...], [1] + bytes[1...].dropLast()] {
            #expect(
                ReplicaDisk.decode(snapshot: snapshot, journal: [], newDevice: UUID(high: 0, low: 0))
                    == ReplicaDisk.Content(replica: replica, damaged: 0)
            )
        }
    }

    @Test("[S6] [S8] A journal of version 1 is read; the changes that it has as taken go to the server once more")
    func versionOne() {
        let changed = [1] + ReplicaDisk.encode(.changed([record])).dropFirst()
        let acknowledged = bytes("04746f646f00000000000000010000000000000002" + stampHex + "025b5d")
        let answered: [UInt8] = [1, 2, 7, 0, 1] + acknowledged
        let restamped: [UInt8] = [1, 3] + [UInt8](repeating: 0, count: 16)
        let content = ReplicaDisk.decode(
            snapshot: [],
            journal: [changed, answered, restamped],
            newDevice: device
        )
        #expect(content.damaged == 0)
        #expect(content.replica.cursor == 7)
        #expect(content.replica.records == [record.key: record])
        #expect(content.replica.outbox == [record.key: record])
    }

    @Test("[S6] A journal of version 2 is read: it did not hold what was taken, and named the replaced stamps")
    func versionTwo() {
        let acknowledged = "04746f646f" + "0000000000000001" + "0000000000000002" + "01" + stampHex + "025b5d"
        let answered = ReplicaDisk.entry(of: bytes("0202" + "07" + "ac02" + "00" + "01" + acknowledged))
        let result = ChangeResult(key: record.key, stamps: [stamp])
        #expect(answered == .answered(records: [], after: 7, cursor: 300, results: [result]))
        let restamped = ReplicaDisk.entry(of: bytes("0203" + "ffffffffffffffff" + "01" + stampHex + "01" + laterHex))
        #expect(restamped == .restamped(Restamping([stamp]).assigned(later), correction: -1))
    }

    private func bytes(_ hex: String) -> [UInt8] {
        var rest = hex[...]
        var bytes: [UInt8] = []
        while let byte = UInt8(rest.prefix(2), radix: 16) {
            bytes.append(byte)
            rest = rest.dropFirst(2)
        }
        return bytes
    }

    // MARK: - Round trips

    @Test("[S6] A record's bytes read back as the record")
    func recordRoundTrip() {
        property(runs: 2_000) { random in
            let record = random.record(kind: random.oneIn(3) ? Record.Kind(random.text()) : .todo, id: random.uuid())
            var bytes: [UInt8] = []
            RecordCodec.write(record, to: &bytes)
            var reader = ByteReader(bytes[...])
            try hold(try RecordCodec.read(&reader), equals: record, "round trip")
            try hold(reader.isAtEnd, "all of it is read")
        }
    }

    @Test("[S6] A snapshot and the journal after it make the same replica as living through it")
    func replay() {
        property(runs: 200) { random in
            let (replica, journal, snapshot) = history(&random)
            let content = ReplicaDisk.decode(snapshot: snapshot, journal: journal, newDevice: device)
            try hold(content.damaged, equals: 0, "nothing is damaged")
            try hold(content.replica.preferences, equals: replica.preferences, "preferences")
            try hold(content.replica.records, equals: replica.records, "records")
            try hold(content.replica.outbox, equals: replica.outbox, "unsent")
            try hold(content.replica.rejections, equals: replica.rejections, "refused")
            try hold(content.replica.cursor, equals: replica.cursor, "cursor")
            try hold(content.replica.confirmed, equals: replica.confirmed, "what a reset has shown")
            try hold(content.replica.device, equals: device, "device")
            var (one, two) = (replica, content.replica)
            let now = Instant(milliseconds: 0)
            try hold(one.stamp(now: now), equals: two.stamp(now: now), "the next stamp")
        }
    }

    // MARK: - Damage

    @Test("[S6] Every truncation of an entry is found, and takes no other with it")
    func truncatedEntries() {
        for (entry, _) in entries {
            let bytes = ReplicaDisk.encode(entry)
            for length in 0..<bytes.count {
                let content = ReplicaDisk.decode(
                    snapshot: [],
                    journal: [Array(bytes[..<length]), bytes],
                    newDevice: device
                )
                #expect(content.damaged == 1, "\(length) bytes of \(entry)")
                let whole = ReplicaDisk.decode(snapshot: [], journal: [bytes], newDevice: device)
                #expect(content.replica.records == whole.replica.records)
                #expect(content.replica.outbox == whole.replica.outbox)
                #expect(content.replica.isReset == whole.replica.isReset)
                #expect(content.replica.preferences == whole.replica.preferences)
            }
            #expect(ReplicaDisk.decode(snapshot: [], journal: [bytes + [0]], newDevice: device).damaged == 1)
        }
    }

    @Test("[S6] A truncated snapshot is found; the journal after it stays, and the server is asked for everything")
    func truncatedSnapshot() {
        var replica = Replica(device: UUID(high: 8, low: 8))
        replica.apply(record)
        replica.apply(.preferred(name: "a", value: "b"))
        let bytes = ReplicaDisk.encode(replica)
        let journal = entries.map { ReplicaDisk.encode($0.0) }
        let alone = ReplicaDisk.decode(snapshot: [], journal: journal, newDevice: device).replica
        #expect(alone.records[record.key]?["title"] == record["title"])
        for length in 1..<bytes.count {
            let content = ReplicaDisk.decode(
                snapshot: Array(bytes[..<length]),
                journal: journal,
                newDevice: device
            )
            #expect(content.damaged == 1, "\(length) bytes")
            #expect(content.replica.device == device)
            #expect(content.replica.cursor == 0)
            #expect(content.replica.records[record.key] == alone.records[record.key])
            #expect(content.replica.preferences == ["order": "-title"])
        }
    }

    @Test("[S6] Damaged bytes never crash, and every good entry is kept")
    func damage() {
        property(runs: 400) { random in
            let (_, journal, snapshot) = history(&random)
            var damagedSnapshot = snapshot
            if random.oneIn(2) { random.mutate(&damagedSnapshot) }
            var damagedJournal = journal
            for _ in 0..<random.int(1...3) where !damagedJournal.isEmpty {
                random.mutate(&damagedJournal[random.int(0...damagedJournal.count - 1)])
            }
            let content = ReplicaDisk.decode(snapshot: damagedSnapshot, journal: damagedJournal, newDevice: device)
            if content.damaged > 0 { try hold(content.replica.cursor, equals: 0, "the server is asked for everything") }
            // A reset takes records away as it begins and ends; a journal without one is the common case.
            if (journal + damagedJournal).contains(where: { $0.count > 1 && (5...6).contains($0[1]) }) { return }
            for (bytes, damaged) in zip(journal, damagedJournal) where bytes == damaged {
                guard bytes.count > 2, bytes[1] == 1 else { continue }
                let alone = ReplicaDisk.decode(snapshot: [], journal: [bytes], newDevice: device)
                for key in alone.replica.records.keys {
                    try hold(content.replica.records[key] != nil, "the record of a good entry is there")
                }
            }
            // The readable content is consistent.
            var replica = content.replica
            _ = replica.stamp(now: Instant(milliseconds: 0))
            replica.restampUnsent(
                server: Instant(milliseconds: 0),
                correction: Instant(milliseconds: 0).milliseconds(until: Instant(milliseconds: 0))
            )
            _ = ReplicaDisk.encode(replica)
            for record in replica.records.values { _ = Todo(record) }
        }
    }

    @Test("[S6] Numbers out of range in damaged bytes are damage")
    func numbers() {
        // A name's number, 2⁶³, which no array has a place for.
        let entry: [UInt8] = [2, 1, 1] + [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01]
        #expect(
            ReplicaDisk.decode(snapshot: [], journal: [entry + [UInt8](repeating: 0, count: 64)], newDevice: device)
                .damaged == 1
        )
        for count in [[0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]]
            as [[UInt8]]
        {
            #expect(ReplicaDisk.decode(snapshot: [], journal: [[2, 1] + count], newDevice: device).damaged == 1)
            #expect(ReplicaDisk.decode(snapshot: [], journal: [[2, 4] + count], newDevice: device).damaged == 1)
        }
        let endless = [UInt8](repeating: 0x80, count: 32)
        #expect(ReplicaDisk.decode(snapshot: [], journal: [[2, 1] + endless], newDevice: device).damaged == 1)
        #expect(
            ReplicaDisk.decode(snapshot: [4], journal: [[4, 1, 0], [3, 9], []], newDevice: device).damaged == 4
        )
    }

    // MARK: - A history

    private func history(
        _ random: inout SplitMix64
    ) -> (replica: Replica, journal: [[UInt8]], snapshot: [UInt8]) {
        var replica = Replica(device: device)
        var journal: [[UInt8]] = []
        var snapshot: [UInt8] = []
        for step in 0..<random.int(0...25) {
            let now = Instant(milliseconds: 1_763_700_000_000 + random.int64(-500_000...500_000))
            let id = UUID(high: 0, low: UInt64(random.int(1...3)))
            let key = Record.Key(kind: .todo, id: id)
            let entry: Entry
            switch random.int(0...9) {
            case 0: entry = .preferred(name: random.pick(["order", "é"]), value: random.text())
            case 1:
                entry = .refusedAhead(server: now, correction: random.pick([0, -86_400_000]))
            case 8: entry = .resetBegan(server: now.advanced(by: .days(random.int64(0...180))))
            case 9:
                let server = now.advanced(by: .days(random.int64(0...180)))
                entry = .resetEnded(server: server, cursor: random.pick([0, replica.cursor, replica.cursor + 1]))
            case 2, 3:
                let results = replica.outbox.values.map { change in
                    let violations = random.oneIn(3) ? [Violation(.title, .tooLong, random.text())] : []
                    return ChangeResult(
                        key: change.key,
                        stamps: change.stamps,
                        violations: violations,
                        changes: violations.isEmpty ? [change] : []
                    )
                }
                entry = .answered(records: [random.record(id: id)], cursor: Int64(step), results: results)
            default:
                let stamp = replica.stamp(now: now)
                let fields = [Record.Field(random.pick(["title", "tag:x", "z"]), random.json(), stamp)]
                entry = .changed([
                    Record(kind: .todo, id: key.id, fields: fields, deleted: random.oneIn(5) ? stamp : nil)
                ])
            }
            replica.apply(entry)
            journal.append(ReplicaDisk.encode(entry))
            if random.oneIn(10) {
                snapshot = ReplicaDisk.encode(replica)
                journal = []
            }
        }
        return (replica, journal, snapshot)
    }
}

extension Restamping {
    /// With the one stamp that it has replaced by another.
    fileprivate func assigned(_ stamp: Stamp) -> Restamping {
        var copy = self
        copy.assign { stamp }
        return copy
    }
}

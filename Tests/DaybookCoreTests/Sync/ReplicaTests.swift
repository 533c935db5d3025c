import Testing

@testable import DaybookCore

@Suite struct ReplicaTests {
    private let now = Instant(milliseconds: 1_763_700_000_000)
    private let id = UUID(high: 1, low: 1)
    private var key: Record.Key { Record.Key(kind: .todo, id: id) }
    private let tooLong = Violation(.title, .tooLong, "Shorten it.")

    private func replica(device: UInt64 = 1) -> Replica { Replica(device: UUID(high: 9, low: device)) }

    /// Sets a field on this device, as the screens do.
    @discardableResult
    private func set(
        _ name: String,
        _ value: String,
        on replica: inout Replica,
        now: Instant? = nil,
        id: UUID? = nil
    ) -> Stamp {
        let stamp = replica.stamp(now: now ?? self.now)
        replica.apply(Record(kind: .todo, id: id ?? self.id, fields: [.init(name, .string(value), stamp)]))
        return stamp
    }

    @Test("[S1] A change shows at once and waits to be sent")
    func apply() {
        var replica = replica()
        let first = set("title", "a", on: &replica)
        set("detail", "b", on: &replica)
        #expect(replica.records[key]?["title"] == .string("a"))
        #expect(replica.outbox[key] == replica.records[key])
        #expect(replica.unsentCount == 1)
        #expect(first < replica.stamp(now: Instant(milliseconds: 0)))
    }

    @Test("[S8] A change that holds nothing is no change: it would wait to be sent for ever")
    func applyNothing() {
        var replica = replica()
        replica.apply(Record(kind: .todo, id: id))
        #expect(replica == self.replica())
    }

    @Test("[S2] What is received sets the clock, and tells which records look different")
    func receive() {
        var (one, two) = (replica(device: 1), replica(device: 2))
        let ahead = set("title", "a", on: &one, now: now.advanced(by: .days(1)))
        let version = one.records[key].map { [$0] } ?? []
        #expect(two.receive(version, cursor: 4).changed == [key])
        #expect(two.receive(version, cursor: 5).changed == [])
        #expect(two.cursor == 5)
        #expect(two.records == one.records)
        #expect(two.outbox == [:])
        #expect(ahead < two.stamp(now: now))
    }

    @Test("[S8] What the server has taken is not sent again; what was changed since is")
    func acknowledge() {
        var replica = replica()
        let sent = set("title", "a", on: &replica)
        set("detail", "b", on: &replica)
        replica.acknowledge(key, [sent])
        #expect(replica.outbox[key]?.fields.map { $0.name } == ["detail"])
        replica.acknowledge(key, [sent])
        #expect(replica.unsentCount == 1)
        replica.acknowledge(key, replica.outbox[key]?.stamps ?? [])
        replica.acknowledge(Record.Key(kind: .note, id: id), [sent])
        #expect(replica.outbox == [:])
        #expect(replica.records[key]?.fields.count == 2)
    }

    @Test("[S9] A refused change stays, set apart, and goes along with the next change to its record")
    func reject() {
        var replica = replica()
        let sent = set("title", "far too long", on: &replica)
        replica.reject(key, [sent], [tooLong])
        #expect(replica.outbox == [:])
        #expect(replica.rejections[key]?.violations == [tooLong])
        #expect(replica.rejections[key]?.change["title"] == .string("far too long"))
        #expect(replica.records[key]?["title"] == .string("far too long"))
        set("detail", "b", on: &replica)
        #expect(replica.rejections == [:])
        #expect(replica.outbox[key] == replica.records[key])
        replica.reject(Record.Key(kind: .note, id: id), [sent], [tooLong])
        #expect(replica.rejections == [:])
    }

    @Test("[S9] A refusal of a change that was mended meanwhile leaves nothing to mend, and all of it to send")
    func rejectMended() {
        var replica = replica()
        set("detail", "kept", on: &replica)
        let sent = set("title", "far too long", on: &replica)
        set("title", "short", on: &replica)
        replica.reject(key, [sent], [tooLong])
        #expect(replica.rejections == [:])
        #expect(replica.outbox[key]?["title"] == .string("short"))
        #expect(replica.outbox[key]?["detail"] == .string("kept"))
    }

    // MARK: - Restamping

    @Test("[S2] Restamped, changes made by a clock ahead keep their order and their values")
    func restamp() {
        var replica = replica()
        let tomorrow = now.advanced(by: .days(1))
        set("title", "a", on: &replica, now: tomorrow)
        set("detail", "b", on: &replica, now: tomorrow)
        set("title", "c", on: &replica, now: tomorrow, id: UUID(high: 1, low: 2))
        let before = replica.records
        replica.restampUnsent(server: now, correction: tomorrow.milliseconds(until: now))
        #expect(
            replica.records.mapValues { $0.fields.map { $0.value } } == before.mapValues { $0.fields.map { $0.value } }
        )
        #expect(replica.outbox == replica.records)
        for record in replica.records.values {
            #expect(record.latest.map { $0.wall < now.advanced(by: .seconds(1)) } == true)
        }
        let fields = replica.records[key]
        #expect(fields?.field("title").map { title in fields?.field("detail").map { title.stamp < $0.stamp } } == true)
        #expect(replica.stamp(now: tomorrow).wall < now.advanced(by: .seconds(1)))
    }

    @Test("[S5] A change that lost to a newer one from elsewhere stays lost when others are restamped")
    func restampLoser() {
        var (mine, theirs) = (replica(device: 1), replica(device: 2))
        // Made while the clock was right, and not sent yet; another device's later edit won.
        set("title", "mine", on: &mine, now: now)
        set("title", "theirs", on: &theirs, now: now.advanced(by: .minutes(1)))
        mine.receive(Array(theirs.records.values), cursor: 1)
        let tomorrow = now.advanced(by: .days(1))
        set("detail", "b", on: &mine, now: tomorrow)
        mine.restampUnsent(
            server: now.advanced(by: .minutes(2)),
            correction: tomorrow.milliseconds(until: now.advanced(by: .minutes(2)))
        )
        #expect(mine.records[key]?["title"] == .string("theirs"))
        // The server merges the changes with its records, and does not send this device its own changes.
        var server = theirs.records[key]
        if let change = mine.outbox[key] { server?.merge(change) }
        #expect(server == mine.records[key])
    }

    @Test("[S2] [S5] Restamped, a change still exceeds what a merge threw away because of the wrong stamp")
    func restampExceedsDiscarded() {
        var (mine, theirs) = (replica(device: 1), replica(device: 2))
        let tomorrow = now.advanced(by: .days(1))
        set("title", "mine", on: &mine, now: tomorrow)
        // Ahead of the server's clock too, but not by more than is allowed.
        let stamp = set("title", "theirs", on: &theirs, now: now.advanced(by: .minutes(4)))
        mine.receive(Array(theirs.records.values), cursor: 1)
        mine =
            ReplicaDisk.decode(
                snapshot: ReplicaDisk.encode(mine),
                journal: [],
                newDevice: id
            ).replica
        mine.restampUnsent(server: now, correction: tomorrow.milliseconds(until: now))
        #expect(mine.outbox[key]?.field("title").map { stamp < $0.stamp } == true)
    }

    @Test("[S2] [S5] Restamped, a change still exceeds the older one of its own that the server has taken")
    func restampExceedsTaken() {
        var replica = replica()
        let taken = set("title", "first", on: &replica, now: now.advanced(by: .minutes(4)))
        replica.acknowledge(key, [taken])
        let tomorrow = now.advanced(by: .days(1))
        set("title", "second", on: &replica, now: tomorrow)
        replica.restampUnsent(server: now, correction: tomorrow.milliseconds(until: now))
        #expect(replica.outbox[key]?.field("title").map { taken < $0.stamp } == true)
    }

    @Test("[S2] [S5] What the server took after all by a stamp that was replaced since, bears that stamp here too")
    func takenLate() {
        var replica = replica()
        let tomorrow = now.advanced(by: .days(1))
        let ahead = set("title", "a", on: &replica, now: tomorrow)
        let sent = Record(kind: .todo, id: id, fields: [.init("title", .string("a"), ahead)])
        replica.restampUnsent(server: now, correction: tomorrow.milliseconds(until: now))
        set("detail", "b", on: &replica, now: tomorrow)
        #expect(replica.records[key]?.field("title").map { $0.stamp < ahead } == true)
        replica.acknowledgeOrReject([.init(key: key, stamps: [ahead], changes: [sent])])
        #expect(replica.records[key]?.field("title")?.stamp == ahead)
        #expect(replica.outbox[key]?.fields.map { $0.name } == ["detail"])
        #expect(replica.stamp(now: now) > ahead)
    }

    @Test("[S2] Stamps of restamped changes differ from those of all tabs, and each time are greater than before")
    func restampsAreApart() {
        var replica = replica()
        var made: Set<Stamp> = []
        for tab in UInt8(0)...15 {
            replica.use(tab: tab)
            set("title", "\(tab)", on: &replica, now: now.advanced(by: .days(1)))
            let restamped = replica.restampUnsent(server: now, correction: -Instant.Span.days(1).milliseconds)
            #expect(
                restamped.new.allSatisfy {
                    $0.device & 0xF == 15 && (made.max() ?? $0) <= $0 && made.insert($0).inserted
                }
            )
            #expect(replica.clock.device & 0xF < 15)
        }
    }

    @Test("[S2] Only what runs ahead of the server is restamped")
    func restampOnlyAhead() {
        var replica = replica()
        let honest = set("title", "a", on: &replica, now: now)
        let tomorrow = now.advanced(by: .days(1))
        set("detail", "b", on: &replica, now: tomorrow)
        replica.restampUnsent(
            server: now.advanced(by: .minutes(1)),
            correction: tomorrow.milliseconds(until: now.advanced(by: .minutes(1)))
        )
        #expect(replica.records[key]?.field("title")?.stamp == honest)
        #expect(replica.outbox == replica.records)
        #expect(
            replica.records[key]?.field("detail").map {
                !Rules.isAhead(Record(kind: .todo, id: id, fields: [$0]), of: now.advanced(by: .minutes(1)))
            } == true
        )
    }

    @Test("[S2] [S5] Restamping keeps all values, and the outbox stays part of what the device shows")
    func restampLaw() {
        property(runs: 500) { random in
            var (mine, theirs) = (replica(device: 1), replica(device: 2))
            for _ in 0..<random.int(1...25) {
                let skew = Instant.Span.milliseconds(random.pick([0, 0, -3_600_000, 60_000, 86_400_000]))
                let record = UUID(high: 1, low: UInt64(random.int(1...3)))
                let name = random.pick(["title", "detail", "done"])
                if random.oneIn(3) {
                    set(
                        name,
                        random.text(),
                        on: &theirs,
                        now: now.advanced(by: .seconds(random.int64(0...200))),
                        id: record
                    )
                    if random.oneIn(2) { mine.receive(Array(theirs.records.values), cursor: 1) }
                } else if random.oneIn(5) {
                    let stamp = mine.stamp(now: now.advanced(by: skew))
                    mine.apply(Record(kind: .todo, id: record, deleted: stamp))
                } else {
                    set(name, random.text(), on: &mine, now: now.advanced(by: skew), id: record)
                }
            }
            let before = mine
            mine.restampUnsent(server: now, correction: now.advanced(by: .days(1)).milliseconds(until: now))
            for (key, record) in before.records {
                try hold(mine.records[key]?.fields.map { $0.value }, equals: record.fields.map { $0.value }, "values")
            }
            for (key, change) in mine.outbox {
                try hold(before.outbox[key]?.fields.map { $0.value }, equals: change.fields.map { $0.value }, "unsent")
                try hold(
                    mine.records[key].map { change.difference(from: $0) == nil } ?? false,
                    "nothing unsent is unseen"
                )
            }
            let latest = mine.records.values.compactMap { $0.latest }.max()
            try hold(latest.map { $0 < mine.stamp(now: now) } ?? true, "the next stamp is greater than all")
        }
    }

    @Test("[S9] What is refused beside an earlier refusal joins it, and what is then taken after all leaves it")
    func refusedTwice() {
        var replica = replica()
        let first = set("title", "a", on: &replica)
        replica.reject(key, [first], [tooLong])
        // A reset shows that the server lacks changes that it had taken before.
        let second = Stamp(wall: now, counter: 9, device: 2)
        replica.receive([Record(kind: .todo, id: id, fields: [.init("detail", .string("b"), second)])], cursor: 1)
        replica.beginReset(server: now)
        replica.receive([Record(kind: .todo, id: id)], cursor: 1)
        replica.reject(key, [second], [tooLong])
        #expect(replica.rejections[key]?.change.fields.map { $0.name } == ["detail", "title"])
        replica.acknowledge(key, [second])
        #expect(replica.rejections[key]?.change.fields.map { $0.name } == ["title"])
        replica.acknowledge(key, [first])
        #expect(replica.rejections == [:])
    }
}

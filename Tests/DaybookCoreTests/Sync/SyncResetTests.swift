import Testing

@testable import DaybookCore

/// Reading everything again, calls refused whole, and tabs (S8, S9, S10, S13).
@Suite struct SyncResetTests {
    private let now = Instant(milliseconds: 1_763_700_000_000)
    private let old = UUID(high: 1, low: 1)
    private let young = UUID(high: 1, low: 2)
    private var oldKey: Record.Key { Record.Key(kind: .todo, id: old) }
    private var youngKey: Record.Key { Record.Key(kind: .todo, id: young) }
    private var longAgo: Instant { now.advanced(by: .days(-120)) }

    private func todo(_ id: UUID, at: Instant, device: UInt64 = 32, deleted: Instant? = nil) -> Record {
        Record(
            kind: .todo,
            id: id,
            fields: [.init("title", .string("a"), Stamp(wall: at, counter: 0, device: device))],
            deleted: deleted.map { Stamp(wall: $0, counter: 0, device: device) }
        )
    }

    private func answer(cursor: Int64, more: Bool = false, reset: Bool = false) -> SyncAnswer {
        SyncAnswer(cursor: cursor, hasMore: more, now: now, changes: [], mustReset: reset)
    }

    /// A device that has read an old and a young to-do, up to 9.
    private func device() -> Replica {
        var replica = Replica(device: UUID(high: 9, low: 16))
        replica.receive([todo(old, at: longAgo), todo(young, at: now)], cursor: 9)
        return replica
    }

    private func edit(_ replica: inout Replica, _ id: UUID, _ value: String = "b") {
        let stamp = replica.stamp(now: now)
        replica.apply(Record(kind: .todo, id: id, fields: [.init("detail", .string(value), stamp)]))
    }

    @Test("[S10] A reset reads again from the start, sends nothing meanwhile, and is journaled")
    func resetBegins() {
        var (replica, engine) = (device(), SyncEngine())
        _ = engine.begin(replica)
        let outcome = engine.answered(answer(cursor: 0, more: true, reset: true), replica: &replica, now: now)
        #expect(outcome == SyncEngine.Outcome(entries: [.resetBegan(server: now)], callsAgain: true))
        edit(&replica, young)
        #expect(engine.begin(replica) == SyncRequest(device: replica.device, cursor: 0))
        #expect(replica.isReset)
        #expect(replica.confirmed == [])
    }

    @Test("[S10] At a reset's end goes what may have been forgotten; what is younger, the server gets back")
    func resetEnds() {
        var (replica, engine) = (device(), SyncEngine())
        replica.beginReset(server: now)
        _ = engine.begin(replica)
        let outcome = engine.answered(answer(cursor: 4), replica: &replica, now: now)
        #expect(outcome.changed == [oldKey])
        #expect(outcome.entries.last == .resetEnded(server: now, cursor: 4))
        #expect(!replica.isReset)
        #expect(replica.records == [youngKey: todo(young, at: now)])
        #expect(replica.outbox == replica.records)
        #expect(outcome.callsAgain)
    }

    @Test("[S10] Of a changed record all is sent at a reset's end, also when the change alone was refused")
    func resetKeepsUnsent() {
        for isRefused in [false, true] {
            var replica = device()
            edit(&replica, old)
            let stamps = replica.outbox[oldKey]?.stamps ?? []
            if isRefused { replica.reject(oldKey, stamps, [Violation(.title, .required, "Give a title.")]) }
            replica.beginReset(server: now)
            #expect(replica.endReset(server: now, cursor: 0) == [])
            #expect(replica.outbox[oldKey] == replica.records[oldKey])
            #expect(replica.outbox[oldKey]?.fields.map { $0.name } == ["detail", "title"])
            #expect(replica.rejections == [:])
        }
    }

    @Test("[S10] What a restored server shows in an older version, it gets the rest of")
    func resetCompletes() {
        var replica = device()
        edit(&replica, young)
        replica.acknowledge(youngKey, replica.outbox[youngKey]?.stamps ?? [])
        replica.beginReset(server: now)
        replica.receive([todo(young, at: now), todo(old, at: longAgo)], cursor: 3)
        #expect(replica.outbox[youngKey]?.fields.map { $0.name } == ["detail"])
        #expect(replica.endReset(server: now, cursor: 3) == [])
    }

    @Test("[S10] An old delete that the server may have forgotten is forgotten when a reset begins; a young one is not")
    func resetForgetsDeletes() {
        var replica = Replica(device: UUID(high: 9, low: 16))
        let deletes = [todo(old, at: longAgo, deleted: longAgo), todo(young, at: longAgo, deleted: now)]
        replica.receive(deletes, cursor: 9)
        replica.beginReset(server: now)
        #expect(Array(replica.records.keys) == [youngKey])
    }

    @Test("[S10] A record that comes back without its delete, which the server forgot, is shown as the server shows it")
    func followsServer() {
        var replica = Replica(device: UUID(high: 9, low: 16))
        replica.receive([todo(old, at: longAgo, deleted: longAgo.advanced(by: .days(1)))], cursor: 9)
        // An answer from before the delete may arrive after it.
        replica.receive([todo(old, at: longAgo)], cursor: 8)
        #expect(replica.records[oldKey]?.isAlive == false)
        #expect(replica.receive([todo(old, at: longAgo)], after: 9, cursor: 10).changed == [oldKey])
        #expect(replica.records[oldKey]?.isAlive == true)
    }

    @Test("[S6] [S10] What a server lost, as from a backup that others have written over since, it gets back")
    func givesBack() {
        var (replica, engine) = (device(), SyncEngine())
        edit(&replica, young, "kept")
        replica.acknowledge(youngKey, replica.outbox[youngKey]?.stamps ?? [])
        edit(&replica, young, "unsent")
        let unsent = replica.outbox[youngKey]
        edit(&replica, old, "lost")
        replica.acknowledge(oldKey, replica.outbox[oldKey]?.stamps ?? [])
        let before = replica.records
        var journal = [ReplicaDisk.encode(replica)]
        _ = engine.begin(replica)
        // Both are as they were long before; another device's change has let the server's numbers grow past ours.
        var theirs = todo(old, at: longAgo)
        theirs.merge(.init("done", .bool(true), Stamp(wall: now, counter: 7, device: 48)))
        let versions = [todo(young, at: longAgo), theirs]
        let answer = SyncAnswer(cursor: 10, hasMore: false, now: now, changes: versions, rejected: [])
        let outcome = engine.answered(answer, replica: &replica, now: now)
        #expect(replica.records[youngKey]?["detail"] == .string("unsent"))
        #expect(replica.records[oldKey]?["detail"] == .string("lost"))
        #expect(replica.records[oldKey]?["done"] == .bool(true))
        #expect(replica.records[youngKey] == before[youngKey])
        #expect(replica.outbox[oldKey]?.fields.map { $0.name } == ["detail"])
        #expect(outcome.callsAgain)
        #expect(unsent?["detail"] == .string("unsent"))
        journal += outcome.entries.map { ReplicaDisk.encode($0) }
        let replayed = ReplicaDisk.decode(
            snapshot: journal[0],
            journal: Array(journal.dropFirst()),
            newDevice: replica.device
        )
        #expect(replayed.replica.records == replica.records)
        #expect(replayed.replica.outbox == replica.outbox)
    }

    @Test("[S10] A change to what was deleted long ago is sent with all of its record")
    func sendsWhole() {
        var (replica, engine) = (Replica(device: UUID(high: 9, low: 16)), SyncEngine())
        replica.receive([todo(old, at: longAgo, deleted: longAgo.advanced(by: .days(1)))], cursor: 9)
        edit(&replica, old)
        #expect(engine.begin(replica)?.changes == Array(replica.records.values))
        _ = engine.answered(answer(cursor: 10), replica: &replica, now: now)
        #expect(replica.outbox == [:])
    }

    @Test("[S10] [S12] With all of a record goes the unsent value that a newer one replaced here, for the history")
    func sendsReplaced() {
        var (replica, engine) = (Replica(device: UUID(high: 9, low: 16)), SyncEngine())
        edit(&replica, old, "mine")
        let mine = replica.outbox
        let newer = Stamp(wall: now.advanced(by: .seconds(1)), counter: 0, device: 32)
        let deleted = todo(old, at: longAgo, deleted: newer.wall)
        replica.receive([deleted], cursor: 9)
        replica.receive([Record(kind: .todo, id: old, fields: [.init("detail", .string("theirs"), newer)])], cursor: 8)
        #expect(engine.begin(replica)?.changes == Array(replica.records.values) + Array(mine.values))
        _ = engine.answered(answer(cursor: 10), replica: &replica, now: now)
        #expect(replica.outbox == [:])
    }

    // MARK: - Tabs

    @Test("[S13] An answer that was asked for before another tab began a reset neither moves nor ends it")
    func lateAnswer() {
        var (replica, engine) = (device(), SyncEngine())
        _ = engine.begin(replica)
        replica.apply(.resetBegan(server: now))
        let outcome = engine.answered(answer(cursor: 12), replica: &replica, now: now)
        #expect(replica.isReset)
        #expect(replica.cursor == 0)
        #expect(replica.records.count == 2)
        #expect(!outcome.entries.contains(.resetEnded(server: now, cursor: 12)))
        // The answer that tells the other tabs of it moves their cursor no further.
        var other = device()
        other.apply(.resetBegan(server: now))
        for entry in outcome.entries { other.apply(entry) }
        #expect(other.cursor == 0)
        other.apply(.resetEnded(server: now, cursor: 12))
        #expect(other.isReset)
    }

    @Test("[S13] A reset answer that comes after another tab has read further begins no reset")
    func lateReset() {
        var (replica, engine) = (device(), SyncEngine())
        _ = engine.begin(replica)
        replica.apply(.answered(records: [], after: 9, cursor: 11, results: []))
        let outcome = engine.answered(answer(cursor: 0, more: true, reset: true), replica: &replica, now: now)
        #expect(!replica.isReset)
        #expect(replica.cursor == 11)
        #expect(outcome.callsAgain)
    }

    @Test("[S2] [S13] Stamps of two tabs differ though their clocks and counters are the same")
    func tabs() {
        var (one, two) = (device(), device())
        one.use(tab: 1)
        two.use(tab: 2)
        let stamps = [one.stamp(now: now), two.stamp(now: now)]
        #expect(stamps.map { $0.device } == [17, 18])
        #expect(stamps[0] != stamps[1])
        #expect(one.device == two.device)
    }

    @Test("[S8] [S13] A result names stamps, so it takes no other tab's older change along")
    func acknowledgesByName() {
        var (one, two) = (device(), device())
        one.use(tab: 1)
        two.use(tab: 2)
        edit(&two, young, "older")
        let later = one.stamp(now: now.advanced(by: .seconds(1)))
        one.apply(Record(kind: .todo, id: young, fields: [.init("title", .string("later"), later)]))
        two.apply(.changed(Array(one.outbox.values)))
        two.apply(.answered(records: [], after: 9, cursor: 10, results: [.init(key: youngKey, stamps: [later])]))
        #expect(two.outbox[youngKey]?.fields.map { $0.name } == ["detail"])
    }

    @Test("[S13] Taking over a snapshot keeps what it has never seen, and drops what it has acknowledged or let go")
    func absorbs() {
        var packer = device()
        edit(&packer, young, "acknowledged")
        var reader = packer
        reader.use(tab: 1)
        packer.acknowledge(youngKey, packer.outbox[youngKey]?.stamps ?? [])
        packer.beginReset(server: now)
        packer.receive([packer.records[youngKey] ?? todo(young, at: now)], cursor: 12)
        #expect(packer.endReset(server: now, cursor: 12) == [oldKey])
        var expected = packer
        reader.merge(packer)
        #expect(reader.records == expected.records)
        #expect(reader.outbox == [:])
        #expect(reader.cursor == 12)
        #expect(reader.clock.device == 17)
        edit(&reader, young, "own")
        let own = reader.outbox
        reader.merge(packer)
        #expect(reader.outbox == own)
        for change in own.values { expected.apply(change) }
        #expect(reader.records == expected.records)
    }

    // MARK: - Calls refused as a whole

    @Test("[S9] A call refused as a whole is halved until the one change that is not taken stands alone")
    func halves() {
        var (replica, engine) = (Replica(device: UUID(high: 9, low: 16)), SyncEngine())
        for number in 1...8 {
            let stamp = replica.stamp(now: now)
            let record = todo(UUID(high: 2, low: UInt64(number)), at: now)
            replica.apply(record.restamped { _ in stamp })
        }
        let bad = Record.Key(kind: .todo, id: UUID(high: 2, low: 3))
        var sizes: [Int] = []
        while let request = engine.begin(replica), !request.changes.isEmpty {
            sizes.append(request.changes.count)
            if request.changes.contains(where: { $0.key == bad }) {
                #expect(engine.refused(Violation(.title, .other, "Too large."), replica: &replica)?.callsAgain == true)
            } else {
                _ = engine.answered(answer(cursor: 1), replica: &replica, now: now)
            }
        }
        #expect(sizes == [8, 4, 2, 4, 2, 1, 1, 2, 2])
        #expect(Array(replica.rejections.keys) == [bad])
        #expect(replica.outbox == [:])
        #expect(engine.refused(Violation(.title, .other, ""), replica: &replica) == nil)
    }

    @Test("[S2] [S9] What is set apart is restamped too, or all later changes would stay ahead of the server")
    func restampsRefused() {
        var replica = Replica(device: UUID(high: 9, low: 16))
        let tomorrow = now.advanced(by: .days(1))
        let stamp = replica.stamp(now: tomorrow)
        replica.apply(Record(kind: .todo, id: old, fields: [.init("title", .string("a"), stamp)]))
        replica.reject(oldKey, [stamp], [Violation(.title, .other, "Too large.")])
        let restamped = replica.restampUnsent(server: now, correction: tomorrow.milliseconds(until: now))
        #expect(restamped.old == [stamp])
        #expect(replica.rejections[oldKey]?.change == replica.records[oldKey])
        #expect(replica.stamp(now: tomorrow).wall < now.advanced(by: .seconds(1)))
    }

    @Test("[S2] Nothing is restamped before all that the server has is read: it may have taken an own later stamp")
    func restampsAfterReading() {
        var (replica, engine) = (Replica(device: UUID(high: 9, low: 16)), SyncEngine())
        let early = now.advanced(by: .seconds(200))
        let taken = replica.stamp(now: early)
        replica.apply(Record(kind: .todo, id: young, fields: [.init("title", .string("a"), taken)]))
        // The server took the change, but its answer was lost. A change that arrives beside it then is refused.
        let ahead = replica.stamp(now: now.advanced(by: .days(1)))
        replica.apply(Record(kind: .todo, id: young, fields: [.init("detail", .string("b"), ahead)]))
        _ = engine.begin(replica)
        let refusal = SyncAnswer.Rejected(key: youngKey, violations: [Violation(.title, .stampAhead, "ahead")])
        var page = SyncAnswer(cursor: 1, hasMore: true, now: now, changes: [], rejected: [refusal])
        #expect(engine.answered(page, replica: &replica, now: now).callsAgain)
        #expect(replica.outbox[youngKey]?.stamps.contains(ahead) == true)
        _ = engine.begin(replica)
        let there = Record(kind: .todo, id: young, fields: [.init("title", .string("a"), taken)])
        page = SyncAnswer(cursor: 2, hasMore: false, now: now, changes: [there], rejected: [refusal])
        for entry in engine.answered(page, replica: &replica, now: now).entries where entry.isOrdered {
            replica.apply(entry)
        }
        #expect(replica.outbox[youngKey]?.stamps.contains(ahead) == false)
        #expect(replica.outbox[youngKey]?.stamps.allSatisfy { $0 >= taken } == true)
        #expect(replica.stamp(now: now) > taken)
    }
}

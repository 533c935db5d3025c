import Testing

@testable import DaybookCore

/// A server that was restored from a backup begins another epoch, and several tabs learn of it in any order (S5, S10,
/// S13).
@Suite struct SyncEpochTests {
    private let now = Instant(milliseconds: 1_763_700_000_000)
    private let key = Record.Key(kind: .todo, id: UUID(high: 1, low: 1))
    private let other = Record.Key(kind: .todo, id: UUID(high: 1, low: 2))

    private func number(_ number: Int64, epoch: Int64) -> Int64 { ChangeNumber.number(number, inEpoch: epoch) }

    private func todo(_ key: Record.Key) -> Record {
        let stamp = Stamp(wall: now, counter: 0, device: 32)
        return Record(kind: key.kind, id: key.id, fields: [.init("title", .string("a"), stamp)])
    }

    /// A device that has an unsent change, and has read to a number.
    private func device(at cursor: Int64) -> (Replica, ChangeResult) {
        var replica = Replica(device: UUID(high: 9, low: 16))
        let stamp = replica.stamp(now: now)
        let change = Record(kind: key.kind, id: key.id, fields: [.init("title", .string("b"), stamp)])
        replica.apply(change)
        replica.receive([], cursor: cursor)
        return (replica, .init(key: key, stamps: [stamp], changes: [change]))
    }

    @Test(
        "A number stands after all of earlier epochs, and before all of later ones",
        arguments: [(0, 0), (0, 128), (1, 1 << 28), (1, 1 << 28 + 128), (33_554_431, 1 << 53 - 1)] as [(Int64, Int64)]
    )
    func numbers(_ epoch: Int64, _ value: Int64) {
        #expect(ChangeNumber.epoch(of: value) == epoch)
        #expect(ChangeNumber.number(value, inEpoch: epoch) == value)
        #expect(ChangeNumber.number(value, inEpoch: epoch + 1) - value == 1 << 28)
    }

    @Test("[S6] [S13] What an earlier epoch of the server took is still to be sent to this one")
    func acknowledgesNothing() {
        var (replica, results) = device(at: number(4, epoch: 1))
        let before = replica
        replica.apply(.answered(records: [], after: 3, cursor: 5, results: [results]))
        #expect(replica == before)
        replica.apply(.answered(records: [], after: before.cursor, cursor: before.cursor + 1, results: [results]))
        #expect(replica.outbox == [:])
    }

    @Test("[S6] [S13] What another tab read from an earlier epoch, this one is sent")
    func givesBack() {
        var (replica, _) = device(at: number(4, epoch: 1))
        let cursor = replica.cursor
        #expect(replica.apply(.answered(records: [todo(other)], after: 0, cursor: 5, results: [])).changed == [other])
        #expect(replica.outbox[other] == todo(other))
        #expect(replica.cursor == cursor)
    }

    /// A record whose title another device set a minute later.
    private func newer() -> Record {
        let stamp = Stamp(wall: now.advanced(by: .minutes(1)), counter: 0, device: 32)
        return Record(kind: key.kind, id: key.id, fields: [.init("title", .string("c"), stamp)])
    }

    @Test("[S12] [S13] A text of this device that an earlier epoch of the server replaces is reported and kept")
    func tellsOfEarlierEpoch() {
        var (replica, _) = device(at: number(4, epoch: 1))
        let applied = replica.apply(.answered(records: [newer()], after: 0, cursor: 5, results: []))
        #expect(applied.replaced.map { $0.field.value } == [.string("b")])
        #expect(replica.keptHistory(key)?.map { $0["value"] } == [.string("b")])
    }

    @Test("[S10] [S12] A restored server replaces a text that it had acknowledged: the text is reported and kept")
    func tellsOfRestore() {
        var (replica, result) = device(at: 4)
        replica.apply(.answered(records: [], after: 4, cursor: 5, results: [result]))
        #expect(replica.outbox == [:])
        replica.apply(.resetBegan(server: now))
        let cursor = number(2, epoch: 1)
        let applied = replica.apply(.answered(records: [newer()], after: 0, cursor: cursor, results: []))
        #expect(applied.replaced.map { $0.field.value } == [.string("b")])
        #expect(replica.keptHistory(key)?.map { $0["value"] } == [.string("b")])
    }

    @Test(
        "[S12] [S13] A text of another tab that arrives after a newer one of another device is kept, and its own is not"
    )
    func tellsOfLateChange() {
        var (late, result) = device(at: 4)
        var replica = Replica(device: late.device)
        replica.apply(.answered(records: [newer()], after: 0, cursor: 4, results: []))
        let applied = replica.apply(.changed(result.changes))
        #expect(applied.replaced.map { $0.field.value } == [.string("b")])
        #expect(replica.keptHistory(key)?.map { $0["value"] } == [.string("b")])
        let stamp = late.stamp(now: now.advanced(by: .minutes(2)))
        late.apply(.changed([Record(kind: key.kind, id: key.id, fields: [.init("title", .string("d"), stamp)])]))
        #expect(late.apply(.changed(result.changes)).replaced == [] && late.keptHistory(key) == nil)
    }

    @Test("[S5] [S13] What another tab read from a later epoch leads nowhere: all of that is read from the start")
    func waitsForReset() {
        var (replica, results) = device(at: 9)
        let before = replica
        let cursor = number(12, epoch: 1)
        replica.apply(.answered(records: [todo(other)], after: 0, cursor: cursor, results: [results]))
        replica.apply(.resetEnded(server: now, cursor: cursor))
        #expect(replica == before)
    }

    @Test("[S10] [S13] A full read of an earlier epoch does not end one of this epoch")
    func endsOwnReadAlone() {
        var (replica, _) = device(at: 9)
        replica.apply(.resetBegan(server: now))
        replica.apply(.answered(records: [], after: 0, cursor: number(4, epoch: 2), results: []))
        replica.apply(.resetEnded(server: now, cursor: number(4, epoch: 1)))
        replica.apply(.resetEnded(server: now, cursor: 4))
        #expect(replica.isReset)
        replica.apply(.resetEnded(server: now, cursor: number(4, epoch: 2)))
        #expect(!replica.isReset)
    }

    @Test("[S10] [S13] An answer that was asked for before a reset does not show what the server has now")
    func confirmsNothing() {
        var (replica, _) = device(at: 9)
        replica.apply(.resetBegan(server: now))
        replica.apply(.answered(records: [todo(other)], after: 9, cursor: 11, results: []))
        replica.apply(.answered(records: [], after: 0, cursor: number(4, epoch: 1), results: []))
        replica.apply(.resetEnded(server: now, cursor: number(4, epoch: 1)))
        #expect(replica.outbox[other] == todo(other))
    }

    @Test("[S6] [S10] What came along with a call that is answered with a reset is sent again after it")
    func sendsAgain() {
        var (replica, _) = device(at: 9)
        var engine = SyncEngine()
        let unsent = replica.outbox
        _ = engine.begin(replica)
        let answer = SyncAnswer(cursor: 0, hasMore: true, now: now, changes: [], mustReset: true)
        let outcome = engine.answered(answer, replica: &replica, now: now)
        #expect(outcome.entries == [.resetBegan(server: now)])
        #expect(replica.outbox == unsent)
    }

    @Test("[S9] [S13] A call that was refused as a whole gives other tabs no cursor")
    func refusedLeadsNowhere() {
        var (replica, _) = device(at: 9)
        var other = replica
        var engine = SyncEngine()
        _ = engine.begin(replica)
        let outcome = engine.refused(Violation(.title, .other, "Too large."), replica: &replica)
        other.apply(.resetBegan(server: now))
        for entry in outcome?.entries ?? [] { other.apply(entry) }
        #expect(other.rejections.count == 1)
        #expect(other.cursor == 0)
    }
}

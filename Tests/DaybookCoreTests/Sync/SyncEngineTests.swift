import Testing

@testable import DaybookCore

@Suite struct SyncEngineTests {
    private let now = Instant(milliseconds: 1_763_700_000_000)
    private let id = UUID(high: 1, low: 1)
    private var key: Record.Key { Record.Key(kind: .todo, id: id) }

    private struct Device {
        var replica: Replica
        var engine = SyncEngine()

        init(_ number: UInt64 = 1) {
            replica = Replica(device: UUID(high: 9, low: number))
        }

        @discardableResult
        mutating func set(_ name: String, _ value: String, now: Instant, id: UUID = UUID(high: 1, low: 1)) -> Stamp {
            let stamp = replica.stamp(now: now)
            replica.apply(Record(kind: .todo, id: id, fields: [.init(name, .string(value), stamp)]))
            return stamp
        }

        /// Also applies the entries that a journal would hold since.
        mutating func answered(_ answer: SyncAnswer, now: Instant) -> SyncEngine.Outcome {
            let outcome = engine.answered(answer, replica: &replica, now: now)
            for entry in outcome.entries where entry.isOrdered { replica.apply(entry) }
            return outcome
        }
    }

    private func answer(cursor: Int64 = 1, _ rejected: [Violation.Code] = [], more: Bool = false) -> SyncAnswer {
        SyncAnswer(
            cursor: cursor,
            hasMore: more,
            now: now,
            changes: [],
            rejected: rejected.map { .init(key: key, violations: [Violation(.title, $0, "no")]) }
        )
    }

    @Test("[S8] A call carries what waits and asks for what came after the cursor")
    func begin() {
        var device = Device()
        device.set("title", "a", now: now)
        let request = device.engine.begin(device.replica)
        #expect(
            request
                == SyncRequest(device: UUID(high: 9, low: 1), cursor: 0, changes: Array(device.replica.outbox.values))
        )
        #expect(device.replica.unsentCount == 1)
    }

    @Test("[S8] One call is under way at most; what changed meanwhile goes with the next")
    func oneAtATime() {
        var device = Device()
        device.set("title", "a", now: now)
        #expect(device.engine.begin(device.replica) != nil)
        device.set("detail", "b", now: now)
        #expect(device.engine.begin(device.replica) == nil)
        let outcome = device.answered(answer(), now: now)
        #expect(outcome.callsAgain)
        #expect(outcome.changed == [])
        #expect(device.engine.begin(device.replica)?.changes.map { $0.fields.map { $0.name } } == [["detail"]])
        #expect(device.answered(answer(cursor: 2), now: now).callsAgain == false)
        #expect(device.replica.outbox == [:])
        #expect(device.engine.begin(device.replica)?.changes == [])
    }

    @Test("[S6] The journal's entry has the changes, the cursor and what was acknowledged")
    func entries() {
        var device = Device()
        let stamp = device.set("title", "a", now: now)
        let request = device.engine.begin(device.replica)
        let other = Record(
            kind: .todo,
            id: UUID(high: 1, low: 2),
            fields: [.init("title", .string("b"), Stamp(wall: now, counter: 0, device: 2))]
        )
        let outcome = device.answered(
            SyncAnswer(cursor: 7, hasMore: true, now: now, changes: [other]),
            now: now
        )
        let results = [ChangeResult(key: key, stamps: [stamp], changes: request?.changes ?? [])]
        #expect(request?.changes.count == 1)
        #expect(
            outcome
                == SyncEngine.Outcome(
                    changed: [other.key],
                    entries: [.answered(records: [other], cursor: 7, results: results)],
                    callsAgain: true
                )
        )
        // An answer with nothing new is not worth a write to the disk.
        _ = device.engine.begin(device.replica)
        #expect(device.answered(answer(cursor: 7), now: now) == SyncEngine.Outcome())
    }

    @Test("[S9] A refused change is set apart with its reasons, and not sent again by itself")
    func rejected() {
        var device = Device()
        device.set("title", "far too long", now: now)
        _ = device.engine.begin(device.replica)
        let outcome = device.answered(answer([.tooLong]), now: now)
        #expect(!outcome.callsAgain)
        #expect(device.replica.rejections[key]?.violations.map { $0.code } == [.tooLong])
        #expect(device.replica.records[key]?["title"] == .string("far too long"))
        #expect(device.engine.begin(device.replica)?.changes == [])
    }

    @Test("[S9] A refusal for a reason that this version does not know is a refusal all the same")
    func unknownReason() throws {
        var device = Device()
        device.set("title", "a", now: now)
        for errors in [
            #"[{"field":"title","code":"profane","message":"Mind your words."}]"#, "[]", #"[{"code":"x"}]"#,
        ] {
            var copy = device
            _ = copy.engine.begin(copy.replica)
            let text =
                #"{"cursor":1,"more":false,"now":1,"changes":[],"rejected":[{"kind":"todo","id":"\#(id)","errors":"#
            let outcome = copy.answered(try #require(SyncAnswer(Array((text + errors + "}]}").utf8))), now: now)
            let rejection = try #require(copy.replica.rejections[key], "\(errors)")
            #expect(!rejection.violations.isEmpty)
            let replayed = ReplicaDisk.decode(
                snapshot: ReplicaDisk.encode(device.replica),
                journal: outcome.entries.map { ReplicaDisk.encode($0) },
                newDevice: id
            )
            #expect(replayed.replica.rejections == copy.replica.rejections)
        }
    }

    @Test("[S2] A stamp ahead is replaced by the server's clock and sent once more, and not for ever")
    func ahead() {
        var device = Device()
        let tomorrow = now.advanced(by: .days(1))
        device.set("title", "a", now: tomorrow)
        _ = device.engine.begin(device.replica)
        let outcome = device.answered(answer([.stampAhead]), now: tomorrow)
        #expect(outcome.callsAgain)
        #expect(outcome.entries == [.refusedAhead(server: now, correction: -Instant.Span.days(1).milliseconds)])
        let again = device.engine.begin(device.replica)
        #expect(again?.changes.first.map { Rules.isAhead($0, of: now) } == false)
        #expect(again?.changes.first?["title"] == .string("a"))
        #expect(device.answered(answer([.stampAhead]), now: tomorrow).callsAgain == false)
        #expect(device.replica.unsentCount == 1)
    }

    @Test("[S2] A clock that was corrected, and then set right, is believed again")
    func clockSetRight() {
        var device = Device()
        let tomorrow = now.advanced(by: .days(1))
        device.set("title", "a", now: tomorrow)
        _ = device.engine.begin(device.replica)
        _ = device.answered(answer([.stampAhead]), now: tomorrow)
        _ = device.engine.begin(device.replica)
        _ = device.answered(answer(), now: tomorrow)
        #expect(device.replica.clock.correction == -86_400_000)
        // The person sets the clock; the next call that anything answers tells.
        _ = device.engine.begin(device.replica)
        _ = device.answered(answer(), now: now.advanced(by: .seconds(1)))
        #expect(device.replica.clock.correction == 0)
        let later = now.advanced(by: .minutes(1))
        #expect(device.replica.stamp(now: later).wall == later)
    }

    @Test("A failed call is tried again after 1, 2, 4, 8, 16 seconds, spread by chance")
    func backoff() {
        var device = Device()
        device.set("title", "a", now: now)
        var waits: [Int64] = []
        for _ in 0..<8 {
            #expect(device.engine.begin(device.replica)?.changes.count == 1)
            waits.append(device.engine.failed(jitter: 1).milliseconds)
        }
        #expect(waits == [1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000, 16_000])
        #expect(device.engine.failures == 8)
        for jitter in [-.infinity, -1, 0, 0.5, 1, 7, .infinity, .nan] as [Double] {
            _ = device.engine.begin(device.replica)
            #expect((8_000...16_000).contains(device.engine.failed(jitter: jitter).milliseconds))
        }
        _ = device.engine.begin(device.replica)
        _ = device.answered(answer(), now: now)
        #expect(device.engine.failures == 0)
    }

    @Test("[A10] After the session's end nothing is sent, whatever still comes of the last call")
    func stopped() {
        var device = Device()
        device.set("title", "a", now: now)
        _ = device.engine.begin(device.replica)
        device.engine.stop()
        let before = device.replica
        #expect(device.answered(answer(), now: now) == SyncEngine.Outcome())
        #expect(device.replica == before)
        #expect(device.engine.begin(device.replica) == nil)
        _ = device.engine.failed(jitter: 0)
        #expect(device.engine.begin(device.replica) == nil)
        device.engine.resume()
        #expect(device.engine.begin(device.replica)?.changes.count == 1)
    }

    @Test("[S8] A long absence goes in requests of the allowed size, oldest changes first")
    func batches() throws {
        var device = Device()
        for number in 0..<2_300 {
            let detail = number % 2 == 0 ? String(repeating: "é", count: 900) : "b"
            device.set(
                "detail",
                detail,
                now: now.advanced(by: .milliseconds(Int64(number))),
                id: UUID(high: 1, low: UInt64(2_300 - number))
            )
        }
        var sent: [Record] = []
        for _ in 0..<10 where sent.count < 2_300 {
            let begun = device.engine.begin(device.replica)
            let request = try #require(begun)
            #expect(request.changes.count <= SyncRequest.limitMaximum)
            #expect(request.encoded.count <= SyncRequest.bytesMaximum)
            #expect(try SyncRequest(request.encoded) == request)
            sent += request.changes
            #expect(device.answered(answer(cursor: Int64(sent.count)), now: now).callsAgain == (sent.count < 2_300))
        }
        #expect(sent.count == 2_300)
        let stamps = sent.compactMap { $0.latest }
        #expect(stamps == stamps.sorted())
    }
}

import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("The sync call")
struct SyncTests {
    @Test("[S7] [S8] one call pushes and pulls; what it brought does not come back")
    func pushAndPull() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let phone = try await world.sync([todo(1)], by: person)
            #expect(phone == SyncAnswer(cursor: 1, hasMore: false, now: world.clock.now, changes: []))
            let tablet = try await world.sync([todo(2, device: 2)], by: person)
            #expect(tablet.cursor == 2)
            #expect(tablet.changes == [todo(1)])
            let back = try await world.sync(cursor: phone.cursor, by: person)
            #expect(back.changes == [todo(2, device: 2)])
        }
    }

    @Test(
        "[S9] [T5] [T6] [T8] dates that have passed come back when a change of them is undone; earlier ones do not come"
    )
    func undonePlan() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let hour: Int64 = 3_600_000
            let start = world.clock.now.milliseconds
            /// A change at a moment, in milliseconds, to a reminder and a deadline, in hours.
            func dates(at moment: Int64, _ reminder: Int64, _ deadline: Int64) -> Record {
                let (reminder, deadline) = (start + reminder * hour, start + deadline * hour)
                return change(1, at: moment, ("reminder", .integer(reminder)), ("deadline", .integer(deadline)))
            }
            _ = try await world.sync([todo(1), dates(at: 1, 1, 2)], by: person)
            world.clock.advance(.hours(72))
            let planned = try await world.sync([dates(at: 72 * hour, 100, 110)], by: person)
            #expect(planned.rejected.isEmpty)
            let undone = try await world.sync([dates(at: 72 * hour + 1, 1, 2)], by: person)
            #expect(undone.rejected.isEmpty)
            let earlier = try await world.sync([dates(at: 72 * hour + 2, -1, -30)], by: person)
            #expect(earlier.rejected.first?.violations.map(\.code) == [.past, .past])
        }
    }

    @Test("[S8] an answer needs no reading when only the device's own changes follow its cursor")
    func successor() {
        let stored = { (number: Int64) in StoredRecord(record: todo(UInt64(number)), cursor: number) }
        var push = Sync.Push(after: 4)
        push.add(stored(5), isKnown: true)
        push.add(stored(6), isKnown: true)
        #expect(push.isSuccessor && push.last == 6)
        // Another device's change has the number 7.
        push.add(stored(8), isKnown: true)
        #expect(!push.isSuccessor)
        // A change that was merged with one that the device has not read.
        var merged = Sync.Push(after: 4)
        merged.add(stored(5), isKnown: false)
        #expect(!merged.isSuccessor)
        // A cursor that no server gave.
        var invented = Sync.Push(after: .max)
        invented.add(stored(5), isKnown: true)
        #expect(!invented.isSuccessor)
    }

    @Test("[S7] [S8] an answer without reading has the number of the latest change, and the next call goes on from it")
    func withoutReading() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let phone = try await world.sync([todo(1), todo(2)], by: person)
            #expect(phone == SyncAnswer(cursor: 2, hasMore: false, now: world.clock.now, changes: []))
            let tablet = try await world.sync([todo(3, device: 2)], cursor: 2, by: person)
            #expect(tablet.cursor == 3 && tablet.changes.isEmpty)
            // The phone has not read the tablet's change, so its own is no successor of its cursor.
            let back = try await world.sync([todo(4)], cursor: 2, by: person)
            #expect(back.cursor == 4 && back.changes == [todo(3, device: 2)])
            // Nothing is pushed, and nothing is new.
            let none = try await world.sync(cursor: 4, by: person)
            #expect(none == SyncAnswer(cursor: 4, hasMore: false, now: world.clock.now, changes: []))
        }
    }

    @Test("[S8] the same call twice does the same as once")
    func twice() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let first = try await world.sync([todo(1), todo(2)], by: person)
            let second = try await world.sync([todo(1), todo(2)], by: person)
            #expect(first == second)
            #expect(try await world.changes(of: person) == 2)
        }
    }

    @Test("[S3] a change to a field comes back merged when there was more that the device had not seen")
    func merged() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let cursor = try await world.sync([todo(1)], by: person).cursor
            _ = try await world.sync([change(1, at: 5, device: 2, ("done", .bool(true)))], cursor: cursor, by: person)
            let answer = try await world.sync(
                [change(1, at: 9, ("detail", .string("2 litres")))],
                cursor: cursor,
                by: person
            )
            #expect(answer.changes.count == 1)
            #expect(answer.changes[0]["done"] == .bool(true) && answer.changes[0]["detail"] == .string("2 litres"))
            // A device that had read everything before knows the outcome already.
            let known = try await world.sync([change(1, at: 12, ("done", .bool(false)))], cursor: 3, by: person)
            #expect(known.changes.isEmpty && known.cursor == 4)
        }
    }

    @Test("[S9] a change that breaks a rule is refused by itself, with the reason")
    func refused() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let bad = change(2, at: 0, ("title", .string(String(repeating: "x", count: 33))))
            let answer = try await world.sync([todo(1), bad, todo(3)], by: person)
            #expect(answer.rejected.map(\.key) == [bad.key])
            #expect(answer.rejected[0].violations.map(\.code) == [.tooLong])
            #expect(try await world.list(by: person)["total"] == .integer(2))
            #expect(answer.cursor == 2)
        }
    }

    @Test("[S2] a stamp more than 5 minutes ahead is refused, and the answer has the server's time")
    func ahead() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.sync([todo(1, at: 300_000), todo(2, at: 300_001)], by: person)
            #expect(answer.rejected.map(\.key.id) == [uuid(2)])
            #expect(answer.rejected[0].violations.map(\.code) == [.stampAhead])
            #expect(answer.now == world.clock.now)
            #expect(try await world.list(by: person)["total"] == .integer(1))
            // With a new stamp it is accepted.
            #expect(try await world.sync([todo(2, at: 0)], by: person).rejected.isEmpty)
        }
    }

    @Test("[S2] a REST edit wins over what it was made from, even if that was stamped ahead")
    func restWins() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1, title: "Ahead", at: 299_000)], by: person)
            let path = "/api/v1/todos/\(uuid(1))"
            let edited = try await world.call(.patch, path, #"{"title":"Edited"}"#, by: person).json(.ok)
            #expect(edited.text("title") == "Edited")
            #expect(try await world.call(.delete, path, by: person).status == .noContent)
            #expect(try await world.call(.get, path, by: person).status == .notFound)
        }
    }

    @Test("[S4] a delete and a later edit meet: the edit brings it back, in the list too")
    func revived() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1)], by: person)
            _ = try await world.sync([Record(kind: .todo, id: uuid(1), deleted: stamp(5))], cursor: 1, by: person)
            #expect(try await world.list(by: person)["total"] == .integer(0))
            _ = try await world.sync([change(1, at: 9, device: 2, ("title", .string("Back")))], by: person)
            #expect(try await world.list(by: person).titles == ["Back"])
        }
    }

    @Test("a long list comes in pages")
    func pages() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync((1...25).map { todo($0) }, by: person)
            var seen: [UUID] = []
            var cursor: Int64 = 0
            var more = true
            while more {
                let answer = try await world.sync(cursor: cursor, limit: 10, by: person)
                #expect(answer.changes.count <= 10)
                seen += answer.changes.map(\.id)
                (cursor, more) = (answer.cursor, answer.hasMore)
            }
            #expect(seen == (1...25).map(uuid) && cursor == 25)
        }
    }

    @Test("[S10] a cursor that this server never gave asks the device to start again")
    func reset() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1)], by: person)
            #expect(try await world.sync(cursor: 1, by: person).mustReset == false)
            #expect(try await world.sync([todo(2), todo(3)], cursor: 2, by: person).mustReset == true)
        }
    }

    @Test("[S10] what one device has read proves that the server went back, and others hear of it however it has grown")
    func wentBack() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync((1...3).map { todo($0) }, by: person)
            let present = try await world.sync(cursor: 3, by: person)
            #expect(!present.mustReset && present.cursor == 3)
            // Read before the server lost the changes after 3.
            #expect(try await world.sync(cursor: 5, device: 2, by: person).mustReset)
            _ = try await world.sync((4...9).map { todo($0) }, by: person)
            for cursor: Int64 in [1, 3, 4, 5, 9] {
                #expect(try await world.sync(cursor: cursor, device: 3, by: person).mustReset)
            }
            let all = try await world.sync(cursor: 0, limit: 5, device: 3, by: person)
            #expect(all.changes.map(\.id) == (1...5).map(uuid) && all.cursor > 9)
            let rest = try await world.sync(cursor: all.cursor, device: 3, by: person)
            #expect(rest.changes.map(\.id) == (6...9).map(uuid) && !rest.hasMore)
            // A device that began to read from the start may not use an earlier number afterwards.
            #expect(try await world.sync(cursor: 4, device: 3, by: person).mustReset)
        }
    }

    @Test("[S10] a number that no server could have given yet proves nothing to others")
    func lies() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1)], by: person)
            for cursor in [Int64.max, 1 << 53] {
                #expect(try await world.sync(cursor: cursor, device: 2, by: person).mustReset)
            }
            let answer = try await world.sync(cursor: 1, by: person)
            #expect(!answer.mustReset && answer.cursor == 1)
        }
    }

    @Test("kinds and fields that this version does not know are kept and come back unchanged")
    func unknown() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let later = Record(
                kind: Record.Kind("recipe"),
                id: uuid(1),
                fields: [Record.Field("steps", .array([.number("1.50"), .object([.init("a", .null)])]), stamp())]
            )
            let odd = change(2, at: 0, ("title", .string("a")), ("colour", .string("red")))
            #expect(try await world.sync([later, odd], by: person).rejected.isEmpty)
            #expect(try await world.sync(by: person).changes == [later, odd])
            #expect(try await world.list(by: person).titles == ["a"])
        }
    }

    @Test("a kind that is no name is refused by itself")
    func badKind() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let bad = Record(kind: Record.Kind("a\u{0}b"), id: uuid(1), fields: [Record.Field("x", .null, stamp())])
            let answer = try await world.sync([bad, todo(2)], by: person)
            #expect(answer.rejected.map(\.key.kind.name) == ["a\u{0}b"] && answer.cursor == 1)
        }
    }

    /// The members of a call before `rest`.
    private static func body(_ rest: String) -> String {
        #"{"device":"0190a000-0000-7000-8000-000000000001","cursor":0\#(rest)}"#
    }

    /// A call with one change.
    private static func body(change: String) -> String { body(#","changes":[\#(change)]"#) }

    /// A call with a to-do of these members.
    private static func body(members: String) -> String {
        body(change: #"{"kind":"todo","id":"0190a000-0000-7000-8000-000000000001",\#(members)}"#)
    }

    @Test("a call that is not JSON is refused whole", arguments: ["", "{", "moon", body("}"), body(#","cursor":1"#)])
    func malformed(_ body: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(.post, "/api/v1/sync", body, by: person)
            #expect(
                answer.status == .badRequest && answer.text.contains("This is not JSON: at byte "),
                "\(answer.text)"
            )
        }
    }

    @Test(
        "a call with a member that is missing, unknown, or of another type or form is refused whole, at that member",
        arguments: [
            ("[]", "body:wrong_type"), ("{}", "device:required"), (#"{"device":1}"#, "device:wrong_type"),
            (#"{"device":"x","cursor":0}"#, "device:bad_form"),
            (#"{"device":"0190a000-0000-7000-8000-000000000001"}"#, "cursor:required"),
            (#"{"device":"0190a000-0000-7000-8000-000000000001","cursor":"0"}"#, "cursor:wrong_type"),
            (#"{"device":"0190a000-0000-7000-8000-000000000001","cursor":-1}"#, "cursor:bad_form"),
            (#"{"device":"0190a000-0000-7000-8000-000000000001","cursor":1e3}"#, "cursor:wrong_type"),
            (body(#","limit":0"#), "limit:bad_form"), (body(#","limit":1001"#), "limit:bad_form"),
            (body(#","extra":1"#), "extra:unknown_field"), (body(#","changes":null"#), "changes:wrong_type"),
            (body(change: "5"), "changes[0]:wrong_type"), (body(change: #"{"kind":"todo"}"#), "changes[0].id:required"),
            (body(change: #"{"id":5}"#), "changes[0].kind:required"),
            (body(change: #"{"kind":5}"#), "changes[0].kind:wrong_type"),
            (body(change: #"{"kind":""}"#), "changes[0].kind:bad_form"),
            (body(change: #"{"kind":"todo","id":"x"}"#), "changes[0].id:bad_form"),
            (body(members: #""x":1"#), "changes[0].x:unknown_field"),
            (body(members: #""deleted":1"#), "changes[0].deleted:wrong_type"),
            (body(members: #""deleted":"soon""#), "changes[0].deleted:bad_form"),
            (body(members: #""fields":[]"#), "changes[0].fields:wrong_type"),
            (body(members: #""fields":{"":["a","b"]}"#), "changes[0].fields:bad_form"),
            (body(members: #""fields":{"title":"a"}"#), "changes[0].fields.title:wrong_type"),
            (body(members: #""fields":{"title":["a","soon"]}"#), "changes[0].fields.title:bad_form"),
            (body(members: #""fields":{"fields":["a"]}"#), "changes[0].fields.fields:wrong_type"),
            (body(members: #""fields":{"deleted":["a",5]}"#), "changes[0].fields.deleted:wrong_type"),
        ]
    )
    func faulty(_ body: String, _ fault: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(.post, "/api/v1/sync", body, by: person)
            #expect(answer.status == .unprocessableContent && answer.broken == [fault], "\(answer.text)")
            #expect(try await world.changes(of: person) == 0)
        }
    }

    @Test("a page of an answer has 1 MiB at most, with all that stands around its records")
    func pageBytes() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let text = String(repeating: "x", count: 960)
            let many = (1...1_000).map { number in
                Record(
                    kind: Record.Kind("recipe"),
                    id: uuid(UInt64(number)),
                    fields: [Record.Field("a", .string(text), stamp())]
                )
            }
            for part in [many[..<500], many[500...]] { _ = try await world.sync(Array(part), by: person) }
            let other = SyncRequest(device: uuid(2), cursor: 0)
            let body = String(decoding: other.encoded, as: UTF8.self)
            let answer = try await world.call(.post, "/api/v1/sync", body, by: person)
            #expect((900_000...(1 << 20)).contains(answer.bytes.count), "\(answer.bytes.count)")
            #expect(try answer.json(.ok)["more"] == .bool(true))
        }
    }

    @Test("at most 1,000 records and 1 MiB in a request")
    func limits() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let many = SyncRequest(device: uuid(1), cursor: 0, changes: (1...1_001).map { change($0, at: 0) })
            let tooMany = try await world.call(
                .post,
                "/api/v1/sync",
                String(decoding: many.encoded, as: UTF8.self),
                by: person
            )
            #expect(tooMany.status == .contentTooLarge)
            let large = #"{"device":"\#(uuid(1))","cursor":0,"changes":[],"#
            let padded = large + String(repeating: " ", count: 1 << 20) + #""limit":1}"#
            #expect(try await world.call(.post, "/api/v1/sync", padded, by: person).status == .contentTooLarge)
            #expect(try await world.sync((1...1_000).map { todo($0) }, by: person).cursor == 1_000)
        }
    }

    @Test("a request of 1 MiB with very many JSON values is refused, and one with as many fields as fit is read")
    func values() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let zeros = String(repeating: "0,", count: SyncRequest.valuesMaximum)
            let body = #"{"device":"\#(uuid(1))","cursor":0,"changes":[\#(zeros)0]}"#
            let answer = try await world.call(.post, "/api/v1/sync", body, by: person)
            let detail = try answer.json(.contentTooLarge).text("detail")
            #expect(detail == "The body has more than \(SyncRequest.valuesMaximum) JSON values.")
            let changes = (1...85).map { number -> Record in
                let fields = (0..<250).map { Record.Field("x\($0)", .integer(0), stamp(0)) }
                return Record(kind: .todo, id: uuid(UInt64(number)), fields: fields)
            }
            let request = SyncRequest(device: uuid(1), cursor: 0, changes: changes)
            #expect((900_000...SyncRequest.bytesMaximum).contains(request.encoded.count))
            #expect(try SyncRequest(request.encoded) == request)
        }
    }

    @Test("[S5] three devices that exchange in any order end up equal")
    func converge() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            var random = SeededRandom(seed: 20_261_122)
            var devices = (0..<3).map { _ in (cursor: Int64(0), records: [UUID: Record]()) }
            for step in 0..<120 {
                let index = Int.random(in: 0..<3, using: &random)
                let number = UInt64.random(in: 1...6, using: &random)
                let made = Self.anyChange(number, step: Int64(step), device: UInt64(index + 1), &random)
                let answer = try await world.sync([made], cursor: devices[index].cursor, by: person)
                #expect(answer.rejected.isEmpty)
                for record in [made] + answer.changes {
                    devices[index].records[record.id, default: Record(kind: .todo, id: record.id)].merge(record)
                }
                devices[index].cursor = answer.cursor
            }
            for index in 0..<3 {
                let answer = try await world.sync(cursor: devices[index].cursor, by: person)
                for record in answer.changes {
                    devices[index].records[record.id, default: Record(kind: .todo, id: record.id)].merge(record)
                }
            }
            #expect(devices[0].records == devices[1].records && devices[1].records == devices[2].records)
        }
    }

    private static func anyChange(
        _ number: UInt64,
        step: Int64,
        device: UInt64,
        _ random: inout SeededRandom
    ) -> Record {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Record(kind: .todo, id: uuid(number), deleted: stamp(step, device: device))
        case 1: change(number, at: step, device: device, ("title", .string("t\(step)")), ("done", .bool(step % 2 == 0)))
        case 2: change(number, at: step, device: device, ("title", .string("u\(step)")), ("tag:a", .bool(true)))
        default: change(number, at: step - 20, device: device, ("title", .string("old\(step)")))
        }
    }
}

/// SplitMix64: the same numbers for the same seed.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

/// Every way in which a REST call can set whether a to-do is done, and the effect on a repeating to-do.
@Suite("Done, whichever call marks it")
struct DoneTests {
    /// The to-do of these tests: due at ten on the 22nd, every day.
    private static let made = [
        todo(1),
        change(
            1,
            at: 0,
            ("deadline", .integer(1_795_341_600_000)),
            ("repeat", .string("FREQ=DAILY")),
            ("repeatFrom", .string("due"))
        ),
    ]
    private static let delete = Record(kind: .todo, id: uuid(1), deleted: stamp(50))
    private static let path = "/api/v1/todos/\(uuid(1))"

    /// A program that syncs, and makes no next occurrence, has marked it twice.
    private static func marked(_ isDone: Bool, then last: Bool) -> [Record] {
        [change(1, at: 10, ("done", .bool(isDone))), change(1, at: 20, ("done", .bool(last)))]
    }

    struct Way: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The earlier changes of devices.
        var before: [Record] = []
        var call: Call
        /// The deadline of the next occurrence; nil if there is none.
        var next: String?

        enum Call: Sendable {
            case change(String)
            /// A value of a field, as in the history; nil for the whole record.
            case restore((field: String, value: JSON)?)
            case importIt
        }
    }

    private static let tomorrow = "2026-11-23T10:00:00.000Z"

    static let ways: [Way] = [
        Way(testDescription: "PATCH", call: .change(#"{"done":true}"#), next: tomorrow),
        Way(testDescription: "PATCH of more", call: .change(#"{"title":"Oats","done":true}"#), next: tomorrow),
        Way(
            testDescription: "PATCH of what is done",
            before: marked(false, then: true),
            call: .change(#"{"done":true,"title":"Oats"}"#)
        ),
        Way(testDescription: "PATCH of something else", call: .change(#"{"title":"Oats"}"#)),
        Way(
            testDescription: "a value of the history",
            before: marked(true, then: false),
            call: .restore(("done", .bool(true))),
            next: tomorrow
        ),
        Way(
            testDescription: "a value of the history of what was deleted",
            before: marked(true, then: false) + [delete],
            call: .restore(("done", .bool(true))),
            next: tomorrow
        ),
        Way(
            testDescription: "another value of the history of what is done",
            before: [change(1, at: 5, ("title", .string("Oats")))] + marked(false, then: true),
            call: .restore(("title", .string("Buy milk")))
        ),
        Way(
            testDescription: "a done one out of the trash",
            before: marked(false, then: true) + [delete],
            call: .restore(nil)
        ),
        // An export includes the next occurrence itself, unless it was deleted.
        Way(testDescription: "an import", before: marked(false, then: true), call: .importIt),
    ]

    @Test("[T13] What becomes done is followed by its next occurrence, what was so before is not", arguments: ways)
    func becomesDone(_ way: Way) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            if case .importIt = way.call {
                var record = Self.made[0]
                for change in Self.made.dropFirst() + way.before { record.merge(change) }
                let zip = try [UInt8].export([record])
                #expect(try await world.importZip(zip, by: person).json(.ok)["imported"] == .integer(1))
            } else {
                #expect(try await world.sync(Self.made + way.before, by: person).rejected.isEmpty)
            }
            switch way.call {
            case .change(let body): _ = try await world.call(.patch, Self.path, body, by: person).json(.ok)
            case .restore(let value):
                let entry = try await world.entry(value, by: person)
                _ = try await world.restore(entry, by: person).json(.ok)
            case .importIt: break
            }
            let open = try await world.list("?done=false", by: person)["items"]?.arrayValue ?? []
            let isDone = try await world.call(.get, Self.path, by: person).json(.ok)["done"] == .bool(true)
            #expect(isDone == (way.testDescription != "PATCH of something else"))
            let next = open.filter { $0.text("id") != uuid(1).description }
            #expect(next.map { $0.text("deadline") } == [way.next].compactMap { $0 })
            #expect(next.allSatisfy { $0.text("id") == Record(kind: .todo, id: uuid(1)).following.id.description })
        }
    }

    @Test("[T13] What is open again by any call takes its next occurrence back", arguments: [true, false])
    func opens(_ isByHistory: Bool) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync(Self.made + Self.marked(true, then: false), by: person)
            _ = try await world.call(.patch, Self.path, #"{"done":true}"#, by: person).json(.ok)
            #expect(try await world.list(by: person)["total"] == .integer(2))
            if isByHistory {
                let entry = try await world.entry(("done", .bool(false)), by: person)
                _ = try await world.restore(entry, by: person).json(.ok)
            } else {
                _ = try await world.call(.patch, Self.path, #"{"done":false}"#, by: person).json(.ok)
            }
            #expect(try await world.list(by: person)["total"] == .integer(1))
            #expect(try await world.list("?done=false", by: person).titles == ["Buy milk"])
        }
    }

    @Test(
        "[T13] A value restored from the history is counted in the person's time zone, and an unknown zone is refused"
    )
    func zone() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync(Self.made + Self.marked(true, then: false), by: person)
            // The 25th at 04:30 in Kolkata, and the 24th in UTC.
            world.clock.advance(.hours(62))
            let path = HistoryTests.path + "/restore"
            let entry = try await world.entry(("done", .bool(true)), by: person)
            let nowhere = #"{"entry":\#(entry),"timeZone":"Moon/Crater"}"#
            let refused = try await world.call(.post, path, nowhere, by: person)
            #expect(refused.broken == ["timeZone:unknown"])
            #expect(try await world.list(by: person)["total"] == .integer(1))
            let body = #"{"entry":\#(entry),"timeZone":"Asia/Kolkata"}"#
            _ = try await world.call(.post, path, body, by: person).json(.ok)
            let open = try await world.list("?done=false", by: person)["items"]?.arrayValue?.first
            #expect(open?.text("deadline") == "2026-11-25T10:00:00.000Z")
        }
    }
}

extension World {
    /// The number of the newest entry in the first to-do's history with this value, or the number for the whole to-do.
    fileprivate func entry(_ value: (field: String, value: JSON)?, by person: Person) async throws -> Int64 {
        guard let value else { return Restoration.whole }
        let entry = try await history(by: person).first {
            $0.text("field") == value.field && $0["value"] == value.value
        }
        return try #require(entry?["entry"]?.integerValue)
    }
}

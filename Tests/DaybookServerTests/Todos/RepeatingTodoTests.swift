import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

/// Daybook's type, not Foundation's.
private typealias Zone = DaybookCore.TimeZone

@Suite("To-dos that repeat, as resources")
struct RepeatingTodoTests {
    @Test("[T13] A repeating to-do has its rule and its basis; a plain one has null")
    func shape() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let plain = try await world.create(#"{"title":"a","repeat":null}"#, by: person)
            #expect(plain["repeat"] == .null)
            let made = try await world.call(
                .post,
                "/api/v1/todos",
                #"{"id":"\#(uuid(1))","title":"Buy milk","deadline":"2026-11-23T23:59:00Z","repeat":{"rule":"byday=we,mo;freq=weekly"}}"#,
                by: person
            )
            #expect(
                made.text
                    == #"{"id":"\#(uuid(1))","title":"Buy milk","detail":null,"done":false,"deadline":"2026-11-23T23:59:00.000Z","reminder":null,"tags":[],"origin":"own","repeat":{"rule":"FREQ=WEEKLY;BYDAY=MO,WE","from":"due"},"note":null,"createdAt":"2026-11-22T09:00:00.000Z","modifiedAt":"2026-11-22T09:00:00.000Z"}"#
            )
            let path = "/api/v1/todos/\(uuid(1))"
            let changed = try await world.call(
                .patch,
                path,
                #"{"repeat":{"rule":"FREQ=DAILY;INTERVAL=3;COUNT=5","from":"done"}}"#,
                by: person
            ).json(.ok)
            #expect(
                changed["repeat"]?.encoded
                    == Array(#"{"rule":"FREQ=DAILY;INTERVAL=3;COUNT=5","from":"done"}"#.utf8)
            )
            let kept = try await world.call(.patch, path, #"{"title":"Buy oat milk"}"#, by: person).json(.ok)
            #expect(kept["repeat"] == changed["repeat"])
            #expect(try await world.call(.patch, path, #"{"repeat":null}"#, by: person).json(.ok)["repeat"] == .null)
        }
    }

    @Test("[R2] [T13] A reminder that is put off comes at its usual hour the next time")
    func snoozed() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            for (number, putsOff) in [(1, true), (2, false)] as [(UInt64, Bool)] {
                let body =
                    #"{"id":"\#(uuid(number))","title":"Pills","reminder":"2026-11-22T10:00:00Z","repeat":{"rule":"FREQ=DAILY"}}"#
                _ = try await world.create(body, by: person)
                let path = "/api/v1/todos/\(uuid(number))"
                let later = #"{"reminder":"2026-11-22T10:10:00Z"\#(putsOff ? #","snooze":true"# : "")}"#
                _ = try await world.call(.patch, path, later, by: person).json(.ok)
                _ = try await world.call(.patch, path, #"{"done":true}"#, by: person).json(.ok)
                let open = try await world.call(.get, "/api/v1/todos?done=false", by: person).json(.ok)
                let reminders = (open["items"]?.arrayValue ?? []).map { $0.text("reminder") }
                #expect(reminders.contains(putsOff ? "2026-11-23T10:00:00.000Z" : "2026-11-23T10:10:00.000Z"))
            }
        }
    }

    @Test(
        "[T13] A rule that cannot be read is refused at its field, and nothing changes",
        arguments: [
            (#"{"title":"a","repeat":{"rule":"FREQ=HOURLY"}}"#, ["repeat:bad_form"]),
            (#"{"title":"a","repeat":{"rule":"every day"}}"#, ["repeat:bad_form"]),
            (#"{"title":"a","repeat":{"rule":"FREQ=YEARLY;BYWEEKNO=20"}}"#, ["repeat:bad_form"]),
            (#"{"title":"a","repeat":{"rule":"FREQ=DAILY","from":"moon"}}"#, ["repeat:bad_form"]),
            (#"{"title":"a","repeat":{"rule":"FREQ=DAILY","from":"completion"}}"#, ["repeat:bad_form"]),
            (#"{"title":"a","repeat":{"rule":"FREQ=DAILY","until":"2027"}}"#, ["repeat:unknown_field"]),
            (#"{"title":"a","repeat":{"rule":7}}"#, ["repeat:wrong_type"]),
            (#"{"title":"a","repeat":{}}"#, ["repeat:required"]),
            (#"{"title":"a","repeat":"FREQ=DAILY"}"#, ["repeat:wrong_type"]),
            (#"{"title":"a","timeZone":"UTC"}"#, ["timeZone:unknown_field"]),
        ]
    )
    func refused(_ body: String, _ broken: [String]) async throws {
        try await World.with { world in try await world.refuses(todo: body, broken) }
    }

    @Test(
        "[T13] A sync call brings no rule that cannot be read, and no reminder of the past but what repeats brings along"
    )
    func sync() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let (past, series) = (JSON.integer(0), JSON.string(uuid(1).description))
            let answer = try await world.sync(
                [
                    change(1, at: 5, ("title", .string("a")), ("repeat", .string("FREQ=SECONDLY"))),
                    change(2, at: 5, ("title", .string("b")), ("repeat", .integer(1))),
                    change(3, at: 5, ("title", .string("c")), ("repeatFrom", .string("moon"))),
                    change(4, at: 5, ("title", .string("d")), ("series", .string("x"))),
                    change(5, at: 5, ("title", .string("e")), ("reminder", past)),
                    change(6, at: 5, ("title", .string("f")), ("reminder", past), ("series", series)),
                ],
                by: person
            )
            let refused = answer.rejected.map { $0.violations.map { "\($0.field.name):\($0.code.rawValue)" } }
            #expect(
                refused == [
                    ["repeat:bad_form"], ["repeat:wrong_type"], ["repeatFrom:wrong_type"], ["series:wrong_type"],
                    ["reminder:past"],
                ]
            )
        }
    }

    @Test(
        "[T13] Done, the next one is there with what the same request changed; open again, it goes; both in one write"
    )
    func marked() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let made = try await world.create(
                #"{"title":"Buy milk","deadline":"2026-11-22T23:59:00Z","tags":["home"],"repeat":{"rule":"FREQ=DAILY;COUNT=2"}}"#,
                by: person
            )
            let path = "/api/v1/todos/\(made.text("id"))"
            let done = try await world.call(.patch, path, #"{"done":true,"title":"Buy oat milk"}"#, by: person)
            #expect(try done.json(.ok)["done"] == .bool(true))
            let page = try await world.call(.get, "/api/v1/todos?done=false", by: person).json(.ok)
            let next = try #require(page["items"]?.arrayValue?.first)
            #expect(next.text("title") == "Buy oat milk")
            #expect(next.text("deadline") == "2026-11-23T23:59:00.000Z")
            #expect(next["tags"] == .array([.string("home")]))
            #expect(next["repeat"]?["rule"] == .string("FREQ=DAILY;COUNT=1"))
            #expect(page["total"] == .integer(1))
            #expect(try await world.changes(of: person) == 3)
            // The same call again changes nothing.
            _ = try await world.call(.patch, path, #"{"done":true}"#, by: person)
            #expect(try await world.changes(of: person) == 3)
            _ = try await world.call(.patch, path, #"{"done":false}"#, by: person)
            let gone = try await world.call(.get, "/api/v1/todos/\(next.text("id"))", by: person)
            #expect(gone.status == .notFound)
            _ = try await world.call(.patch, path, #"{"done":true}"#, by: person)
            let back = try await world.call(.patch, "/api/v1/todos/\(next.text("id"))", #"{"done":true}"#, by: person)
            #expect(try back.json(.ok)["done"] == .bool(true))
            #expect(
                try await world.call(.get, "/api/v1/todos?done=false", by: person).json(.ok)["total"] == .integer(0)
            )
        }
    }

    @Test("[T13] A mark that is refused for what comes with it makes no next one")
    func refusedMark() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let made = try await world.create(#"{"title":"a","repeat":{"rule":"FREQ=DAILY"}}"#, by: person)
            let path = "/api/v1/todos/\(made.text("id"))"
            let answer = try await world.call(.patch, path, #"{"done":true,"title":""}"#, by: person)
            #expect(answer.broken == ["title:required"])
            #expect(try await world.changes(of: person) == 1)
            let stranger = try await world.signUp(2)
            #expect(try await world.call(.patch, path, #"{"done":true}"#, by: stranger).status == .notFound)
        }
    }

    @Test(
        "[T13] A day is that of the person's stated time zone, and UTC's otherwise",
        arguments: [
            // Done three days late, at 23:00 UTC on the 24th.
            (nil, "2026-11-24T10:00:00.000Z"), ("UTC", "2026-11-24T10:00:00.000Z"),
            ("Asia/Kolkata", "2026-11-25T10:00:00.000Z"), ("Pacific/Kiritimati", "2026-11-24T10:00:00.000Z"),
            ("Pacific/Pago_Pago", "2026-11-25T10:00:00.000Z"),
        ]
    )
    func zones(_ zone: String?, _ deadline: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let made = try await world.create(
                #"{"title":"a","deadline":"2026-11-21T10:00:00Z","repeat":{"rule":"FREQ=DAILY"}}"#,
                by: person
            )
            world.clock.advance(.hours(62))
            let zone = zone.map { #","timeZone":"\#($0)""# } ?? ""
            let path = "/api/v1/todos/\(made.text("id"))"
            _ = try await world.call(.patch, path, #"{"done":true\#(zone)}"#, by: person).json(.ok)
            let page = try await world.call(.get, "/api/v1/todos?done=false", by: person).json(.ok)
            #expect(page["items"]?.arrayValue?.first?.text("deadline") == deadline)
        }
    }

    @Test("[T13] Nine o'clock stays nine o'clock over summer time, and an unknown zone is refused")
    func summer() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let made = try await world.create(
                #"{"title":"a","reminder":"2027-03-27T08:00:00Z","repeat":{"rule":"FREQ=DAILY"}}"#,
                by: person
            )
            let path = "/api/v1/todos/\(made.text("id"))"
            let refused = try await world.call(.patch, path, #"{"done":true,"timeZone":"Moon/Crater"}"#, by: person)
            #expect(refused.broken == ["timeZone:unknown"])
            _ = try await world.call(.patch, path, #"{"done":true,"timeZone":"Europe/Berlin"}"#, by: person).json(.ok)
            let page = try await world.call(.get, "/api/v1/todos?done=false", by: person).json(.ok)
            #expect(page["items"]?.arrayValue?.first?.text("reminder") == "2027-03-28T07:00:00.000Z")
        }
    }

    @Test("[T13] The zones of the database agree with its moments of summer time")
    func database() throws {
        let now = try #require(Instant(rfc3339: "2026-11-22T09:00:00Z"))
        let berlin = try #require(Zone(iana: "Europe/Berlin", around: now))
        for (text, offset) in [
            ("2026-03-29T00:59:59Z", 60), ("2026-03-29T01:00:00Z", 120), ("2026-10-25T00:59:59Z", 120),
            ("2026-10-25T01:00:00Z", 60), ("2030-07-01T00:00:00Z", 120),
        ] {
            #expect(berlin.offset(at: try #require(Instant(rfc3339: text))) == offset, "\(text)")
        }
        #expect(Zone(iana: "Asia/Kolkata", around: now)?.offset(at: now) == 330)
        #expect(Zone(iana: "", around: now) == nil)
        #expect(Zone(iana: "../../etc/passwd", around: now) == nil)
        #expect(Zone(iana: String(repeating: "A", count: 100_000), around: now) == nil)
    }

    @Test("[T13] [A14] An export holds how a to-do repeats, and gives it back")
    func export() async throws {
        try await World.with { world in
            let (source, target) = (try await world.signUp(1), try await world.signUp(2))
            let made = try await world.create(
                #"{"title":"a","deadline":"2026-11-22T23:59:00Z","repeat":{"rule":"FREQ=DAILY","from":"done"}}"#,
                by: source
            )
            _ = try await world.call(.patch, "/api/v1/todos/\(made.text("id"))", #"{"done":true}"#, by: source)
            let export = try await world.export(by: source)
            #expect(
                try Unzipped(export).text("todos.json").contains(#""repeat":{"rule":"FREQ=DAILY","from":"done"}"#)
            )
            #expect(try await world.importZip(export, by: target).text == #"{"imported":2,"rejected":[]}"#)
            // The series continues there.
            let open = try await world.call(.get, "/api/v1/todos?done=false", by: target).json(.ok)
            let next = try #require(open["items"]?.arrayValue?.first)
            _ = try await world.call(.patch, "/api/v1/todos/\(next.text("id"))", #"{"done":true}"#, by: target)
            #expect(try await world.call(.get, "/api/v1/todos", by: target).json(.ok)["total"] == .integer(3))
        }
    }
}

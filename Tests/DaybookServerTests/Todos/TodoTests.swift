import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("To-dos as resources")
struct TodoTests {
    @Test("[T1] [T7] a new to-do is not done, is created now, and shows all it has")
    func create() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(
                .post,
                "/api/v1/todos",
                #"{"id":"0190A000-0000-7000-8000-000000000001","title":"  Buy milk ","detail":"2 litres","deadline":"2026-11-30T00:00:00Z","reminder":"2026-11-22T10:00:00+01:00","tags":["home","Shop"]}"#,
                by: person
            )
            #expect(answer.broken == ["reminder:past"])
            let made = try await world.call(
                .post,
                "/api/v1/todos",
                #"{"id":"0190A000-0000-7000-8000-000000000001","title":"  Buy milk ","detail":"2 litres","deadline":"2026-11-30T00:00:00Z","reminder":"2026-11-22T11:00:00+01:00","tags":["home","Shop"]}"#,
                by: person
            )
            #expect(made.headers[.location] == "/api/v1/todos/0190a000-0000-7000-8000-000000000001")
            #expect(made.status == .created)
            #expect(
                made.text
                    == #"{"id":"0190a000-0000-7000-8000-000000000001","title":"Buy milk","detail":"2 litres","done":false,"deadline":"2026-11-30T00:00:00.000Z","reminder":"2026-11-22T10:00:00.000Z","tags":["home","Shop"],"origin":"own","repeat":null,"note":null,"createdAt":"2026-11-22T09:00:00.000Z","modifiedAt":"2026-11-22T09:00:00.000Z"}"#
            )
            let shown = try await world.call(.get, "/api/v1/todos/0190a000-0000-7000-8000-000000000001", by: person)
            #expect(shown.text == made.text)
        }
    }

    @Test("a to-do names the note that it belongs to, as its record does, or null")
    func note() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let made = try await world.create(#"{"title":"Buy milk","note":"\#(uuid(7))"}"#, by: person)
            #expect(made.text("note") == uuid(7).description)
            let path = "/api/v1/todos/\(made.text("id"))"
            let note: () async throws -> JSON? = { try await world.records(of: person).first?[Todo.Field.note] }
            #expect(try await note() == .string(uuid(7).description))
            for (body, expected) in [
                (#"{"title":"Buy oat milk"}"#, JSON.string(uuid(7).description)),
                (#"{"note":"\#(uuid(8))"}"#, .string(uuid(8).description)), (#"{"note":null}"#, .null),
            ] {
                #expect(try await world.call(.patch, path, body, by: person).json(.ok)["note"] == expected)
                #expect(try await note() == expected)
            }
            for value in ["7", #""moon""#, "[]", "\"\""] {
                let answer = try await world.call(.patch, path, #"{"note":\#(value)}"#, by: person)
                #expect(answer.broken == ["note:wrong_type"], "\(value)")
            }
        }
    }

    @Test(
        "[T2] [T3] [T4] [T5] [T6] broken rules are reported at their fields",
        arguments: [
            (#"{}"#, ["title:required"]), (#"{"title":"   "}"#, ["title:required"]),
            (#"{"title":"123456789012345678901234567890123"}"#, ["title:too_long"]),
            (#"{"title":"a","tags":["1","2","3","4"]}"#, ["tags:too_many"]),
            (#"{"title":"a","tags":["123456789"]}"#, ["tags:too_long"]),
            (#"{"title":"a","tags":[" "]}"#, ["tags:required"]),
            (#"{"title":"a","tags":["Home","home"]}"#, ["tags:duplicate"]),
            (#"{"title":"a","deadline":"2026-11-20T23:59:59Z"}"#, ["deadline:past"]),
            (#"{"title":"a","reminder":"2026-11-22T09:00:00Z"}"#, ["reminder:past"]),
            (
                #"{"title":"","detail":"\#(String(repeating: "x", count: 1_001))","reminder":"2020-01-01T00:00:00Z"}"#,
                ["title:required", "detail:too_long", "reminder:past"]
            ),
        ]
    )
    func rules(_ body: String, _ broken: [String]) async throws {
        try await World.with { world in try await world.refuses(todo: body, broken) }
    }

    @Test(
        "the same POST again is the same to-do, also when it was edited meanwhile; another one with its id is refused"
    )
    func idempotent() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let body = #"{"id":"\#(uuid(1))","title":"Buy milk","tags":["home"]}"#
            let first = try await world.call(.post, "/api/v1/todos", body, by: person)
            let again = try await world.call(.post, "/api/v1/todos", body, by: person)
            #expect(again.status == .created && again.text == first.text)
            #expect(try await world.changes(of: person) == 1)

            world.clock.advance(.minutes(1))
            _ = try await world.call(
                .patch,
                "/api/v1/todos/\(uuid(1))",
                #"{"done":true,"title":"Buy oat milk"}"#,
                by: person
            )
            let later = try await world.call(.post, "/api/v1/todos", body, by: person)
            #expect(try later.json(.created).text("title") == "Buy oat milk")

            for other in [
                #"{"id":"\#(uuid(1))","title":"Buy milk","tags":["shop"]}"#,
                #"{"id":"\#(uuid(1))","title":"Buy milk"}"#,
                #"{"id":"\#(uuid(1))","title":"Buy milk","tags":["home"],"detail":"More"}"#,
            ] {
                let answer = try await world.call(.post, "/api/v1/todos", other, by: person)
                #expect(answer.status == .conflict && answer.broken == ["id:taken"], "\(other)")
            }
            #expect(try await world.changes(of: person) == 2)

            _ = try await world.call(.delete, "/api/v1/todos/\(uuid(1))", by: person)
            let deleted = try await world.call(.post, "/api/v1/todos", body, by: person)
            #expect(deleted.status == .conflict && deleted.text.contains("This to-do was deleted."))
            _ = try await world.call(.post, "/api/v1/history/todo/\(uuid(1))/restore", #"{"entry":0}"#, by: person)
            let restored = try await world.call(.post, "/api/v1/todos", body, by: person)
            #expect(try restored.json(.created).text("title") == "Buy oat milk")
            // Another person may have a to-do with the same id: ids are unique within an account.
            let stranger = try await world.signUp(2)
            #expect(try await world.call(.post, "/api/v1/todos", body, by: stranger).status == .created)
        }
    }

    @Test("the same POST again is the same to-do, also when its reminder has passed since")
    func idempotentLater() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let body = #"{"id":"\#(uuid(1))","title":"Buy milk","reminder":"2026-11-22T09:00:10Z"}"#
            let first = try await world.call(.post, "/api/v1/todos", body, by: person)
            world.clock.advance(.minutes(1))
            let again = try await world.call(.post, "/api/v1/todos", body, by: person)
            #expect(again.status == .created && again.text == first.text)
            let other = #"{"id":"\#(uuid(2))","title":"Buy milk","reminder":"2026-11-22T09:00:10Z"}"#
            #expect(try await world.call(.post, "/api/v1/todos", other, by: person).broken == ["reminder:past"])
        }
    }

    @Test("[T7] [T12] a PATCH changes what it names, moves the time of change, and cannot empty a title")
    func patch() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let made = try await world.create(
                #"{"title":"Buy milk","detail":"2 litres","deadline":"2026-11-30T00:00:00Z","tags":["home"]}"#,
                by: person
            )
            let path = "/api/v1/todos/\(made.text("id"))"
            world.clock.advance(.minutes(5))
            let done = try await world.call(.patch, path, #"{"done":true}"#, by: person).json(.ok)
            #expect(done["done"] == .bool(true) && done.text("detail") == "2 litres")
            #expect(done.text("modifiedAt") == "2026-11-22T09:05:00.000Z")
            let changed = try await world.call(
                .patch,
                path,
                #"{"detail":null,"deadline":null,"tags":["shop","now"]}"#,
                by: person
            ).json(.ok)
            #expect(changed["detail"] == .null && changed["deadline"] == .null)
            #expect(changed["tags"] == .array([.string("now"), .string("shop")]))
            for body in [#"{"title":""}"#, #"{"title":"  "}"#] {
                #expect(try await world.call(.patch, path, body, by: person).broken == ["title:required"])
            }
            let before = try await world.changes(of: person)
            #expect(try await world.call(.patch, path, "{}", by: person).status == .ok)
            #expect(try await world.call(.patch, path, #"{"done":true,"title":" Buy milk"}"#, by: person).status == .ok)
            #expect(try await world.changes(of: person) == before)
        }
    }

    @Test("[T5] a to-do whose deadline has passed can be edited without moving it")
    func passed() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let made = try await world.create(#"{"title":"a","deadline":"2026-11-23T00:00:00Z"}"#, by: person)
            world.clock.advance(.days(30))
            let path = "/api/v1/todos/\(made.text("id"))"
            let edited = try await world.call(
                .patch,
                path,
                #"{"title":"b","deadline":"2026-11-23T00:00:00.000Z"}"#,
                by: person
            ).json(.ok)
            #expect(edited.text("title") == "b")
            let moved = try await world.call(.patch, path, #"{"deadline":"2026-11-24T00:00:00Z"}"#, by: person)
            #expect(moved.broken == ["deadline:past"])
        }
    }

    @Test("[T10] an imported to-do can be marked and deleted but not edited")
    func imported() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let long = String(repeating: "Long ", count: 20) + "end"
            let fields = Todo.fields(for: TodoDraft(title: long), origin: .imported, at: stamp())
            let answer = try await world.sync([Record(kind: .todo, id: uuid(1), fields: fields)], by: person)
            #expect(answer.rejected.isEmpty)
            let path = "/api/v1/todos/\(uuid(1))"
            #expect(try await world.call(.get, path, by: person).json(.ok).text("title") == long)
            #expect(try await world.call(.patch, path, #"{"title":"Short"}"#, by: person).broken == ["title:imported"])
            #expect(try await world.call(.patch, path, #"{"done":true}"#, by: person).status == .ok)
            #expect(try await world.call(.delete, path, by: person).status == .noContent)
        }
    }

    @Test("a deleted to-do is not there, and stays so")
    func delete() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let made = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            let path = "/api/v1/todos/\(made.text("id"))"
            #expect(try await world.call(.delete, path, by: person).status == .noContent)
            #expect(try await world.call(.get, path, by: person).status == .notFound)
            #expect(try await world.call(.patch, path, #"{"done":true}"#, by: person).status == .notFound)
            #expect(try await world.call(.delete, path, by: person).status == .notFound)
            #expect(try await world.list(by: person)["total"] == .integer(0))
            #expect(try await world.changes(of: person) == 2)
        }
    }
}

import DaybookCore
import DaybookStore
import HTTPTypes
import Logging
import Testing

@testable import DaybookServer

@Suite("The history of a record")
struct HistoryTests {
    static let path = "/api/v1/history/todo/\(uuid(1))"

    @Test("[S12] what was replaced is told with its times and its device, the newest first")
    func told() async throws {
        try await World.with { world in
            let person = try await world.signUpOnPhone()
            let phone = uuid(999).low
            _ = try await world.sync([todo(1, title: "One", at: 0, device: phone)], by: person)
            world.clock.advance(.seconds(1))
            // Another tab of the same browser, and then a program without a replica.
            _ = try await world.sync([change(1, at: 500, device: phone ^ 3, ("title", .string("Two")))], by: person)
            world.clock.advance(.seconds(1))
            _ = try await world.call(.patch, "/api/v1/todos/\(uuid(1))", #"{"title":"Three"}"#, by: person).json(.ok)
            world.clock.advance(.seconds(1))
            _ = try await world.call(.patch, "/api/v1/todos/\(uuid(1))", #"{"title":"Four"}"#, by: person).json(.ok)
            let json = try await world.call(.get, Self.path, by: person).json(.ok)
            let device = #"{"id":"\#(uuid(999))","name":"Phone"}"#
            func entry(_ number: Int, _ title: String, _ at: String, _ device: String, _ replacedAt: String) -> String {
                #"{"entry":\#(number),"field":"title","value":"\#(title)","at":"2026-11-22T09:00:\#(at)Z","#
                    + #""device":\#(device),"replacedAt":"2026-11-22T09:00:\#(replacedAt)Z"}"#
            }
            let items = [
                entry(3, "Three", "02.000", "null", "03.000"), entry(2, "Two", "00.500", device, "02.000"),
                entry(1, "One", "00.000", device, "01.000"),
            ]
            let expected = try JSON(text: #"{"items":[\#(items.joined(separator: ","))]}"#)
            #expect(json == expected)
        }
    }

    @Test("[S12] a late edit of a device that was away can be found and brought back")
    func late() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1, title: "At home", at: 5)], by: person)
            _ = try await world.sync([change(1, at: 2, device: 9, ("title", .string("On the way")))], by: person)
            let restored = try await world.restore(1, by: person).json(.ok)
            #expect(restored.text("title") == "On the way")
            #expect(try await world.list(by: person).titles == ["On the way"])
            // The replaced value is not lost by that either.
            #expect(try await world.history(by: person).map { $0.text("value") } == ["At home", "On the way"])
            // The same restore again changes nothing.
            let cursor = try await world.changes(of: person)
            #expect(try await world.restore(1, by: person).json(.ok) == restored)
            #expect(try await world.changes(of: person) == cursor)
        }
    }

    @Test("[S12] a restored value reaches every device as a change of its own")
    func synced() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1, title: "One", at: 299_000)], by: person)
            let cursor = try await world.sync([change(1, at: 299_500, ("title", .string("Two")))], by: person).cursor
            _ = try await world.restore(1, by: person).json(.ok)
            let changes = try await world.sync(cursor: cursor, by: person).changes
            #expect(changes.count == 1 && changes[0]["title"] == .string("One"))
            // Newer than the value that it replaced, although those stamps were ahead (S2).
            let title = try #require(changes.first?.field("title"))
            #expect(title.stamp > stamp(299_500))
        }
    }

    @Test("[S12] any field comes back: none, a tag, a field of a kind that is not known")
    func anyField() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let deadline = JSON.integer(world.clock.now.advanced(by: .days(3)).milliseconds)
            let tagged = change(1, at: 1, ("deadline", deadline), ("tag:home", .bool(true)))
            _ = try await world.sync([todo(1), tagged], by: person)
            let bare = change(1, at: 2, ("deadline", .null), ("tag:home", .bool(false)))
            _ = try await world.sync([bare, change(1, at: 3, ("deadline", deadline))], by: person)
            for entry in try await world.history(by: person) {
                _ = try await world.restore(entry["entry"]?.integerValue ?? 0, by: person).json(.ok)
            }
            let todo = try await world.call(.get, "/api/v1/todos/\(uuid(1))", by: person).json(.ok)
            #expect(todo["tags"] == .array([.string("home")]))
            func recipe(_ steps: String, _ at: Int64) -> Record {
                Record(kind: Record.Kind("r/é"), id: uuid(2), fields: [.init("steps", .string(steps), stamp(at))])
            }
            _ = try await world.sync([recipe("boil", 1), recipe("fry", 2)], by: person)
            let path = "/api/v1/history/r%2F%C3%A9/\(uuid(2))"
            let items = try await world.call(.get, path, by: person).json(.ok)["items"]?.arrayValue ?? []
            let body = #"{"entry":\#(items.first?["entry"]?.integerValue ?? -1)}"#
            let record = try await world.call(.post, path + "/restore", body, by: person).json(.ok)
            #expect(record.text("kind") == "r/é" && record["fields"]?["steps"]?.arrayValue?.first == .string("boil"))
        }
    }

    @Test("[S12] what comes back is judged by the rules like any change")
    func rules() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let soon = JSON.integer(world.clock.now.advanced(by: .hours(1)).milliseconds)
            let tags: [(String, JSON)] = ["a", "b", "c", "d"].map { ("tag:\($0)", .bool(true)) }
            _ = try await world.sync([todo(1), change(1, at: 1, ("reminder", soon), tags[0])], by: person)
            _ = try await world.sync([change(1, at: 2, ("reminder", .null), ("tag:a", .bool(false)))], by: person)
            _ = try await world.sync([change(1, at: 3, tags[1], tags[2], tags[3])], by: person)
            world.clock.advance(.hours(2))
            var broken: Set<String> = []
            for entry in try await world.history(by: person) {
                let answer = try await world.restore(entry["entry"]?.integerValue ?? 0, by: person)
                #expect(answer.status == .unprocessableContent)
                broken.formUnion(answer.broken)
            }
            #expect(broken == ["reminder:past", "tags:too_many"])
            // Also if that would bring the to-do back from the trash.
            let deleted = Record(kind: .todo, id: uuid(1), deleted: stamp(4))
            _ = try await world.sync([deleted], by: person)
            for entry in try await world.history(by: person) {
                let answer = try await world.restore(entry["entry"]?.integerValue ?? 0, by: person)
                #expect(answer.status == .unprocessableContent)
            }
            let imported = Record(
                kind: .todo,
                id: uuid(2),
                fields: Todo.fields(for: TodoDraft(title: "Sample"), origin: .imported, at: stamp())
            )
            _ = try await world.sync([imported, change(2, at: -5, ("title", .string("Own")))], by: person)
            let path = "/api/v1/history/todo/\(uuid(2))"
            let entries = try await world.call(.get, path, by: person).json(.ok)["items"]?.arrayValue ?? []
            // T10: the change was refused when it arrived, so there is nothing to restore.
            #expect(entries.isEmpty)
        }
    }

    @Test("a long history comes in pages")
    func pages() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync(
                [todo(1, title: "t0")]
                    + (1...7).map { at in
                        change(1, at: at, ("title", .string("t\(at)")))
                    },
                by: person
            )
            var seen: [String] = []
            var query = "?limit=3"
            while true {
                let page = try await world.call(.get, Self.path + query, by: person).json(.ok)
                seen += (page["items"]?.arrayValue ?? []).map { $0.text("value") }
                guard let next = page["next"]?.stringValue else { break }
                query = "?limit=3&after=\(next)"
            }
            #expect(seen == (0...6).reversed().map { "t\($0)" })
        }
    }

    @Test("[S12] after 30 days an entry is gone, and bringing it back finds nothing")
    func old() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1, title: "One"), change(1, at: 1, ("title", .string("Two")))], by: person)
            world.clock.advance(.days(31))
            await world.collectGarbage()
            #expect(try await world.history(by: person).isEmpty)
            #expect(try await world.restore(1, by: person).status == .notFound)
        }
    }

    @Test(
        "[S12] [A11] what is not there is not there: another's, another record's, unknown, no record",
        arguments: ["GET", "POST"]
    )
    func missing(_ method: String) async throws {
        try await World.with { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            for person in [asha, ben] {
                _ = try await world.sync([todo(1, title: "Own")], by: person)
            }
            _ = try await world.sync([change(1, at: 1, ("title", .string("Two"))), todo(2), todo(3)], by: asha)
            _ = try await world.sync([Record(kind: .todo, id: uuid(3), deleted: stamp(1))], by: asha)
            var paths = [
                "recipe/\(uuid(1))", "Todo/\(uuid(1))", "todo/\(uuid(404))", "todo/1", "%ff/\(uuid(1))",
                "%20/\(uuid(1))",
                "to\(String(repeating: "%CC%81%CC%96", count: 5_000))/\(uuid(1))", "todo%00/\(uuid(1))",
                "todo%00x/\(uuid(1))", "todo%7f/\(uuid(1))",
            ]
            if method == "POST" { paths.append("todo/\(uuid(2))") }
            for path in paths {
                let answer = try await world.history(method, path, by: asha)
                #expect(answer.status == .notFound, "\(path): \(answer.text)")
            }
            #expect(try await world.history(method, "todo/\(uuid(3))", by: ben).status == .notFound)
            #expect(try await world.history(by: ben).isEmpty)
            let changes = try await world.changes(of: ben)
            #expect(try await world.restore(1, by: ben).status == .notFound)
            #expect(try await world.changes(of: ben) == changes)
        }
    }

    @Test(
        "bodies and queries that are none get a clear answer and change nothing",
        arguments: [
            ("", 400), ("[]", 422), ("{}", 422), (#"{"entry":"1"}"#, 422), (#"{"entry":null}"#, 422),
            (#"{"entry":1.5}"#, 422), (#"{"entry":1e0}"#, 422), (#"{"entry":true}"#, 422),
            (#"{"entry":99999999999999999999}"#, 422), (#"{"entry":-1}"#, 404), (#"{"entry":9999}"#, 404),
            (#"{"entry":9223372036854775807}"#, 404), (#"{"entry":1,"field":"title"}"#, 422),
        ]
    )
    func badBodies(_ body: String, _ status: Int) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1), change(1, at: 1, ("title", .string("Two")))], by: person)
            let changes = try await world.changes(of: person)
            let answer = try await world.call(.post, Self.path + "/restore", body, by: person)
            #expect(answer.status.code == status, "\(answer.text)")
            #expect(try await world.changes(of: person) == changes)
        }
    }

    @Test(
        "a malformed query is reported at its parameter",
        arguments: [
            ("limit=0", "limit:bad_form"), ("limit=501", "limit:bad_form"), ("limit=x", "limit:bad_form"),
            ("limit=&after=0", "after:bad_form"), ("after=-1", "after:bad_form"), ("after=W10", "after:bad_form"),
            ("page=2", "page:unknown_field"),
        ]
    )
    func badQueries(_ query: String, _ fault: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([todo(1)], by: person)
            for path in [Self.path, "/api/v1/trash"] {
                let answer = try await world.call(.get, "\(path)?\(query)", by: person)
                #expect(answer.status == .unprocessableContent && answer.broken == [fault], "\(path)")
            }
        }
    }
}

extension World {
    /// Signs a person up, and in on a device with a name.
    func signUpOnPhone() async throws -> Person {
        _ = try await signUp()
        let body = #"{"login":"\#(Person.email(1))","password":"\#(Person.password)","device":"Phone"}"#
        return try Person(number: 1, try await call(.post, "/api/v1/sessions", body))
    }

    /// The entries of the first to-do.
    func history(by person: Person) async throws -> [JSON] {
        try await call(.get, HistoryTests.path, by: person).json(.ok)["items"]?.arrayValue ?? []
    }

    /// Requests the history of a record, or the restore of its first entry.
    func history(_ method: String, _ path: String, by person: Person) async throws -> Answer {
        if method == "GET" { return try await call(.get, "/api/v1/history/\(path)", by: person) }
        return try await call(.post, "/api/v1/history/\(path)/restore", #"{"entry":1}"#, by: person)
    }

    /// Restores an entry of a to-do.
    func restore(_ entry: Int64, of number: UInt64 = 1, by person: Person) async throws -> Answer {
        let path = "/api/v1/history/todo/\(uuid(number))/restore"
        return try await call(.post, path, #"{"entry":\#(entry)}"#, by: person)
    }

    /// Runs the server's hourly garbage collection.
    func collectGarbage() async {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        await GarbageService(storage: storage, now: { clock.now }, logger: logger).collect()
    }
}

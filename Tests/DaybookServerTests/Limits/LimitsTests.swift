import DaybookCore
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Limits that an account chooses")
struct LimitsTests {
    private static let long = String(repeating: "a", count: 60)

    private func choose(_ limits: String, in world: World, by person: Person) async throws -> Answer {
        try await world.call(.patch, "/api/v1/account", #"{"limits":"\#(limits)"}"#, by: person)
    }

    private func limits(in world: World, by person: Person?) async throws -> Limits {
        let rules = Rules(json: try await world.call(.get, "/api/v1/rules", by: person).json(.ok))
        #expect(rules.offer == Rules.standard.offer)
        let json = try await world.call(.get, "/api/v1/rules", by: person).json(.ok)
        let name = try #require(json["limits"]?["choice"]?.stringValue)
        let limits = rules.choosing(Limits.Choice(rawValue: name)).limits
        #expect(json["title"]?["maximum"] == .integer(Int64(limits.titleMaximum)))
        return limits
    }

    private func choice(_ limits: Limits.Choice, at milliseconds: Int64) -> Record {
        limits.record(at: stamp(milliseconds, device: 7))
    }

    @Test("[A15] PATCH /account chooses them for one account; the rules show it to that account alone")
    func chosen() async throws {
        try await World.with { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            let todo = #"{"title":"\#(Self.long)"}"#
            #expect(try await world.call(.post, "/api/v1/todos", todo, by: asha).broken == ["title:too_long"])
            #expect(try await choose("roomy", in: world, by: asha).status == .ok)
            #expect(try await world.call(.post, "/api/v1/todos", todo, by: asha).status == .created)
            #expect(try await limits(in: world, by: asha) == .roomy)
            #expect(try await limits(in: world, by: ben) == .classic)
            #expect(try await limits(in: world, by: nil) == .classic)
            #expect(try await world.call(.post, "/api/v1/todos", todo, by: ben).broken == ["title:too_long"])
            // The account's devices learn of it by sync.
            let changes = try await world.sync(by: asha).changes
            #expect(changes.compactMap { Limits.Choice($0) } == [.roomy])
            let cursor = try await world.changes(of: asha)
            #expect(try await choose("roomy", in: world, by: asha).status == .ok)
            #expect(try await world.changes(of: asha) == cursor)
            #expect(try await choose("huge", in: world, by: asha).broken == ["limits:bad_form"])
        }
    }

    @Test(
        "[A15] A text as long as roomy limits allow is taken, in whatever form JSON writes it",
        arguments: [true, false]
    )
    func longest(isEscaped: Bool) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await choose("roomy", in: world, by: person)
            let text = String(repeating: isEscaped ? #"\u0905"# : "अ", count: 50_000)
            let todo = try await world.create(#"{"title":"Letters","detail":"\#(text)"}"#, by: person)
            #expect(todo.text("detail").count == 50_000)
        }
    }

    @Test("[A15] What was written under roomy limits is changed, restored and deleted under classic ones")
    func narrowed() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await choose("roomy", in: world, by: person)
            let made = try await world.create(#"{"title":"\#(Self.long)","tags":["groceries"]}"#, by: person)
            let path = "/api/v1/todos/\(made.text("id"))"
            _ = try await choose("classic", in: world, by: person)
            func patch(_ body: String) async throws -> Answer { try await world.call(.patch, path, body, by: person) }
            #expect(try await patch(#"{"detail":"More"}"#).status == .ok)
            #expect(try await patch(#"{"done":true}"#).status == .ok)
            #expect(try await patch(#"{"title":"\#(Self.long)b"}"#).broken == ["title:too_long"])
            #expect(try await patch(#"{"title":"\#(Self.long.dropLast())"}"#).status == .ok)
            #expect(try await patch(#"{"title":"Short"}"#).status == .ok)
            let history = try await world.call(.get, "/api/v1/history/todo/\(made.text("id"))", by: person).json(.ok)
            let entries = history["items"]?.arrayValue ?? []
            let entry = try #require(entries.first { $0["value"] == .string(Self.long) })
            let restored = try await world.call(
                .post,
                "/api/v1/history/todo/\(made.text("id"))/restore",
                #"{"entry":\#(entry["entry"]?.integerValue ?? -1)}"#,
                by: person
            )
            #expect(try restored.json(.ok).text("title") == Self.long)
            #expect(try await world.call(.delete, path, by: person).status == .noContent)
        }
    }

    @Test("[A15] Sync takes a choice before what was written under it, in any order of one call")
    func synced() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let early = try await world.sync([todo(1, title: Self.long)], by: person)
            #expect(early.rejected.map(\.violations.first?.code) == [.tooLong])
            let both = try await world.sync([todo(1, title: Self.long), choice(.roomy, at: 5)], by: person)
            #expect(both.rejected.isEmpty)
            #expect(try await limits(in: world, by: person) == .roomy)
            // A device that was away writes under the earlier choice; nothing of it is lost.
            _ = try await world.sync([choice(.classic, at: 10)], by: person)
            #expect(try await limits(in: world, by: person) == .classic)
            let late = try await world.sync([todo(2, title: Self.long, at: 20)], by: person)
            #expect(late.rejected.isEmpty)
            let endless = todo(3, title: String(repeating: "a", count: 501))
            #expect(try await world.sync([endless], by: person).rejected.count == 1)
            // A choice that was overtaken changes nothing.
            _ = try await world.sync([choice(.roomy, at: 7)], by: person)
            #expect(try await limits(in: world, by: person) == .classic)
        }
    }

    @Test("[A15] A choice that does not exist is refused by sync alone")
    func refused() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let key = Limits.Choice.key
            let huge = Record(kind: key.kind, id: key.id, fields: [.init("limits", .string("huge"), stamp(1))])
            let answer = try await world.sync([huge, todo(1)], by: person)
            #expect(answer.rejected.map(\.key) == [key])
            #expect(answer.rejected.first?.violations.map(\.code) == [.badForm])
            #expect(try await limits(in: world, by: person) == .classic)
        }
    }

    @Test("[A15] An operator may fix the limits for all")
    func fixed() async throws {
        try await World.with(configure: { $0.rules.offer.isFixed = true }) { world in
            let person = try await world.signUp()
            #expect(try await choose("roomy", in: world, by: person).broken == ["limits:fixed"])
            let answer = try await world.sync([choice(.roomy, at: 5), todo(1, title: Self.long)], by: person)
            #expect(answer.rejected.map(\.violations.first?.code) == [.tooLong])
            let rules = try await world.call(.get, "/api/v1/rules", by: person).json(.ok)
            #expect(rules["limits"]?["fixed"] == .bool(true) && rules["title"]?["maximum"] == .integer(32))
        }
    }

    @Test(
        "[A1] [A2] [A3] [A15] Where the standard is roomy, sign-up takes any name, and several people without a number"
    )
    func people() async throws {
        func roomy(_ configuration: inout ServerConfiguration) {
            configuration.rules.offer.standard = .roomy
            configuration.rules = configuration.rules.choosing(nil)
        }
        try await World.with(configure: roomy) { world in
            func signUp(_ number: Int, _ name: String, _ mobile: String) async throws -> Answer {
                let body = #"""
                    {"name":"\#(name)","mobile":"\#(mobile)","email":"\#(Person.email(number))","password":"xYQ7#wZ9k"}
                    """#
                return try await world.call(.post, "/api/v1/accounts", body)
            }
            let li = try Person(number: 1, try await signUp(1, "李小龍", ""))
            #expect(try await signUp(2, "Ö", "").status == .created)
            #expect(try await signUp(3, "María", "+44 7700 900123").status == .created)
            #expect(try await signUp(4, "Zoë", "+447700900123").broken == ["mobile:taken"])
            #expect(try await signUp(5, "Zoë", "12345").broken == ["mobile:bad_form"])
            let login = #"{"login":"+44 7700 900123","password":"xYQ7#wZ9k"}"#
            #expect(try await world.call(.post, "/api/v1/sessions", login).status == .created)
            // A number is given and taken away.
            func patch(_ mobile: String) async throws -> JSON {
                let body = #"{"mobile":"\#(mobile)","password":"xYQ7#wZ9k"}"#
                return try await world.call(.patch, "/api/v1/account", body, by: li).json(.ok)
            }
            #expect(try await patch("+1 202 555 0100").text("mobile") == "+12025550100")
            #expect(try await patch("")["mobile"] == .null)
        }
    }

    @Test("[A14] [A15] An import brings long texts and the choice into an account without a choice")
    func imported() async throws {
        try await World.with { world in
            let (source, target) = (try await world.signUp(1), try await world.signUp(2))
            _ = try await choose("roomy", in: world, by: source)
            _ = try await world.create(#"{"title":"\#(Self.long)"}"#, by: source)
            let answer = try await world.importZip(try await world.export(by: source), by: target)
            #expect(try answer.json(.ok)["rejected"] == .array([]))
            #expect(try await world.list(by: target).titles == [Self.long])
            #expect(try await limits(in: world, by: target) == .roomy)
        }
    }
}

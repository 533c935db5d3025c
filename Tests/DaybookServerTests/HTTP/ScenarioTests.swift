import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

/// Every route, called by guest, owner and another person: the answer, and how many records change.
@Suite("Every route: guest, owner, somebody else")
struct ScenarioTests {
    /// A call and its results. `{todo}`, `{note}` and `{session}` in the path are the owner's.
    struct Scenario: Sendable, CustomStringConvertible {
        let method: HTTPRequest.Method
        let path: String
        var body: String?
        var guest = 401
        let owner: Int
        let stranger: Int
        /// The number of changes of the owner's records when the owner calls. Other callers never cause a change.
        var changes: Int64 = 0

        var description: String { "\(method) \(path)" }
    }

    static let newTodo = #"{"title":"Call home"}"#
    static let newNote = #"{"title":"A walk","description":"\#(longEnough)"}"#
    static let password = #"{"password":"\#(Person.password)"}"#

    static let all: [Scenario] = [
        .init(method: .post, path: "/api/v1/accounts", body: Person.signUp(9), guest: 201, owner: 201, stranger: 201),
        .init(method: .post, path: "/api/v1/sessions", body: Person.signIn(1), guest: 201, owner: 201, stranger: 201),
        .init(method: .get, path: "/api/v1/sessions", owner: 200, stranger: 200),
        .init(method: .delete, path: "/api/v1/sessions", owner: 204, stranger: 204),
        .init(
            method: .patch,
            path: "/api/v1/sessions/{session}",
            body: #"{"device":"Kitchen"}"#,
            owner: 204,
            stranger: 404
        ),
        .init(method: .delete, path: "/api/v1/sessions/{session}", owner: 204, stranger: 404),
        .init(method: .delete, path: "/api/v1/sessions/current", owner: 204, stranger: 204),
        .init(method: .get, path: "/api/v1/account", owner: 200, stranger: 200),
        .init(method: .patch, path: "/api/v1/account", body: #"{"name":"Asha"}"#, owner: 200, stranger: 200),
        .init(method: .delete, path: "/api/v1/account", body: password, owner: 204, stranger: 204),
        .init(
            method: .put,
            path: "/api/v1/account/password",
            body: #"{"current":"\#(Person.password)","new":"kLM8!nP2q"}"#,
            owner: 204,
            stranger: 204
        ),
        .init(method: .get, path: "/api/v1/account/export", owner: 200, stranger: 200),
        .init(method: .post, path: "/api/v1/account/import", body: "{}", owner: 415, stranger: 415),
        .init(method: .get, path: "/api/v1/account/activity", owner: 200, stranger: 200),
        .init(method: .get, path: "/api/v1/todos", owner: 200, stranger: 200),
        .init(method: .post, path: "/api/v1/todos", body: newTodo, owner: 201, stranger: 201, changes: 1),
        .init(method: .get, path: "/api/v1/todos/{todo}", owner: 200, stranger: 404),
        .init(
            method: .patch,
            path: "/api/v1/todos/{todo}",
            body: #"{"done":true}"#,
            owner: 200,
            stranger: 404,
            changes: 1
        ),
        .init(method: .delete, path: "/api/v1/todos/{todo}", owner: 204, stranger: 404, changes: 1),
        .init(method: .get, path: "/api/v1/notes", owner: 200, stranger: 200),
        .init(method: .post, path: "/api/v1/notes", body: newNote, owner: 201, stranger: 201, changes: 1),
        .init(method: .get, path: "/api/v1/notes/{note}", owner: 200, stranger: 404),
        .init(
            method: .patch,
            path: "/api/v1/notes/{note}",
            body: #"{"title":"Another walk"}"#,
            owner: 200,
            stranger: 404,
            changes: 1
        ),
        .init(method: .delete, path: "/api/v1/notes/{note}", owner: 204, stranger: 404, changes: 1),
        .init(
            method: .post,
            path: "/api/v1/sync",
            body: String(decoding: SyncRequest(device: uuid(1), cursor: 0, changes: [todo(1)]).encoded, as: UTF8.self),
            owner: 200,
            stranger: 200,
            changes: 1
        ),
        .init(method: .get, path: "/api/v1/sync/events", owner: 200, stranger: 200),
        .init(method: .get, path: "/api/v1/history/todo/{todo}", owner: 200, stranger: 404),
        .init(
            method: .post,
            path: "/api/v1/history/todo/{todo}/restore",
            body: #"{"entry":0}"#,
            owner: 200,
            stranger: 404
        ),
        .init(method: .put, path: "/api/v1/photos/{photo}", body: "no picture", owner: 415, stranger: 415),
        .init(method: .get, path: "/api/v1/photos/{photo}", owner: 200, stranger: 404),
        .init(method: .head, path: "/api/v1/photos/{photo}", owner: 200, stranger: 404),
        .init(method: .get, path: "/api/v1/trash", owner: 200, stranger: 200),
        .init(method: .get, path: "/api/v1/devices", owner: 200, stranger: 200),
        .init(method: .get, path: "/api/v1/reminders/key", owner: 200, stranger: 200),
        .init(
            method: .put,
            path: "/api/v1/reminders/device",
            body: #"{"permission":"denied","subscription":null}"#,
            owner: 204,
            stranger: 204
        ),
        .init(method: .get, path: "/api/v1/reminders/devices", owner: 200, stranger: 200),
        .init(method: .get, path: "/api/v1/reminders/deliveries", owner: 200, stranger: 200),
        .init(method: .post, path: "/api/v1/reminders/test", owner: 409, stranger: 409),
        .init(
            method: .post,
            path: "/api/v1/reminders/shown",
            body: #"{"todo":"\#(uuid(1))","due":1,"shown":1,"by":"page"}"#,
            owner: 204,
            stranger: 204
        ),
        .init(method: .get, path: "/api/v1/samples/todos", guest: 200, owner: 200, stranger: 200),
        .init(method: .get, path: "/api/v1/rules", guest: 200, owner: 200, stranger: 200),
        .init(method: .get, path: "/api/v1/openapi.json", guest: 200, owner: 200, stranger: 200),
        .init(method: .get, path: "/healthz", guest: 200, owner: 200, stranger: 200),
        .init(method: .get, path: "/metrics", guest: 200, owner: 200, stranger: 200),
    ]

    enum Role: Sendable, CaseIterable { case guest, owner, stranger }

    @Test("[A11] status, body and changed records", arguments: all, Role.allCases)
    func scenario(_ scenario: Scenario, _ role: Role) async throws {
        try await World.with { world in
            let owner = try await world.signUp(1)
            let stranger = try await world.signUp(2)
            let made = try await world.create(#"{"title":"Owner's secret"}"#, by: owner)
            _ = try await world.createNote(title: "Owner's secret walk", by: owner)
            let sessions = try await world.call(.get, "/api/v1/sessions", by: owner).json(.ok)
            let session = sessions["items"]?.arrayValue?.first?.text("id") ?? ""
            let photo = digest(of: Sample.photo).description
            _ = try await world.put(Sample.photo, by: owner).json(.created)
            let path = scenario.path.replacing("{todo}", with: made.text("id")).replacing("{session}", with: session)
                .replacing("{photo}", with: photo).replacing("{note}", with: uuid(1).description)
            let before = try await world.changes(of: owner)

            let person: Person? = role == .owner ? owner : role == .stranger ? stranger : nil
            let answer = try await world.call(scenario.method, path, scenario.body, by: person)

            let expected = role == .owner ? scenario.owner : role == .stranger ? scenario.stranger : scenario.guest
            #expect(answer.status.code == expected, "\(answer.text)")
            if role != .owner { #expect(!answer.text.contains("secret")) }
            if expected == 404 { try await expectSameAsUnknown(answer, scenario, by: person, world) }
            if expected >= 400 { #expect(answer.headers[.contentType] == "application/problem+json") }
            if role == .owner, scenario.path == "/api/v1/account", scenario.method == .delete { return }
            let changes = try await world.changes(of: owner) - before
            #expect(changes == (role == .owner ? scenario.changes : 0))
        }
    }

    /// Another person's record must look exactly like one that does not exist.
    private func expectSameAsUnknown(
        _ answer: Answer,
        _ scenario: Scenario,
        by person: Person?,
        _ world: World
    ) async throws {
        let unknown = uuid(404).description
        let path = scenario.path.replacing("{todo}", with: unknown).replacing("{session}", with: unknown)
            .replacing("{photo}", with: digest(of: []).description).replacing("{note}", with: unknown)
        let other = try await world.call(scenario.method, path, scenario.body, by: person)
        #expect(other.status == answer.status)
        #expect(other.text == answer.text)
        #expect(other.headers == answer.headers)
    }

    @Test("the table has every route")
    func complete() async throws {
        let table = Set(
            Self.all.map { scenario in
                let path = scenario.path.replacing("history/todo", with: "history/{kind}")
                let pattern = path.replacing("{todo}", with: "{id}").replacing("{session}", with: "{id}")
                    .replacing("{note}", with: "{id}")
                return "\(scenario.method) \(pattern.replacing("{photo}", with: "{sha256}"))"
            }
        )
        #expect(table == Set(InterfaceTests.routes.map { "\($0.method) \($0.path)" }))
    }

    @Test("[A9] a token that is malformed, has ended or is of a deleted account opens nothing")
    func badTokens() async throws {
        try await World.with { world in
            let owner = try await world.signUp()
            for header in [
                "Bearer", "Bearer ", "Bearer x", "Basic \(owner.token)", "Bearer \(owner.token)x", owner.token,
                "Bearer \(owner.token.uppercased())", "Bearer \(owner.token) \(owner.token)",
            ] {
                let answer = try await world.call(.get, "/api/v1/account", headers: [.authorization: header])
                #expect(answer.status == .unauthorized, "\(header)")
                #expect(answer.headers[.wwwAuthenticate] == "Bearer")
            }
            #expect(try await world.call(.get, "/api/v1/account", by: owner).status == .ok)
            _ = try await world.call(.delete, "/api/v1/sessions/current", by: owner)
            #expect(try await world.call(.get, "/api/v1/account", by: owner).status == .unauthorized)
        }
    }
}

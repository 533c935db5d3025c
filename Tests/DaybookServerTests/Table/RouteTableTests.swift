import DaybookCore
import DaybookScrypt
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

/// Made from the OpenAPI document, so that every described route is tested. Another test checks that every route is
/// described.
@Suite("Every route of the OpenAPI document")
struct RouteTableTests {
    /// Credentials that give no access.
    enum Credential: String, Sendable, CaseIterable {
        case nothing, garbage, empty, wrongScheme, garbageCookie, otherCookie
        case ended, endedCookie, endedFromElsewhere, endedByNewPassword, idle, old, deletedAccount
        case forSomebodyElse, forNobody, forSomebodyElseCookie
    }

    static let closed = Described.all.filter(\.needsSession)
    static let changing = Described.all.filter(\.isChange)
    static let named = closed.filter { $0.hasParameter && !$0.makesWhatItNames }

    @Test(
        "the document is the one that is served, and the tables hold every route of the server, closed ones as closed"
    )
    func served() async throws {
        try await World.with { world in
            let served = try await world.call(.get, "/api/v1/openapi.json").json(.ok)
            #expect(served == Described.document)
            let routes = InterfaceTests.routes
            #expect(Described.all.map(\.description).sorted() == routes.map { "\($0.method) \($0.path)" }.sorted())
            let closed = routes.filter { !$0.isOpen }
            #expect(Self.closed.map(\.description).sorted() == closed.map { "\($0.method) \($0.path)" }.sorted())
            #expect(!Self.named.isEmpty && !Self.changing.isEmpty)
        }
    }

    @Test("[A11] with its owner's session and a body made from its schema it does what it is for", arguments: closed)
    func owner(_ route: Described) async throws {
        try await Household.with { household in
            let answer = try await household.call(route, by: household.owner)
            // 409: an import needs an empty account.
            #expect(answer.status.kind == .successful || answer.status == .conflict, "\(answer.text)")
        }
    }

    @Test("[A9] [A11] what opens nothing gets 401 and changes nothing", arguments: closed, Credential.allCases)
    func noSession(_ route: Described, _ credential: Credential) async throws {
        try await Household.with(configure: Self.configure(for: credential)) { household in
            let (headers, session) = try await Self.headers(for: credential, household)
            let before = try await household.everything()
            let answer = try await household.call(route, headers: headers)
            #expect(answer.status == .unauthorized, "\(answer.text)")
            #expect(answer.headers[.wwwAuthenticate] == "Bearer")
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.text == Problem.noSession.text)
            // An expired session may be removed, and nothing else.
            var expected = before
            let after = try await household.everything()
            if credential == .idle || credential == .old {
                for index in expected.people.indices { expected.people[index].sessions.removeAll { $0.id == session } }
            }
            #expect(after == expected)
        }
    }

    private static func configure(for credential: Credential) -> (inout ServerConfiguration) -> Void {
        { configuration in
            if credential == .idle { configuration.sessionIdle = .days(2) }
            if credential == .old { configuration.sessionAbsolute = .days(2) }
        }
    }

    /// Headers with a credential, and its session, if any.
    private static func headers(
        for credential: Credential,
        _ household: Household
    ) async throws -> (HTTPFields, SessionID?) {
        let world = household.world
        func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }
        func cookie(_ token: String) throws -> HTTPFields {
            [.cookie: "daybook=\(token)", try #require(.secFetchSite): "same-origin"]
        }
        let accountHeader = try #require(HTTPField.Name("Daybook-Account"))
        let mine = household.owner.token
        switch credential {
        case .nothing: return ([:], nil)
        case .garbage: return (bearer(String(repeating: "x", count: 43)), nil)
        case .empty: return ([.authorization: "Bearer "], nil)
        case .wrongScheme: return ([.authorization: "Basic \(mine)"], nil)
        case .garbageCookie: return (try cookie(String(repeating: "x", count: 43)), nil)
        case .otherCookie: return ([.cookie: "session=\(mine)", try #require(.secFetchSite): "same-origin"], nil)
        case .forSomebodyElse:
            return ([.authorization: "Bearer \(mine)", accountHeader: "\(household.stranger.account)"], nil)
        case .forNobody: return ([.authorization: "Bearer \(mine)", accountHeader: "me"], nil)
        case .forSomebodyElseCookie:
            var headers = try cookie(mine)
            headers[accountHeader] = "\(household.stranger.account)"
            return (headers, nil)
        case .ended, .endedCookie, .endedFromElsewhere, .endedByNewPassword, .idle, .old, .deletedAccount:
            let (token, session) = try await lost(credential, household)
            return (credential == .endedCookie ? try cookie(token) : bearer(token), session)
        }
    }

    /// A token that was valid once.
    private static func lost(_ credential: Credential, _ household: Household) async throws -> (String, SessionID?) {
        let world = household.world
        if credential == .deletedAccount {
            let gone = try await world.signUp(3)
            let body = #"{"password":"\#(Person.password)"}"#
            try #require(try await world.call(.delete, "/api/v1/account", body, by: gone).status == .noContent)
            return (gone.token, nil)
        }
        world.clock.advance(.seconds(1))
        let second = try Person(number: 1, try await world.call(.post, "/api/v1/sessions", Person.signIn(1)))
        let newest = try await world.storage.sessions(of: household.owner.account).max { $0.createdAt < $1.createdAt }
        let id = try #require(newest?.id)
        try await end(second, id, credential, household)
        return (second.token, id)
    }

    private static func end(
        _ second: Person,
        _ id: SessionID,
        _ credential: Credential,
        _ household: Household
    ) async throws {
        let world = household.world
        let answer: Answer
        switch credential {
        case .idle, .old:
            // Used every day, so that only the absolute limit ends it.
            for _ in 0..<(credential == .old ? 2 : 0) {
                world.clock.advance(.hours(23))
                _ = try await world.call(.get, "/api/v1/account", by: second)
            }
            return world.clock.advance(.hours(49))
        case .endedFromElsewhere:
            answer = try await world.call(.delete, "/api/v1/sessions/\(id)", by: household.owner)
        case .endedByNewPassword:
            let body = #"{"current":"\#(Person.password)","new":"kLM8!nP2q"}"#
            answer = try await world.call(.put, "/api/v1/account/password", body, by: household.owner)
        default: answer = try await world.call(.delete, "/api/v1/sessions/current", by: second)
        }
        try #require(answer.status == .noContent, "\(answer.text)")
    }

    @Test("[A11] somebody else's id is answered as one that does not exist, and changes nothing", arguments: named)
    func foreign(_ route: Described) async throws {
        try await Household.with { household in
            let before = try await household.everything()
            let foreign = try await household.call(route, by: household.stranger)
            let unknown = try await household.call(
                route,
                at: try household.path(route, isKnown: false),
                by: household.stranger
            )
            #expect(foreign.status == .notFound, "\(foreign.text)")
            #expect(foreign.status == unknown.status)
            #expect(foreign.bytes == unknown.bytes)
            #expect(foreign.headers == unknown.headers)
            #expect(try await household.everything() == before)
        }
    }

    @Test("[A11] what somebody else does to their own things leaves the owner's as they are", arguments: closed)
    func stranger(_ route: Described) async throws {
        try await Household.with { household in
            let before = try await household.everything()
            let answer = try await household.call(route, by: household.stranger)
            #expect(answer.status.code < 500)
            #expect(try await household.everything().people[0] == before.people[0])
        }
    }

    /// The calls that a person with a temporary password may make.
    static let temporary: Set<String> = [
        "GET /api/v1/account", "PUT /api/v1/account/password", "DELETE /api/v1/sessions/current",
    ]

    @Test(
        "[A14] a temporary password opens its own replacement and the way out, and changes nothing else",
        arguments: closed
    )
    func temporary(_ route: Described) async throws {
        try await Household.with { household in
            let world = household.world
            let given = TemporaryPasswordTests.given
            let hash = try PasswordHash(password: given, cost: ScryptCost(log2N: 1) ?? .server).description
            let until = world.clock.now.advanced(by: .hours(24))
            let owner = household.owner.account
            try #require(try await world.storage.resetPassword(of: owner, to: hash, until: until, at: world.clock.now))
            let person = try Person(number: 1, try await world.signIn(1, given))
            let before = try await household.everything()
            let answer = try await household.call(route, by: person)
            if Self.temporary.contains(route.description) { return #expect(answer.status != .forbidden) }
            #expect(answer.status == .forbidden && answer.broken == ["password:temporary"], "\(answer.text)")
            #expect(try await household.everything() == before)
        }
    }

    /// The origin headers of a browser when a request does not come from the web app.
    static let elsewhere: [[String: String]] = [
        ["Sec-Fetch-Site": "cross-site"], ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "anything"],
        ["Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"], ["Origin": "https://evil.example"],
        ["Origin": "http://localhost.evil.example"], ["Origin": "http://localhost:1"], ["Origin": "null"],
        ["Origin": ""], [:],
    ]

    @Test("another site changes nothing with our cookie", arguments: changing, elsewhere)
    func crossSite(_ route: Described, _ origin: [String: String]) async throws {
        try await Household.with { household in
            var headers: HTTPFields = [.cookie: "daybook=\(household.owner.token)"]
            for (name, value) in origin { headers[try #require(HTTPField.Name(name))] = value }
            let before = try await household.everything()
            let answer = try await household.call(route, headers: headers)
            #expect(answer.status == .forbidden, "\(answer.text)")
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.headers[.setCookie] == nil)
            #expect(try await household.everything() == before)
        }
    }

    @Test(
        "the web app does",
        arguments: changing,
        [["Sec-Fetch-Site": "same-origin"], ["Origin": "http://localhost"], ["Sec-Fetch-Site": "none"]]
    )
    func sameSite(_ route: Described, _ origin: [String: String]) async throws {
        try await Household.with { household in
            var headers: HTTPFields = [.cookie: "daybook=\(household.owner.token)"]
            for (name, value) in origin { headers[try #require(HTTPField.Name(name))] = value }
            let answer = try await household.call(route, headers: headers)
            #expect(answer.status.kind == .successful || answer.status == .conflict, "\(answer.text)")
        }
    }
}

extension Problem {
    /// The document's text.
    fileprivate var text: String {
        let members: [JSON.Member] = [
            .init("type", .string("about:blank")), .init("title", .string(status.reasonPhrase)),
            .init("status", .integer(Int64(status.code))), .init("detail", .string(detail)),
        ]
        return String(decoding: JSON.object(members).encoded, as: UTF8.self)
    }
}

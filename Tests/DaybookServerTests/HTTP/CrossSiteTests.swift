import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Requests that another site makes a browser send")
struct CrossSiteTests {
    /// The headers that a browser sends, and whether the change is allowed.
    static let cases: [(name: String, headers: [String: String], isAllowed: Bool)] = [
        ("the web app", ["Sec-Fetch-Site": "same-origin"], true),
        ("typed by the person", ["Sec-Fetch-Site": "none"], true),
        ("another site", ["Sec-Fetch-Site": "cross-site"], false),
        ("a sister site", ["Sec-Fetch-Site": "same-site"], false),
        ("the web app, older browser", ["Origin": "http://localhost"], true),
        ("the web app behind TLS", ["Origin": "https://LOCALHOST"], true),
        ("another site, older browser", ["Origin": "https://evil.example"], false),
        ("another port", ["Origin": "http://localhost:1234"], false),
        ("a sandbox", ["Origin": "null"], false),
        ("fetch metadata wins", ["Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"], false),
        ("neither", [:], false),
    ]

    @Test("a change with the cookie must come from the web app", arguments: cases.indices)
    func cookie(_ index: Int) async throws {
        let (name, extra, isAllowed) = Self.cases[index]
        try await World.with { world in
            let person = try await world.signUp()
            var headers: HTTPFields = [.cookie: "theme=dark; daybook=\(person.token)"]
            for (field, value) in extra { headers[try #require(HTTPField.Name(field))] = value }
            let before = try await world.changes(of: person)
            let answer = try await world.call(.post, "/api/v1/todos", #"{"title":"Buy milk"}"#, headers: headers)
            #expect(answer.status == (isAllowed ? .created : .forbidden), "\(name)")
            #expect(try await world.changes(of: person) - before == (isAllowed ? 1 : 0))
            // Reading is allowed: another site cannot see the answer.
            #expect(try await world.call(.get, "/api/v1/todos", headers: headers).status == .ok)
        }
    }

    @Test("a token that a program brings itself needs no such proof")
    func bearer() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(
                .post,
                "/api/v1/todos",
                #"{"title":"Buy milk"}"#,
                by: person,
                headers: [.origin: "https://evil.example"]
            )
            #expect(answer.status == .created)
        }
    }

    @Test(
        "any other Authorization header is none: a browser adds it by itself",
        arguments: ["Basic YTpi", "Digest username=a", "Bearerx", "bearer"]
    )
    func otherSchemes(_ header: String) async throws {
        try await World.with { world in
            _ = try await world.signUp()
            let answer = try await world.call(
                .post,
                "/api/v1/sessions",
                Person.signIn(1),
                headers: [.origin: "https://evil.example", .authorization: header]
            )
            #expect(answer.status == .forbidden)
        }
    }

    @Test("another site cannot sign a browser in either")
    func signIn() async throws {
        try await World.with { world in
            _ = try await world.signUp()
            let answer = try await world.call(
                .post,
                "/api/v1/sessions",
                Person.signIn(1),
                headers: [.origin: "https://evil.example"]
            )
            #expect(answer.status == .forbidden)
            #expect(answer.headers[.setCookie] == nil)
        }
    }
}

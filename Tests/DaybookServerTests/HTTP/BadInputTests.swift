import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Bad input: a clear answer, nothing changed")
struct BadInputTests {
    struct Case: Sendable, CustomStringConvertible {
        let name: String
        let body: String
        let status: Int
        var broken: [String] = []
        var description: String { name }
    }

    static let deep = String(repeating: "[", count: 100_000)

    @Test(
        "A body that is not JSON gets the fault in words, with the place",
        arguments: [
            ("", "The body is empty. Send a JSON object."),
            ("title=Buy milk", "This is not JSON: at byte 1 is an unexpected character."),
            (#"{"title":"Buy mi"#, "This is not JSON: at byte 16 it ends too early."),
            (#"{"title":"a"}{}"#, "This is not JSON: at byte 13 more follows."),
            (#"{"title":"a","title":"b"}"#, "This is not JSON: at byte 13 a name occurs a second time."),
            (#"{"title":01}"#, "This is not JSON: at byte 10 is a number that cannot be read."),
        ]
    )
    func words(_ body: String, _ detail: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(.post, "/api/v1/todos", body, by: person)
            #expect(answer.status == .badRequest)
            #expect(try answer.json.text("detail") == detail)
        }
    }

    static let cases: [Case] = [
        .init(name: "nothing", body: "", status: 400),
        .init(name: "no JSON", body: "title=Buy milk", status: 400),
        .init(name: "cut off", body: #"{"title":"Buy mi"#, status: 400),
        .init(name: "cut off behind a comma", body: #"{"title":"Buy milk","#, status: 400),
        .init(name: "two values", body: #"{"title":"a"}{}"#, status: 400),
        .init(name: "a list", body: #"[{"title":"Buy milk"}]"#, status: 422, broken: ["body:wrong_type"]),
        .init(name: "a text", body: #""Buy milk""#, status: 422, broken: ["body:wrong_type"]),
        .init(name: "a name twice", body: #"{"title":"a","title":"b"}"#, status: 400),
        .init(name: "half a surrogate pair", body: #"{"title":"\ud83d"}"#, status: 400),
        .init(name: "a bare control character", body: "{\"title\":\"a\u{1}b\"}", status: 400),
        .init(name: "deep nesting", body: #"{"title":"# + deep, status: 400),
        .init(
            name: "a number as title",
            body: #"{"title":5}"#,
            status: 422,
            broken: ["title:wrong_type", "title:required"]
        ),
        .init(name: "null as title", body: #"{"title":null}"#, status: 422),
        .init(
            name: "a huge number as deadline",
            body: #"{"title":"a","deadline":1e999}"#,
            status: 422,
            broken: ["deadline:wrong_type"]
        ),
        .init(
            name: "a day that does not exist",
            body: #"{"title":"a","deadline":"2027-02-30T00:00:00.000Z"}"#,
            status: 422,
            broken: ["deadline:wrong_type"]
        ),
        .init(
            name: "tags that are no texts",
            body: #"{"title":"a","tags":["x",1]}"#,
            status: 422,
            broken: ["tags:wrong_type"]
        ),
        .init(
            name: "tags that are no list",
            body: #"{"title":"a","tags":"x"}"#,
            status: 422,
            broken: ["tags:wrong_type"]
        ),
        .init(name: "an id that is none", body: #"{"title":"a","id":"1"}"#, status: 422, broken: ["id:wrong_type"]),
        .init(
            name: "a field nobody knows",
            body: #"{"title":"a","colour":"red"}"#,
            status: 422,
            broken: ["colour:unknown_field"]
        ),
        .init(
            name: "two fields nobody knows",
            body: #"{"title":"a","x":1,"y":2}"#,
            status: 422,
            broken: ["x:unknown_field", "y:unknown_field"]
        ),
        .init(
            name: "done, which a new one never is",
            body: #"{"title":"a","done":true}"#,
            status: 422,
            broken: ["done:unknown_field"]
        ),
        .init(
            name: "control characters in the title",
            body: #"{"title":"a\u0000b"}"#,
            status: 422,
            broken: ["title:bad_characters"]
        ),
        .init(
            name: "only invisible characters",
            body: #"{"title":"\u200b\u200b \u00a0"}"#,
            status: 422,
            broken: ["title:required"]
        ),
        .init(
            name: "a title of 100 KB",
            body: #"{"title":""# + String(repeating: "x", count: 100_000) + #""}"#,
            status: 422,
            broken: ["title:too_long"]
        ),
        .init(
            name: "a title of 1 MB",
            body: #"{"title":""# + String(repeating: "x", count: 1_000_000) + #""}"#,
            status: 413
        ),
        .init(
            name: "more values than a body may have",
            body: #"{"title":"a","tags":["# + String(repeating: "1,", count: 5_000) + "1]}",
            status: 413
        ),
        .init(
            name: "a thousand accents on one letter",
            body: #"{"title":"a"# + String(repeating: "\u{301}", count: 2_000) + #""}"#,
            status: 422,
            broken: ["title:too_long"]
        ),
    ]

    @Test("a new to-do", arguments: cases)
    func newTodo(_ bad: Case) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(.post, "/api/v1/todos", bad.body, by: person)
            #expect(answer.status.code == bad.status, "\(answer.text)")
            #expect(answer.headers[.contentType] == "application/problem+json")
            let detail = try answer.json.text("detail")
            #expect(!detail.isEmpty)
            if !bad.broken.isEmpty { #expect(answer.broken.first == bad.broken.first) }
            #expect(try await world.changes(of: person) == 0)
            // The server still works.
            #expect(try await world.list(by: person)["total"] == .integer(0))
        }
    }

    @Test(
        "titles that look dangerous are only text",
        arguments: [
            "👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "שלום עולם", "\u{202E}drawkcab", "<script>alert(1)</script>", "'; DROP TABLE records; --",
            "e\u{301}te\u{301}", "\\\"quoted\\\"",
        ]
    )
    func onlyText(_ title: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let body = JSON.object([.init("title", .string(title))]).encoded
            let made = try await world.create(String(decoding: body, as: UTF8.self), by: person)
            #expect(Array(made.text("title").unicodeScalars) == Array(title.unicodeScalars))
            #expect(try await world.list(by: person).titles == [title])
        }
    }

    @Test("a body of a stated type other than JSON is a 415")
    func contentType() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let body = #"{"title":"Buy milk"}"#
            for type in ["text/plain", "application/x-www-form-urlencoded", "", "multipart/form-data"] {
                let answer = try await world.call(
                    .post,
                    "/api/v1/todos",
                    body,
                    by: person,
                    headers: [.contentType: type]
                )
                #expect(answer.status == .unsupportedMediaType, "\(type)")
            }
            for type in ["application/json", "application/json; charset=utf-8", "Application/JSON ;charset=UTF-8"] {
                let answer = try await world.call(
                    .post,
                    "/api/v1/todos",
                    body,
                    by: person,
                    headers: [.contentType: type]
                )
                #expect(answer.status == .created, "\(type)")
            }
            let packed = try await world.call(
                .post,
                "/api/v1/todos",
                body,
                by: person,
                headers: [.contentEncoding: "br"]
            )
            #expect(packed.status == .unsupportedMediaType)
        }
    }

    @Test(
        "a wrong query gets an error that names its part",
        arguments: [
            ("?sort=size", ["sort:bad_form"]), ("?limit=0", ["limit:bad_form"]), ("?limit=501", ["limit:bad_form"]),
            ("?limit=ten", ["limit:bad_form"]), ("?done=yes", ["done:bad_form"]), ("?after=xyz", ["after:bad_form"]),
            ("?colour=red", ["colour:unknown_field"]), ("?sort=size&limit=0", ["sort:bad_form", "limit:bad_form"]),
            (
                "?after=WyJ0aXRsZSIsMSxudWxsLCIiLCIwMTkwMDAwMC0wMDAwLTcwMDAtODAwMC0wMDAwMDAwMDAwMDEiXQ",
                ["after:bad_form"]
            ),
        ]
    )
    func query(_ query: String, _ broken: [String]) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(.get, "/api/v1/todos\(query)", by: person)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.broken == broken)
        }
    }

    @Test(
        "ids in an address that are none are not there",
        arguments: [
            "1", "..%2F..%2Fetc%2Fpasswd", "%00", "00000000-0000-0000-0000-00000000000g",
            String(repeating: "a", count: 5_000),
        ]
    )
    func badIDs(_ id: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            #expect(try await world.call(.get, "/api/v1/todos/\(id)", by: person).status == .notFound)
            #expect(try await world.call(.delete, "/api/v1/sessions/\(id)", by: person).status == .notFound)
        }
    }
}

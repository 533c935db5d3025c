import DaybookCore
import DaybookStore
import HTTPTypes
import NIOHTTP1
import Testing

@testable import DaybookServer

/// Comparing such texts as the standard library does takes the square of their length.
@Suite("Texts with long runs of combining marks", .timeLimit(.minutes(1)))
struct HostileTextTests {
    private static func run(_ first: String, _ second: String, _ count: Int) -> String {
        "e" + String(repeating: first + second, count: count)
    }

    private static let one = run("\u{301}", "\u{316}", 12_000)
    private static let other = run("\u{316}", "\u{301}", 12_000)

    @Test("are kept, changed and found by sync, by the interface and in lists")
    func kept() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            for (time, text) in [Self.one, Self.other, Self.one, Self.other].enumerated() {
                let detail = change(1, at: Int64(time), ("title", .string("Run")), ("detail", .string(text)))
                #expect(try await world.sync([detail], by: person).rejected.isEmpty)
                #expect(try await world.list("?q=run", by: person)["total"] == .integer(1))
            }
            let path = "/api/v1/todos/\(uuid(1))"
            for text in [Self.one, Self.other, Self.one] {
                let body = JSON.object([.init("detail", .string(text))]).encoded
                let answer = try await world.call(.patch, path, String(decoding: body, as: UTF8.self), by: person)
                #expect(try answer.json(.ok).text("detail").utf8.elementsEqual(text.utf8))
            }
        }
    }

    @Test("are refused as names, as choices and as tags")
    func refused() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let (one, other) = (Self.run("\u{301}", "\u{316}", 3_000), Self.run("\u{316}", "\u{301}", 3_000))
            let members: [JSON.Member] = [
                .init("title", .string("Run")), .init(one, .null), .init(other, .null),
                .init("tags", .array([.string(one), .string(other)])),
                .init("repeat", .object([.init("rule", .string("FREQ=DAILY")), .init("from", .string(one))])),
            ]
            let body = String(decoding: JSON.object(members).encoded, as: UTF8.self)
            #expect(try await world.call(.post, "/api/v1/todos", body, by: person).status == .unprocessableContent)
            let limits = String(decoding: JSON.object([.init("limits", .string(Self.one))]).encoded, as: UTF8.self)
            #expect(try await world.call(.patch, "/api/v1/account", limits, by: person).status == .unprocessableContent)
            let origin = change(2, at: 1, ("title", .string("a")), ("origin", .string(Self.one)))
            #expect(try await world.sync([origin], by: person).rejected.count == 1)
            let query = "?q=" + String(repeating: "%CC%81%CC%96", count: 1_000)
            for path in ["todos", "notes", "trash", "reminders/deliveries"] {
                let answer = try await world.call(.get, "/api/v1/\(path)\(query)", by: person)
                let detail = try answer.json(.unprocessableContent).text("detail")
                #expect(detail == "The query is longer than 8,192 bytes. Send a shorter query.", "\(path)")
                #expect(answer.broken.isEmpty, "\(path)")
            }
        }
    }

    @Test("are compared by their bytes when a request is repeated")
    func repeated() {
        let name = Self.run("\u{301}", "\u{316}", 1 << 18)
        let fields: (Stamp) -> [Record.Field] = { stamp in
            [Record.Field(Todo.Field.created, .integer(1), stamp), Record.Field(name, .bool(true), stamp)]
        }
        let record = Record(kind: .todo, id: uuid(1), fields: fields(stamp()))
        #expect(record.wasMade(by: fields, state: Todo.Field.done))
    }

    @Test("are refused in a target, and in a field of a request")
    func heads() {
        func head(_ target: String, _ value: String) -> HTTPRequestHead {
            HTTPRequestHead(
                version: .http1_1,
                method: .GET,
                uri: target,
                headers: ["Host": "a", "Accept-Encoding": value]
            )
        }
        #expect(RequestCheck.isText(head("/a?b=%CC%81", "gzip")))
        #expect(RequestCheck.isText(head("/", "Zoë")))
        #expect(!RequestCheck.isText(head("/é", "gzip")))
        #expect(!RequestCheck.isText(head("/", Self.one)))
    }
}

import Testing

@testable import DaybookCore

@Suite struct SyncMessagesTests {
    private let id = "01998b2e-7c00-7000-8000-000000000001"
    private let device = "01998b2e-7c00-7000-8000-0000000000ff"
    private let stamp = "019aa5c23e8000000000000000000001"

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    private func record(_ text: String) throws -> Record { try Record(json: try JSON(text: text)) }

    // MARK: - Literals of the HTTP interface

    private var changeText: String {
        #"{"kind":"todo","id":"\#(id)","fields":{"done":[false,"\#(stamp)"],"tag:home":[true,"\#(stamp)"],"#
            + #""title":["Buy milk","\#(stamp)"]},"deleted":"\#(stamp)"}"#
    }

    private func change() throws -> Record {
        let stamp = try #require(Stamp(stamp))
        return Record(
            kind: .todo,
            id: try #require(UUID(id)),
            fields: [
                .init("title", .string("Buy milk"), stamp), .init("done", .bool(false), stamp),
                .init("tag:home", .bool(true), stamp),
            ],
            deleted: stamp
        )
    }

    @Test("[S8] A request is written and read as in the interface")
    func request() throws {
        let literal = #"{"device":"\#(device)","cursor":7,"limit":1000,"changes":[\#(changeText)]}"#
        let request = SyncRequest(device: try #require(UUID(device)), cursor: 7, changes: [try change()])
        #expect(text(request.encoded) == literal)
        #expect(try SyncRequest(Array(literal.utf8)) == request)
        let short = #"{"cursor":0,"device":"\#(device)"}"#
        #expect(try SyncRequest(Array(short.utf8)) == SyncRequest(device: try #require(UUID(device)), cursor: 0))
    }

    @Test("[S8] An answer is written and read as in the interface")
    func answer() throws {
        let literal =
            #"{"cursor":128,"more":false,"now":1763700000000,"changes":[\#(changeText)],"rejected":[{"kind":"todo","#
            + #""id":"\#(id)","errors":[{"field":"title","code":"too_long","message":"Shorten it."}]}],"reset":false}"#
        let answer = SyncAnswer(
            cursor: 128,
            hasMore: false,
            now: Instant(milliseconds: 1_763_700_000_000),
            changes: [try change()],
            rejected: [.init(key: try change().key, violations: [Violation(.title, .tooLong, "Shorten it.")])]
        )
        #expect(text(answer.encoded) == literal)
        #expect(SyncAnswer(Array(literal.utf8)) == answer)
        let reset = #"{"cursor":0,"more":true,"now":-1,"changes":[],"rejected":[],"reset":true}"#
        #expect(
            SyncAnswer(Array(reset.utf8))
                == SyncAnswer(
                    cursor: 0,
                    hasMore: true,
                    now: Instant(milliseconds: -1),
                    changes: [],
                    mustReset: true
                )
        )
    }

    @Test("[S8] What is no request is refused, with the reason")
    func refusedRequests() {
        func refuses(_ text: String, _ failure: SyncRequest.Failure) {
            #expect(throws: failure, "\(text)") { try SyncRequest(Array(text.utf8)) }
        }
        let start = #"{"device":"\#(device)","cursor":0"#
        refuses("", .json(JSON.ParseError(.unexpectedEnd, at: 0)))
        refuses("[]", .member("body"))
        refuses("{}", .member("device"))
        refuses(#"{"device":"x","cursor":0}"#, .member("device"))
        refuses(#"{"device":"\#(device)"}"#, .member("cursor"))
        refuses(#"{"device":"\#(device)","cursor":-1}"#, .member("cursor"))
        refuses(#"{"device":"\#(device)","cursor":1.0}"#, .member("cursor"))
        refuses(#"{"device":"\#(device)","cursor":9223372036854775808}"#, .member("cursor"))
        refuses(start + #","limit":0}"#, .member("limit"))
        refuses(start + #","limit":1001}"#, .member("limit"))
        refuses(start + #","limit":null}"#, .member("limit"))
        refuses(start + #","changes":{}}"#, .member("changes"))
        refuses(start + #","more":1}"#, .unknownMember("more"))
        refuses(start + #","changes":[\#(changeText),7]}"#, .change(1, .notAnObject))
        let many = repeatElement("0", count: 1_001).joined(separator: ",")
        refuses(start + #","changes":[\#(many)]}"#, .tooManyChanges)
    }

    @Test(
        "[S8] What is no record is refused, with the reason",
        arguments: [
            ("[]", .notAnObject), ("{}", .badKind), (#"{"kind":"todo"}"#, .badID), (#"{"kind":""}"#, .badKind),
            (#"{"kind":"123456789012345678901234567890123"}"#, .badKind), (#"{"kind":7}"#, .badKind),
            (#"{"kind":"todo","id":"7"}"#, .badID), (#"{"kind":"todo","more":1}"#, .unknownMember("more")),
            (#"{"kind":"todo","fields":[]}"#, .badField("fields")),
            (#"{"kind":"todo","fields":{"":[1,"019aa5c23e8000000000000000000001"]}}"#, .badField("")),
            (#"{"kind":"todo","fields":{"a":1}}"#, .badField("a")),
            (#"{"kind":"todo","fields":{"a":[1]}}"#, .badField("a")),
            (#"{"kind":"todo","fields":{"a":[1,"019aa5c23e8000000000000000000001",2]}}"#, .badField("a")),
            (#"{"kind":"todo","fields":{"a":[1,2]}}"#, .badStamp("a")),
            (#"{"kind":"todo","fields":{"a":[1,"019AA5C23E8000000000000000000001"]}}"#, .badStamp("a")),
            (#"{"kind":"todo","deleted":7}"#, .badStamp("deleted")),
        ] as [(String, Record.WireError)]
    )
    func refusedRecords(text: String, error: Record.WireError) {
        #expect(throws: error) { try record(text) }
    }

    @Test("[S8] A record without fields, or with a delete that is null, reads")
    func sparseRecords() throws {
        let plain = Record(kind: .note, id: try #require(UUID(id)))
        #expect(try record(#"{"kind":"note","id":"\#(id)"}"#) == plain)
        #expect(try record(#"{"kind":"note","id":"\#(id)","fields":{},"deleted":null}"#) == plain)
    }

    @Test("[T3] Every tag that the rules allow fits the wire, whatever its script")
    func longTags() throws {
        let stamp = try #require(Stamp(stamp))
        for character in [
            "a", "é", Sample.emojiFamily, "🇮🇳", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}", "क्षि",
        ] {
            let tag = String(repeating: character, count: 8)
            #expect(Rules.standard.tagViolation(tag) == nil)
            let record = Record(
                kind: .todo,
                id: try #require(UUID(id)),
                fields: Todo.fields(for: TodoDraft(title: "a", tags: [tag]), at: stamp)
            )
            let request = SyncRequest(device: record.id, cursor: 0, changes: [record])
            #expect(try SyncRequest(request.encoded) == request, "\(tag)")
        }
    }

    @Test("[S8] Messages read back, unknown kinds and fields included")
    func roundTrip() {
        property(runs: 500) { random in
            let records = random.array(0...4) { random in
                let name = "kind \(random.int(0...9))"
                return random.record(kind: random.oneIn(3) ? Record.Kind(name) : .todo, id: random.uuid())
            }
            let request = SyncRequest(device: random.uuid(), cursor: random.int64(0...(.max)), changes: records)
            try hold(try SyncRequest(request.encoded), equals: request, "request")
            let rejected = records.prefix(2).map {
                SyncAnswer.Rejected(key: $0.key, violations: [Violation(.title, .tooMany, random.text())])
            }
            let answer = SyncAnswer(
                cursor: random.int64(0...(.max)),
                hasMore: random.oneIn(2),
                now: Instant(milliseconds: random.int64(0...(.max))),
                changes: records,
                rejected: rejected,
                mustReset: random.oneIn(2)
            )
            try hold(SyncAnswer(answer.encoded), equals: answer, "answer")
            for record in records {
                var fields: [UInt8] = []
                record.writeFields(to: &fields)
                let again = try Record(
                    kind: record.kind,
                    id: record.id,
                    fieldsJSON: try JSON(fields),
                    deleted: record.deleted
                )
                try hold(again, equals: record, "fields alone")
            }
        }
    }

    @Test("[S8] Damaged messages never crash")
    func fuzz() {
        property(runs: 1_000) { random in
            let records = random.array(0...3) { $0.record(id: $0.uuid()) }
            var request = SyncRequest(device: random.uuid(), cursor: 1, changes: records).encoded
            var answer = SyncAnswer(
                cursor: 1,
                hasMore: false,
                now: Instant(milliseconds: 1),
                changes: records,
                rejected: [.init(key: Record.Key(kind: .todo, id: random.uuid()), violations: [])]
            ).encoded
            for _ in 0..<random.int(1...3) {
                random.mutate(&request)
                random.mutate(&answer)
            }
            if let request = try? SyncRequest(request) {
                try hold(try SyncRequest(request.encoded), equals: request, "request")
            }
            if let answer = SyncAnswer(answer) { try hold(SyncAnswer(answer.encoded), equals: answer, "answer") }
        }
    }
}

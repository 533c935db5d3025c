import DaybookCore
import DaybookZip
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Packed bodies and answers")
struct CompressionTests {
    static func packed(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBytes { Gzip.packed($0, level: 6) } }

    static func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
        let gunzip = Gunzip(limit: 4 << 20)
        try bytes.withUnsafeBytes { try gunzip.write($0) }
        return try gunzip.finish()
    }

    @Test("an answer of some size is packed for a client that takes it, and states that it depends on that")
    func answers() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            for number in 0..<20 { _ = try await world.create(#"{"title":"To-do \#(number)"}"#, by: person) }
            let plain = try await world.call(.get, "/api/v1/todos", by: person)
            #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == "Accept-Encoding")
            for (header, isPacked) in [
                ("gzip", true), ("gzip, deflate, br", true), ("br;q=1.0, gzip;q=0.5", true), ("GZIP", true),
                ("gzip;q=0", false), ("identity", false), ("br", false), ("", false),
            ] {
                let answer = try await world.call(
                    .get,
                    "/api/v1/todos",
                    by: person,
                    headers: [.acceptEncoding: header]
                )
                #expect((answer.headers[.contentEncoding] == "gzip") == isPacked, "\(header)")
                #expect(answer.headers[.vary] == "Accept-Encoding" && answer.status == .ok)
                let bytes = isPacked ? try Self.unpacked(answer.bytes) : answer.bytes
                #expect(bytes == plain.bytes)
                if isPacked { #expect(answer.bytes.count < plain.bytes.count / 3) }
            }
            let head = try await world.call(.head, "/api/v1/todos", by: person, headers: [.acceptEncoding: "gzip"])
            #expect(head.bytes.isEmpty && head.headers[.vary] == "Accept-Encoding")
        }
    }

    @Test("what is small, brings a session or goes on is not packed")
    func notPacked() async throws {
        try await World.with { world in
            let headers: HTTPFields = [.acceptEncoding: "gzip"]
            let signedUp = try await world.call(.post, "/api/v1/accounts", Person.signUp(1), headers: headers)
            #expect(signedUp.status == .created && signedUp.headers[.contentEncoding] == nil)
            let person = try Person(number: 1, signedUp)
            for path in ["/api/v1/account", "/api/v1/sync/events", "/api/v1/account/export"] {
                let answer = try await world.call(.get, path, by: person, headers: headers)
                #expect(answer.status == .ok && answer.headers[.contentEncoding] == nil, "\(path)")
                #expect(answer.headers[.vary] == nil, "\(path)")
            }
            // An answer that sets a cookie is not compressed, however long it is.
            for number in 0..<20 { _ = try await world.create(#"{"title":"To-do \#(number)"}"#, by: person) }
            world.clock.advance(.hours(2))
            var cookie = headers
            cookie[.cookie] = "daybook=\(person.token)"
            let first = try await world.call(.get, "/api/v1/todos", headers: cookie)
            #expect(first.headers[.setCookie] != nil && first.headers[.contentEncoding] == nil)
            #expect(try await world.call(.get, "/api/v1/todos", headers: cookie).headers[.contentEncoding] == "gzip")
        }
    }

    @Test("a packed body is taken as what it holds", arguments: ["gzip", "GZip", "x-gzip", " gzip "])
    func bodies(_ coding: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let body = Self.packed(Array(#"{"title":"Buy milk"}"#.utf8))
            let headers: HTTPFields = [.contentEncoding: coding]
            let answer = try await world.call(.post, "/api/v1/todos", bytes: body, by: person, headers: headers)
            #expect(try answer.json(.created).text("title") == "Buy milk")
        }
    }

    @Test("a packed sync request does what a plain one does")
    func sync() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let request = SyncRequest(device: uuid(7), cursor: 0, limit: 10, changes: [todo(1, title: "Buy milk")])
            let answer = try await world.call(
                .post,
                "/api/v1/sync",
                bytes: Self.packed(request.encoded),
                by: person,
                headers: [.contentEncoding: "gzip"]
            )
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(try await world.list(by: person)["total"] == .integer(1))
        }
    }

    @Test("a broken body is a 400, a bomb a 413, another coding a 415; and nothing is changed")
    func refused() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let whole = Self.packed(Array(#"{"title":"Buy milk"}"#.utf8))
            var wrongSum = whole
            wrongSum[wrongSum.count - 8] ^= 1
            let bomb = Self.packed([UInt8](repeating: 0x20, count: 8 << 20))
            let cases: [(String, [UInt8], HTTPResponse.Status)] = [
                ("gzip", Array(whole.dropLast()), .badRequest), ("gzip", whole + [0], .badRequest),
                ("gzip", wrongSum, .badRequest), ("gzip", [], .badRequest),
                ("gzip", Array(#"{"title":"Buy milk"}"#.utf8), .badRequest),
                ("gzip", Self.packed(Array("no JSON".utf8)), .badRequest),
                ("gzip", bomb, .contentTooLarge), ("gzip", whole + bomb, .contentTooLarge),
                ("br", whole, .unsupportedMediaType), ("deflate", whole, .unsupportedMediaType),
                ("gzip, gzip", Self.packed(whole), .unsupportedMediaType),
                ("", whole, .unsupportedMediaType),
            ]
            for (coding, body, status) in cases {
                let answer = try await world.call(
                    .post,
                    "/api/v1/todos",
                    bytes: body,
                    by: person,
                    headers: [.contentEncoding: coding]
                )
                #expect(answer.status == status, "\(coding), \(body.count) bytes: \(answer.text)")
                if status == .unsupportedMediaType { #expect(answer.headers[.acceptEncoding] == "gzip") }
            }
            #expect(try await world.list(by: person)["total"] == .integer(0))
            // An archive is compressed already.
            let answer = try await world.call(
                .post,
                "/api/v1/account/import",
                bytes: whole,
                by: person,
                headers: [.contentEncoding: "gzip", .contentType: "application/zip"]
            )
            #expect(answer.status == .unsupportedMediaType)
        }
    }
}

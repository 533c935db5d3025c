import DaybookCore
import DaybookZip
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Compressed answers")
struct CompressionTests {
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
                let bytes = isPacked ? unpackedGzip(answer.bytes) : answer.bytes
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

    @Test("a body with a content coding is a 415, on every route, and nothing is changed")
    func bodies() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let body = Array(#"{"title":"Buy milk"}"#.utf8)
            let packed = body.withUnsafeBytes { Gzip.packed($0, level: 6) }
            for (method, path, type) in [
                (HTTPRequest.Method.post, "todos", "application/json"), (.post, "sync", "application/json"),
                (.post, "account/import", "application/zip"),
            ] {
                for coding in ["gzip", "GZip", "x-gzip", " gzip ", "gzip, gzip", "br", "deflate", "identity, gzip", ""]
                {
                    let answer = try await world.call(
                        method,
                        "/api/v1/\(path)",
                        bytes: packed,
                        by: person,
                        headers: [.contentEncoding: coding, .contentType: type]
                    )
                    #expect(answer.status == .unsupportedMediaType, "\(path), \(coding): \(answer.text)")
                    #expect(answer.headers[.acceptEncoding] == "identity")
                }
            }
            #expect(try await world.changes(of: person) == 0)
            for coding in ["identity", " Identity "] {
                let headers: HTTPFields = [.contentEncoding: coding]
                let answer = try await world.call(.post, "/api/v1/todos", bytes: body, by: person, headers: headers)
                #expect(answer.status == .created)
            }
        }
    }
}

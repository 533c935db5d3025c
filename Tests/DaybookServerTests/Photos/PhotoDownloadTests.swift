import DaybookCore
import DaybookStore
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Photos that go out")
struct PhotoDownloadTests {
    /// A picture with so many bytes after its end that it is sent in several pieces.
    static let photo =
        Pictures.png(width: 9, height: 9) + (0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 4) }
    static var tag: String { "\"\(digest(of: photo))\"" }

    private func with(_ test: @Sendable (World, Person) async throws -> Void) async throws {
        try await World.with { world in
            let asha = try await world.signUp()
            _ = try await world.put(Self.photo, by: asha).json(.created)
            try await test(world, asha)
        }
    }

    @Test("[N6] it is kept by the browser for good, and is of no use to anything but a picture's place in the web app")
    func headers() async throws {
        try await with { world, asha in
            for method in [HTTPRequest.Method.get, .head] {
                let answer = try await world.get(Self.photo, method, by: asha)
                #expect(answer.status == .ok)
                let expected: [String: String] = [
                    "Content-Type": "image/png", "Content-Length": "\(Self.photo.count)", "ETag": Self.tag,
                    "Cache-Control": "private, max-age=31536000, immutable", "Accept-Ranges": "bytes",
                    "Content-Disposition": "inline; filename=\"\(digest(of: Self.photo).description.prefix(16)).png\"",
                    "X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; sandbox",
                    "Cross-Origin-Resource-Policy": "same-origin", "Referrer-Policy": "no-referrer",
                ]
                for (name, value) in expected {
                    #expect(answer.headers[values: try #require(HTTPField.Name(name))] == [value], "\(method) \(name)")
                }
                #expect(answer.headers[.contentEncoding] == nil)
                #expect(answer.bytes == (method == .get ? Self.photo : []))
            }
        }
    }

    @Test("[N6] a HEAD has no range, which is one of a GET alone", arguments: ["bytes=0-1", "bytes=999999-"])
    func headRange(_ range: String) async throws {
        try await with { world, asha in
            let answer = try await world.get(Self.photo, .head, by: asha, headers: [.range: range])
            #expect(answer.status == .ok && answer.headers[.contentRange] == nil)
            #expect(answer.headers[.contentLength] == "\(Self.photo.count)")
        }
    }

    @Test("[N6] what a client has need not be sent", arguments: ["\"x\", \(tag)", "W/\(tag)", "*"])
    func notModified(_ known: String) async throws {
        try await with { world, asha in
            let headers: HTTPFields = [.ifNoneMatch: known, .range: "bytes=0-1"]
            let answer = try await world.get(Self.photo, by: asha, headers: headers)
            #expect(answer.status == .notModified && answer.bytes.isEmpty)
            #expect(answer.headers[.eTag] == Self.tag)
            #expect(answer.headers[.cacheControl] == "private, max-age=31536000, immutable")
            #expect(try await world.get(Self.photo, by: asha, headers: [.ifNoneMatch: "\"x\""]).status == .ok)
        }
    }

    @Test(
        "[N6] a range of its bytes",
        arguments: [
            ("bytes=0-0", 0..<1), ("bytes=5-299999", 5..<300_000), ("bytes=900000-", 900_000..<photo.count),
            ("bytes=-7", photo.count - 7..<photo.count), ("bytes=-99999999", 0..<photo.count),
            ("bytes=10-99999999999999999999", 10..<photo.count), ("Bytes= 1 - 2 ", 1..<3),
        ]
    )
    func range(_ header: String, _ range: Range<Int>) async throws {
        try await with { world, asha in
            for ifRange in [nil, Self.tag] {
                var headers: HTTPFields = [.range: header]
                headers[.ifRange] = ifRange
                let answer = try await world.get(Self.photo, by: asha, headers: headers)
                #expect(answer.status == .partialContent && answer.bytes == Array(Self.photo[range]))
                let expected = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(Self.photo.count)"
                #expect(answer.headers[.contentRange] == expected)
                #expect(answer.headers[.contentLength] == "\(range.count)")
            }
        }
    }

    @Test(
        "a range where there is nothing is 416 with how much there is",
        arguments: ["2000000-", "2000000-3000000", "-0"]
    )
    func unsatisfiable(_ range: String) async throws {
        try await with { world, asha in
            let answer = try await world.get(Self.photo, by: asha, headers: [.range: "bytes=\(range)"])
            #expect(answer.status == .rangeNotSatisfiable)
            #expect(answer.headers[.contentRange] == "bytes */\(Self.photo.count)")
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(
        "what asks for a range in another way gets all of it",
        arguments: ["bytes=0-1,3-4", "bytes=3-1", "bytes=", "bytes=-", "bytes=a-b", "bytes=+1-2", "lines=1-2", "bytes"]
    )
    func whole(_ range: String) async throws {
        try await with { world, asha in
            let answer = try await world.get(Self.photo, by: asha, headers: [.range: range])
            #expect(answer.status == .ok && answer.bytes == Self.photo)
            // The whole photo is also the answer if `If-Range` does not match.
            for other in ["\"x\"", "W/\(Self.tag)", "Sat, 21 Nov 2026 09:00:00 GMT"] {
                let headers: HTTPFields = [.range: "bytes=0-1", .ifRange: other]
                #expect(try await world.get(Self.photo, by: asha, headers: headers).status == .ok, "\(other)")
            }
        }
    }

    @Test("[A11] another account's photo is one that does not exist")
    func foreign() async throws {
        try await with { world, _ in
            let ben = try await world.signUp(2)
            for method in [HTTPRequest.Method.get, .head] {
                for headers: HTTPFields in [[:], [.ifNoneMatch: Self.tag], [.range: "bytes=0-1"]] {
                    let foreign = try await world.get(Self.photo, method, by: ben, headers: headers)
                    let unknown = try await world.get([], method, by: ben, headers: headers)
                    #expect(foreign.status == .notFound && foreign.bytes == unknown.bytes)
                    #expect(foreign.headers == unknown.headers)
                }
            }
            #expect(try await world.get(Self.photo, by: nil).status == .unauthorized)
        }
    }
}

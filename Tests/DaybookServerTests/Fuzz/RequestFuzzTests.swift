import DaybookCore
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Fuzz: every route")
struct RequestFuzzTests {
    /// Cases in one world: the data that they leave must not grow without end.
    private static let casesPerWorld = 2_000

    /// Runs cases against one server after another; `run` makes a call and returns the fault of its answer. Returns the
    /// kinds of answers.
    private func fuzz(
        _ note: Int,
        usual: Int,
        _ run: @escaping @Sendable (inout SplitMix64, FuzzWorld) async throws -> String?
    ) async throws -> FuzzTally {
        let tally = FuzzTally()
        let note = CrashNote(note)
        var seeds = Array(Seeds.cases(usual: usual))[...]
        while !seeds.isEmpty {
            let some = seeds.prefix(Self.casesPerWorld)
            seeds = seeds.dropFirst(Self.casesPerWorld)
            let isFine = try await FuzzWorld.with(tally) { world in
                for seed in some {
                    note.begin(seed)
                    defer { note.end() }
                    var random = SplitMix64(seed: seed)
                    if let fault = try await run(&random, world) {
                        Issue.record("\(seed.asSeed): \(fault)")
                        return false
                    }
                }
                return true
            }
            guard isFine else { break }
        }
        return tally
    }

    @Test("whatever body a route gets, it answers: no crash, no 5xx, and a problem document when it refuses")
    func bodies() async throws {
        let routes = Described.all.filter { $0.body != nil }
        let tally = try await fuzz(6, usual: 3_000) { random, world in
            let route = random.pick(routes)
            let body = try route.body.map { try random.body($0, of: world.person.number) } ?? []
            var headers: HTTPFields = [.contentType: route.body?.type ?? ""]
            if random.oneIn(12) {
                headers[.contentType] = random.header([route.body?.type ?? "", "text/plain", "application/json;"])
            }
            if random.oneIn(20) {
                headers[.contentLength] = random.pick(["0", "5", "99999999999999999999", "-1", "x"])
            }
            return try await world.fault(route, route.path, body: body, headers: headers, &random)
        }
        // If all bodies were refused, little would be tested.
        if Seeds.chosen == nil {
            for route in routes { #expect(tally.seen(of: route).isSuperset(of: [2, 4]), "\(route)") }
        }
    }

    @Test("whatever is asked for, by path, query and headers, is answered")
    func addresses() async throws {
        let session = try #require(HTTPField.Name("Daybook-Account"))
        let values: [(HTTPField.Name, [String])] = [
            (.authorization, ["Bearer ", "bearer x", "Basic dTpw", "Bearer " + String(repeating: "A", count: 43)]),
            (.cookie, ["daybook=", "a=b; daybook=" + String(repeating: "A", count: 43), "__Host-daybook=x;;=;"]),
            (.range, ["bytes=0-1", "bytes=-5", "bytes=9-1,2-", "lines=1"]), (.ifRange, ["\"x\"", "W/\"x\""]),
            (.ifNoneMatch, ["*", "\"x\", W/\"y\""]), (.acceptEncoding, ["br;q=0.5, gzip;q=x", "*;q=0"]),
            (.origin, ["http://localhost", "null", "https://a:b@c"]),
            (.userAgent, ["Version/99999999999999999999 AppleWebKit"]),
            (try #require(.secFetchSite), ["same-origin", "cross-site"]),
            (try #require(.init("X-Forwarded-For")), ["1.2.3.4, ::1", "[::1]:80"]),
            (try #require(.init("X-Forwarded-Proto")), ["https", "http,https"]),
            (session, [uuid(1).description]),
        ]
        let tally = try await fuzz(7, usual: 4_000) { random, world in
            let route = random.pick(Described.all)
            var headers: HTTPFields = [:]
            for _ in 0..<random.int(0...3) {
                let (name, examples) = random.pick(values)
                headers.append(HTTPField(name: name, value: random.header(examples)))
            }
            let path = random.address(route) + random.query(route.query)
            let body = try random.oneIn(2) ? route.body.map { try Sample().body($0) } : nil
            if body != nil { headers[.contentType] = route.body?.type }
            return try await world.fault(route, path, body: body, headers: headers, &random)
        }
        if Seeds.chosen == nil { for route in Described.all { #expect(tally.seen(of: route).contains(4), "\(route)") } }
    }
}

extension SplitMix64 {
    /// The path of a route with a value for each parameter, or a different path.
    fileprivate mutating func address(_ route: Described) -> String {
        if oneIn(10) { return route.path + pick(["/", "/x", "//", "%2F..", ";a=b", "/.."]) }
        let id = pick([DaybookServerTests.uuid(88).description, "current", "%00", "..", "x", "a%2Fb", "0", "é", "%ff"])
        return oneIn(4) ? route.path.replacing(/\{[^}]*\}/, with: id) : route.path(naming: id)
    }
}

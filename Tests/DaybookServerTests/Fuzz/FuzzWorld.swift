import DaybookCore
import HTTPTypes
import Synchronization
import TestSupport

@testable import DaybookServer

/// The kinds of answers that each route gave.
final class FuzzTally: Sendable {
    private let kinds = Mutex<[String: Set<Int>]>([:])

    func note(_ status: Int, of route: Described) {
        _ = kinds.withLock { $0[route.description, default: []].insert(status / 100) }
    }

    /// The first digits of the statuses: 2 for accepted calls, 4 for refused ones.
    func seen(of route: Described) -> Set<Int> { kinds.withLock { $0[route.description] ?? [] } }
}

/// A server under attack, with a person who is signed in all the time.
final class FuzzWorld: Sendable {
    private let world: World
    private let tally: FuzzTally
    private let people: People

    /// The signed-in persons, one after another: some cases end the session or delete the account.
    private actor People {
        var last = 0
        func next() -> Int {
            last += 1
            return last
        }
    }

    private let current: Mutex<Person>

    var person: Person { current.withLock { $0 } }

    private init(_ world: World, _ tally: FuzzTally) async throws {
        self.world = world
        self.tally = tally
        people = People()
        current = Mutex(try await world.signUp(await people.next()))
    }

    static func with(_ tally: FuzzTally, _ test: @Sendable (FuzzWorld) async throws -> Bool) async throws -> Bool {
        let isFine = Mutex(false)
        try await World.with(configure: {
            $0.limitsWrongPasswords = false
            $0.signUpsPerHour = .max
        }) { world in
            let result = try await test(try await FuzzWorld(world, tally))
            isFine.withLock { $0 = result }
        }
        return isFine.withLock { $0 }
    }

    /// Makes one call, and returns the fault of its answer.
    func fault(
        _ route: Described,
        _ path: String,
        body: [UInt8]?,
        headers: HTTPFields,
        _ random: inout SplitMix64
    ) async throws -> String? {
        let isSignedIn = headers[.authorization] == nil && !random.oneIn(20)
        // An import needs an empty account; after a password change the old person is of no use.
        if route.body?.type == "application/zip" {
            try await renew(isEmpty: true)
        } else if random.oneIn(20) {
            try await renew()
        }
        let person = person
        let photo = digest(of: body ?? Sample.photo).description
        let id = path == "/api/v1/sessions/{id}" ? try await session(of: person) : uuid(88).description
        let path = path.replacing("{kind}", with: "todo").replacing("{sha256}", with: photo)
            .replacing(/\{[^}]*\}/, with: id)
        let answer = try await world.call(
            route.method,
            path,
            bytes: body,
            by: isSignedIn ? person : nil,
            headers: headers
        )
        if isSignedIn, answer.status == .unauthorized { try await renew() }
        tally.note(answer.status.code, of: route)
        return Self.fault(of: answer).map { fault in
            "\(fault) of \(route.method) \(path) \(headers): \(String(decoding: body ?? [], as: UTF8.self).prefix(2_000))"
        }
    }

    private func session(of person: Person) async throws -> String {
        try await world.storage.sessions(of: person.account).first?.id.description ?? ""
    }

    private func renew(isEmpty: Bool = false) async throws {
        let next = try await world.signUp(await people.next())
        // Random bodies rarely make a record. Without these records, few cases would test a change.
        if !isEmpty {
            _ = try await world.createNote(88, by: next)
            _ = try await world.create(#"{"id":"\#(uuid(88))","title":"Buy milk"}"#, by: next)
        }
        current.withLock { $0 = next }
    }

    private static func fault(of answer: Answer) -> String? {
        let code = answer.status.code
        if code >= 500 { return "\(code)" }
        guard code >= 400 else { return nil }
        guard answer.headers[.contentType] == "application/problem+json", let json = try? answer.json else {
            return "\(code) without a problem document: \(answer.text)"
        }
        let isWhole =
            json["status"] == .integer(Int64(code)) && !json.text("title").isEmpty && !json.text("detail").isEmpty
        return isWhole ? nil : "\(code) with \(answer.text)"
    }
}

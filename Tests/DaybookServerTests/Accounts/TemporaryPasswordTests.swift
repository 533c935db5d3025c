import DaybookCore
import DaybookScrypt
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("A password that the operator gave")
struct TemporaryPasswordTests {
    static let given = "tEM7#p4rAry"

    /// A new person, whose password the operator has just replaced for a day.
    private func reset(_ world: World) async throws -> Person {
        let person = try await world.signUp(1)
        let hash = try PasswordHash(password: Self.given, cost: ScryptCost(log2N: 1) ?? .server).description
        let until = world.clock.now.advanced(by: .hours(24))
        #expect(try await world.storage.resetPassword(of: person.account, to: hash, until: until, at: world.clock.now))
        return person
    }

    @Test("[A14] opens three routes, and everything else once it is replaced")
    func restricted() async throws {
        try await World.with { world in
            let before = try await reset(world)
            #expect(try await world.call(.get, "/api/v1/account", by: before).status == .unauthorized)
            #expect(try await world.signIn(1).status == .unauthorized)
            let answer = try await world.signIn(1, Self.given)
            #expect(try answer.json(.created)["account"]?["temporaryPassword"] == .bool(true))
            let person = try Person(number: 1, answer)
            for route in InterfaceTests.routes where route.access == .session {
                let path = route.path.replacing("{id}", with: uuid(1).description)
                let refused = try await world.call(route.method, path, "{}", by: person)
                #expect(refused.status == .forbidden && refused.broken == ["password:temporary"], "\(path)")
            }
            let account = try await world.call(.get, "/api/v1/account", by: person).json(.ok)
            #expect(account["temporaryPassword"] == .bool(true))

            func change(to new: String) async throws -> Answer {
                let body = #"{"current":"\#(Self.given)","new":"\#(new)"}"#
                return try await world.call(.put, "/api/v1/account/password", body, by: person)
            }
            #expect(try await change(to: Self.given).broken == ["new:duplicate"])
            #expect(try await change(to: "kLM8!nP2q").status == .noContent)
            #expect(try await world.call(.get, "/api/v1/todos", by: person).status == .ok)
            let after = try await world.call(.get, "/api/v1/account", by: person).json(.ok)
            #expect(after["temporaryPassword"] == nil)
            world.clock.advance(.hours(25))
            #expect(try await world.signIn(1, "kLM8!nP2q").status == .created)
        }
    }

    @Test("[A14] one may log out with it")
    func signOut() async throws {
        try await World.with { world in
            _ = try await reset(world)
            let person = try Person(number: 1, try await world.signIn(1, Self.given))
            #expect(try await world.call(.delete, "/api/v1/sessions/current", by: person).status == .noContent)
        }
    }

    @Test("[A14] after a day it fails as a wrong one does, for signing in and for replacing it")
    func expired() async throws {
        try await World.with { world in
            _ = try await reset(world)
            let person = try Person(number: 1, try await world.signIn(1, Self.given))
            world.clock.advance(.hours(24))
            let expired = try await world.signIn(1, Self.given)
            let wrong = try await world.signIn(1, "wrong")
            #expect(expired.status == .unauthorized)
            #expect(expired.text == wrong.text && expired.headers == wrong.headers)
            let body = #"{"current":"\#(Self.given)","new":"kLM8!nP2q"}"#
            let change = try await world.call(.put, "/api/v1/account/password", body, by: person)
            #expect(change.broken == ["current:mismatch"])
        }
    }
}

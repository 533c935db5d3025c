import DaybookCore
import DaybookScrypt
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Signing in and out")
struct SignInTests {
    @Test(
        "[A8] by email or mobile, however it is written",
        arguments: [
            "person1@example.com", " PERSON1@Example.com ", "9876543211", "+91 98765 43211", "098765-43211",
        ]
    )
    func logins(_ login: String) async throws {
        try await World.with { world in
            _ = try await world.signUp(1)
            let body = #"{"login":"\#(login)","password":"\#(Person.password)","device":"Asha's phone"}"#
            let answer = try await world.call(.post, "/api/v1/sessions", body)
            let person = try Person(number: 1, answer)
            #expect(try await world.call(.get, "/api/v1/account", by: person).status == .ok)
        }
    }

    @Test("[A8] a failure looks the same whether the account exists or not")
    func sameAnswer() async throws {
        try await World.with { world in
            _ = try await world.signUp(1)
            let wrong = try await world.call(.post, "/api/v1/sessions", Person.signIn(1, password: "wrong"))
            #expect(wrong.status == .unauthorized)
            for login in ["nobody@example.com", "9000000000", "", "@", "no such thing"] {
                let body = #"{"login":"\#(login)","password":"wrong"}"#
                let answer = try await world.call(.post, "/api/v1/sessions", body)
                #expect(answer.status == wrong.status)
                #expect(answer.text == wrong.text)
                #expect(answer.headers == wrong.headers)
            }
        }
    }

    @Test("[A8] a login with a zero byte is no account, so that no attempts at a password are left uncounted")
    func zeroByte() async throws {
        try await World.with { world in
            _ = try await world.signUp(1)
            for login in [Person.email(1), Person.mobile(1)] {
                for end in [#"\u0000"#, #"\u0000a1"#] {
                    let body = #"{"login":"\#(login)\#(end)","password":"\#(Person.password)"}"#
                    #expect(try await world.call(.post, "/api/v1/sessions", body).status == .unauthorized)
                }
            }
        }
    }

    @Test("[A8] a sign-in that lacks a member is refused, and does not count as an attempt")
    func incomplete() async throws {
        try await World.with { world in
            for _ in 0..<50 {
                let answer = try await world.call(.post, "/api/v1/sessions", #"{"login":"a@example.com"}"#)
                #expect(answer.status == .unprocessableContent && answer.broken == ["password:required"])
            }
            let answer = try await world.call(.post, "/api/v1/sessions", "{}")
            #expect(answer.broken == ["login:required", "password:required"])
        }
    }

    @Test("[A8] a failure takes the same time whether the account exists or not")
    func sameTime() async throws {
        try await World.with(configure: {
            $0.scryptCost = ScryptCost(log2N: 13) ?? .server
            $0.limitsWrongPasswords = false
        }) { world in
            _ = try await world.signUp(1)
            func time(_ login: String) async throws -> Duration {
                let start = ContinuousClock.now
                _ = try await world.call(.post, "/api/v1/sessions", #"{"login":"\#(login)","password":"wrong"}"#)
                return ContinuousClock.now - start
            }
            // The fastest of several, alternating, because other load on the machine slows both equally.
            var known = Duration.seconds(60)
            var unknown = known
            for _ in 0..<8 {
                known = min(known, try await time(Person.email(1)))
                unknown = min(unknown, try await time("nobody@example.com"))
            }
            #expect(unknown > known / 2 && known > unknown / 2, "\(known) and \(unknown)")
        }
    }

    @Test("[A12] a hash of a lower cost is replaced at the next sign-in")
    func rehashed() async throws {
        try await World.with(configure: { $0.scryptCost = ScryptCost(log2N: 2) ?? .server }) { world in
            let signedUp = try await world.signUp(1)
            let old = try PasswordHash(password: Person.password, cost: ScryptCost(log2N: 1) ?? .server)
            let current = try #require(try await world.storage.account(signedUp.account)?.passwordHash)
            #expect(
                try await world.storage.replaceHash(of: signedUp.account, from: current, to: old.description)
            )
            let person = try Person(number: 1, try await world.call(.post, "/api/v1/sessions", Person.signIn(1)))
            let hash = try await world.storage.account(person.account)?.passwordHash
            #expect(hash?.hasPrefix("$scrypt$ln=2,") == true)
            #expect(try await world.call(.post, "/api/v1/sessions", Person.signIn(1)).status == .created)
        }
    }

    @Test("[A14] sessions are listed with their device; each can be ended")
    func sessions() async throws {
        try await World.with { world in
            let first = try await world.signUp(1)
            world.clock.advance(.hours(2))
            let body = #"{"login":"\#(Person.email(1))","password":"\#(Person.password)","device":"Tablet"}"#
            let second = try Person(number: 1, try await world.call(.post, "/api/v1/sessions", body))
            let list = try await world.call(.get, "/api/v1/sessions", by: second).json(.ok)
            let items = list["items"]?.arrayValue ?? []
            #expect(items.map { $0["device"] } == [.string("Tablet"), .null])
            #expect(items.map { $0["current"] } == [.bool(true), .bool(false)])
            #expect(items[0].text("lastUsedAt") == "2026-11-22T11:00:00.000Z")
            let ended = try await world.call(.delete, "/api/v1/sessions/\(items[1].text("id"))", by: second)
            #expect(ended.status == .noContent && ended.headers[.setCookie] == nil)
            #expect(try await world.call(.get, "/api/v1/account", by: first).status == .unauthorized)
        }
    }

    @Test("[A14] a device gets the name that its person gives it")
    func named() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            let other = try await world.signUp(2)
            func sessions() async throws -> [JSON] {
                try await world.call(.get, "/api/v1/sessions", by: person).json(.ok)["items"]?.arrayValue ?? []
            }
            let path = "/api/v1/sessions/" + (try await sessions().first?.text("id") ?? "")
            #expect(try await world.call(.patch, path, #"{"device":" Küche "}"#, by: person).status == .noContent)
            #expect(try await sessions().first?["device"] == .string("Küche"))
            #expect(try await world.call(.patch, path, #"{"device":"x"}"#, by: other).status == .notFound)
            let long = String(repeating: "a", count: 101)
            for bad in ["", "  ", long, "two\\nlines"] {
                let answer = try await world.call(.patch, path, #"{"device":"\#(bad)"}"#, by: person)
                #expect(answer.status == .unprocessableContent, "\(bad)")
            }
            #expect(try await sessions().first?["device"] == .string("Küche"))
            // The history tells it from the next sync on (S12).
            let device = UUID(high: 0, low: 0x10)
            let sync = #"{"device":"\#(device)","cursor":0,"limit":1,"changes":[]}"#
            _ = try await world.call(.post, "/api/v1/sync", sync, by: person)
            #expect(try await world.storage.devices(of: person.account).map(\.name) == ["Küche"])
            _ = try await world.call(.patch, path, #"{"device":"Flur"}"#, by: person)
            _ = try await world.call(.post, "/api/v1/sync", sync, by: person)
            let devices = try await world.call(.get, "/api/v1/devices", by: person).json(.ok)["items"]?.arrayValue
            #expect(devices?.map { $0["name"] } == [.string("Flur")])
            #expect(devices?.first?["id"] == .string(device.description))
            #expect(try await world.call(.get, "/api/v1/devices", by: other).json(.ok)["items"] == .array([]))
        }
    }

    @Test("the time of last use is written down once an hour")
    func touched() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            func lastUsed() async throws -> Instant? {
                try await world.storage.sessions(of: person.account).first?.lastUsedAt
            }
            let begin = try await lastUsed()
            world.clock.advance(.minutes(59))
            _ = try await world.call(.get, "/api/v1/account", by: person)
            #expect(try await lastUsed() == begin)
            world.clock.advance(.minutes(2))
            _ = try await world.call(.get, "/api/v1/account", by: person)
            #expect(try await lastUsed() == world.clock.now)
        }
    }

    @Test("[A10] logging out ends the session and takes the cookie away")
    func logOut() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            let answer = try await world.call(.delete, "/api/v1/sessions/current", by: person)
            #expect(answer.status == .noContent)
            #expect(answer.headers[.setCookie]?.hasPrefix("daybook=; Path=/; Max-Age=0") == true)
            #expect(try await world.call(.get, "/api/v1/todos", by: person).status == .unauthorized)
        }
    }

    @Test("a device's name is a line of text")
    func device() async throws {
        try await World.with { world in
            _ = try await world.signUp(1)
            for device in [String(repeating: "x", count: 101), "a\\u0000b", "a\\nb"] {
                let body = #"{"login":"\#(Person.email(1))","password":"\#(Person.password)","device":"\#(device)"}"#
                #expect(try await world.call(.post, "/api/v1/sessions", body).broken == ["device:bad_form"])
            }
        }
    }
}

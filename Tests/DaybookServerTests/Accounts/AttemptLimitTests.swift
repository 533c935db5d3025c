import DaybookCore
import DaybookScrypt
import DaybookStore
import Foundation
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Guessing passwords")
struct AttemptLimitTests {
    @Test("[A8] the 11th wrong password in a minute gets a 429; the right one works after the wait")
    func eleventh() async throws {
        try await World.with { world in
            _ = try await world.signUp(1)
            for _ in 1...10 {
                #expect(try await world.signIn(1, "no").status == .unauthorized)
                world.clock.advance(.seconds(5))
            }
            let limited = try await world.signIn(1, "no")
            #expect(limited.status == .tooManyRequests)
            #expect(limited.headers[.retryAfter] == "55")
            #expect(try await world.signIn(1).status == .tooManyRequests)
            world.clock.advance(.seconds(55))
            #expect(try await world.signIn(1).status == .created)
            // The earlier attempts no longer count.
            for _ in 1...10 { #expect(try await world.signIn(1, "no").status == .unauthorized) }
        }
    }

    @Test("[A8] each wait is twice as long as the one before, up to a quarter of an hour")
    func growing() async throws {
        try await World.with { world in
            _ = try await world.signUp(1)
            for _ in 1...10 { _ = try await world.signIn(1, "no") }
            for seconds: Int64 in [60, 120, 240, 480, 900, 900] {
                let limited = try await world.signIn(1, "no")
                #expect(limited.headers[.retryAfter] == "\(seconds)")
                world.clock.advance(.seconds(seconds))
                #expect(try await world.signIn(1, "no").status == .unauthorized)
            }
            world.clock.advance(.hours(24))
            for _ in 1...10 { #expect(try await world.signIn(1, "no").status == .unauthorized) }
        }
    }

    @Test("[A8] an unknown login is limited as one that exists is")
    func unknown() async throws {
        try await World.with { world in
            _ = try await world.signUp(1)
            for number in [1, 7] {
                for _ in 1...10 { #expect(try await world.signIn(number, "no").status == .unauthorized) }
            }
            let known = try await world.signIn(1, "no")
            let unknown = try await world.signIn(7, "no")
            #expect(known.status == .tooManyRequests)
            #expect(known.text == unknown.text)
            #expect(known.headers == unknown.headers)
        }
    }

    @Test("[A8] many tries at once cannot exceed the free ones")
    func atOnce() async throws {
        try await World.with { world in
            _ = try await world.signUp(1)
            let looked = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for _ in 0..<50 { group.addTask { try await world.signIn(1, "no").status } }
                return try await group.reduce(0) { $0 + ($1 == .unauthorized ? 1 : 0) }
            }
            #expect(looked <= 10)
            var rest = looked
            while try await world.signIn(1, "no").status == .unauthorized { rest += 1 }
            #expect(rest == 10)
        }
    }

    @Test("[A8] a stranger at another address does not lock the person out")
    func stranger() async throws {
        try await World.withProxy { world in
            _ = try await world.signUp(1)
            let (home, stranger) = (World.address("192.0.2.1"), World.address("198.51.100.7"))
            #expect(try await world.signIn(1, headers: home).status == .created)
            for _ in 1...10 {
                #expect(try await world.signIn(1, "no", headers: stranger).status == .unauthorized)
            }
            #expect(try await world.signIn(1, "no", headers: stranger).status == .tooManyRequests)
            #expect(try await world.signIn(1, headers: home).status == .created)
        }
    }

    @Test("[A8] strangers at very many addresses slow down new places, never a known one")
    func manyStrangers() async throws {
        try await World.withProxy { world in
            _ = try await world.signUp(1)
            let home = World.address("192.0.2.1")
            #expect(try await world.signIn(1, headers: home).status == .created)
            for number in 1...100 {
                let stranger = World.address("198.51.100.\(number)")
                #expect(try await world.signIn(1, "no", headers: stranger).status == .unauthorized)
            }
            let new = try await world.signIn(1, headers: World.address("203.0.113.5"))
            #expect(new.status == .tooManyRequests && new.headers[.retryAfter] == "1")
            #expect(try await world.signIn(1, headers: home).status == .created)
            world.clock.advance(.seconds(1))
            #expect(try await world.signIn(1, headers: World.address("203.0.113.5")).status == .created)
        }
    }

    @Test("[A8] a browser that moves to another address is still a known place, by email and by mobile")
    func device() async throws {
        try await World.withProxy { world in
            let signedUp = try await world.call(.post, "/api/v1/accounts", Person.signUp(1))
            let cookie = try #require(signedUp.deviceCookie)
            let cafe = World.address("203.0.113.5")
            // Another client in the café uses up the attempts of its address.
            for _ in 1...10 { _ = try await world.signIn(1, "no", headers: cafe) }
            #expect(try await world.signIn(1, headers: cafe).status == .tooManyRequests)
            var headers = cafe
            headers[.cookie] = cookie
            headers[try #require(HTTPField.Name.secFetchSite)] = "same-origin"
            let answer = try await world.signIn(1, headers: headers)
            #expect(answer.status == .created)
            #expect(answer.deviceCookie == cookie)
            let mobile = #"{"login":"\#(Person.mobile(1))","password":"\#(Person.password)"}"#
            #expect(try await world.call(.post, "/api/v1/sessions", mobile, headers: headers).status == .created)
            // An invented cookie is not a device.
            headers[.cookie] = "daybook-device=AAAAAAAAAAAAAAAAAAAAAA"
            #expect(try await world.signIn(1, headers: headers).status == .tooManyRequests)
        }
    }

    @Test("[A8] the device's cookie is for browsers alone, and over TLS for this host alone", arguments: [false, true])
    func deviceCookie(_ isSecure: Bool) async throws {
        try await World.with(configure: { $0.secureCookies = isSecure ? .always : .never }) { world in
            let answer = try await world.call(.post, "/api/v1/accounts", Person.signUp(1))
            let cookie = try #require(answer.headers[values: .setCookie].last)
            #expect(cookie.hasPrefix(isSecure ? "__Host-daybook-device=" : "daybook-device="))
            #expect(cookie.contains("; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict"))
            #expect(cookie.hasSuffix("; Secure") == isSecure)
            #expect(cookie.split(separator: ";")[0].split(separator: "=")[1].count == 22)
            // The place stays known after a log-out.
            let person = try Person(number: 1, answer)
            let left = try await world.call(.delete, "/api/v1/sessions/current", by: person)
            #expect(left.headers[values: .setCookie].count == 1)
        }
    }

    @Test("[A8] who tries many logins from one address has to wait, on version 6 with all of a household's addresses")
    func spraying() async throws {
        for (first, second) in [("198.51.100.7", "198.51.100.7"), ("2001:db8::1", "2001:db8::ffff:2")] {
            try await World.withProxy { world in
                for number in 1...100 {
                    let answer = try await world.signIn(1_000 + number, "no", headers: World.address(first))
                    #expect(answer.status == .unauthorized)
                }
                let limited = try await world.signIn(2_000, "no", headers: World.address(second))
                #expect(limited.status == .tooManyRequests && limited.headers[.retryAfter] == "1")
                #expect(
                    try await world.signIn(2_000, "no", headers: World.address("2001:db8:0:1::1")).status.code == 401
                )
                world.clock.advance(.hours(1))
                #expect(try await world.signIn(2_001, "no", headers: World.address(first)).status == .unauthorized)
            }
        }
    }

    @Test("[A8] a restart in the middle of a wait forgets nothing")
    func restart() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("daybook-\(Foundation.UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("daybook.sqlite").path
        try await World.with(storage: try Storages.sqlite(path: path)) { world in
            _ = try await world.signUp(1)
            for _ in 1...10 { _ = try await world.signIn(1, "no") }
        }
        // The clock of a new world begins at the same moment as the first one's.
        try await World.with(storage: try Storages.sqlite(path: path)) { world in
            world.clock.advance(.seconds(20))
            let limited = try await world.signIn(1)
            #expect(limited.status == .tooManyRequests && limited.headers[.retryAfter] == "40")
            world.clock.advance(.seconds(40))
            #expect(try await world.signIn(1).status == .created)
        }
    }

    @Test("[A14] the password that a change or a deletion asks for is limited too, and counts for the account alone")
    func confirming() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            let change = #"{"current":"no","new":"kLM8!nP2q"}"#
            for number in 1...10 {
                let answer =
                    number.isMultiple(of: 2)
                    ? try await world.call(.put, "/api/v1/account/password", change, by: person)
                    : try await world.call(.delete, "/api/v1/account", #"{"password":"no"}"#, by: person)
                #expect(answer.status == .unprocessableContent)
            }
            let right = #"{"password":"\#(Person.password)"}"#
            let limited = try await world.call(.delete, "/api/v1/account", right, by: person)
            #expect(limited.status == .tooManyRequests && limited.headers[.retryAfter] == "60")
            // A sign-in is counted separately, but a new session of the same account is not.
            let other = try Person(number: 1, try await world.signIn(1))
            #expect(try await world.call(.delete, "/api/v1/account", right, by: other).status == .tooManyRequests)
            world.clock.advance(.seconds(60))
            #expect(try await world.call(.delete, "/api/v1/account", right, by: person).status == .noContent)
        }
    }

    @Test("[A1] sign-ups are limited by the hour and address; one that is not hashed does not count")
    func signUps() async throws {
        try await World.withProxy(configure: { $0.signUpsPerHour = 3 }) { world in
            func signUp(_ number: Int, _ address: String) async throws -> Answer {
                let headers = World.address(address)
                return try await world.call(.post, "/api/v1/accounts", Person.signUp(number), headers: headers)
            }
            for _ in 1...9 {
                let broken = try await world.call(.post, "/api/v1/accounts", "{}", headers: World.address("192.0.2.1"))
                #expect(broken.status == .unprocessableContent)
            }
            for number in 1...3 { #expect(try await signUp(number, "192.0.2.1").status == .created) }
            let limited = try await signUp(4, "192.0.2.1")
            #expect(limited.status == .tooManyRequests && limited.headers[.retryAfter] == "3600")
            #expect(try await signUp(4, "192.0.2.2").status == .created)
            world.clock.advance(.hours(1))
            #expect(try await signUp(5, "192.0.2.1").status == .created)
        }
    }

    @Test("nothing is limited when the operator turns the limits off")
    func off() async throws {
        try await World.with(configure: { $0.limitsWrongPasswords = false }) { world in
            _ = try await world.signUp(1)
            for _ in 1...30 { #expect(try await world.signIn(1, "no").status == .unauthorized) }
        }
    }

    @Test(
        "[A12] a password that is no password is refused without being hashed, on every route that takes one",
        .timeLimit(.minutes(1))
    )
    func huge() async throws {
        // One hash of this cost takes minutes, so a test that waited for it would time out.
        let cost = try #require(ScryptCost(log2N: 20, r: 16, p: 16))
        try await World.with(configure: { $0.scryptCost = cost }) { world in
            let token = try await world.addAccount(1, password: Person.password)
            let bearer: HTTPFields = [.authorization: "Bearer \(token.text)"]
            for (length, status) in [(4_097, 422), (1 << 20, 413)] {
                let long = String(repeating: "x", count: length)
                let form = Person.signUp(2).replacing(Person.password, with: long)
                for (method, path, body, refused) in [
                    (HTTPRequest.Method.post, "/api/v1/accounts", form, status),
                    (.post, "/api/v1/sessions", Person.signIn(1, password: long), status == 422 ? 401 : 413),
                    (.put, "/api/v1/account/password", #"{"current":"\#(long)","new":"kLM8!nP2q"}"#, status),
                    (.put, "/api/v1/account/password", #"{"current":"x","new":"\#(long)"}"#, status),
                    (.delete, "/api/v1/account", #"{"password":"\#(long)"}"#, status),
                ] {
                    let answer = try await world.call(method, path, body, headers: bearer)
                    #expect(answer.status.code == refused, "\(method) \(path) with \(length)")
                }
            }
        }
    }
}

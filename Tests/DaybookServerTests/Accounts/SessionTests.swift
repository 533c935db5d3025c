import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Sessions")
struct SessionTests {
    /// A browser's headers: its cookie, from the web app.
    private func browser(_ cookie: String?) throws -> HTTPFields {
        [.cookie: try #require(cookie), try #require(HTTPField.Name.secFetchSite): "same-origin"]
    }

    @Test("[A9] a session that is used lives on, one that is not ends after its idle time and is not listed")
    func idle() async throws {
        try await World.with(configure: { $0.sessionIdle = .days(10) }) { world in
            let used = try await world.signUp(1)
            let left = try Person(number: 1, try await world.signIn(1))
            for _ in 1...3 {
                world.clock.advance(.days(9))
                #expect(try await world.call(.get, "/api/v1/account", by: used).status == .ok)
            }
            let list = try await world.call(.get, "/api/v1/sessions", by: used).json(.ok)
            #expect(list["items"]?.arrayValue?.map { $0["current"] } == [.bool(true)])
            #expect(try await world.storage.sessions(of: used.account).count == 2)
            #expect(try await world.call(.get, "/api/v1/account", by: left).status == .unauthorized)
            #expect(try await world.storage.sessions(of: used.account).count == 1)
            world.clock.advance(.days(10))
            #expect(try await world.call(.get, "/api/v1/account", by: used).status == .unauthorized)
        }
    }

    @Test("[A14] a session ends at its absolute age, however much it is used, where the operator wants that")
    func absolute() async throws {
        try await World.with(configure: { $0.sessionAbsolute = .days(30) }) { world in
            let person = try await world.signUp(1)
            for _ in 1...29 {
                world.clock.advance(.days(1))
                #expect(try await world.call(.get, "/api/v1/account", by: person).status == .ok)
            }
            world.clock.advance(.days(1))
            #expect(try await world.call(.get, "/api/v1/account", by: person).status == .unauthorized)
            #expect(try await world.storage.sessions(of: person.account).isEmpty)
        }
    }

    @Test("[A9] without limits a session lives for as long as the person wants")
    func forever() async throws {
        try await World.with(configure: { $0.sessionIdle = nil }) { world in
            let person = try await world.signUp(1)
            world.clock.advance(.days(4_000))
            #expect(try await world.call(.get, "/api/v1/account", by: person).status == .ok)
        }
    }

    @Test("[A9] the cookie is sent again whenever the session's use is recorded, to browsers alone")
    func sliding() async throws {
        try await World.with { world in
            let answer = try await world.call(.post, "/api/v1/accounts", Person.signUp(1))
            let person = try Person(number: 1, answer)
            let headers = try browser(answer.sessionCookie)
            #expect(try await world.call(.get, "/api/v1/todos", headers: headers).headers[.setCookie] == nil)
            world.clock.advance(.hours(2))
            let renewed = try await world.call(.get, "/api/v1/todos", headers: headers)
            #expect(renewed.headers[.setCookie]?.hasPrefix("daybook=\(person.token); Path=/; Max-Age=34560000") == true)
            #expect(try await world.call(.get, "/api/v1/todos", headers: headers).headers[.setCookie] == nil)
            world.clock.advance(.hours(2))
            #expect(try await world.call(.get, "/api/v1/todos", by: person).headers[.setCookie] == nil)
            world.clock.advance(.hours(2))
            let gone = try await world.call(.delete, "/api/v1/sessions/current", headers: headers)
            #expect(gone.headers[values: .setCookie].count == 1)
            #expect(gone.headers[.setCookie]?.contains("Max-Age=0") == true)
        }
    }

    @Test("[A12] signing in gives a new token and ends the session that the browser had, whosever it was")
    func rotatedAtSignIn() async throws {
        try await World.with { world in
            _ = try await world.signUp(2)
            let first = try await world.call(.post, "/api/v1/accounts", Person.signUp(1))
            let asha = try Person(number: 1, first)
            let second = try await world.signIn(1, headers: browser(first.sessionCookie))
            #expect(try await world.call(.get, "/api/v1/account", by: asha).status == .unauthorized)
            let again = try Person(number: 1, second)
            #expect(again.token != asha.token)
            // Another person in the same browser; then a new person.
            let third = try await world.signIn(2, headers: browser(second.sessionCookie))
            #expect(try await world.call(.get, "/api/v1/account", by: again).status == .unauthorized)
            let ben = try Person(number: 2, third)
            let new = try await world.call(
                .post,
                "/api/v1/accounts",
                Person.signUp(3),
                headers: browser(third.sessionCookie)
            )
            #expect(new.status == .created)
            #expect(try await world.call(.get, "/api/v1/account", by: ben).status == .unauthorized)
        }
    }

    @Test("[A12] a wrong password ends no session")
    func notRotated() async throws {
        try await World.with { world in
            let first = try await world.call(.post, "/api/v1/accounts", Person.signUp(1))
            let headers = try browser(first.sessionCookie)
            #expect(try await world.signIn(1, "no", headers: headers).status == .unauthorized)
            #expect(try await world.call(.get, "/api/v1/account", headers: headers).status == .ok)
        }
    }

    @Test("[A12] changing the password gives a browser a new token; a program keeps its own")
    func rotatedAtChange() async throws {
        try await World.with { world in
            let first = try await world.call(.post, "/api/v1/accounts", Person.signUp(1))
            let body = #"{"current":"\#(Person.password)","new":"kLM8!nP2q"}"#
            let headers = try browser(first.sessionCookie)
            let changed = try await world.call(.put, "/api/v1/account/password", body, headers: headers)
            #expect(changed.status == .noContent)
            #expect(try await world.call(.get, "/api/v1/account", headers: headers).status == .unauthorized)
            let renewed = try browser(changed.sessionCookie)
            #expect(try await world.call(.get, "/api/v1/account", headers: renewed).status == .ok)
            let sessions = try await world.call(.get, "/api/v1/sessions", headers: renewed).json(.ok)
            #expect(sessions["items"]?.arrayValue?.count == 1)

            let program = try await world.signUp(2)
            let kept = try await world.call(.put, "/api/v1/account/password", body, by: program)
            #expect(kept.status == .noContent && kept.headers[.setCookie] == nil)
            #expect(try await world.call(.get, "/api/v1/account", by: program).status == .ok)
        }
    }

    @Test("[A14] all other sessions end at once")
    func others() async throws {
        try await World.with { world in
            let here = try await world.signUp(1)
            let elsewhere = [try await world.signIn(1), try await world.signIn(1)]
            let stranger = try await world.signUp(2)
            #expect(try await world.call(.delete, "/api/v1/sessions", by: here).status == .noContent)
            for answer in elsewhere {
                let person = try Person(number: 1, answer)
                #expect(try await world.call(.get, "/api/v1/account", by: person).status == .unauthorized)
            }
            for person in [here, stranger] {
                #expect(try await world.call(.get, "/api/v1/account", by: person).status == .ok)
            }
        }
    }

    @Test("[A11] a request that is meant for another account finds no session")
    func meant() async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            let ben = try await world.signUp(2)
            let name = try #require(HTTPField.Name.daybookAccount)
            let own = asha.account.description
            for (meant, status) in [
                (own, 200), (own.uppercased(), 200), (ben.account.description, 401), ("", 401), ("x", 401),
            ] {
                let answer = try await world.call(.get, "/api/v1/todos", by: asha, headers: [name: meant])
                #expect(answer.status.code == status, "\(meant)")
            }
            let other = try await world.call(
                .post,
                "/api/v1/todos",
                #"{"title":"Asha's"}"#,
                by: asha,
                headers: [name: ben.account.description]
            )
            let none = try await world.call(.post, "/api/v1/todos", #"{"title":"Asha's"}"#)
            #expect(other.status == none.status && other.text == none.text && other.headers == none.headers)
            #expect(try await world.changes(of: asha) == 0)
        }
    }

    @Test("[A14] a device without a name is called by its browser's name")
    func named() async throws {
        try await World.with { world in
            let phone = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36"
            let answer = try await world.call(
                .post,
                "/api/v1/accounts",
                Person.signUp(1),
                headers: [.userAgent: phone]
            )
            let person = try Person(number: 1, answer)
            _ = try await world.signIn(1, headers: [.userAgent: "curl/8.5.0"])
            let given = Person.signIn(1).dropLast() + #","device":"Asha's"}"#
            _ = try await world.call(.post, "/api/v1/sessions", String(given), headers: [.userAgent: phone])
            let list = try await world.call(.get, "/api/v1/sessions", by: person).json(.ok)
            let names = (list["items"]?.arrayValue ?? []).map { $0.text("device") }
            #expect(names.sorted() == ["Asha's", "Chrome on Android phone", "curl"])
        }
    }
}

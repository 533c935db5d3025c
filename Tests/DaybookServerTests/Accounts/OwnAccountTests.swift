import DaybookCore
import DaybookScrypt
import DaybookStore
import HTTPTypes
import Testing

@Suite("One's own account")
struct OwnAccountTests {
    @Test("[A2] [A3] [A4] [A7] a change is checked as a sign-up is")
    func change() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            _ = try await world.signUp(2)
            let good = try await world.call(
                .patch,
                "/api/v1/account",
                Self.proven(#""mobile":"+91 90000 00001""#),
                by: person
            )
            #expect(try good.json(.ok).text("mobile") == "9000000001")
            #expect(try good.json.text("name") == "Asha Rao")
            for (body, status, broken) in [
                (#"{"name":"R2"}"#, 422, ["name:bad_characters"]),
                (Self.proven(#""email":"""#), 422, ["email:required"]),
                (#"{"name":null}"#, 422, ["name:wrong_type"]), (#"{"login":"x"}"#, 422, ["login:unknown_field"]),
                (Self.proven(#""email":"\#(Person.email(2))""#), 409, ["email:taken"]),
                (
                    #"{"name":"1","mobile":"1","email":"1"}"#, 422,
                    ["name:bad_characters", "mobile:bad_form", "email:bad_form"]
                ),
                (
                    #"{"name":"1","email":"1","password":""}"#, 422,
                    ["name:bad_characters", "email:bad_form", "password:required"]
                ),
            ] {
                let answer = try await world.call(.patch, "/api/v1/account", body, by: person)
                #expect(answer.status.code == status && answer.broken == broken, "\(body): \(answer.text)")
            }
            #expect(try await world.call(.get, "/api/v1/account", by: person).json(.ok).text("name") == "Asha Rao")
        }
    }

    /// The body of a change with the password.
    private static func proven(_ members: String, password: String = Person.password) -> String {
        #"{\#(members),"password":"\#(password)"}"#
    }

    @Test(
        "[A14] in the ten minutes after its sign-in a session needs no password to change the login; a wrong one is wrong"
    )
    func freshSession() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            func change(_ body: String) async throws -> Answer {
                try await world.call(.patch, "/api/v1/account", body, by: person)
            }
            world.clock.advance(.minutes(9))
            let changed = try await change(#"{"mobile":"9000012345"}"#).json(.ok)
            #expect(changed.text("mobile") == "9000012345")
            for password in ["", "wrong"] {
                let answer = try await change(Self.proven(#""email":"other@example.com""#, password: password))
                #expect(answer.broken == ["password:\(password.isEmpty ? "required" : "mismatch")"])
            }
            world.clock.advance(.minutes(1))
            #expect(try await change(#"{"mobile":"9000012346"}"#).broken == ["password:required"])
        }
    }

    @Test("[A14] what a person signs in with changes with the password alone; a stolen session is not enough")
    func loginTakesPassword() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            world.clock.advance(.minutes(11))
            func change(_ body: String) async throws -> Answer {
                try await world.call(.patch, "/api/v1/account", body, by: person)
            }
            for member in [#""email":"thief@example.com""#, #""mobile":"9000000001""#] {
                #expect(try await change("{\(member)}").broken == ["password:required"])
                #expect(try await change(Self.proven(member, password: "wrong")).broken == ["password:mismatch"])
            }
            #expect(try await change(#"{"name":"Asha Bhat"}"#).status == .ok)
            // Correct passwords are given back, so a person's own changes cause no wait.
            for number in 0..<15 {
                #expect(try await change(Self.proven(#""mobile":"90000000\#(10 + number)""#)).status == .ok)
            }
        }
    }

    @Test("[A14] wrong passwords of a change wait as everywhere")
    func loginPasswordLimit() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            func change(_ password: String) async throws -> Answer {
                let body = Self.proven(#""email":"other@example.com""#, password: password)
                return try await world.call(.patch, "/api/v1/account", body, by: person)
            }
            for _ in 0..<10 { #expect(try await change("wrong").status == .unprocessableContent) }
            #expect(try await change(Person.password).status == .tooManyRequests)
        }
    }

    @Test("[A7] who asks which emails have accounts, by changing their own, is stopped")
    func askingWhoIsHere() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            _ = try await world.signUp(2)
            var answers: [Int] = []
            for _ in 0..<11 {
                let body = Self.proven(#""email":"\#(Person.email(2))""#)
                answers.append(try await world.call(.patch, "/api/v1/account", body, by: person).status.code)
            }
            #expect(answers == Array(repeating: 409, count: 10) + [429])
        }
    }

    @Test("[A7] such questions and sign-ups share one budget of their address")
    func sharedBudget() async throws {
        try await World.with {
            $0.signUpsPerHour = 3
        } _: { world in
            let person = try await world.signUp(1)
            _ = try await world.signUp(2)
            let body = Self.proven(#""email":"\#(Person.email(2))""#)
            #expect(try await world.call(.patch, "/api/v1/account", body, by: person).status == .conflict)
            #expect(try await world.call(.patch, "/api/v1/account", body, by: person).status == .tooManyRequests)
            #expect(try await world.call(.post, "/api/v1/accounts", Person.signUp(3)).status == .tooManyRequests)
        }
    }

    @Test("[A14] a change of the password without one of its members, or a deletion without it, counts as no attempt")
    func missingPassword() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            for _ in 0..<12 {
                let change = try await world.call(.put, "/api/v1/account/password", #"{"new":"kLM8!nP2q"}"#, by: person)
                #expect(change.broken == ["current:required"])
                #expect(
                    try await world.call(.delete, "/api/v1/account", "{}", by: person).broken == ["password:required"]
                )
            }
            let right = #"{"password":"\#(Person.password)"}"#
            #expect(try await world.call(.delete, "/api/v1/account", right, by: person).status == .noContent)
        }
    }

    @Test("[A14] a new password ends the other sessions and opens from then on")
    func password() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            let other = try Person(number: 1, try await world.call(.post, "/api/v1/sessions", Person.signIn(1)))
            let new = "kLM8!nP2q"
            func change(_ current: String, _ new: String) async throws -> Answer {
                try await world.call(
                    .put,
                    "/api/v1/account/password",
                    #"{"current":"\#(current)","new":"\#(new)"}"#,
                    by: person
                )
            }
            #expect(try await change("wrong", new).broken == ["current:mismatch"])
            #expect(try await change(Person.password, "short").broken == ["new:too_short"])
            #expect(try await world.call(.get, "/api/v1/account", by: other).status == .ok)
            #expect(try await change(Person.password, new).status == .noContent)
            #expect(try await world.call(.get, "/api/v1/account", by: other).status == .unauthorized)
            #expect(try await world.call(.get, "/api/v1/account", by: person).status == .ok)
            #expect(try await world.call(.post, "/api/v1/sessions", Person.signIn(1)).status == .unauthorized)
            #expect(try await world.call(.post, "/api/v1/sessions", Person.signIn(1, password: new)).status == .created)
        }
    }

    @Test("[A14] what waits with the old password while the owner chooses a new one has no effect")
    func overtaken() async throws {
        try await World.with(configure: {
            $0.hashingThreads = 1
            $0.signUpsPerHour = 1_000
            $0.scryptCost = ScryptCost(log2N: 10) ?? .server
        }) { world in
            for number in 1...20 {
                let owner = try await world.signUp(number)
                let thief = try Person(number: number, try await world.signIn(number))
                let new = #"{"current":"\#(Person.password)","new":"kLM8!nP2q"}"#
                async let change = world.call(.put, "/api/v1/account/password", new, by: owner)
                let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
                    let (login, deletion) = (
                        Self.proven(#""email":"thief\#(number)@example.com""#), #"{"password":"\#(Person.password)"}"#
                    )
                    group.addTask { try await world.call(.patch, "/api/v1/account", login, by: thief) }
                    group.addTask { try await world.call(.delete, "/api/v1/account", deletion, by: thief) }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                guard try await change.status == .noContent else { continue }
                let account = try await world.storage.account(owner.account)
                #expect(account != nil, "\(answers.map(\.status.code))")
                #expect(try await world.call(.get, "/api/v1/account", by: thief).status == .unauthorized)
            }
        }
    }

    @Test("[A14] deleting the account needs the password and leaves nothing")
    func delete() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            let wrong = try await world.call(.delete, "/api/v1/account", #"{"password":"wrong"}"#, by: person)
            #expect(wrong.broken == ["password:mismatch"])
            let right = try await world.call(
                .delete,
                "/api/v1/account",
                #"{"password":"\#(Person.password)"}"#,
                by: person
            )
            #expect(right.status == .noContent)
            #expect(right.headers[.setCookie]?.contains("Max-Age=0") == true)
            #expect(try await world.call(.get, "/api/v1/account", by: person).status == .unauthorized)
            #expect(try await world.storage.account(person.account) == nil)
            // The email and the mobile are free again, and the new account is empty.
            let again = try await world.signUp(1)
            #expect(try await world.list(by: again)["total"] == .integer(0))
        }
    }
}

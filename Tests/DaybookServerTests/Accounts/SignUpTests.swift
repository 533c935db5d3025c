import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Signing up")
struct SignUpTests {
    @Test("[A1] signing up signs in, with a token and a cookie that scripts cannot read")
    func signedIn() async throws {
        try await World.with { world in
            let answer = try await world.call(.post, "/api/v1/accounts", Person.signUp(1))
            let json = try answer.json(.created)
            #expect(json.objectValue?.map(\.name) == ["account", "token"])
            #expect(json["account"]?.objectValue?.map(\.name) == ["id", "name", "mobile", "email"])
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix("daybook=\(json.text("token")); Path=/; Max-Age="))
            #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains("Secure"))
            let person = try Person(number: 1, answer)
            let account = try await world.call(.get, "/api/v1/account", by: person).json(.ok)
            let signedUp = try #require(json["account"].flatMap { Account(json: $0) })
            #expect(Account(json: account) == signedUp)
        }
    }

    @Test("behind TLS the cookie is for TLS alone")
    func secure() async throws {
        try await World.withProxy { world in
            let forwarded = try #require(HTTPField.Name.xForwardedProto)
            let answer = try await world.call(
                .post,
                "/api/v1/accounts",
                Person.signUp(1),
                headers: [forwarded: "https"]
            )
            let cookie = try #require(answer.headers[.setCookie])
            #expect(cookie.hasPrefix("__Host-daybook=") && cookie.hasSuffix("; Secure"))
        }
    }

    @Test("[A2] [A3] [A4] [A5] every broken rule is reported at its field, all at once")
    func broken() async throws {
        try await World.with { world in
            let all = try await world.call(.post, "/api/v1/accounts", "{}")
            #expect(all.status == .unprocessableContent)
            #expect(all.broken == ["name:required", "mobile:required", "email:required", "password:required"])
            let wrong = try await world.call(
                .post,
                "/api/v1/accounts",
                #"{"name":"R2","mobile":"12345","email":"a@b","password":"password"}"#
            )
            #expect(wrong.broken == ["name:bad_characters", "mobile:bad_form", "email:bad_form", "password:weak"])
            let named = try await world.call(
                .post,
                "/api/v1/accounts",
                #"{"name":"Asha Rao","mobile":"9876543210","email":"a@b.cd","password":"xASHA7#9k"}"#
            )
            #expect(named.broken == ["password:weak"])
        }
    }

    @Test("[A3] [A4] mobile and email are kept as they are compared")
    func normalized() async throws {
        try await World.with { world in
            let json = try await world.call(
                .post,
                "/api/v1/accounts",
                #"{"name":"  Asha Rao ","mobile":"+91 98765-43210","email":" Asha@Example.COM ","password":"\#(Person.password)"}"#
            ).json(.created)
            let account = try #require(json["account"])
            #expect(account.text("name") == "Asha Rao")
            #expect(account.text("mobile") == "9876543210")
            #expect(account.text("email") == "asha@example.com")
        }
    }

    @Test("[A7] an email or mobile in use is reported at the field")
    func taken() async throws {
        try await World.with { world in
            _ = try await world.signUp(1)
            let again = try await world.call(.post, "/api/v1/accounts", Person.signUp(1))
            #expect(again.status == .conflict)
            #expect(again.broken == ["email:taken", "mobile:taken"])
            let email = try await world.call(
                .post,
                "/api/v1/accounts",
                Person.signUp(2).replacing(Person.email(2), with: Person.email(1).uppercased())
            )
            #expect(email.broken == ["email:taken"])
        }
    }

    @Test("[A1] the short form takes email and password")
    func short() async throws {
        try await World.with(configure: { $0.rules.signUp = .short }) { world in
            let json = try await world.call(
                .post,
                "/api/v1/accounts",
                #"{"email":"a@example.com","password":"\#(Person.password)"}"#
            ).json(.created)
            #expect(json["account"]?["name"] == .null && json["account"]?["mobile"] == .null)
            let wrong = try await world.call(
                .post,
                "/api/v1/accounts",
                #"{"email":"b@example.com","password":"\#(Person.password)","mobile":"123"}"#
            )
            #expect(wrong.broken == ["mobile:bad_form"])
        }
    }

    @Test("[A12] what is stored is a hash with its salt and cost, and a token's SHA-256")
    func stored() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            let other = try await world.signUp(2)
            let account = try #require(try await world.storage.account(person.account))
            #expect(account.passwordHash.hasPrefix("$scrypt$ln=1,r=8,p=1$"))
            #expect(!account.passwordHash.contains(Person.password))
            #expect(try await world.storage.account(other.account)?.passwordHash != account.passwordHash)
            #expect(person.token.utf8.count == 43 && person.token != other.token)
        }
    }
}

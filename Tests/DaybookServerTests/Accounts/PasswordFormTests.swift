import DaybookCore
import Testing

@testable import DaybookServer

@Suite("Passwords as they were sent")
struct PasswordFormTests {
    @Test("[A12] a new server has no account")
    func none() async throws {
        try await World.with { world in
            #expect(try await world.storage.accounts(after: nil, limit: 1).isEmpty)
            // Default logins and passwords of other programs.
            for login in ["admin", "root", "daybook", "admin@example.com", "test", ""] {
                for password in ["", "admin", "root", "daybook", "password", "1234"] {
                    let body = JSON.object([.init("login", .string(login)), .init("password", .string(password))])
                    let answer = try await world.call(.post, "/api/v1/sessions", bytes: body.encoded)
                    #expect(answer.status == .unauthorized || answer.status == .tooManyRequests)
                }
            }
        }
    }

    @Test(
        "[A12] no character of a password is passed over",
        arguments: [
            "  two blanks at each end  ", "kept\u{0}whole", "café naïveté", "日本語のパスワード",
            "thumbs \u{1F44D}\u{1F3FD} up", String(repeating: "long ", count: 25) + "end",
        ]
    )
    func whole(_ password: String) async throws {
        try await World.with(configure: {
            $0.rules.passwordPolicy = .basic
            $0.limitsWrongPasswords = false
        }) { world in
            let signUp = JSON.object([
                .init("name", .string("Asha Rao")), .init("mobile", .string(Person.mobile(1))),
                .init("email", .string(Person.email(1))), .init("password", .string(password)),
            ])
            let answer = try await world.call(.post, "/api/v1/accounts", bytes: signUp.encoded)
            #expect(answer.status == .created)
            func status(_ tried: String) async throws -> Int {
                let body = JSON.object([
                    .init("login", .string(Person.email(1))), .init("password", .string(tried)),
                ])
                return try await world.call(.post, "/api/v1/sessions", bytes: body.encoded).status.code
            }
            #expect(try await status(password) == 201)
            var others = [password + " ", " " + password, password.uppercased(), password + "\u{0}"]
            for index in password.unicodeScalars.indices {
                var scalars = password.unicodeScalars
                scalars.remove(at: index)
                others.append(String(scalars))
            }
            for other in others where other != password { #expect(try await status(other) == 401, "\(other)") }
        }
    }
}

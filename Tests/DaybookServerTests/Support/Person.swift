import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

/// A person who is signed in.
struct Person: Sendable {
    let number: Int
    let account: AccountID
    let token: String

    init(number: Int, _ answer: Answer) throws {
        let json = try answer.json(.created)
        self.number = number
        account = AccountID(try #require(UUID(json["account"]?.text("id") ?? "")))
        token = json.text("token")
    }

    static func email(_ number: Int) -> String { "person\(number)@example.com" }
    static func mobile(_ number: Int) -> String { "98765\(43_210 + number)" }
    static let password = "xYQ7#wZ9k"

    static func signUp(_ number: Int) -> String {
        #"{"name":"Asha Rao","mobile":"\#(mobile(number))","email":"\#(email(number))","password":"\#(password)"}"#
    }

    static func signIn(_ number: Int, password: String = password) -> String {
        #"{"login":"\#(email(number))","password":"\#(password)"}"#
    }
}

import DaybookCore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Passwords that too many people use")
struct CommonPasswordsTests {
    @Test(
        "[A5] are 3,000 under each policy, all different, and each passes the policy's form",
        arguments: [
            Rules.PasswordPolicy.strict, .basic,
        ]
    )
    func form(_ policy: Rules.PasswordPolicy) {
        var rules = Rules.standard
        rules.passwordPolicy = policy
        let list = CommonPasswords.of(policy).list
        #expect(list.count == 3_000)
        #expect(Set(list.map { $0.lowercased() }).count == 3_000)
        for password in list {
            if let broken = rules.passwordViolation(password, name: "") {
                Issue.record("\(password): \(broken.message)")
            }
        }
    }

    @Test(
        "those that everybody knows are among them, however they are written",
        arguments: [
            (.basic, "password1"), (.basic, "12345678"), (.basic, "PassWord"), (.basic, "1234567890"),
            (.basic, "baseball"),
            (.basic, "qwerty123"), (.basic, "iloveyou"), (.basic, "ILoveYou"), (.basic, "password123"),
            (.basic, "sunshine"),
            (.basic, "p@ssw0rd"), (.strict, "paSSword12!"), (.strict, "pASSWORD123!"), (.strict, "passWORD@123"),
            (.strict, "dRAgon123!"), (.strict, "coMPuter12!"), (.strict, "hELLo@123"), (.strict, "p@ssWORD123"),
            (.strict, "sUMMer12!"),
        ] as [(Rules.PasswordPolicy, String)]
    )
    func known(_ policy: Rules.PasswordPolicy, _ password: String) {
        let isIn = CommonPasswords.of(policy).contains(password)
        #expect(isIn)
    }

    @Test(
        "what nobody else uses is not",
        arguments: ["xYQ7#wZ9k", "cobalt#RIVER27", "correct horse battery staple", "", "a", "xYQ7#wZ9k12345678901"]
    )
    func unknown(_ password: String) {
        let isIn = CommonPasswords.of(.strict).contains(password) || CommonPasswords.of(.basic).contains(password)
        #expect(!isIn)
    }

    @Test("the source of the words stays small, and its words are lowercase and different")
    func words() {
        #expect(CommonPasswords.words.count > 1_500)
        #expect(Set(CommonPasswords.words).count == CommonPasswords.words.count)
        #expect(CommonPasswords.words.allSatisfy { $0 == $0.lowercased() && !$0.contains("\\") && !$0.isEmpty })
        #expect(CommonPasswords.words.prefix(2) == ["123456", "12345"])
    }
}

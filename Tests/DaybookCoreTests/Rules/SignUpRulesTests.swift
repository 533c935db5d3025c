import Testing

@testable import DaybookCore

@Suite struct SignUpRulesTests {
    private let rules = Rules.standard

    private let good = SignUpForm(
        name: "Asha Rao",
        mobile: "9876543210",
        email: "asha@example.com",
        password: "peaCock-42X",
        passwordAgain: "peaCock-42X"
    )

    private func codes(_ form: SignUpForm, _ rules: Rules = .standard) -> [String] {
        rules.violations(of: rules.normalized(form)).map { "\($0.field.name) \($0.code.rawValue)" }
    }

    @Test("[A1] All five fields are required; with the short form, email and password alone")
    func required() {
        #expect(codes(good) == [])
        #expect(codes(SignUpForm()) == ["name required", "mobile required", "email required", "password required"])
        var short = Rules()
        short.signUp = .short
        #expect(codes(SignUpForm(), short) == ["email required", "password required"])
        let form = SignUpForm(email: "a@b.cd", password: "peaCock-42X", passwordAgain: "peaCock-42X")
        #expect(codes(form, short) == [])
        var differing = good
        differing.passwordAgain = "peaCock-42Y"
        #expect(codes(differing) == ["passwordAgain mismatch"])
    }

    @Test(
        "[A2] A name is 4 to 25 ASCII letters and spaces",
        arguments: [
            ("Asha", nil), ("Ash", .tooShort), ("  Asha  ", nil), (" Ash ", .tooShort), ("A  B", nil),
            ("    ", .required),
            (String(repeating: "a", count: 25), nil), (String(repeating: "a", count: 26), .tooLong),
            ("Zoë Ray", .badCharacters),
            ("Asha2", .badCharacters), ("O'Neill", .badCharacters), ("Asha\tRao", .badCharacters),
            ("आशा राव", .badCharacters),
        ] as [(String, Violation.Code?)]
    )
    func name(text: String, code: Violation.Code?) {
        #expect(rules.nameViolation(rules.normalized(SignUpForm(name: text)).name)?.code == code)
    }

    @Test(
        "[A3] A mobile number is Indian: 10 digits, the first 6 to 9, in any usual spelling",
        arguments: [
            ("9876543210", "9876543210", nil), ("+91 98765 43210", "9876543210", nil),
            ("098765-43210", "9876543210", nil),
            ("+91-98765-43210", "9876543210", nil), ("6000000000", "6000000000", nil),
            ("5999999999", "5999999999", .badForm),
            ("987654321", "987654321", .badForm), ("98765432100", "98765432100", .badForm), ("", "", .required),
            ("+919876543210", "9876543210", nil), ("+92 9876543210", "+929876543210", .badCharacters),
            ("98765x3210", "98765x3210", .badCharacters), ("९८७६५४३२१०", "९८७६५४३२१०", .badCharacters),
            ("0", "", .required), ("+91", "", .required),
        ] as [(String, String, Violation.Code?)]
    )
    func mobile(text: String, normal: String, code: Violation.Code?) {
        #expect(Rules.normalizedMobile(text) == normal)
        #expect(rules.mobileViolation(normal)?.code == code)
    }

    @Test(
        "[A4] An email is local@domain.tld",
        arguments: [
            ("a@b.cd", true), ("a.b_c%d+e-f9@sub-1.example.co", true), ("A@B.CD", true), ("", false), ("a", false),
            ("a@b", false), ("a@b.c", false), ("a@b.c1", false), ("@b.cd", false), ("a@.cd", false), ("a@b..cd", false),
            ("a@b@c.de", false), ("a b@c.de", false), ("a@b_c.de", false), ("ä@b.de", false), ("a@bä.de", false),
            ("a!b@c.de", false), ("a@b.de.", false), (String(repeating: "a", count: 249) + "@b.cd", true),
            (String(repeating: "a", count: 250) + "@b.cd", false), (String(repeating: "a", count: 249) + "@b.c", false),
        ] as [(String, Bool)]
    )
    func email(text: String, isGood: Bool) {
        #expect((rules.emailViolation(text) == nil) == isGood)
    }

    @Test("[A4] [A8] Emails are compared without case, logins in either form")
    func logins() {
        #expect(rules.normalized(SignUpForm(email: " Asha@Example.COM ")).email == "asha@example.com")
        #expect(Rules.normalizedLogin(" Asha@Example.COM ") == "asha@example.com")
        #expect(Rules.normalizedLogin("+91 98765-43210") == "9876543210")
    }

    @Test(
        "[A5] A strict password",
        arguments: [
            ("peaCock-42X", nil), ("aBC12-xy", nil), ("aBC12-x", .tooShort), ("aBC12-xxxxxxxxx", nil),
            ("aBC12-xxxxxxxxxx", .tooLong),
            ("ABC12-xyz", .weak), ("1aBC2-xyz", .weak), ("aBc12-xyz", .weak), ("aBC1x-xyz", .weak),
            ("aBC12xxyz", .weak),
            ("aBC12éxyz", .weak), ("aBC12 xyz", nil), ("aBC12€xyz", nil), ("", .required), ("éBC12-xyz", .weak),
            ("aSHA12-XY", .weak), ("xAshaRao12-", .weak), ("xRAO12-xyz", .weak), ("xASHRA12-y", nil),
        ] as [(String, Violation.Code?)]
    )
    func strict(password: String, code: Violation.Code?) {
        #expect(rules.passwordViolation(password, name: "Asha Rao")?.code == code)
    }

    @Test("[A5] A word of the name of fewer than 3 letters may stand in a password, the whole name may not")
    func shortWords() {
        #expect(rules.passwordViolation("xAB12-yzw", name: "Ab Cd") == nil)
        #expect(rules.passwordViolation("xABCD12-y", name: "Ab Cd")?.code == .weak)
        #expect(rules.passwordViolation("xABC12-yz", name: "Abc Def")?.code == .weak)
        #expect(rules.passwordViolation("xABC12-yz", name: "") == nil)
    }

    @Test("[A5] A basic password is 8 to 128 characters of any kind")
    func basic() {
        var rules = Rules()
        rules.passwordPolicy = .basic
        #expect(rules.passwordViolation("12345678", name: "12345678") == nil)
        #expect(rules.passwordViolation("1234567", name: "")?.code == .tooShort)
        #expect(rules.passwordViolation(String(repeating: "é", count: 128), name: "") == nil)
        #expect(rules.passwordViolation(String(repeating: "é", count: 129), name: "")?.code == .tooLong)
        #expect(rules.passwordViolation(String(repeating: "\u{301}", count: 1_000_000), name: "")?.code == .tooLong)
        #expect(rules.passwordRules("", name: "").map { $0.isMet } == [false])
    }

    @Test("[A6] Every broken rule of a password is reported, in plain words")
    func allRules() {
        let broken = rules.passwordViolation("Asha", name: "Asha Rao")
        #expect(
            broken?.message
                == "It still needs: 8 to 15 characters, a lowercase letter first, 2 capital letters, 2 digits, "
                + "1 character that is neither letter nor digit and no part of your name."
        )
        #expect(rules.passwordRules("aBC12-xyz", name: "Asha").allSatisfy { $0.isMet })
    }
}

/// One rule of a password, and whether the password meets it, for the list under the field.
public struct PasswordRule: Equatable, Sendable {
    /// The rule in words.
    public var text: String
    /// Whether the password meets it.
    public var isMet: Bool

    /// A rule, and whether the password meets it.
    public init(_ text: String, isMet: Bool) {
        self.text = text
        self.isMet = isMet
    }
}

extension Rules {
    /// The rules of A5 under the policy in force, each with whether this password meets it.
    public func passwordRules(_ password: String, name: String) -> [PasswordRule] {
        let length = passwordLength
        let fits = password.count >= length.minimum && !Text.isLonger(password, than: length.maximum)
        var rules = [PasswordRule(Texts.passwordLength(length), isMet: fits)]
        guard passwordPolicy == .strict else { return rules }
        var (upper, digits, others) = (0, 0, 0)
        for scalar in password.unicodeScalars {
            if (0x41...0x5A).contains(scalar.value) { upper += 1 }
            if (0x30...0x39).contains(scalar.value) { digits += 1 }
            if !scalar.isLetterOrDigit { others += 1 }
        }
        let startsLow = password.bytes.first.map { (0x61...0x7A).contains($0) } ?? false
        rules.append(PasswordRule(Texts.passwordFirst, isMet: startsLow))
        rules.append(PasswordRule(Texts.passwordUpper, isMet: upper >= 2))
        rules.append(PasswordRule(Texts.passwordDigits, isMet: digits >= 2))
        rules.append(PasswordRule(Texts.passwordSymbol, isMet: others >= 1))
        let hasName = Rules.contains(password: password, name: name)
        rules.append(PasswordRule(Texts.passwordName, isMet: !password.isEmpty && !hasName))
        return rules
    }

    /// The rules as password managers read them, in the language of the `passwordrules` attribute. That language cannot
    /// express the rules about the first letter and the name.
    public var passwordDescriptor: String {
        let length = passwordLength
        let bounds = phrase("minlength: \(length.minimum); maxlength: \(length.maximum);")
        guard passwordPolicy == .strict else { return bounds }
        return bounds + " required: lower; required: upper; required: digit; required: special;"
    }

    /// All rules that a password breaks, in one message; nil when it breaks no rule.
    public func passwordViolation(_ password: String, name: String, field: Violation.Field = .password) -> Violation? {
        if password.isEmpty { return Violation(field, .required, Texts.passwordRequired) }
        let length = passwordLength
        // A text that no person typed breaks no other rule.
        if password.utf8.count > length.maximum * 64 {
            return Violation(field, .tooLong, Texts.passwordNeeds([Texts.passwordLength(length)]))
        }
        let broken = passwordRules(password, name: name).filter { !$0.isMet }
        guard let first = broken.first else { return nil }
        let code: Violation.Code
        if first.text == Texts.passwordLength(length) {
            code = password.count < length.minimum ? .tooShort : .tooLong
        } else {
            code = .weak
        }
        return Violation(field, code, Texts.passwordNeeds(broken.map { $0.text }))
    }

    /// Whether the password contains the whole name without spaces, or a word of it with 3 letters or more.
    private static func contains(password: String, name: String) -> Bool {
        let haystack = Fold.lowercase(password).bytes
        var whole: [UInt8] = []
        for word in Text.parts(Fold.lowercase(name), between: " ") {
            let letters = word.bytes
            if letters.count >= 3, Fold.contains(haystack, letters) { return true }
            whole += letters
        }
        return !whole.isEmpty && Fold.contains(haystack, whole)
    }
}

extension Unicode.Scalar {
    /// A letter or a digit in any script.
    ///
    /// Beyond ASCII whole blocks decide: blocks of punctuation, symbols and pictures hold no letters, and all other
    /// blocks count as letters. Unicode's own table of categories would be a twelfth of what a browser downloads.
    fileprivate var isLetterOrDigit: Bool {
        if value < 0x80 { return UInt8(value).isASCIILetter || UInt8(value).isASCIIDigit }
        switch value {
        case 0xAA, 0xB5, 0xBA: return true
        // Latin-1's signs and its × and ÷, punctuation and symbols, those of East Asia, their wide and small forms.
        case 0x80...0xBF, 0xD7, 0xF7, 0x2000...0x2BFF, 0x2E00...0x2E7F, 0x3000...0x3004, 0x3008...0x3020, 0x3030,
            0xFE10...0xFE6F, 0xFF00...0xFF0F, 0xFF1A...0xFF20, 0xFF3B...0xFF40, 0xFF5B...0xFF65, 0xFFE0...0xFFFF:
            return false
        // Characters of no script, and pictures.
        case 0xE000...0xF8FF, 0x1F000...0x1FAFF, 0xE0000...: return false
        default: return true
        }
    }
}

/// The fields of sign-up (A1). In the short form the name and the mobile number stay empty.
public struct SignUpForm: Equatable, Sendable {
    /// A2.
    public var name: String
    /// A3.
    public var mobile: String
    /// A4.
    public var email: String
    /// A5.
    public var password: String
    /// The password once more, against slips of the hand.
    public var passwordAgain: String

    /// A form; by default an empty one.
    public init(
        name: String = "",
        mobile: String = "",
        email: String = "",
        password: String = "",
        passwordAgain: String = ""
    ) {
        self.name = name
        self.mobile = mobile
        self.email = email
        self.password = password
        self.passwordAgain = passwordAgain
    }
}

extension Rules {
    /// The form as it is stored and compared: without space at its ends, mobile as ten digits, email in lowercase.
    public func normalized(_ form: SignUpForm) -> SignUpForm {
        var normal = form
        normal.name = Text.trimmed(form.name)
        normal.mobile = Rules.normalizedMobile(form.mobile)
        normal.email = Fold.lowercase(Text.trimmed(form.email))
        return normal
    }

    /// Every rule that a normalised form breaks (A1 to A5), in the order of the form.
    public func violations(of form: SignUpForm) -> [Violation] {
        var found: [Violation] = []
        if signUp == .full {
            if let broken = nameViolation(form.name) { found.append(broken) }
            if let broken = mobileViolation(form.mobile) { found.append(broken) }
        }
        if let broken = emailViolation(form.email) { found.append(broken) }
        if let broken = passwordViolation(form.password, name: form.name) { found.append(broken) }
        if form.passwordAgain != form.password {
            found.append(Violation(.passwordAgain, .mismatch, Texts.passwordsDiffer))
        }
        return found
    }

    /// A2, for a name whose ends are trimmed.
    public func nameViolation(_ name: String) -> Violation? {
        if name.isEmpty { return Violation(.name, .required, Texts.nameRequired) }
        let range = limits.name
        switch choice {
        case .classic:
            for byte in name.bytes where !(byte == 0x20 || byte.isASCIILetter) {
                return Violation(.name, .badCharacters, Texts.nameCharacters)
            }
        case .roomy:
            if Text.hasControls(name, allowingLines: false) {
                return Violation(.name, .badCharacters, Texts.controlCharacters(Texts.name))
            }
        }
        if Text.isLonger(name, than: range.maximum) { return Violation(.name, .tooLong, Texts.nameLength(range)) }
        if name.count < range.minimum { return Violation(.name, .tooShort, Texts.nameLength(range)) }
        return nil
    }

    /// A3: drops spaces and hyphens, then one `+91` or `0` in front.
    public static func normalizedMobile(_ text: String) -> String {
        var digits: [UInt8] = []
        for scalar in text.unicodeScalars where !isSeparator(scalar) { digits.append(scalar) }
        var prefix = 0
        if digits.count >= 3, Array(digits[..<3]) == "+91".bytes {
            prefix = 3
        } else if digits.first == UInt8(ascii: "0") {
            prefix = 1
        }
        return String(utf8: digits[prefix...])
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x20, 0x2D, 0xA0, 0x2010...0x2013, 0x202F: true
        default: false
        }
    }

    /// A3, for a normalised mobile number. Under ``Limits/Choice/roomy`` it may be missing, or of any country.
    public func mobileViolation(_ mobile: String) -> Violation? {
        let isRoomy = choice == .roomy
        if mobile.isEmpty { return isRoomy ? nil : Violation(.mobile, .required, Texts.mobileRequired) }
        let form = isRoomy ? Texts.mobileFormOfAnyCountry : Texts.mobileForm
        let hasCountry = isRoomy && mobile.utf8.first == UInt8(ascii: "+")
        let digits = mobile.utf8.dropFirst(hasCountry ? 1 : 0)
        for byte in digits where !byte.isASCIIDigit { return Violation(.mobile, .badCharacters, form) }
        guard let first = digits.first else { return Violation(.mobile, .badForm, form) }
        // ITU-T E.164: a country code, which does not begin with 0, and at most 15 digits in all.
        let isRight =
            hasCountry
            ? (8...15).contains(digits.count) && first != UInt8(ascii: "0")
            : digits.count == 10 && (0x36...0x39).contains(first)
        return isRight ? nil : Violation(.mobile, .badForm, form)
    }

    /// The most characters in the name of a device (A14).
    private static let deviceMaximum = 100

    /// The name of a device without the white space at its ends.
    public static func normalizedDevice(_ text: String) -> String { Text.trimmed(text) }

    /// A14, for the name of a device. A device without a name gets one from its browser.
    public func deviceViolation(_ device: String) -> Violation? {
        // A character may have many bytes.
        let isLong =
            device.utf8.count > Rules.deviceMaximum * 16 || Text.isLonger(device, than: Rules.deviceMaximum)
        if !isLong, !Text.hasControls(device, allowingLines: false) { return nil }
        return Violation(.device, .badForm, Texts.deviceForm(Rules.deviceMaximum))
    }

    /// A4, for a trimmed address.
    public func emailViolation(_ email: String) -> Violation? {
        if email.isEmpty { return Violation(.email, .required, Texts.emailRequired) }
        return Rules.isEmail(email) ? nil : Violation(.email, .badForm, Texts.emailForm)
    }

    /// A mail server takes 254 bytes at most (RFC 5321, section 4.5.3.1.3).
    private static func isEmail(_ email: String) -> Bool {
        let parts = Text.parts(email, between: "@")
        guard email.utf8.count <= 254, parts.count == 2, !parts[0].isEmpty else { return false }
        for byte in parts[0].bytes
        where !(byte.isASCIILetter || byte.isASCIIDigit || "._%+-".utf8.contains(byte)) { return false }
        let labels = Text.parts(parts[1], between: ".")
        guard labels.count >= 2, let last = labels.last, last.utf8.count >= 2 else { return false }
        for byte in last.bytes where !byte.isASCIILetter { return false }
        for label in labels {
            if label.isEmpty { return false }
            for byte in label.bytes where !(byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-")) {
                return false
            }
        }
        return true
    }

    /// A8: the login that was typed, as it is stored. Digits are a mobile number, a text with an `@` is an email.
    public static func normalizedLogin(_ text: String) -> String {
        let trimmed = Text.trimmed(text)
        return trimmed.utf8.contains(UInt8(ascii: "@")) ? Fold.lowercase(trimmed) : normalizedMobile(trimmed)
    }
}

extension UInt8 {
    var isASCIILetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    var isASCIIDigit: Bool { (0x30...0x39).contains(self) }
}

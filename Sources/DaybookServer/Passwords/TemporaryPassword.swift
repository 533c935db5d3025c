import DaybookCore

/// A password that the operator gives a person who has forgotten theirs. It allows only its own replacement.
struct TemporaryPassword: Sendable {
    /// The time for which the password works.
    static let lifetime = Instant.Span.hours(24)

    private static let length = 14
    // Without l, o, I, O, 0 and 1, which are easily confused when a person reads them out or copies them.
    private static let lowercase = Array("abcdefghijkmnpqrstuvwxyz")
    private static let all = lowercase + Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789-+=#%?")

    /// The password, in characters that are hard to confuse: about 80 random bits.
    let text: String

    /// A new password that passes the rules in force for a person of this name.
    ///
    /// Whole passwords are drawn until one passes, so that all allowed passwords are equally likely.
    static func random(
        name: String,
        rules: Rules,
        using generator: inout some RandomNumberGenerator
    ) -> TemporaryPassword {
        while true {
            var characters = [lowercase[Int.random(in: lowercase.indices, using: &generator)]]
            for _ in 1..<length { characters.append(all[Int.random(in: all.indices, using: &generator)]) }
            let text = String(characters)
            if rules.passwordViolation(text, name: name) == nil,
                !CommonPasswords.of(rules.passwordPolicy).contains(text)
            {
                return TemporaryPassword(text: text)
            }
        }
    }
}

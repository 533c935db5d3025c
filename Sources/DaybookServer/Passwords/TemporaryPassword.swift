import DaybookCore

/// A password that the operator gives somebody who has forgotten theirs. It opens nothing but its own replacement.
struct TemporaryPassword: Sendable {
    /// How long it works.
    static let lifetime = Instant.Span.hours(24)

    private static let length = 14
    // Without l, o, I, O, 0 and 1, which look like one another when they are read out or copied by hand.
    private static let lowercase = Array("abcdefghijkmnpqrstuvwxyz")
    private static let all = lowercase + Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789-+=#%?")

    /// It, in letters that are hard to mistake: about 80 random bits.
    let text: String

    /// A new one for somebody of this name, which passes the rules in force.
    ///
    /// Drawn as a whole until one passes, so that each one that does is as likely as any other.
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

import DaybookCore
import NIOPosix

/// The passwords that most people would think of under a policy. They are refused (OWASP ASVS 5.0, 6.2.4).
///
/// No list of real passwords covers the policy `strict`, so these are made as people make them: from common words, with
/// replaced characters and an ending, the likeliest first.
struct CommonPasswords: Sendable {
    /// The number of passwords in the list.
    static let count = 3_000

    /// The passwords that fit the form of a policy, the likeliest first, with capitals where the form requires some.
    let list: [String]
    private let folded: Set<String>

    private static let strict = CommonPasswords(.strict)
    private static let basic = CommonPasswords(.basic)

    /// The list of a policy, made at its first use.
    static func of(_ policy: Rules.PasswordPolicy) -> CommonPasswords {
        switch policy {
        case .strict: strict
        case .basic: basic
        }
    }

    /// The violation of a new password that is common; nil when it is not.
    static func violation(
        _ password: String,
        _ policy: Rules.PasswordPolicy,
        field: Violation.Field = .password
    ) async throws -> Violation? {
        // The first call makes the list, which takes a moment; it must not block a thread that serves requests.
        let isCommon = try await NIOThreadPool.singleton.runIfActive { of(policy).contains(password) }
        return isCommon ? Violation(field, .weak, "This password is too common. Choose another one.") : nil
    }

    /// Whether the list has a password, ignoring case.
    func contains(_ password: String) -> Bool {
        folded.contains(password.lowercased())
    }

    private init(_ policy: Rules.PasswordPolicy) {
        var rules = Rules.standard
        rules.passwordPolicy = policy
        var collected = Collected(rules: rules)
        // A word that the policy accepts unchanged is the likeliest password.
        for word in Self.words { collected.add(word) }
        var reach = 1_000
        while collected.list.count < Self.count {
            for candidate in Self.candidates(upTo: reach) { collected.add(candidate) }
            reach *= 2
        }
        list = collected.list
        folded = collected.folded
    }

    /// The passwords found so far.
    private struct Collected {
        let rules: Rules
        var list: [String] = []
        var folded: Set<String> = []

        mutating func add(_ candidate: String) {
            let password = rules.passwordPolicy == .strict ? CommonPasswords.capitalized(candidate) : candidate
            guard list.count < CommonPasswords.count, rules.passwordViolation(password, name: "") == nil else { return }
            if folded.insert(password.lowercased()).inserted { list.append(password) }
        }
    }

    /// With the two capitals that the policy `strict` requires, at the first places that are allowed.
    private static func capitalized(_ password: String) -> String {
        var left = 2
        return String(
            password.enumerated().map { index, character in
                guard index > 0, left > 0, character.isASCII, character.isLowercase else { return character }
                left -= 1
                return Character(character.uppercased())
            }
        )
    }
}

// MARK: - How people change words

extension CommonPasswords {
    /// All combinations of a word, a bend and an ending whose places in their lists multiply to at most `reach`, the
    /// smallest products first: the smaller a place, the likelier its entry (Zipf's law).
    private static func candidates(upTo reach: Int) -> [String] {
        // A word that ends in digits or signs gets no further ending.
        let words = words.filter { $0.last?.isLetter ?? false }
        var found: [(product: Int, text: String)] = []
        for substitution in substitutions {
            let substituted = words.prefix(reach / substitution.place).map { substitution.substituted($0) }
            for (index, ending) in endings.enumerated() {
                let factor = substitution.place * (index + 1)
                if factor > reach { break }
                for (place, word) in substituted.prefix(reach / factor).enumerated() {
                    found.append((factor * (place + 1), word + ending))
                }
            }
        }
        // Equal products are ordered by their text, so that the order is always the same.
        return found.sorted { ($0.product, $0.text) < ($1.product, $1.text) }.map(\.text)
    }

    /// Letters that look like other characters.
    private struct Substitution {
        /// Its assumed place in a list of bends.
        let place: Int
        let characters: [Character: Character]

        func substituted(_ word: String) -> String { String(word.map { characters[$0] ?? $0 }) }
    }

    private static let substitutions = [
        Substitution(place: 1, characters: [:]),
        Substitution(place: 4, characters: ["a": "@"]),
        Substitution(place: 5, characters: ["o": "0"]),
        Substitution(place: 6, characters: ["a": "@", "o": "0"]),
        Substitution(place: 7, characters: ["e": "3"]),
        Substitution(place: 8, characters: ["i": "1"]),
        Substitution(place: 8, characters: ["s": "$"]),
        Substitution(place: 9, characters: ["a": "@", "o": "0", "e": "3", "i": "1", "s": "$"]),
    ]

    /// The endings that people add to a word, the likeliest first, then recent years and years of birth.
    private static let endings: [String] =
        [""]
            + """
            1 123 12 ! 1! @123 123! 12! 1234 2 12345 @1 01 3 11 7 13 22 69 21 23 @12 123@ #1 12@ #123 123# !1 @1234 1234! 99 \
            007 786 00 10 77 88 5 4 !123 !12 12# #12 1@ 1# @786 786@ 01! 11! 99! 22! 21! 69! 77! 07! 00! 007! @007 @01 @10 \
            @11 @21 @22 @99 123$ 12$ $123 123* 12* 123. 12. 123? 12? _123 _12 -123 .123 *123 !1234 !@12 !@123 123!@ 12!@ 1!2@
            """.split(separator: " ").map(String.init)
        + (1970...2030).reversed().flatMap { ["\($0)", "@\($0)", "\($0)!", "\($0)@", "#\($0)"] }
}

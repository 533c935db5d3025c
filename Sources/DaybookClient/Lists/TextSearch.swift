import DaybookCore

/// The words of a search in the form that SQLite needs: runs of three characters, which an index has, and the words
/// themselves for an exact comparison.
struct TextSearch {
    /// The words, folded.
    let words: [String]
    /// The query for the index; nil when no word is long enough for it.
    let match: String?

    init(_ folded: [[UInt8]]) {
        words = folded.map { String(decoding: $0, as: UTF8.self) }
        let trigrams = words.flatMap(TextSearch.trigrams)
        match = trigrams.isEmpty ? nil : trigrams.map { "\"\($0)\"" }.joined(separator: " AND ")
    }

    /// The word's runs of three characters, as a phrase that the index can find; empty for a shorter word.
    private static func trigrams(_ word: String) -> [String] {
        let scalars = Array(word.unicodeScalars)
        guard scalars.count >= 3 else { return [] }
        var starts = Array(stride(from: 0, through: scalars.count - 3, by: 3))
        if starts.last != scalars.count - 3 { starts.append(scalars.count - 3) }
        return starts.prefix(8).map { start in
            var text = String.UnicodeScalarView()
            for scalar in scalars[start..<start + 3] {
                text.append(scalar)
                // A quote within quotes is written twice.
                if scalar == "\"" { text.append(scalar) }
            }
            return String(text)
        }
    }
}

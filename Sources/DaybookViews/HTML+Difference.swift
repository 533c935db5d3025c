import DaybookCore

extension HTML {
    /// A text with its difference from another version: words of the older version alone are
    /// struck through, words of the newer one alone are underlined. Without a word in common nothing is struck through or underlined.
    mutating func text(_ shown: String, from old: String, to new: String) {
        let difference = TextDifference(from: old, to: new)
        guard difference.hasCommonWord else { return text(shown) }
        var isBehindRemoved = false
        for piece in difference.pieces {
            switch piece.kind {
            case .same: text(piece.text)
            case .removed: text(piece.text, in: "<del>", "</del>")
            // A space keeps a screen reader from reading both as one word.
            case .added: text(piece.text, in: isBehindRemoved ? " <ins>" : "<ins>", "</ins>")
            }
            isBehindRemoved = piece.kind == .removed
        }
    }
}

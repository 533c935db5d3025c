/// The words of a search (L4). All of them must be found, each anywhere in the text, without case or accents.
public struct SearchWords: Sendable {
    /// The words, folded.
    public private(set) var words: [[UInt8]] = []

    /// The most words that are used. Each word is one pass over all texts.
    static var maximum: Int { 16 }

    /// The words of a search as typed.
    public init(_ search: String) {
        let isPlain = [UInt8](search.utf8).allSatisfy { $0 >= 0x20 && $0 < 0x80 }
        for part in isPlain ? Text.parts(search, between: " ") : Text.words(search) {
            let word = Fold.bytes(Text.trimmed(part))
            if !word.isEmpty, words.count < Self.maximum { words.append(word) }
        }
    }

    var isEmpty: Bool { words.isEmpty }

    /// The tag of a search that is a `#`, a tag and a space: the space says that the tag is complete.
    static func completeTag(_ search: String) -> String? {
        guard search.utf8.first == UInt8(ascii: "#"), search.last?.isSpace == true else { return nil }
        return Text.trimmed(String(decoding: search.utf8.dropFirst(), as: UTF8.self))
    }
}

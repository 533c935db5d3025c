/// The difference between two versions of a text, by words.
///
/// The pieces that stay and those that were removed make the older version, in this order; the pieces that stay and those
/// that were added make the newer one. A piece begins and ends between words and spaces, so no word is cut.
///
/// What stays is a longest common subsequence of the words and spaces: Wagner and Fischer, "The String-to-String
/// Correction Problem", Journal of the ACM 21 (1974).
public struct TextDifference: Equatable, Sendable {
    /// The pieces, in the order of reading. Neighbours differ in kind, and what was removed stands before what was added
    /// in its place.
    public private(set) var pieces: [Piece] = []

    /// A piece of one version or of both.
    public struct Piece: Equatable, Sendable {
        /// The versions that have the piece.
        public let kind: Kind
        /// The text, which is not empty.
        public let text: String
    }

    /// The versions that have a piece.
    public enum Kind: Equatable, Sendable {
        /// Both versions.
        case same
        /// The older version only.
        case removed
        /// The newer version only.
        case added
    }

    /// The greatest number of pairs of words that are compared. Two texts that differ over more than 500 words each show
    /// everything between the first and the last difference as one change.
    static var pairsMaximum: Int { 250_000 }

    /// Compares two versions.
    public init(from old: String, to new: String) {
        let (old, new) = (Words(old), Words(new))
        var front = 0
        while front < min(old.count, new.count), old[front] == new[front] { front += 1 }
        var back = 0
        while back < min(old.count, new.count) - front, old[old.count - 1 - back] == new[new.count - 1 - back] {
            back += 1
        }
        var changes = Changes()
        changes.stay(old[0..<front])
        changes.compare(old[front..<old.count - back], new[front..<new.count - back])
        changes.stay(old[old.count - back..<old.count])
        changes.finish()
        pieces = changes.pieces
    }

    /// Whether a word is in both versions.
    public var hasCommonWord: Bool {
        pieces.contains { $0.kind == .same && !Words.isBlank($0.text.utf8) }
    }

    /// Whether the versions are equal.
    public var isEmpty: Bool { pieces.allSatisfy { $0.kind == .same } }
}

/// The words of a text, and the spaces and line breaks between them, which each count as a word.
private struct Words {
    private let words: [ArraySlice<UInt8>]

    init(_ text: String) {
        let bytes = [UInt8](text.utf8)
        var words: [ArraySlice<UInt8>] = []
        var start = 0
        for place in bytes.indices where place > start {
            let isSpace = Words.isSpace(bytes[place])
            // Each line break stands alone, so that one more of them is one difference.
            if isSpace != Words.isSpace(bytes[start]) || isSpace && (bytes[place] == 0x0A || bytes[start] == 0x0A) {
                words.append(bytes[start..<place])
                start = place
            }
        }
        if start < bytes.count { words.append(bytes[start...]) }
        self.words = words
    }

    var count: Int { words.count }
    subscript(place: Int) -> ArraySlice<UInt8> { words[place] }
    subscript(places: Range<Int>) -> ArraySlice<ArraySlice<UInt8>> { words[places] }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

    static func isBlank(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { isSpace($0) } }
}

/// Gathers the pieces of a difference. What was removed and added since the last word that stays waits in two texts.
private struct Changes {
    private(set) var pieces: [TextDifference.Piece] = []
    private var same: [UInt8] = []
    private var removed: [UInt8] = []
    private var added: [UInt8] = []

    mutating func stay(_ words: ArraySlice<ArraySlice<UInt8>>) {
        for word in words { stay(word) }
    }

    private mutating func stay(_ word: ArraySlice<UInt8>) {
        // A space between two changes belongs to both, since the pieces are easier to read whole.
        let isJoint = Words.isBlank(word) && word != [0x0A] && !(removed.isEmpty && added.isEmpty)
        if isJoint {
            removed += word
            added += word
            return
        }
        change()
        same += word
    }

    /// Ends the change that waits: a space that both of its texts end with stays.
    private mutating func change() {
        if removed.isEmpty, added.isEmpty { return }
        var spaces = 0
        while spaces < min(removed.count, added.count), Words.isSpace(removed[removed.count - 1 - spaces]),
            removed[removed.count - 1 - spaces] == added[added.count - 1 - spaces]
        { spaces += 1 }
        let tail = [UInt8](removed.suffix(spaces))
        removed.removeLast(spaces)
        added.removeLast(spaces)
        if !removed.isEmpty || !added.isEmpty {
            append(.same, same)
            append(.removed, removed)
            append(.added, added)
            same = []
        }
        same += tail
        (removed, added) = ([], [])
    }

    mutating func finish() {
        change()
        append(.same, same)
    }

    private mutating func append(_ kind: TextDifference.Kind, _ bytes: [UInt8]) {
        if bytes.isEmpty { return }
        pieces.append(TextDifference.Piece(kind: kind, text: String(decoding: bytes, as: UTF8.self)))
    }

    /// Compares the words between the first and the last difference.
    mutating func compare(_ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>) {
        let (old, new) = (Array(old), Array(new))
        guard !old.isEmpty, !new.isEmpty, old.count <= TextDifference.pairsMaximum / new.count else {
            for word in old { removed += word }
            for word in new { added += word }
            return
        }
        // lengths[row * width + column]: the most words that the ends of both texts from there have in common.
        let width = new.count + 1
        var lengths = [UInt32](repeating: 0, count: (old.count + 1) * width)
        for row in stride(from: old.count - 1, through: 0, by: -1) {
            for column in stride(from: new.count - 1, through: 0, by: -1) {
                let place = row * width + column
                lengths[place] =
                    old[row] == new[column]
                    ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
            }
        }
        var (row, column) = (0, 0)
        while row < old.count || column < new.count {
            let place = row * width + column
            if row < old.count, column < new.count, old[row] == new[column] {
                stay(old[row])
                (row, column) = (row + 1, column + 1)
            } else if row < old.count, column == new.count || lengths[place + width] >= lengths[place + 1] {
                removed += old[row]
                row += 1
            } else {
                added += new[column]
                column += 1
            }
        }
    }
}

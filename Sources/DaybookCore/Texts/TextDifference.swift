/// The difference between two versions of a text, by words.
///
/// The pieces that stay and the removed pieces make the older version, in this order; the pieces that stay and the
/// added pieces make the newer version. A piece begins and ends between words and spaces, so no word is cut.
///
/// The pieces that stay are a longest common subsequence of the words and spaces: Wagner and Fischer, "The
/// String-to-String Correction Problem", Journal of the ACM 21 (1974).
public struct TextDifference: Equatable, Sendable {
    /// The pieces, in the order of reading. Neighbours differ in kind, and a removed piece stands before the added
    /// piece in its place.
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

    /// The greatest number of pairs of words and of lines that are compared. When texts differ over more than 500 words
    /// each, the lines are compared first, and then the words of the differing lines until the limit is reached. The
    /// rest shows as one change.
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

    /// The lines of some words, each with the line break that ends it.
    static func lines(of words: ArraySlice<ArraySlice<UInt8>>) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var line: [UInt8] = []
        for word in words {
            line += word
            if word.last == 0x0A {
                lines.append(line[...])
                line = []
            }
        }
        if !line.isEmpty { lines.append(line[...]) }
        return lines
    }

    /// The number of words of a line.
    static func count(of line: ArraySlice<UInt8>) -> Int {
        var count = 0
        var last: UInt8?
        for byte in line {
            if last.map({ isSpace($0) != isSpace(byte) || isSpace(byte) && (byte == 0x0A || $0 == 0x0A) }) ?? true {
                count += 1
            }
            last = byte
        }
        return count
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 }

    static func isBlank(_ bytes: some Sequence<UInt8>) -> Bool { bytes.allSatisfy { isSpace($0) } }
}

/// Gathers the pieces of a difference. The texts that were removed and added since the last word that stays wait here.
private struct Changes {
    private(set) var pieces: [TextDifference.Piece] = []
    private var same: [UInt8] = []
    private var removed: [UInt8] = []
    private var added: [UInt8] = []
    /// The pairs that may still be compared.
    private var pairsLeft = TextDifference.pairsMaximum

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

    /// Ends the waiting change. A space at the end of both of its texts stays.
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
        pieces.append(TextDifference.Piece(kind: kind, text: String(utf8: bytes)))
    }

    /// Compares the words between the first and the last difference; the lines first, if those are too many words.
    mutating func compare(_ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>) {
        if compareWords(old, new) { return }
        let (oldLines, newLines) = (Words.lines(of: old), Words.lines(of: new))
        guard let steps = alignment(of: oldLines, newLines) else { return replace(old, new) }
        // Between two lines that stay, the words of those that do not are compared.
        var (oldLine, newLine) = (0, 0)
        var (oldWord, newWord) = (old.startIndex, new.startIndex)
        var (oldEnd, newEnd) = (oldWord, newWord)
        for step in steps {
            if step == .same {
                if !compareWords(old[oldWord..<oldEnd], new[newWord..<newEnd]) {
                    replace(old[oldWord..<oldEnd], new[newWord..<newEnd])
                }
                let next = oldEnd + Words.count(of: oldLines[oldLine])
                stay(old[oldEnd..<next])
                newEnd += next - oldEnd
                (oldEnd, oldLine, newLine) = (next, oldLine + 1, newLine + 1)
                (oldWord, newWord) = (oldEnd, newEnd)
            } else if step == .removed {
                oldEnd += Words.count(of: oldLines[oldLine])
                oldLine += 1
            } else {
                newEnd += Words.count(of: newLines[newLine])
                newLine += 1
            }
        }
        if !compareWords(old[oldWord...], new[newWord...]) { replace(old[oldWord...], new[newWord...]) }
    }

    private mutating func replace(_ old: ArraySlice<ArraySlice<UInt8>>, _ new: ArraySlice<ArraySlice<UInt8>>) {
        for word in old { removed += word }
        for word in new { added += word }
    }

    /// Returns false and does nothing when there are too many words.
    private mutating func compareWords(
        _ old: ArraySlice<ArraySlice<UInt8>>,
        _ new: ArraySlice<ArraySlice<UInt8>>
    ) -> Bool {
        if old.isEmpty || new.isEmpty {
            replace(old, new)
            return true
        }
        guard let steps = alignment(of: Array(old), Array(new)) else { return false }
        var (oldWord, newWord) = (old.startIndex, new.startIndex)
        for step in steps {
            switch step {
            case .same:
                stay(old[oldWord])
                (oldWord, newWord) = (oldWord + 1, newWord + 1)
            case .removed:
                removed += old[oldWord]
                oldWord += 1
            case .added:
                added += new[newWord]
                newWord += 1
            }
        }
        return true
    }

    /// The elements of both in the order of reading, as kept, removed or added. Nil when there are more pairs than may
    /// still be compared.
    private mutating func alignment(
        of old: [ArraySlice<UInt8>],
        _ new: [ArraySlice<UInt8>]
    ) -> [TextDifference.Kind]? {
        guard new.isEmpty || old.count <= pairsLeft / new.count else { return nil }
        pairsLeft -= old.count * new.count
        // lengths[row * width + column]: the most elements that the ends of both from there have in common.
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
        var steps: [TextDifference.Kind] = []
        steps.reserveCapacity(old.count + new.count)
        var (row, column) = (0, 0)
        while row < old.count || column < new.count {
            let place = row * width + column
            if row < old.count, column < new.count, old[row] == new[column] {
                steps.append(.same)
                (row, column) = (row + 1, column + 1)
            } else if row < old.count, column == new.count || lengths[place + width] >= lengths[place + 1] {
                steps.append(.removed)
                row += 1
            } else {
                steps.append(.added)
                column += 1
            }
        }
        return steps
    }
}

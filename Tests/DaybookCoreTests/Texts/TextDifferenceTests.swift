import Testing

@testable import DaybookCore

@Suite("The difference between two versions of a text")
struct TextDifferenceTests {
    /// A difference as a line: removed words in brackets, added words in braces.
    private func shown(_ old: String, _ new: String) -> String {
        TextDifference(from: old, to: new).pieces.reduce(into: "") { line, piece in
            switch piece.kind {
            case .same: line += piece.text
            case .removed: line += "[\(piece.text)]"
            case .added: line += "{\(piece.text)}"
            }
        }
    }

    @Test("[S12] Words that were removed and added are marked, whole")
    func words() {
        #expect(shown("Buy milk", "Buy milk") == "Buy milk")
        #expect(shown("Buy milk and bread", "Buy oat milk and rolls") == "Buy {oat }milk and [bread]{rolls}")
        #expect(shown("", "New") == "{New}")
        #expect(shown("Old", "") == "[Old]")
        #expect(shown("Call the plumber", "Call the plumbers") == "Call the [plumber]{plumbers}")
        #expect(shown("नमस्ते दुनिया", "नमस्ते भारत") == "नमस्ते [दुनिया]{भारत}")
    }

    @Test("[S12] A change of several words is one piece, and line breaks are kept")
    func lines() {
        #expect(shown("see you at nine", "see you on Friday") == "see you [at nine]{on Friday}")
        #expect(shown("one\ntwo\nthree", "one\nthree") == "one\n[two\n]three")
        #expect(shown("one\n\ntwo", "one\ntwo") == "one\n[\n]two")
    }

    @Test("The pieces make both versions, and neighbours differ in kind")
    func laws() {
        let alphabet = ["a", "bb", "é", " ", "  ", "\n", "\t", "milk", "bread"]
        property(runs: 2_000) { random in
            func text() -> String {
                (0..<random.int(0...13)).map { _ in random.pick(alphabet) }.joined()
            }
            let (old, new) = (text(), text())
            let pieces = TextDifference(from: old, to: new).pieces
            func joined(without kind: TextDifference.Kind) -> String {
                pieces.filter { $0.kind != kind }.map(\.text).joined()
            }
            try hold(joined(without: .added), equals: old, "kept and removed make the older version: \(pieces)")
            try hold(joined(without: .removed), equals: new, "kept and added make the newer version: \(pieces)")
            try hold(pieces.allSatisfy { !$0.text.isEmpty }, "no piece is empty: \(pieces)")
            try hold(
                zip(pieces, pieces.dropFirst()).allSatisfy {
                    $0.kind != $1.kind && !($0.kind == .added && $1.kind == .removed)
                },
                "neighbours differ: \(pieces)"
            )
        }
    }

    @Test("[S12] Long texts are compared by lines, and changed lines by words")
    func longTextsByLine() {
        func line(_ number: Int) -> String { "Line \(number) has these words and \(number * 7) more." }
        let old = (0..<400).map { line($0) }
        var new = old
        new[3] = "Line 3 has other words and 21 more."
        new.remove(at: 200)
        new.insert("A line that is new.", at: 300)
        new[390] = "Line 391 has these words and no more."
        let (older, newer) = (old.joined(separator: "\n"), new.joined(separator: "\n"))
        let difference = TextDifference(from: older, to: newer)
        let changed = difference.pieces.filter { $0.kind != .same }
        #expect(changed.map(\.text).joined().utf8.count < 200, "\(changed)")
        #expect(changed.contains { $0.kind == .removed && $0.text == "these" })
        #expect(changed.contains { $0.kind == .added && $0.text == "other" })
        #expect(difference.pieces.filter { $0.kind != .added }.map(\.text).joined() == older)
        #expect(difference.pieces.filter { $0.kind != .removed }.map(\.text).joined() == newer)
    }

    @Test("Long texts of random lines: the pieces make both versions")
    func longLaws() {
        property(runs: 30) { random in
            func text() -> String {
                (0..<random.int(0...120)).map { _ in
                    (0..<random.int(0...9)).map { _ in random.pick(["a", "bb", "é", " ", "  ", "milk", "bread"]) }
                        .joined()
                }.joined(separator: random.pick(["\n", "\n\n"]))
            }
            let (old, new) = (text(), text())
            let pieces = TextDifference(from: old, to: new).pieces
            try hold(pieces.filter { $0.kind != .added }.map(\.text).joined(), equals: old, "the older version")
            try hold(pieces.filter { $0.kind != .removed }.map(\.text).joined(), equals: new, "the newer version")
        }
    }

    @Test("Texts without a word in common, and long ones, are one change")
    func long() {
        #expect(!TextDifference(from: "Buy milk", to: "Call home").hasCommonWord)
        let old = (0..<700).map { "a\($0)" }.joined(separator: " ")
        let new = (0..<700).map { "b\($0)" }.joined(separator: " ")
        let pieces = TextDifference(from: "Same " + old + " end", to: "Same " + new + " end").pieces
        #expect(pieces.map(\.kind) == [.same, .removed, .added, .same])
    }
}

import TestSupport
import Testing

@testable import DaybookCore

/// The standard library takes minutes to compare, order or normalise these texts.
@Suite("Texts with long runs of combining marks take no longer than others", .timeLimit(.minutes(1)))
struct TextComparisonTests {
    /// Equal when normalised, and different in their bytes.
    static let one = "e" + String(repeating: "\u{301}\u{316}", count: 1 << 18)
    static let other = "e" + String(repeating: "\u{316}\u{301}", count: 1 << 18)

    @Test("in comparisons of values, names and drafts")
    func comparisons() {
        #expect(Self.one.isSame(as: Self.one) && !Self.one.isSame(as: Self.other))
        #expect(Self.one.precedes(Self.other) != Self.other.precedes(Self.one))
        #expect(JSON.string(Self.one) != .string(Self.other))
        #expect(JSON.object([.init(Self.one, .null)]) != .object([.init(Self.other, .null)]))
        #expect(JSON.object([.init(Self.one, .null)])["device"] == nil)
        #expect(TodoDraft(title: "a", detail: Self.one) != TodoDraft(title: "a", detail: Self.other))
        #expect(NoteDraft(title: "a", description: Self.one) != NoteDraft(title: "a", description: Self.other))
        #expect(IndexSort.repeats([Self.one, Self.other, Self.one]) == [false, false, true])
    }

    @Test("[S3] in a merge, as a value and as a name")
    func merge() {
        let (early, late) = (
            Stamp(wall: Instant(milliseconds: 1), counter: 0, device: 1),
            Stamp(wall: Instant(milliseconds: 2), counter: 0, device: 1)
        )
        let id = UUID(high: 1, low: 1)
        var record = Record(
            kind: .todo,
            id: id,
            fields: [
                .init(Self.one, .null, early), .init(Self.other, .null, early), .init("a", .string(Self.one), early),
            ]
        )
        #expect(record.fields.count == 3)
        let change = Record(kind: .todo, id: id, fields: [.init("a", .string(Self.other), late)])
        #expect(record.merge(change) && !record.merge(change))
        #expect(record["a"] == .string(Self.other))
        #expect(Rules.standard.violations(of: change, existing: record).count == 1)
        #expect(!Rules.isMarking(Record(kind: .todo, id: id, fields: [.init(Self.one, .bool(true), late)])))
        let again = JSON.object([.init(Self.one, .null), .init(Self.other, .null)]).encoded
        #expect(throws: Never.self) { try JSON(again) }
    }

    @Test("[L4] in a search")
    func fold() {
        #expect(Fold.bytes(Self.one) == [UInt8(ascii: "e")])
        // U+302A is no accent, so it stays, and its place among others is found in pieces.
        let marks = "e" + String(repeating: "\u{302A}\u{3099}", count: 1 << 18)
        #expect(Fold.bytes(marks).count == marks.utf8.count)
    }

    @Test("A text is folded in pieces as it is as a whole")
    func pieces() {
        for seed in Seeds.cases(usual: 300) {
            var random = SplitMix64(seed: seed)
            let parts = ["e\u{301}\u{316}", "ộ", "한", "क्षि", "a", " ", "\u{1E9B}\u{323}", "日", "Å"]
            let text = (0..<Int.random(in: 0...400, using: &random)).map { _ in
                parts.randomElement(using: &random) ?? ""
            }
            let apart = text.flatMap { Fold.bytes($0) }
            #expect(Fold.bytes(text.joined()) == apart, "\(seed.asSeed)")
        }
    }

    @Test("[S9] What texts break is found before or in a merge alike")
    func verdicts() {
        for seed in Seeds.cases(usual: 2_000) {
            var random = SplitMix64(seed: seed)
            let kind: Record.Kind = Bool.random(using: &random) ? .todo : .note
            let (existing, change) = (Self.record(kind, &random, at: 1), Self.record(kind, &random, at: 2))
            for rules in [Rules.standard, Rules.standard.widest] {
                for before in [nil, existing] {
                    let texts = rules.textVerdicts(on: change)
                    let found = rules.violations(of: change, existing: before, texts: texts)
                    #expect(found == rules.violations(of: change, existing: before), "\(seed.asSeed)")
                }
            }
        }
    }

    private static func record(_ kind: Record.Kind, _ random: inout SplitMix64, at milliseconds: Int64) -> Record {
        let stamp = Stamp(wall: Instant(milliseconds: milliseconds), counter: 0, device: 1)
        let texts = [
            "", " ", "Buy milk", String(repeating: "a", count: 600), "a\u{0}", String(repeating: "b", count: 40),
        ]
        func value(_ random: inout SplitMix64) -> JSON {
            switch Int.random(in: 0...7, using: &random) {
            case 0: .null
            case 1: .integer(7)
            default: .string(texts.randomElement(using: &random) ?? "")
            }
        }
        var fields: [Record.Field] = []
        for name in ["title", "detail", "description", "origin", "tag:home", "tag:\(texts[3])", "createdAt", "other"] {
            if Bool.random(using: &random) { fields.append(.init(name, value(&random), stamp)) }
        }
        if Bool.random(using: &random) { fields.append(.init("origin", .string("imported"), stamp)) }
        if Bool.random(using: &random) { fields.append(.init("tag:work", .bool(true), stamp)) }
        return Record(kind: kind, id: UUID(high: 1, low: 1), fields: fields)
    }
}

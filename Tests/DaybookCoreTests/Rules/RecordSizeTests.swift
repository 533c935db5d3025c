import TestSupport
import Testing

@testable import DaybookCore

@Suite("The size of a record") struct RecordSizeTests {
    private let id = UUID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)

    private func stamp(_ wall: Int64) -> Stamp { Stamp(wall: Instant(milliseconds: wall), counter: 0, device: 1) }

    private func record(_ fields: [(String, JSON)], at wall: Int64 = 5, kind: Record.Kind = .todo) -> Record {
        Record(kind: kind, id: id, fields: fields.map { Record.Field($0.0, $0.1, stamp(wall)) })
    }

    private func text(_ count: Int) -> JSON { .string(String(repeating: "a", count: count)) }

    private func codes(_ change: Record, _ existing: Record?, _ rules: Rules = .standard) -> [String] {
        rules.violations(of: change, existing: existing).map { $0.code.rawValue }
    }

    @Test("Bytes are counted as they are written, whatever is in a record")
    func count() {
        for seed in Seeds.cases(usual: 2_000) {
            var random = SplitMix64(seed: seed)
            let names = Int.random(in: 0...9, using: &random)
            let fields = (0..<names).map { ("x\($0)\"\n" + Self.text(&random), Self.value(&random, depth: 0)) }
            let record = record(fields)
            var bytes: [UInt8] = []
            record.writeFields(to: &bytes)
            #expect(record.fieldsBytes == bytes.count, "\(seed.asSeed)")
        }
    }

    private static func text(_ random: inout SplitMix64) -> String {
        let scalars = ["a", "\"", "\\", "\n", "\r", "\t", "\u{0}", "\u{8}", "\u{1F}", "\u{7F}", "é", "字", "👩‍👩‍👧"]
        return (0..<Int.random(in: 0...6, using: &random)).map { _ in scalars.randomElement(using: &random) ?? "" }
            .joined()
    }

    private static func value(_ random: inout SplitMix64, depth: Int) -> JSON {
        switch Int.random(in: 0...(depth < 4 ? 8 : 6), using: &random) {
        case 0: return .null
        case 1: return .bool(Bool.random(using: &random))
        case 2: return .integer(Int64.random(in: .min ... .max, using: &random))
        case 3: return .integer(Int64.random(in: -1_001...1_001, using: &random))
        case 4: return .number("-1.5e+300")
        case 5, 6: return .string(text(&random))
        case 7:
            return .array((0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth: depth + 1) })
        default:
            return .object(
                (0..<Int.random(in: 0...3, using: &random)).map { .init("\($0)", value(&random, depth: depth + 1)) }
            )
        }
    }

    @Test("[S9] Not the change but the record that comes of it is bounded, over however many calls")
    func merged() {
        var there = record([("title", .string("a"))], at: 1)
        var accepted = 0
        for number in 0..<40 {
            let change = record([("x\(number)", text(64_000))])
            let found = codes(change, there)
            if found.isEmpty {
                accepted += 1
                there.merge(change)
            } else {
                #expect(found == ["too_large"])
            }
        }
        #expect(accepted == 4)
        #expect(there.fieldsBytes <= Rules.standard.recordBytesMaximum)
    }

    @Test("[S9] A record may have exactly as many bytes as are allowed, and not one more")
    func exact() {
        var rules = Rules()
        let there = record([("title", .string("a"))], at: 1)
        let change = record([("x", text(500)), ("title", .string("bb"))])
        var merged = there
        merged.merge(change)
        rules.recordBytesMaximum = merged.fieldsBytes
        #expect(codes(change, there, rules) == [])
        #expect(codes(merged, nil, rules) == [])
        rules.recordBytesMaximum -= 1
        #expect(codes(change, there, rules) == ["too_large"])
        #expect(codes(merged, nil, rules) == ["too_large"])
        // A change that loses makes nothing larger.
        #expect(codes(change.restamped { _ in stamp(0) }, merged, rules) == [])
    }

    @Test("[S9] A record from before that is too large can be deleted, made smaller and marked, and not made larger")
    func oversized() {
        let there = record(
            [("title", .string("a")), ("done", .bool(true))] + (0..<20).map { ("x\($0)", text(60_000)) },
            at: 1
        )
        #expect(codes(Record(kind: .todo, id: id, deleted: stamp(9)), there) == [])
        #expect(codes(record([("x1", .null)]), there) == [])
        #expect(codes(record([("x1", text(60_000)), ("x2", text(59_000))]), there) == [])
        #expect(codes(record([("done", .bool(false))]), there) == [])
        #expect(codes(record([("x1", text(60_001))]), there) == ["too_large"])
        #expect(codes(record([("done", .bool(false)), ("y", .null)]), there) == ["too_large"])
    }
}

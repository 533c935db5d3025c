import DaybookCore
import TestSupport
import Testing

/// `make fuzz` runs a million cases of each.
@Suite("Fuzz: JSON and what is read from it")
struct JSONFuzzTests {
    /// Runs a case for each seed. The first failure reports its seed, even if it ends the process.
    private func fuzz(_ note: Int, usual: Int, _ check: (inout SplitMix64) -> String?) {
        let note = CrashNote(note)
        for seed in Seeds.cases(usual: usual) {
            note.begin(seed)
            var random = SplitMix64(seed: seed)
            if let fault = check(&random) {
                Issue.record("\(seed.asSeed): \(fault)")
                break
            }
        }
        note.end()
    }

    @Test("a value that is written is read as what it was")
    func roundTrip() {
        fuzz(2, usual: 10_000) { random in
            let value = random.json(depth: random.int(0...6))
            let text = value.encoded
            guard let read = try? JSON(text) else { return "not read: \(String(decoding: text, as: UTF8.self))" }
            // Equal as Swift values, and byte for byte.
            return read == value && read.encoded == text ? nil : "changed: \(String(decoding: text, as: UTF8.self))"
        }
    }

    @Test(
        "whatever the bytes are, they are read or refused at a place within them; what is read is written and read again"
    )
    func anything() {
        fuzz(3, usual: 30_000) { random in
            let bytes = random.almostJSON()
            let limits = JSON.Limits(size: random.pick([0, 64, 1 << 20]), depth: random.pick([0, 1, 4, 32]))
            do throws(JSON.ParseError) {
                let value = try JSON(bytes, limits: limits)
                if bytes.count > limits.size || value.depth > limits.depth { return "over its limits: \(bytes)" }
                if String(validating: bytes, as: UTF8.self) == nil { return "is no UTF-8: \(bytes)" }
                guard let again = try? JSON(value.encoded) else { return "not read again: \(bytes)" }
                return again == value && again.encoded == value.encoded ? nil : "changed: \(bytes)"
            } catch {
                return (0...bytes.count).contains(error.offset) ? nil : "\(error) in \(bytes)"
            }
        }
    }

    @Test("any bytes of a sync call are a request or an error; a request is written and read again")
    func syncRequest() {
        fuzz(4, usual: 10_000) { random in
            var random = random
            let changes = random.array(0...3) { $0.change(at: $0.int64(-5...5)) }
            let request = SyncRequest(device: random.uuid(), cursor: random.int64(0...9), changes: changes)
            var bytes = request.encoded
            guard (try? SyncRequest(bytes)) == request else { return "not read: \(bytes)" }
            for _ in 0..<random.int(1...3) { random.damage(&bytes) }
            guard let damaged = try? SyncRequest(bytes) else { return nil }
            return (try? SyncRequest(damaged.encoded)) == damaged ? nil : "changed: \(bytes)"
        }
    }

    @Test("whatever record comes, the rules judge it, alone and over another")
    func rules() {
        fuzz(5, usual: 10_000) { random in
            let existing = random.change(at: 0)
            let change = random.change(at: random.int64(-9...9))
            var wild = change
            wild.merge(.init(random.text() + "x", random.json(), stamp(1)))
            for name in [Todo.Field.title, Todo.Field.tagPrefix + random.text()] {
                wild.merge(.init(name, random.json(), stamp(2)))
            }
            for record in [change, wild] {
                _ = Rules.standard.violations(of: record, existing: nil)
                if existing.key == record.key { _ = Rules.standard.violations(of: record, existing: existing) }
                _ = Todo(record)
            }
            return nil
        }
    }
}

extension JSON {
    /// The depth of arrays and objects.
    fileprivate var depth: Int {
        switch self {
        case .array(let items): 1 + (items.map(\.depth).max() ?? 0)
        case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
        default: 0
        }
    }
}

extension SplitMix64 {
    /// Parts of JSON texts, valid and invalid.
    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":1", "null", "true", "fals", "0", "-", "-0", "01", "1.",
        "1e", ".5", "1E+2",
        "9223372036854775808", " ", "\n", "\t", "\\", "\"\\u0000\"", "\"\\ud83d\"", "\"\\ud83d\\ude00\"", "\"\\udc00\"",
        "\"\\u12\"", "\"\\x\"", "\"\u{1}\"", "\u{FEFF}", "é", "\"\u{10FFFF}\"", "//", "NaN", "'a'",
    ]

    /// Bytes that are JSON, nearly JSON, or not JSON.
    mutating func almostJSON() -> [UInt8] {
        switch int(0...5) {
        case 0: return array(0...40) { UInt8(truncatingIfNeeded: $0.next()) }
        case 1: return Array(array(0...12) { $0.pick(Self.pieces) }.joined().utf8)
        case 2: return [UInt8](repeating: pick([0x5B, 0x7B, 0x22, 0x5C]), count: int(0...200))
        default:
            var bytes = json(depth: int(0...6)).encoded
            for _ in 0..<int(0...4) { damage(&bytes) }
            return bytes
        }
    }

    /// Damages a text as disks do, and as programs do.
    mutating func damage(_ bytes: inout [UInt8]) {
        let place = int(0...bytes.count)
        switch int(0...5) {
        case 0: bytes.insert(contentsOf: Array(pick(Self.pieces).utf8), at: place)
        case 1:
            bytes.insert(
                contentsOf: pick([[0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5], [0xFF], [0xE2, 0x82]]),
                at: place
            )
        case 2: bytes.insert(contentsOf: [UInt8](repeating: pick([0x5B, 0x61, 0x39]), count: int(1...100)), at: place)
        default: mutate(&bytes)
        }
    }
}

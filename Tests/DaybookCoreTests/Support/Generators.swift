@testable import DaybookCore

/// Texts that break code that was tried with ASCII alone.
enum Sample {
    static let emojiFamily = "👨‍👩‍👧‍👦"
    static let texts = [
        "", "a", "Buy milk", "Milch für Oma", "STRASSE", "straße", "Ångström", "İstanbul", "naïve café",
        "e\u{301}", "é", "\u{301}", "a\u{301}\u{323}\u{308}", emojiFamily, "👍🏽", "🏽", "🇮🇳🇩🇪", "❤️", "1️⃣",
        "שלום עולם", "مرحبا", "\u{202E}abc\u{202C}", "\u{200B}", "a\u{200B}b", "\u{200D}", "\u{FEFF}x", "नमस्ते", "परिवार",
        "Tiếng Việt", "Ελλάδα", "Привет, ёлка", "日本語", "한국어", "\u{0}", "a\tb\nc\r\n", "\u{7F}", "\u{2028}",
        "<script>alert(1)</script>", "\"quoted\" & 'single' \\ /", "\u{10FFFF}", "\u{FFFF}",
    ]
    static let words = [
        "milk", "Anna", "call", "tax", "räumen", "Zoë", "oma", "ünder", "zebra", "10", "B", "b", "é", "E",
    ]
    static let tags = ["home", "Home", "work", "été", "ete", "🏽", "\u{301}x", "परिवार", "tag:", "x"]
}

extension SplitMix64 {
    /// Something of everything, often two things at once.
    mutating func text() -> String {
        var text = pick(Sample.texts)
        if oneIn(3) { text += pick(Sample.texts) }
        if oneIn(8) { text += String(repeating: pick(Sample.texts), count: int(1...20)) }
        if oneIn(6), let scalar = Unicode.Scalar(UInt32(int(0...0x10FFFF))) { text.unicodeScalars.append(scalar) }
        return text
    }

    /// A text as people write it.
    mutating func title() -> String { array(1...3) { $0.pick(Sample.words) }.joined(separator: " ") }

    mutating func uuid() -> UUID { UUID(high: next(), low: next()) }

    /// A stamp out of few times and devices, so that equal and near stamps are common.
    mutating func stamp(devices: Int = 3) -> Stamp {
        if oneIn(50) { return Stamp(time: pick([0, .max, 1, 0xFFFF]), device: pick([0, .max])) }
        return Stamp(
            wall: Instant(milliseconds: 1_763_700_000_000 + int64(0...6)),
            counter: UInt16(int(0...2)),
            device: UInt64(int(1...devices))
        )
    }

    mutating func json(depth: Int = 2) -> JSON {
        switch int(0...(depth > 0 ? 8 : 6)) {
        case 0: .null
        case 1: .bool(oneIn(2))
        case 2: .integer(pick([0, 1, -1, .max, .min, int64(-100...100)]))
        case 3: .number(pick(["-0", "1.5", "1e9", "-0.0", "9223372036854775808", "1E-3"]))
        case 7: .array(array(0...3) { $0.json(depth: depth - 1) })
        case 8: .object(object(depth: depth - 1))
        default: .string(text())
        }
    }

    /// Members whose names differ even when compared as Swift compares strings.
    private mutating func object(depth: Int) -> [JSON.Member] {
        var members: [JSON.Member] = []
        for _ in 0..<int(0...3) {
            let name = text()
            if members.contains(where: { $0.name == name }) { continue }
            members.append(JSON.Member(name, json(depth: depth)))
        }
        return members
    }

    mutating func field(devices: Int = 3) -> Record.Field {
        let name = pick(["title", "detail", "done", "deadline", "tag:" + pick(Sample.tags), "unknown", "é", "e\u{301}"])
        return Record.Field(name, oneIn(2) ? .string(pick(Sample.words)) : json(), stamp(devices: devices))
    }

    /// A version of one record.
    mutating func record(
        kind: Record.Kind = .todo,
        id: UUID = UUID(high: 1, low: 1),
        fields: ClosedRange<Int> = 0...6
    ) -> Record {
        Record(
            kind: kind,
            id: id,
            fields: array(fields) { $0.field() },
            deleted: oneIn(3) ? stamp() : nil
        )
    }

    /// A to-do out of few titles, days and moments of creation, so that ties are common.
    mutating func todo(ids: Int = 60) -> Todo {
        let created = Instant(milliseconds: int64(0...5))
        return Todo(
            id: Todo.ID(UUID(high: 0, low: UInt64(int(1...ids)))),
            title: oneIn(8) ? text() : title(),
            detail: oneIn(2) ? nil : text(),
            isDone: oneIn(3),
            deadline: oneIn(3) ? nil : Instant(milliseconds: int64(-2...3) * 86_400_000),
            tags: Array(Set(array(0...3) { $0.pick(Sample.tags) })).sorted(),
            position: oneIn(3) ? int64(-3...3) : nil,
            created: created,
            modified: created
        )
    }
}

import DaybookCore
import TestSupport

/// Random test data: texts and records of all kinds, with few ids and moments so that they meet.
extension SplitMix64 {
    static let texts = [
        "", " ", "a", "Buy milk", "e\u{301}té", "été", "👨‍👩‍👧‍👦", "🏽", "👍🏽", "🇮🇳", "ß", "İ", "שלום", "हिन्दी", "日本語",
        "\u{0}", "a\tb\nc\r\n", "\u{7F}", "\u{2028}", "<script>alert(1)</script>", "\"'\\/", "\u{10FFFF}", "\u{FFFF}",
        "null", "[]", "-0", "1e999", "\u{FEFF}", "\u{202E}abc",
    ]
    static let tags = ["home", "Home", "work", "été", "ete", "🏽", "x", "y", "z", "परिवार"]

    mutating func text() -> String {
        var text = pick(Self.texts)
        if oneIn(3) { text += pick(Self.texts) }
        if oneIn(10) { text = String(repeating: text, count: int(1...300)) }
        if oneIn(6), let scalar = Unicode.Scalar(UInt32(int(0...0x10FFFF))) { text.unicodeScalars.append(scalar) }
        return text
    }

    mutating func uuid() -> UUID { UUID(high: next(), low: next()) }

    /// A value of any type.
    mutating func json(depth: Int = 3) -> JSON {
        switch int(0...(depth > 0 ? 9 : 6)) {
        case 0: .null
        case 1: .bool(oneIn(2))
        case 2: .integer(pick([0, 1, -1, .max, .min, int64(-100...100), 1_763_700_000_000]))
        case 3: .number(pick(["-0", "1.5", "1e9", "-0.0", "9223372036854775808", "1E-3", "1e999", "0.10"]))
        case 7, 8: .array(array(0...4) { $0.json(depth: depth - 1) })
        case 9: .object(members(depth: depth - 1))
        default: .string(text())
        }
    }

    private mutating func members(depth: Int) -> [JSON.Member] {
        var members: [JSON.Member] = []
        for _ in 0..<int(0...4) {
            let name = text()
            if !members.contains(where: { $0.name == name }) { members.append(.init(name, json(depth: depth))) }
        }
        return members
    }

    /// A change that a device could push within the tests' first minutes; most are accepted.
    mutating func change(at milliseconds: Int64) -> Record {
        let stamp = stamp(milliseconds, device: UInt64(int(1...3)))
        let id = DaybookServerTests.uuid(UInt64(int(1...12)))
        if oneIn(8) { return Record(kind: .todo, id: id, deleted: stamp) }
        if oneIn(5) { return oneIn(2) ? noteChange(at: stamp) : photoChange(at: stamp) }
        if oneIn(8) {
            let field = Record.Field(pick(Self.texts) + "x", json(), stamp)
            return Record(kind: .init("recipe"), id: id, fields: [field])
        }
        let title = pick(["Buy milk", "Anrufen: Zoë 📞", "\"quoted\" \\ <b>", "e\u{301}"])
        var fields = oneIn(2) ? Todo.fields(for: TodoDraft(title: title), origin: origin(), at: stamp) : []
        for _ in 0..<int(0...3) { fields.append(field(at: stamp)) }
        if fields.isEmpty { fields.append(.init(Todo.Field.done, .bool(oneIn(2)), stamp)) }
        return Record(kind: .todo, id: id, fields: fields, deleted: oneIn(20) ? stamp : nil)
    }

    private mutating func noteChange(at stamp: Stamp) -> Record {
        let id = DaybookServerTests.uuid(UInt64(int(21...24)))
        if oneIn(5) { return Record(kind: .note, id: id, deleted: stamp) }
        let draft = NoteDraft(title: pick(["A walk", "Ein Weg 📷🚲", "\"quoted\" \\ <b>"]), description: longEnough)
        let changed = oneIn(2) ? [Note.photosChanged(at: stamp)] : []
        return Record(kind: .note, id: id, fields: Note.fields(for: draft, at: stamp) + changed)
    }

    /// A photo of one of those notes, or of a note that never arrives.
    private mutating func photoChange(at stamp: Stamp) -> Record {
        let number = UInt64(int(31...40))
        let id = DaybookServerTests.uuid(number)
        if oneIn(5) { return Record(kind: .photo, id: id, deleted: stamp) }
        let photo = Photo(
            id: Photo.ID(id),
            note: Note.ID(DaybookServerTests.uuid(21 + number % 5)),
            sha256: digest(UInt8(number)),
            type: .webp,
            width: 640,
            height: 480,
            bytes: 3,
            position: int64(-3...3),
            thumbnail: oneIn(2) ? digest(1) : nil
        )
        return Record(kind: .photo, id: id, fields: photo.fields(at: stamp))
    }

    private mutating func origin() -> Todo.Origin { oneIn(6) ? .imported : .own }

    private mutating func field(at stamp: Stamp) -> Record.Field {
        let moment = stamp.wall.advanced(by: .minutes(int64(-600...600)))
        switch int(0...5) {
        case 0:
            return .init(Todo.Field.detail, oneIn(4) ? .null : .string("2 litres\nof " + pick(["milk", "🥛"])), stamp)
        case 1: return .init(Todo.Field.deadline, .integer(moment.milliseconds), stamp)
        case 2: return .init(Todo.Field.reminder, .integer(moment.milliseconds), stamp)
        case 3: return .init("later", json(), stamp)
        default: return .init(Todo.Field.tagPrefix + pick(Self.tags), .bool(!oneIn(3)), stamp)
        }
    }
}

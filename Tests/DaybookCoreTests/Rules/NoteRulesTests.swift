import Testing

@testable import DaybookCore

@Suite struct NoteRulesTests {
    private let rules = Rules.standard

    private func codes(_ draft: NoteDraft, changing note: Note? = nil, rules: Rules = .standard) -> [String] {
        rules.violations(of: rules.normalized(draft), changing: note).map { "\($0.field.name) \($0.code.rawValue)" }
    }

    private func note(title: String, description: String) -> Note {
        let made = Instant(milliseconds: 1)
        return Note(
            id: Note.ID(UUID(high: 1, low: 1)),
            title: title,
            description: description,
            created: made,
            modified: made
        )
    }

    private static func a(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test(
        "[N2] A title is 5 to 100 characters as a person counts them, without white space at its ends",
        arguments: [
            ("", ["title required"]), (" \t ", ["title required"]), ("\u{200B}", ["title required"]),
            ("abcd", ["title too_short"]), (" abcd ", ["title too_short"]), ("abcde", []), ("a b c", []),
            (String(repeating: Sample.emojiFamily, count: 4), ["title too_short"]),
            (String(repeating: Sample.emojiFamily, count: 5), []), (a(100), []), (a(101), ["title too_long"]),
            (" " + a(100) + " ", []), (String(repeating: "🇮🇳", count: 101), ["title too_long"]),
            ("e\u{301}e\u{301}e\u{301}e\u{301}", ["title too_short"]), ("abcde\nf", ["title bad_characters"]),
            ("abcde\u{0}", ["title bad_characters"]), ("<b>&\"", []),
        ] as [(String, [String])]
    )
    func title(title: String, expected: [String]) {
        #expect(codes(NoteDraft(title: title, description: Sample.description)) == expected)
    }

    @Test(
        "[N2] A description is 100 to 1,000 characters, and has lines",
        arguments: [
            ("", ["description required"]), ("\n\n", ["description required"]), (a(99), ["description too_short"]),
            (" " + a(99) + "\n", ["description too_short"]), (a(100), []), (a(50) + "\n" + a(49), []),
            (a(1_000), []), ("\n" + a(1_000) + " ", []), (a(1_001), ["description too_long"]),
            (String(repeating: Sample.emojiFamily, count: 1_000), []),
            (String(repeating: Sample.emojiFamily, count: 99), ["description too_short"]),
            (a(100) + "\u{7}", ["description bad_characters"]),
            // One character of a person, however many marks it has.
            ("a" + String(repeating: "\u{301}", count: 200), ["description too_short"]),
        ] as [(String, [String])]
    )
    func description(description: String, expected: [String]) {
        #expect(codes(NoteDraft(title: "A walk", description: description)) == expected)
    }

    @Test("[N2] [A6] All violations are reported at once, with how much is missing")
    func messages() {
        let broken = rules.violations(of: NoteDraft(title: "abcd", description: Self.a(40)))
        #expect(
            broken.map { $0.message } == [
                "Write 1 more character. The title needs 5 at least.",
                "Write 60 more characters. The description needs 100 at least.",
            ]
        )
        #expect(rules.violations(of: NoteDraft()).map { $0.code } == [.required, .required])
        #expect(
            rules.violations(of: NoteDraft(title: Self.a(101), description: Self.a(1_001))).map { $0.message }
                == ["Shorten the title to 100 characters.", "Shorten the description to 1000 characters."]
        )
    }

    @Test("[N2] Unchanged fields of an edit are not checked, so that old notes can be edited under new limits")
    func unchanged() {
        let old = note(title: "abc", description: "short")
        #expect(codes(NoteDraft(title: "abc", description: Sample.description), changing: old) == [])
        #expect(codes(NoteDraft(title: "abcd", description: "short"), changing: old) == [])
        #expect(codes(NoteDraft(title: "ab", description: "short"), changing: old) == ["title too_short"])
    }

    @Test("[N2] The limits are those of the operator")
    func limits() {
        var rules = Rules.standard
        rules.offer.classic.noteTitle = Rules.Range(0, 3)
        rules.offer.classic.noteDescription = Rules.Range(1, 4)
        rules.photosMaximum = 2
        #expect(codes(NoteDraft(title: "", description: "a"), rules: rules) == [])
        #expect(
            codes(NoteDraft(title: "abcd", description: ""), rules: rules) == [
                "title too_long", "description required",
            ]
        )
        #expect(rules.notePhotosViolation(3)?.message == "2 photos at most. Remove one first.")
    }

    @Test(
        "[N2] [S4] 10 photos at most; if two devices added more, photos may be kept or dropped but not added",
        arguments: [(0, 0, false), (10, 0, false), (11, 0, true), (11, 12, false), (12, 12, false), (13, 12, true)]
    )
    func photos(count: Int, already: Int, isBroken: Bool) {
        #expect((rules.notePhotosViolation(count, having: already)?.code == .tooMany) == isBroken)
    }
}

/// The changes to notes and photos that a server refuses in a sync call (S9).
@Suite struct NoteRecordRulesTests {
    private let rules = Rules.standard
    private let id = UUID(high: 1, low: 1)

    private func stamp(_ wall: Int64) -> Stamp { Stamp(wall: Instant(milliseconds: wall), counter: 0, device: 1) }

    private func change(_ values: [(String, JSON)], kind: Record.Kind = .note, deleted: Int64? = nil) -> Record {
        Record(
            kind: kind,
            id: id,
            fields: values.map { .init($0.0, $0.1, stamp(9)) },
            deleted: deleted.map { stamp($0) }
        )
    }

    private func codes(_ change: Record, _ existing: Record? = nil) -> [String] {
        rules.violations(of: change, existing: existing).map { "\($0.field.name) \($0.code.rawValue)" }
    }

    private var note: Record {
        let draft = NoteDraft(title: "A walk", description: Sample.description)
        return Record(kind: .note, id: id, fields: Note.fields(for: draft, at: stamp(1)))
    }

    private var photo: Record {
        Record(kind: .photo, id: id, fields: Sample.photo(1, position: 5).fields(at: stamp(1)))
    }

    @Test(
        "[S9] [N2] Each rule of a note's field",
        arguments: [
            ("title", .string("A longer walk"), []), ("title", .string("abcd"), ["title too_short"]),
            ("title", .string("  "), ["title required"]), ("title", .null, ["title wrong_type"]),
            ("title", .string(String(repeating: "a", count: 101)), ["title too_long"]),
            ("description", .integer(1), ["description wrong_type"]),
            ("description", .string("short"), ["description too_short"]),
            ("description", .string(String(repeating: "a", count: 1_001)), ["description too_long"]),
            ("description", .string(""), ["description required"]), ("createdAt", .integer(1), []),
            ("createdAt", .string("now"), ["createdAt wrong_type"]), ("photosChangedAt", .integer(9), []),
            ("photosChangedAt", .null, ["photosChangedAt wrong_type"]), ("pinned", .bool(true), []),
            ("pinned", .integer(1), ["pinned wrong_type"]), ("pinned", .null, ["pinned wrong_type"]),
            ("tag:home", .bool(true), []), ("tag:home", .bool(false), []), ("tag:home", .null, ["tags wrong_type"]),
            ("tag:", .bool(true), ["tags required"]), ("tag:ninechars", .bool(true), ["tags too_long"]),
            ("tag:a\u{7}", .bool(true), ["tags bad_characters"]), ("colour", .string("red"), []),
            ("colour", .string(String(repeating: "a", count: 300_000)), ["record too_large"]),
        ] as [(String, JSON, [String])]
    )
    func noteField(name: String, value: JSON, expected: [String]) {
        #expect(codes(change([(name, value)]), note) == expected)
    }

    @Test(
        "[S9] [N7] A change sets at most three tags; the verdicts on its texts are the same before and in the transaction"
    )
    func tags() {
        let four = change(["a", "b", "c", "d"].map { ("tag:" + $0, JSON.bool(true)) })
        #expect(codes(four, note) == ["tags too_many"])
        #expect(codes(change(["a", "b", "c"].map { ("tag:" + $0, JSON.bool(true)) }), note) == [])
        // Two devices may have set them (S4).
        var merged = change(["a", "b"].map { ("tag:" + $0, JSON.bool(true)) })
        merged.merge(Record(kind: .note, id: id, fields: Note.labels(["c", "d"], isPinned: false, at: stamp(2))))
        #expect(codes(merged, note) == [])
        // Tags that the note has are not set.
        var tagged = note
        tagged.merge(Record(kind: .note, id: id, fields: Note.labels(["a"], isPinned: false, at: stamp(2))))
        #expect(codes(four, tagged) == [])
        let long = change([("tag:ninechars", .bool(true)), ("title", .string("abcd"))])
        let texts = rules.textVerdicts(on: long)
        #expect(rules.violations(of: long, existing: note, texts: texts) == rules.violations(of: long, existing: note))
    }

    @Test("[N7] The tags of a draft keep to the rules of a to-do's; those that a note has may stay")
    func draftTags() {
        func codes(_ tags: [String], having present: [String] = []) -> [Violation.Code] {
            rules.violations(ofTags: rules.normalized(tags: tags), having: present).map { $0.code }
        }
        #expect(codes([" home ", "work", "trip"]) == [])
        #expect(codes(["home", "Home"]) == [.duplicate])
        #expect(codes(["a", "b", "c", "d"]) == [.tooMany])
        #expect(codes(["a", "b", "c", "d"], having: ["a", "b", "c", "d"]) == [])
        #expect(codes([" ", "ninechars"]) == [.required, .tooLong])
    }

    @Test("[S9] [N2] A new note needs a title and a description; a delete of an unknown one needs nothing")
    func newNote() {
        #expect(codes(note) == [])
        #expect(codes(change([("photosChangedAt", .integer(1))])) == ["title required", "description required"])
        #expect(codes(change([("title", .string("A walk"))])) == ["description required"])
        #expect(codes(change([], deleted: 5)) == [])
    }

    @Test("[S9] A note that was made under other limits takes an edit of something else, and an undo of its deletion")
    func oldNote() {
        let old = Record(
            kind: .note,
            id: id,
            fields: Note.fields(for: NoteDraft(title: "a", description: "b"), at: stamp(1)),
            deleted: stamp(2)
        )
        #expect(codes(change([("photosChangedAt", .integer(9))]), old) == [])
        #expect(codes(change([("title", .string("a")), ("description", .string("b"))]), old) == [])
    }

    @Test(
        "[S9] [N4] Each rule of a photo's field: only where it stands can change, and a thumbnail may come later",
        arguments: [
            ("position", .integer(-7), []), ("position", .integer(1 << 52), []),
            ("position", .integer(1 << 52 + 1), ["position wrong_type"]),
            ("position", .integer(.min), ["position wrong_type"]),
            ("position", .number("1.5"), ["position wrong_type"]),
            ("note", .string("00000000-0000-0000-0000-000000000001"), []),
            ("note", .string("00000000-0000-0000-0000-000000000002"), ["note fixed"]),
            ("note", .null, ["note wrong_type"]), ("sha256", .string("x"), ["sha256 wrong_type"]),
            ("sha256", .string(String(repeating: "a", count: 64)), ["sha256 fixed"]),
            ("type", .string("image/svg+xml"), ["type wrong_type"]), ("type", .string("image/png"), ["type fixed"]),
            ("width", .integer(0), ["width wrong_type"]), ("width", .integer(20_000), ["width fixed"]),
            ("height", .integer(20_001), ["height wrong_type"]), ("bytes", .integer(0), ["bytes wrong_type"]),
            ("bytes", .integer(10_000_001), ["bytes too_long"]), ("bytes", .integer(1_001), ["bytes fixed"]),
            ("thumbnail", .string(String(repeating: "a", count: 64)), []),
            ("thumbnail", .null, ["thumbnail wrong_type"]), ("colour", .bool(true), []),
        ] as [(String, JSON, [String])]
    )
    func photoField(name: String, value: JSON, expected: [String]) {
        #expect(codes(change([(name, value)], kind: .photo), photo) == expected)
    }

    @Test("[S9] [N4] A new photo comes whole; one that is deleted can be brought back, and not made another")
    func newPhoto() {
        #expect(codes(photo) == [])
        #expect(codes(Record(kind: .photo, id: id, fields: [], deleted: stamp(3))) == [])
        for field in photo.fields {
            let rest = Record(kind: .photo, id: id, fields: photo.fields.filter { $0.name != field.name })
            #expect(codes(rest) == ["\(field.name) required"])
        }
        var deleted = photo
        deleted.merge(deleted: stamp(5))
        #expect(codes(photo.restamped { _ in stamp(8) }, deleted) == [])
        #expect(codes(change([("type", .string("image/gif"))], kind: .photo), deleted) == ["type fixed"])
        let pictured = Record(kind: .photo, id: id, fields: Sample.photo(1, thumbnail: true).fields(at: stamp(1)))
        let other = change([("thumbnail", .string(Sample.digest(3).description))], kind: .photo)
        #expect(codes(other, pictured) == ["thumbnail fixed"])
    }
}

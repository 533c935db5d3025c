import Testing

@testable import DaybookCore

@Suite struct TodoRulesTests {
    private let rules = Rules.standard
    private let now = Instant(milliseconds: 1_763_700_000_000)

    private func codes(_ draft: TodoDraft, changing todo: Todo? = nil) -> [String] {
        rules.violations(of: rules.normalized(draft), changing: todo, now: now).map {
            "\($0.field.name) \($0.code.rawValue)"
        }
    }

    private func todo(
        deadline: Instant? = nil,
        reminder: Instant? = nil,
        tags: [String] = [],
        origin: Todo.Origin = .own
    ) -> Todo {
        Todo(
            id: Todo.ID(UUID(high: 1, low: 1)),
            title: "a",
            deadline: deadline,
            reminder: reminder,
            tags: tags,
            origin: origin,
            created: now,
            modified: now
        )
    }

    @Test(
        "[T2] A title is 1 to 32 characters, as a person counts them, without its surrounding spaces",
        arguments: [
            ("a", []), ("", ["title required"]), ("  \t ", ["title required"]),
            ("\u{200B}\u{200D}", ["title required"]),
            (String(repeating: "a", count: 32), []), (String(repeating: "a", count: 33), ["title too_long"]),
            ("  " + String(repeating: "a", count: 32) + "  ", []),
            (String(repeating: Sample.emojiFamily, count: 32), []),
            (String(repeating: Sample.emojiFamily, count: 33), ["title too_long"]), ("a\nb", ["title bad_characters"]),
            ("a\u{0}b", ["title bad_characters"]), ("\u{202E}abc", []), ("<b>&\"'", []),
        ] as [(String, [String])]
    )
    func title(title: String, expected: [String]) {
        #expect(codes(TodoDraft(title: title)) == expected)
    }

    @Test("[T12] An edit can never empty a title")
    func emptiedTitle() {
        #expect(codes(TodoDraft(title: " "), changing: todo()) == ["title required"])
    }

    @Test(
        "[T3] 3 tags at most, each 1 to 8 characters, without duplicates in any case",
        arguments: [
            ([], []), (["a", "b", "c"], []), (["a", "b", "c", "d"], ["tags too_many"]), (["12345678"], []),
            (["123456789"], ["tags too_long"]), ([""], ["tags required"]), (["  "], ["tags required"]), ([" a "], []),
            (["home", "Home"], ["tags duplicate"]), (["été", "ÉTÉ"], ["tags duplicate"]), (["été", "ete"], []),
            (["a", " a "], ["tags duplicate"]), ([String(repeating: "🇮🇳", count: 8)], []), (["a\n"], []),
            (["a\nb"], ["tags bad_characters"]), (["", ""], ["tags required", "tags duplicate"]),
            (["a", "A", "a", "A"], ["tags too_many", "tags duplicate"]),
        ] as [([String], [String])]
    )
    func tags(tags: [String], expected: [String]) {
        // A duplicate is reported once for each spelling; the table compares which rules are broken.
        var found: [String] = []
        for code in codes(TodoDraft(title: "a", tags: tags)) where !found.contains(code) { found.append(code) }
        #expect(found == expected)
    }

    /// Comparing every tag with every other takes minutes; the limit is there to end that, not to measure.
    @Test("[T3] A hundred thousand tags are refused without comparing each with each", .timeLimit(.minutes(1)))
    func manyTags() {
        let twice = (0..<25_000).map { "\($0)" }
        let draft = TodoDraft(title: "a", tags: twice + twice + Array(repeating: "far too long", count: 50_000))
        #expect(codes(draft).first == "tags too_many")
    }

    @Test("[T3] A fourth tag that two devices made may stay or go, but no tag may be added")
    func fourTags() {
        let four = todo(tags: ["a", "b", "c", "d"])
        #expect(codes(TodoDraft(title: "x", tags: ["a", "b", "c", "d"]), changing: four) == [])
        #expect(codes(TodoDraft(title: "x", tags: ["a", "b"]), changing: four) == [])
        #expect(codes(TodoDraft(title: "x", tags: ["a", "b", "c", "e"]), changing: four) == ["tags too_many"])
    }

    @Test("[T4] A detail is 1,000 characters at most, and may have lines")
    func detail() {
        #expect(codes(TodoDraft(title: "a", detail: String(repeating: "é", count: 1_000))) == [])
        #expect(codes(TodoDraft(title: "a", detail: String(repeating: "é", count: 1_001))) == ["detail too_long"])
        #expect(codes(TodoDraft(title: "a", detail: "one\ntwo\r\n\tthree")) == [])
        #expect(codes(TodoDraft(title: "a", detail: "\u{0}")) == ["detail bad_characters"])
        #expect(rules.normalized(TodoDraft(title: "a", detail: " \n ")).detail == "")
    }

    @Test("[T5] A deadline is set from today on; one that has passed may stay")
    func deadline() {
        let day = Instant.Span.days(1)
        #expect(codes(TodoDraft(title: "a", deadline: now)) == [])
        #expect(codes(TodoDraft(title: "a", deadline: now.advanced(by: -day))) == [])
        let past = now.advanced(by: -.milliseconds(86_400_001))
        #expect(codes(TodoDraft(title: "a", deadline: past)) == ["deadline past"])
        #expect(codes(TodoDraft(title: "b", deadline: past), changing: todo(deadline: past)) == [])
        #expect(codes(TodoDraft(title: "b"), changing: todo(deadline: past)) == [])
        let other = past.advanced(by: -day)
        #expect(codes(TodoDraft(title: "b", deadline: other), changing: todo(deadline: past)) == ["deadline past"])
        #expect(codes(TodoDraft(title: "a", deadline: Instant(milliseconds: .max))) == [])
        #expect(codes(TodoDraft(title: "a", deadline: Instant(milliseconds: .min))) == ["deadline past"])
    }

    @Test("[T6] A reminder is set for a moment in the future only; one that has passed may stay")
    func reminder() {
        #expect(codes(TodoDraft(title: "a", reminder: now)) == ["reminder past"])
        #expect(codes(TodoDraft(title: "a", reminder: now.advanced(by: -.milliseconds(1)))) == ["reminder past"])
        #expect(codes(TodoDraft(title: "a", reminder: now.advanced(by: .milliseconds(1)))) == [])
        #expect(codes(TodoDraft(title: "b", reminder: now), changing: todo(reminder: now)) == [])
    }

    @Test("[T10] An imported to-do cannot be edited")
    func imported() {
        let imported = todo(origin: .imported)
        #expect(codes(TodoDraft(title: "b"), changing: imported) == ["title imported"])
        #expect(codes(TodoDraft(imported), changing: imported) == [])
    }

    @Test("[T2] [T3] Every broken rule is reported, in the order of the form")
    func all() {
        let draft = TodoDraft(
            detail: String(repeating: "a", count: 1_001),
            deadline: Instant(milliseconds: 0),
            reminder: Instant(milliseconds: 0),
            tags: ["123456789"]
        )
        #expect(
            codes(draft) == ["title required", "detail too_long", "deadline past", "reminder past", "tags too_long"]
        )
    }

    @Test("Rules are read from the server's JSON, and keep the standard for values that make no sense")
    func json() throws {
        var rules = Rules()
        rules.signUp = .short
        rules.passwordPolicy = .basic
        rules.offer.classic.titleMaximum = 50
        rules.recordBytesMaximum = 70_000
        rules.recordFieldsMaximum = 100
        rules.accountRecordsMaximum = 2_000
        rules.accountBytesMaximum = 1 << 40
        rules.offer.classic.name = Rules.Range(1, 80)
        rules.samples = nil
        #expect(Rules(json: rules.json) == rules)
        #expect(Rules(json: Rules.standard.json) == .standard)
        // A server whose rules name no samples has no samples.
        var silent = Rules.standard
        silent.samples = nil
        // Nor has a server that offers no choice of limits more than one set.
        silent.offer.isFixed = true
        #expect(Rules(json: .null) == silent)
        let nonsense =
            #"{"signup":"x","name":{"minimum":9,"maximum":3},"title":{"maximum":0},"tags":{"maximum":9223372036854775807}}"#
        #expect(Rules(json: try JSON(text: nonsense)) == silent)
    }
}

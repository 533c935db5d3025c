import Testing

@testable import DaybookCore

/// The fields of a record for a repetition, and the rules of a server for them.
@Suite struct RepeatRecordTests {
    private func stamp(_ wall: Int64) -> Stamp { Stamp(wall: Instant(milliseconds: wall), counter: 0, device: 1) }

    private func record(_ fields: [(String, JSON)], at wall: Int64 = 1_763_700_000_000) -> Record {
        Record(kind: .todo, id: UUID(high: 1, low: 1), fields: fields.map { Record.Field($0.0, $0.1, stamp(wall)) })
    }

    @Test(
        "[T13] A field that is no rule, or no basis, counts as absent",
        arguments: [
            ([], nil), ([("repeat", .null)], nil), ([("repeat", .integer(1))], nil),
            ([("repeat", .string("FREQ=SECONDLY"))], nil), ([("repeat", .string("FREQ=DAILY"))], "FREQ=DAILY due"),
            ([("repeat", .string("FREQ=DAILY")), ("repeatFrom", .string("completion"))], "FREQ=DAILY completion"),
            ([("repeat", .string("FREQ=DAILY")), ("repeatFrom", .string("moon"))], "FREQ=DAILY due"),
            ([("repeatFrom", .string("completion"))], nil),
        ] as [([(String, JSON)], String?)]
    )
    func reads(fields: [(String, JSON)], expected: String?) throws {
        let todo = try #require(Todo(record([("title", .string("a"))] + fields)))
        #expect(todo.repetition.map { $0.rule.rfc5545 + " " + $0.basis.rawValue } == expected)
    }

    @Test("[T13] [S3] Only what differs is written")
    func changes() throws {
        let daily = try #require(RecurrenceRule(rfc5545: "FREQ=DAILY"))
        let weekly = try #require(RecurrenceRule(rfc5545: "FREQ=WEEKLY"))
        let repetitions: [Repetition?] = [
            nil, Repetition(daily), Repetition(daily, from: .completion), Repetition(weekly),
        ]
        let names: [[[String]]] = [
            [[], ["repeat", "repeatFrom"], ["repeat", "repeatFrom"], ["repeat", "repeatFrom"]],
            [["repeat"], [], ["repeatFrom"], ["repeat"]],
            [["repeat"], ["repeatFrom"], [], ["repeat", "repeatFrom"]],
            [["repeat"], ["repeat"], ["repeat", "repeatFrom"], []],
        ]
        for (from, old) in repetitions.enumerated() {
            for (to, new) in repetitions.enumerated() {
                var draft = TodoDraft(title: "a", repetition: old)
                var stored = record([])
                for field in Todo.fields(for: draft, at: stamp(1)) { stored.merge(field) }
                let todo = try #require(Todo(stored))
                #expect(TodoDraft(todo) == draft)
                draft.repetition = new
                let changes = todo.changes(to: draft, at: stamp(2))
                #expect(changes.map(\.name) == names[from][to])
                for field in changes { stored.merge(field) }
                #expect(Todo(stored)?.repetition == new)
            }
        }
    }

    @Test("[T13] [S9] A server refuses what cannot be read, and knows a reminder that an occurrence brought along")
    func rules() {
        let existing = record([("title", .string("a"))], at: 1)
        func codes(_ fields: [(String, JSON)], _ existing: Record) -> [String] {
            Rules.standard.violations(of: record(fields), existing: existing).map {
                "\($0.field.name) \($0.code.rawValue)"
            }
        }
        let series = JSON.string("0190a000-0000-7000-8000-000000000001")
        #expect(codes([("repeat", .string("FREQ=MONTHLY;BYDAY=-1FR"))], existing) == [])
        #expect(codes([("repeat", .null), ("repeatFrom", .string("due")), ("series", series)], existing) == [])
        #expect(codes([("repeat", .string("FREQ=MONTHLY;BYHOUR=9"))], existing) == ["repeat bad_form"])
        #expect(codes([("repeat", .bool(true))], existing) == ["repeat wrong_type"])
        #expect(codes([("repeatFrom", .null)], existing) == ["repeatFrom wrong_type"])
        #expect(codes([("series", .null)], existing) == ["series wrong_type"])
        #expect(codes([("reminder", .integer(0))], existing) == ["reminder past"])
        #expect(codes([("reminder", .integer(0)), ("series", series)], existing) == [])
        #expect(codes([("reminder", .bool(true)), ("series", series)], existing) == ["reminder wrong_type"])
        // Made with a past one, and set to another since: that was somebody.
        var edited = record([("title", .string("a")), ("series", series)])
        edited.merge(Record.Field("reminder", .integer(0), stamp(1_763_700_000_001)))
        #expect(Rules.standard.violations(of: edited, existing: nil).map { $0.code } == [.past])
        // T10
        let imported = record([("title", .string("a")), ("origin", .string("imported"))], at: 1)
        #expect(codes([("repeat", .string("FREQ=DAILY"))], imported) == ["repeat imported"])
    }
}

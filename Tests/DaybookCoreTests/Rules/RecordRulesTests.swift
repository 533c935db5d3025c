import Testing

@testable import DaybookCore

/// The changes that a server refuses in a sync call (S9).
@Suite struct RecordRulesTests {
    private let rules = Rules.standard
    private let id = UUID(high: 1, low: 1)
    private let day: Int64 = 86_400_000

    private func stamp(_ wall: Int64) -> Stamp { Stamp(wall: Instant(milliseconds: wall), counter: 0, device: 1) }

    private func record(_ values: [(String, JSON)], at wall: Int64 = 1_763_700_000_000, deleted: Int64? = nil) -> Record
    {
        Record(
            kind: .todo,
            id: id,
            fields: values.map { .init($0.0, $0.1, stamp(wall)) },
            deleted: deleted.map { stamp($0) }
        )
    }

    private func codes(_ change: Record, _ existing: Record? = nil) -> [String] {
        rules.violations(of: change, existing: existing).map { "\($0.field.name) \($0.code.rawValue)" }
    }

    private var own: Record {
        record([("title", .string("a")), ("origin", .string("own")), ("done", .bool(false))], at: 1)
    }

    private var imported: Record {
        record([("title", .string(String(repeating: "long ", count: 50))), ("origin", .string("imported"))], at: 1)
    }

    @Test(
        "[S9] [T2] [T3] [T4] Each rule of a field, by the value that a sync call brings",
        arguments: [
            ("title", .string("b"), []), ("title", .string(" "), ["title required"]),
            ("title", .string(String(repeating: "a", count: 33)), ["title too_long"]),
            ("title", .null, ["title wrong_type"]),
            ("title", .integer(1), ["title wrong_type"]), ("title", .string("a\u{0}"), ["title bad_characters"]),
            ("detail", .null, []), ("detail", .string("a\nb"), []), ("detail", .bool(true), ["detail wrong_type"]),
            ("detail", .string(String(repeating: "a", count: 1_001)), ["detail too_long"]),
            ("done", .bool(true), []), ("done", .null, ["done wrong_type"]),
            ("done", .string("true"), ["done wrong_type"]),
            ("deadline", .null, []), ("deadline", .string("2026-11-22"), ["deadline wrong_type"]),
            ("deadline", .number("1.5"), ["deadline wrong_type"]), ("deadline", .integer(.max), []),
            ("deadline", .integer(.min), ["deadline past"]), ("reminder", .null, []),
            ("reminder", .integer(0), ["reminder past"]), ("reminder", .array([]), ["reminder wrong_type"]),
            ("origin", .string("own"), []), ("origin", .string("moon"), ["origin wrong_type"]),
            ("createdAt", .integer(1), []), ("createdAt", .string("now"), ["createdAt wrong_type"]),
            ("tag:home", .bool(true), []), ("tag:home", .bool(false), []), ("tag:home", .null, ["tags wrong_type"]),
            ("tag:", .bool(true), ["tags required"]), ("tag: ", .bool(true), ["tags required"]),
            ("tag:123456789", .bool(true), ["tags too_long"]), ("tag:a\n", .bool(true), ["tags bad_characters"]),
            ("tag:🏽", .bool(true), []), ("tag:\u{301}", .bool(true), []),
            ("colour", .object([.init("r", .integer(1))]), []),
            ("colour", .string(String(repeating: "a", count: 300_000)), ["record too_large"]),
        ] as [(String, JSON, [String])]
    )
    func field(name: String, value: JSON, expected: [String]) {
        #expect(codes(record([(name, value)]), own) == expected)
    }

    @Test("[S9] [T2] A new to-do needs a title; a delete of an unknown one needs nothing")
    func newWithoutTitle() {
        #expect(codes(record([("done", .bool(true))])) == ["title required"])
        #expect(codes(record([("title", .string("a"))])) == [])
        #expect(codes(record([], deleted: 5)) == [])
        #expect(codes(record([])) == [])
    }

    @Test("[S9] [T5] [T6] Times are checked by when they were set, not by when they arrive")
    func times() {
        let set = 1_763_700_000_000
        func change(_ name: String, _ value: Int64) -> [String] {
            codes(record([(name, .integer(value))], at: Int64(set)), own)
        }
        #expect(change("deadline", Int64(set) - day) == [])
        #expect(change("deadline", Int64(set) - day - 1) == ["deadline past"])
        #expect(change("reminder", Int64(set) + 1) == [])
        #expect(change("reminder", Int64(set)) == ["reminder past"])
    }

    @Test(
        "[S9] [T5] [T6] [T8] A to-do may have had any date since it was made, so an undo brings it back, but not an earlier one"
    )
    func earlierTimes() {
        let (made, now) = (1_763_700_000_000 as Int64, 1_763_700_000_000 + 30 * day)
        let todo = record([("title", .string("a")), ("createdAt", .integer(5))], at: made)
        for existing in [todo, nil] {
            func change(_ name: String, _ value: Int64) -> [String] {
                var change = record([(name, .integer(value))], at: now)
                // After a reset, a device sends the whole record.
                if existing == nil { change.merge(todo) }
                return codes(change, existing)
            }
            #expect(change("deadline", made - day) == [])
            #expect(change("deadline", made - day - 1) == ["deadline past"])
            #expect(change("reminder", made + 1) == [])
            #expect(change("reminder", made) == ["reminder past"])
        }
        // A device that was away sets a date before the to-do came to it: judged by when it did so.
        #expect(codes(record([("deadline", .integer(made - 2 * day))], at: made - day), todo) == [])
        // What is made with a date is judged by that moment, whatever it says of its age.
        let aged = record([("title", .string("a")), ("createdAt", .integer(5)), ("deadline", .integer(made))], at: now)
        #expect(codes(aged) == ["deadline past"])
    }

    @Test("[T5] A deadline and a reminder that have passed go along with an edit that leaves them")
    func passedTimesStay() {
        let existing = record(
            [("title", .string("a")), ("deadline", .integer(5)), ("reminder", .integer(6)), ("tag:x", .bool(true))],
            at: 1
        )
        let restamped = existing.restamped { _ in stamp(1_763_700_000_000) }
        #expect(codes(restamped, existing) == [])
        #expect(codes(record([("deadline", .integer(4))]), existing) == ["deadline past"])
    }

    @Test("[T8] Undoing a delete writes every field again, with times that have passed, and is accepted")
    func undo() {
        var deleted = record([("title", .string("a")), ("deadline", .integer(5)), ("reminder", .integer(6))], at: 1)
        let undo = deleted.restamped { _ in stamp(1_763_700_000_000) }
        deleted.merge(deleted: stamp(9))
        #expect(codes(undo, deleted) == [])
        var imported = imported
        let undoImported = imported.restamped { _ in stamp(1_763_700_000_000) }
        imported.merge(deleted: stamp(9))
        #expect(codes(undoImported, imported) == [])
    }

    @Test("[T3] More than three tags at once are refused; a fourth that another device made is not")
    func tags() {
        let many = ["a", "b", "c", "d"].map { ("tag:" + $0, JSON.bool(true)) }
        #expect(codes(record([("title", .string("a"))] + many)) == ["tags too_many"])
        #expect(codes(record([("title", .string("a"))] + many.dropLast())) == [])
        let three = record([("title", .string("a"))] + many.dropLast(), at: 1)
        #expect(codes(record([many[3]]), three) == [])
        #expect(codes(record(many), three) == [])
        #expect(codes(record(many.map { ($0.0, .bool(false)) }), three) == [])
    }

    @Test("[T3] [S4] [S10] A record with more than three tags of several edits is accepted when it is sent whole")
    func mergedTags() {
        func set(_ tags: [String], at wall: Int64) -> Record {
            record(tags.map { ("tag:" + $0, .bool(true)) }, at: wall)
        }
        var merged = own
        merged.merge(set(["a", "c", "e"], at: 2))
        merged.merge(set(["b", "d", "f"], at: 3))
        #expect(codes(merged) == [])
        merged.merge(set(["g"], at: 2))
        #expect(codes(merged) == ["tags too_many"])
        // The bound of a record's fields counts them all.
        var many = own
        for number in 0..<rules.recordFieldsMaximum { many.merge(set(["\(number)"], at: Int64(number))) }
        #expect(codes(many) == ["record too_many"])
    }

    @Test("[T10] [I4] An imported to-do arrives with any title, can be marked and deleted, and not edited")
    func importedTodo() {
        #expect(codes(imported) == [])
        #expect(codes(record([("title", .string(" ")), ("origin", .string("imported"))])) == ["title required"])
        #expect(codes(record([("done", .bool(true))]), imported) == [])
        #expect(codes(record([], deleted: 9), imported) == [])
        for (name, value) in [
            ("title", JSON.string("b")), ("detail", .string("b")), ("deadline", .null), ("reminder", .null),
            ("origin", .string("own")), ("tag:x", .bool(true)),
        ] {
            #expect(codes(record([(name, value)]), imported) == ["\(name) imported"])
        }
        // Fetched on two devices it is the same to-do twice (I2).
        #expect(codes(imported.restamped { _ in stamp(9) }, imported) == [])
    }

    @Test("[S9] Kinds and fields of a later version are only bounded in size")
    func unknown() {
        let fields = [Record.Field("title", .integer(1), stamp(1)), Record.Field("x", .array([.null]), stamp(1))]
        #expect(codes(Record(kind: Record.Kind("list"), id: id, fields: fields)) == [])
        #expect(codes(Record(kind: Record.Kind("setting"), id: id, fields: fields)) == [])
    }

    @Test("[S9] A record has 256 fields at most, from all devices together, and sending them again adds none")
    func manyFields() {
        let fields = (0..<255).map { ("x\($0)", JSON.null) }
        let full = record([("title", .string("a"))] + fields, at: 1)
        #expect(codes(full) == [])
        #expect(codes(full.restamped { _ in stamp(9) }, full) == [])
        #expect(codes(record([("y", .null)]), full) == ["record too_many"])
        #expect(codes(record([("title", .string("a")), ("y", .null)] + fields)) == ["record too_many"])
    }

    @Test("[S2] A stamp is ahead when it is more than 5 minutes after the server's time")
    func ahead() {
        let now = Instant(milliseconds: 1_000)
        #expect(!Rules.isAhead(record([("title", .null)], at: 301_000), of: now))
        #expect(Rules.isAhead(record([("title", .null)], at: 301_001), of: now))
        #expect(Rules.isAhead(record([], deleted: 301_001), of: now))
        #expect(!Rules.isAhead(record([]), of: now))
        #expect(!Rules.isAhead(record([("a", .null)]), of: Instant(milliseconds: .max)))
    }
}

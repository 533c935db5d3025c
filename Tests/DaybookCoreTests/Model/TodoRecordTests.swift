import Testing

@testable import DaybookCore

@Suite struct TodoRecordTests {
    private let id = UUID(high: 1, low: 2)

    private func stamp(_ wall: Int64) -> Stamp { Stamp(wall: Instant(milliseconds: wall), counter: 0, device: 1) }

    private func record(_ fields: [Record.Field], kind: Record.Kind = .todo) -> Record {
        Record(kind: kind, id: id, fields: fields)
    }

    @Test("[T1] [T7] A new to-do's fields read back as the draft, not done, created now")
    func new() {
        let draft = TodoDraft(
            title: "Buy milk",
            detail: "two",
            deadline: Instant(milliseconds: 9_000),
            reminder: Instant(milliseconds: 8_000),
            tags: ["home", "shop"]
        )
        let todo = Todo(record(Todo.fields(for: draft, at: stamp(5_000))))
        #expect(
            todo
                == Todo(
                    id: Todo.ID(id),
                    title: "Buy milk",
                    detail: "two",
                    deadline: Instant(milliseconds: 9_000),
                    reminder: Instant(milliseconds: 8_000),
                    tags: ["home", "shop"],
                    created: Instant(milliseconds: 5_000),
                    modified: Instant(milliseconds: 5_000)
                )
        )
        #expect(todo.map { TodoDraft($0) } == draft)
        #expect(Todo(record(Todo.fields(for: draft, origin: .imported, at: stamp(1))))?.origin == .imported)
    }

    @Test("[T1] A record is no to-do when it is of another kind, deleted, or has no title")
    func none() {
        let title = Record.Field("title", .string("a"), stamp(1))
        #expect(Todo(record([title])) != nil)
        #expect(Todo(record([title], kind: .note)) == nil)
        #expect(Todo(record([.init("done", .bool(true), stamp(1))])) == nil)
        #expect(Todo(record([.init("title", .integer(1), stamp(1))])) == nil)
        #expect(Todo(Record(kind: .todo, id: id, fields: [title], deleted: stamp(2))) == nil)
    }

    @Test("[T1] A field of a type that this version does not know counts as absent")
    func wrongTypes() {
        let todo = Todo(
            record([
                .init("title", .string("a"), stamp(1)), .init("detail", .integer(1), stamp(2)),
                .init("done", .string("yes"), stamp(1)), .init("deadline", .string("soon"), stamp(1)),
                .init("reminder", .number("1.5"), stamp(1)), .init("origin", .string("moon"), stamp(1)),
                .init("createdAt", .null, stamp(1)), .init("tag:x", .string("true"), stamp(1)),
                .init("colour", .string("red"), stamp(1)),
            ])
        )
        #expect(
            todo
                == Todo(
                    id: Todo.ID(id),
                    title: "a",
                    created: Instant(milliseconds: 2),
                    modified: Instant(milliseconds: 2)
                )
        )
    }

    @Test("[T7] Modified is the latest change, and never before created")
    func modified() {
        let title = Record.Field("title", .string("a"), stamp(5))
        let created = Record.Field("createdAt", .integer(5), stamp(5))
        #expect(Todo(record([title, created]))?.modified.milliseconds == 5)
        #expect(Todo(record([title, created, .init("done", .bool(true), stamp(9))]))?.modified.milliseconds == 9)
        let later = Record.Field("createdAt", .integer(50), stamp(5))
        #expect(Todo(record([title, later]))?.modified.milliseconds == 50)
    }

    @Test("[T3] A tag reads back as it was set, also one that begins with a joining character", arguments: Sample.tags)
    func tag(name: String) {
        let draft = TodoDraft(title: "a", tags: [name])
        let todo = Todo(record(Todo.fields(for: draft, at: stamp(1))))
        #expect(todo?.tags.map { Array($0.unicodeScalars) } == [Array(name.unicodeScalars)])
    }

    @Test("[T3] Of tags that differ only in case one shows, and removing it does not uncover the other")
    func twinTags() throws {
        var record = record([
            .init("title", .string("a"), stamp(1)), .init("tag:home", .bool(true), stamp(1)),
            .init("tag:Home", .bool(true), stamp(2)), .init("tag:été", .bool(true), stamp(2)),
        ])
        #expect(Todo(record)?.tags == ["Home", "été"])
        var draft = TodoDraft(try #require(Todo(record)))
        draft.tags = ["été"]
        for field in try #require(Todo(record)).changes(to: draft, at: stamp(3)) { record.merge(field) }
        #expect(Todo(record)?.tags == ["été"])
    }

    @Test("[T3] Changing the case of a tag keeps it")
    func recasedTag() throws {
        var record = record([.init("title", .string("a"), stamp(1)), .init("tag:home", .bool(true), stamp(1))])
        for name in ["Home", "HOME", "home"] {
            let todo = try #require(Todo(record))
            var draft = TodoDraft(todo)
            draft.tags = [name]
            let next = stamp((record.latest?.wall.milliseconds ?? 0) + 1)
            for field in todo.changes(to: draft, at: next) { record.merge(field) }
            #expect(Todo(record)?.tags == [name])
        }
    }

    @Test("[S3] An edit writes only what differs, and its result is the draft")
    func changes() {
        property(runs: 500) { random in
            var record = record(Todo.fields(for: TodoDraft(title: "a"), at: stamp(1)))
            for step in 2...6 {
                guard let todo = Todo(record) else { throw Falsified("a to-do") }
                let draft = TodoDraft(
                    title: random.pick(["a", "b", "é", "e\u{301}"]),
                    detail: random.pick(["", "x"]),
                    deadline: random.pick([nil, Instant(milliseconds: 7)]),
                    reminder: random.pick([nil, Instant(milliseconds: 7)]),
                    tags: random.pick([[], ["été"], ["home"], ["Home"], ["x", "home"], ["🏽"]]).sorted()
                )
                let changes = todo.changes(to: draft, at: stamp(Int64(step)))
                for field in changes {
                    try hold(record[field.name] != field.value, "\(field.name) is not written when it is the same")
                    record.merge(field)
                }
                try hold(Todo(record).map { TodoDraft($0) }, equals: draft, "the result of \(changes)")
                try hold(Todo(record)?.changes(to: draft, at: stamp(99)), equals: [], "nothing left to change")
            }
        }
    }

    @Test("[T13] A to-do that repeats and belongs to a note, in the shape of the HTTP interface")
    func repeatingJSON() throws {
        let rule = try #require(RecurrenceRule(rfc5545: "FREQ=DAILY"))
        for (basis, name) in [(RecurrenceBasis.due, "due"), (.completion, "done")] {
            var todo = Todo(
                id: Todo.ID(id),
                title: "a",
                created: Instant(milliseconds: 1),
                modified: Instant(milliseconds: 2)
            )
            todo.repetition = Repetition(rule, from: basis)
            todo.note = Note.ID(id)
            var bytes: [UInt8] = []
            todo.write(to: &bytes)
            let json = try JSON(bytes)
            #expect(json["repeat"]?.encoded == Array(#"{"rule":"FREQ=DAILY","from":"\#(name)"}"#.utf8))
            #expect(json["note"] == .string(id.description))
            #expect(RecurrenceBasis(named: name) == basis)
        }
        #expect(RecurrenceBasis(named: "completion") == nil)
    }

    @Test("[T1] A to-do in the shape of the HTTP interface")
    func json() {
        var bytes: [UInt8] = []
        Todo(
            id: Todo.ID(id),
            title: "Buy \"milk\"",
            detail: nil,
            isDone: true,
            deadline: Instant(milliseconds: 0),
            reminder: nil,
            tags: ["a", "b"],
            origin: .imported,
            created: Instant(milliseconds: 1),
            modified: Instant(milliseconds: 2)
        ).write(to: &bytes)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"id":"00000000-0000-0001-0000-000000000002","title":"Buy \"milk\"","detail":null,"done":true,"#
                + #""deadline":"1970-01-01T00:00:00.000Z","reminder":null,"tags":["a","b"],"origin":"imported","#
                + #""repeat":null,"note":null,"#
                + #""createdAt":"1970-01-01T00:00:00.001Z","modifiedAt":"1970-01-01T00:00:00.002Z"}"#
        )
    }
}

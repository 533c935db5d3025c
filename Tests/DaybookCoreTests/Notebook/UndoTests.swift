import Testing

@testable import DaybookCore

@Suite("Undo and redo of any verb, any number of steps") struct UndoTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let milk = Todo.ID(UUID(high: 4, low: 1))

    private func notebook() -> Notebook { UndoWorld().notebook }

    private func titles(_ notebook: Notebook) -> [String] { notebook.todos.todos.map { $0.title } }

    @Test("[T8] Undoing a verb shows what was there before it, and redoing it what was there after")
    func inverse() {
        property(runs: 300) { random in
            var world = UndoWorld()
            for _ in 0..<25 {
                let (before, step) = (world.look, world.notebook.steps.latest)
                world.act(&random)
                let after = world.look
                guard let latest = world.notebook.steps.latest, latest != step else {
                    try hold(after == before, "what is no step changes nothing")
                    continue
                }
                let verb = world.notebook.steps.done.last?.verb
                // One action may be two steps: writing a note, and making to-dos of it.
                while let last = world.notebook.steps.latest, last != step {
                    try hold(world.notebook.undo(world.now) != nil, "\(last) can be undone")
                }
                try hold(world.look, equals: before, "undone: \(String(describing: verb))")
                while world.notebook.redo(world.now) != nil {}
                try hold(world.look, equals: after, "redone: \(String(describing: verb))")
            }
        }
    }

    @Test("[T8] As many steps back lead to the beginning, and as many forward to the end")
    func wayBack() {
        property(runs: 200) { random in
            var world = UndoWorld()
            var looks = [world.look]
            for _ in 0..<random.int(1...30) {
                let count = world.notebook.steps.done.count
                world.act(&random)
                if world.notebook.steps.done.count > count + 1 { return }
                if world.notebook.steps.done.count > count { looks.append(world.look) }
            }
            for look in looks.dropLast().reversed() {
                _ = world.notebook.undo(world.now)
                try hold(world.look, equals: look, "a step back")
            }
            try hold(world.notebook.undo(world.now) == nil, "nothing was before the first step")
            for look in looks.dropFirst() {
                _ = world.notebook.redo(world.now)
                try hold(world.look, equals: look, "a step forward")
            }
            try hold(world.notebook.redo(world.now) == nil, "nothing was after the last step")
        }
    }

    @Test("[T8] What another device wrote since survives every undo and every redo")
    func others() {
        property(runs: 300) { random in
            var world = UndoWorld()
            for _ in 0..<random.int(1...20) { world.act(&random) }
            var theirs: [Record.Key: String] = [:]
            for _ in 0..<random.int(1...4) {
                if let (key, title) = world.merge(&random) { theirs[key] = title }
            }
            for isBack in [true, false] {
                while let undone = isBack ? world.notebook.undo(world.now) : world.notebook.redo(world.now) {
                    for (key, title) in theirs {
                        let record = world.notebook.replica.records[key]
                        try hold(record?.isAlive == true, "“\(title)” is there: \(undone.text)")
                        try hold(record?["title"] == .string(title), "“\(title)” is as they wrote it: \(undone.text)")
                    }
                }
            }
        }
    }

    @Test("[T8] An undo merges as an edit: two devices that have seen both show the same, in either order")
    func merges() throws {
        var phone = notebook()
        _ = phone.add(TodoDraft(title: "Milk"), id: milk.uuid, now)
        _ = phone.edit(try #require(phone.todos[milk]), to: TodoDraft(title: "Oat milk", detail: "2 litres"), now)
        let before = phone.replica.records[milk.key]
        _ = phone.undo(now)
        let undo = try #require(phone.replica.records[milk.key])
        let stamp = Stamp(wall: now.advanced(by: .seconds(1)), counter: 0, device: 99)
        let theirs = Record(kind: .todo, id: milk.uuid, fields: [.init(Todo.Field.detail, .string("1 litre"), stamp)])
        var (one, other) = (try #require(before), try #require(before))
        one.merge(undo)
        one.merge(theirs)
        other.merge(theirs)
        other.merge(undo)
        #expect(one == other)
        #expect(Todo(one).map { TodoDraft($0) } == TodoDraft(title: "Milk", detail: "1 litre"))
    }

    @Test("[T8] A message names what was undone, and what stays because it was changed elsewhere")
    func messages() throws {
        var notebook = notebook()
        _ = notebook.add(TodoDraft(title: "Milk"), id: milk.uuid, now)
        _ = notebook.edit(
            try #require(notebook.todos[milk]),
            to: TodoDraft(title: "Oat milk", detail: "2 litres"),
            now
        )
        _ = notebook.delete(milk, now)
        let undone1 = notebook.undo(now)
        #expect(undone1?.text == "Undid: deleted “Oat milk”.")
        let undone2 = notebook.redo(now)
        #expect(undone2?.text == "Redid: deleted “Oat milk”.")
        let undone3 = notebook.undo(now)
        #expect(undone3?.number == 3)
        let stamp = Stamp(wall: now.advanced(by: .seconds(1)), counter: 0, device: 99)
        let theirs = Record(kind: .todo, id: milk.uuid, fields: [.init(Todo.Field.detail, .string("1 litre"), stamp)])
        _ = notebook.commit(.answered(records: [theirs], after: 0, cursor: 1, results: []))
        let undone4 = notebook.undo(now)
        #expect(undone4?.text == "Undid: edited “Milk”. Later changes from other devices stay.")
        #expect(notebook.todos[milk].map { TodoDraft($0) } == TodoDraft(title: "Milk", detail: "1 litre"))
        let kept = notebook.undo(now)
        #expect(kept?.text == "Not undone: added “Milk”. It was changed elsewhere since." && kept?.number == nil)
        #expect(titles(notebook) == ["Milk"])
        let undone5 = notebook.undo(now)
        #expect(undone5 == nil)
    }

    @Test(
        "[T8] [T6] A reminder that has passed comes back, but one from before the to-do does not; the rest of the step does"
    )
    func passed() throws {
        var notebook = notebook()
        let draft = TodoDraft(title: "Milk", detail: "2 litres", reminder: now.advanced(by: .minutes(5)))
        func at(_ minutes: Int64) -> Instant { now.advanced(by: .minutes(minutes)) }
        _ = notebook.add(draft, id: milk.uuid, now)
        _ = notebook.edit(try #require(notebook.todos[milk]), to: TodoDraft(title: "Milk"), now)
        #expect(notebook.undo(at(20))?.text == "Undid: edited “Milk”.")
        #expect(notebook.todos[milk].map { TodoDraft($0) } == draft)
        // Brought back from the trash, it is there since then.
        _ = notebook.delete(milk, at(21))
        #expect(notebook.undo(at(22))?.text == "Undid: deleted “Milk”.")
        _ = notebook.edit(try #require(notebook.todos[milk]), to: TodoDraft(title: "Milk"), at(23))
        let undone = notebook.undo(at(24))
        #expect(undone?.text == "Undid: edited “Milk”. A time that has passed does not come back.")
        #expect(notebook.todos[milk].map { TodoDraft($0) } == TodoDraft(title: "Milk", detail: "2 litres"))
        for change in notebook.replica.outbox.values {
            #expect(Rules.standard.violations(of: change, existing: nil) == [])
        }
    }

    @Test("[T8] [T13] Undoing a mark deletes the next occurrence, also if another device has made it later")
    func markedTwice() throws {
        var notebook = notebook()
        let daily = try #require(RecurrenceRule(.daily))
        let draft = TodoDraft(title: "Milk", deadline: now.advanced(by: .days(1)), repetition: Repetition(daily))
        _ = notebook.add(draft, id: milk.uuid, now)
        let record = try #require(notebook.replica.records[milk.key])
        _ = notebook.mark(milk, done: true, now, in: .utc)
        let later = now.advanced(by: .seconds(5))
        let stamp = Stamp(wall: later, counter: 0, device: 99)
        let marking = Marking(done: true, at: stamp, now: later, in: .utc)
        let theirs = [marking.change(of: record), try #require(marking.change(following: record, next: nil))]
        _ = notebook.commit(.answered(records: theirs, after: 0, cursor: 1, results: []))
        #expect(notebook.todos.count == 2 && notebook.todos.openCount == 1)
        let undone = notebook.undo(later)
        #expect(undone?.text == "Undid: marked “Milk” done.")
        #expect(notebook.todos.count == 1 && notebook.todos[milk]?.isDone == false)
    }

    @Test("[T8] A step can be undone although others were made since; those stay")
    func outOfOrder() throws {
        var notebook = notebook()
        let bread = UUID(high: 4, low: 2)
        _ = notebook.add([TodoDraft(title: "Milk")], first: milk.uuid, now)
        _ = notebook.add(TodoDraft(title: "Bread"), id: bread, now)
        _ = notebook.delete(milk, now)
        let deleted = notebook.steps.latest
        _ = notebook.mark(Todo.ID(bread), done: true, now, in: .utc)
        let undone6 = notebook.undo(now, step: deleted)
        #expect(undone6?.text == "Undid: deleted “Milk”.")
        #expect(Set(titles(notebook)) == ["Milk", "Bread"] && notebook.todos.openCount == 1)
        let undone7 = notebook.undo(now, step: deleted)
        #expect(undone7 == nil)
    }

    @Test("[T8] The next verb ends what can be redone")
    func forked() {
        var notebook = notebook()
        _ = notebook.add(TodoDraft(title: "Milk"), id: milk.uuid, now)
        _ = notebook.undo(now)
        _ = notebook.add(TodoDraft(title: "Bread"), id: UUID(high: 4, low: 2), now)
        let undone8 = notebook.redo(now)
        #expect(undone8 == nil && titles(notebook) == ["Bread"])
    }

    @Test("[T8] 100 steps can be undone, and together they hold 10,000 records; the last one always can")
    func bounds() {
        var notebook = notebook()
        for number in 1...Steps.maximum + 5 {
            _ = notebook.add(TodoDraft(title: "Number \(number)"), id: UUID(high: 4, low: UInt64(number)), now)
        }
        while notebook.undo(now) != nil {}
        #expect(notebook.todos.count == 5)
        let many = (1...Steps.recordsMaximum).map { TodoDraft(title: "Line \($0)") }
        for number: UInt64 in 1...2 { _ = notebook.add(many, first: UUID(high: 5, low: number), now) }
        #expect(notebook.steps.done.count == 1)
        _ = notebook.undo(now)
        #expect(notebook.todos.count == 5 + Steps.recordsMaximum)
    }

    @Test("[T8] [N2] What is written in a note without a pause is one step; a note left empty is no step")
    func writing() throws {
        var notebook = notebook()
        let id = Note.ID(UUID(high: 5, low: 1))
        var base = NoteDraft()
        for text in ["W", "Wal", "Walk"] {
            let draft = NoteDraft(title: text)
            _ = notebook.write(draft, over: base, to: id, now)
            base = draft
        }
        _ = notebook.releaseDrafts()
        _ = notebook.write(NoteDraft(title: "Walks"), over: base, to: id, now)
        let undone9 = notebook.undo(now)
        #expect(undone9?.text == "Undid: wrote “Walks”.")
        #expect(notebook.notes[id]?.title == "Walk")
        _ = notebook.undo(now)
        #expect(notebook.notes.count == 0 && notebook.steps.latest == nil)
        _ = notebook.write(NoteDraft(title: "Oh"), over: NoteDraft(), to: Note.ID(UUID(high: 5, low: 2)), now)
        _ = notebook.delete(Note.ID(UUID(high: 5, low: 2)), now, as: .wrote("Oh"))
        #expect(notebook.steps.latest == nil)
    }

    /// A note that was written, and another device's change of it. The person is still typing.
    private func changedWhileTyping(
        _ fields: [(String, JSON)],
        delete: Bool = false
    ) -> (notebook: Notebook, id: Note.ID, base: NoteDraft) {
        var notebook = notebook()
        let id = Note.ID(UUID(high: 5, low: 1))
        let (first, next) = (NoteDraft(title: "Walk"), NoteDraft(title: "Walk", description: "Up"))
        _ = notebook.write(first, over: NoteDraft(), to: id, now)
        _ = notebook.releaseDrafts()
        _ = notebook.write(next, over: first, to: id, now)
        let stamp = Stamp(wall: now.advanced(by: .seconds(1)), counter: 0, device: 99)
        let theirs = Record(
            kind: .note,
            id: id.uuid,
            fields: fields.map { Record.Field($0.0, $0.1, stamp) },
            deleted: delete ? stamp : nil
        )
        _ = notebook.commit(.answered(records: [theirs], after: 0, cursor: 1, results: []))
        return (notebook, id, next)
    }

    @Test("[T8] What another device changes in a note while the person types stays when the typing is undone")
    func typedTogether() {
        let theirs: [(String, JSON)] = [(Note.Field.title, .string("A walk")), (Note.Field.pinned, .bool(true))]
        var (notebook, id, base) = changedWhileTyping(theirs)
        _ = notebook.write(NoteDraft(title: "Walk", description: "Up the hill"), over: base, to: id, now)
        var found: [String?] = []
        while notebook.steps.done.count > 1, notebook.undo(now) != nil {
            found.append(notebook.notes[id]?.description)
            #expect(notebook.notes[id]?.title == "A walk" && notebook.notes[id]?.isPinned == true)
        }
        #expect(found == ["Up", ""])
        let undone = notebook.undo(now)
        #expect(undone?.text == "Not undone: wrote “Walk”. It was changed elsewhere since.")
        #expect(notebook.notes[id] != nil)
    }

    @Test("[T8] A note that another device deletes while the person types is deleted again when the typing is undone")
    func typedDeleted() {
        var (notebook, id, base) = changedWhileTyping([], delete: true)
        let later = now.advanced(by: .seconds(2))
        _ = notebook.write(NoteDraft(title: "Walk", description: "Up the hill"), over: base, to: id, later)
        #expect(notebook.notes[id] != nil)
        _ = notebook.undo(later)
        #expect(notebook.notes[id] == nil)
    }

    @Test("[T8] A step that was undone by its number and redone is not part of a later one")
    func joinedByPlace() {
        var notebook = notebook()
        for number in 1...3 {
            _ = notebook.add(TodoDraft(title: "Number \(number)"), id: UUID(high: 4, low: UInt64(number)), now)
        }
        _ = notebook.undo(now, step: 1)
        _ = notebook.redo(now)
        #expect(notebook.steps.done.map { $0.number } == [2, 3, 1])
        let latest = notebook.steps.latest
        _ = notebook.delete(Todo.ID(UUID(high: 4, low: 2)), now)
        notebook.steps.join(after: latest, as: .deleted("Number 2"))
        #expect(notebook.steps.done.map { $0.number } == [2, 3, 1, 4])
        _ = notebook.undo(now)
        #expect(Set(titles(notebook)) == ["Number 1", "Number 2", "Number 3"])
    }

    @Test("[T8] [N2] A draft that was undone is never sent")
    func drafts() throws {
        var notebook = notebook()
        let id = Note.ID(UUID(high: 5, low: 1))
        _ = notebook.write(NoteDraft(title: "Wal"), over: NoteDraft(), to: id, now)
        _ = notebook.undo(now)
        #expect(notebook.replica.outbox[id.key]?.fields == [])
    }

    @Test("[T8] [T10] Removed samples come back together")
    func samples() {
        var notebook = notebook()
        let stamp = notebook.replica.stamp(now: now)
        let samples = (1...30).map { number in
            let fields = Todo.fields(for: TodoDraft(title: "Sample \(number)"), origin: .imported, at: stamp)
            return Record(kind: .todo, id: UUID(high: 9, low: UInt64(number)), fields: fields)
        }
        _ = notebook.commit(.changed(samples))
        _ = notebook.deleteSamples(now)
        #expect(notebook.todos.count == 0)
        let undone10 = notebook.undo(now)
        #expect(undone10?.text == "Undid: removed 30 samples." && notebook.todos.count == 30)
    }

    @Test("[T8] An undo is a change as any other: written to the disk, and sent")
    func effects() {
        var notebook = Notebook(account: notebook().account, device: UUID(high: 3, low: 16), place: .sealed)
        _ = notebook.add(TodoDraft(title: "Milk"), id: milk.uuid, now)
        let undone = notebook.undo(now)
        let bytes = (undone?.effects ?? []).compactMap { if case .append(_, let bytes) = $0 { bytes } else { nil } }
        #expect(bytes.count == 1 && undone?.changed == [milk.key])
        #expect(notebook.replica.outbox[milk.key]?.deleted != nil)
    }
}

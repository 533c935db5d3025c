@testable import DaybookCore

/// A notebook in which a person does anything that a verb can do, in seeded order.
struct UndoWorld {
    var notebook = Notebook(
        account: Account(id: UUID(high: 1, low: 2), name: "Asha", mobile: "", email: "asha@example.com"),
        device: UUID(high: 3, low: 16)
    )
    var now = Instant(milliseconds: 1_800_000_000_000)
    private var made: UInt64 = 0

    /// The content of the lists, without the moments of the last changes: undoing is a change too.
    struct Look: Equatable {
        var todos: [Todo]
        var notes: [Note]
    }

    var look: Look {
        Look(
            todos: notebook.todos.todos.sorted { $0.id < $1.id }.map { todo in
                var todo = todo
                todo.modified = todo.created
                return todo
            },
            notes: notebook.notes.first(.max).sorted { $0.id < $1.id }.map { note in
                var note = note
                note.modified = note.created
                return note
            }
        )
    }

    /// A verb on something; nothing when it has nothing to act on.
    mutating func act(_ random: inout SplitMix64) {
        now = now.advanced(by: .milliseconds(random.int64(0...2_000)))
        // A person lets go of a note before the next thing.
        defer { _ = notebook.releaseDrafts() }
        switch random.int(0...15) {
        case 0, 1: _ = notebook.add(draft(&random), id: newID(), now)
        case 2: _ = notebook.add([draft(&random), draft(&random)], first: newID(), now)
        case 3, 4: if let todo = todo(&random) { _ = notebook.edit(todo, to: draft(&random), now) }
        case 5, 6, 7: if let todo = todo(&random) { _ = notebook.mark(todo.id, done: !todo.isDone, now, in: .utc) }
        case 8: if let todo = todo(&random) { _ = notebook.delete(todo.id, now) }
        case 9: if let key = notebook.trash(now: now).first?.key { _ = notebook.restore(key, now) }
        case 10, 11: write(&random)
        case 12: photograph(&random)
        case 13, 14: changeSeveral(&random)
        default: if let note = note(&random), random.oneIn(2) { _ = notebook.delete(note.id, now) }
        }
    }

    /// Another device, whose changes are newer, gives a record another title. Returns the record and the title.
    mutating func merge(_ random: inout SplitMix64) -> (key: Record.Key, title: String)? {
        guard let key = Array(notebook.replica.records.keys).filter({ $0.kind != .photo }).randomElement(using: &random)
        else { return nil }
        made += 1
        let title = "Theirs \(made)"
        let stamp = Stamp(wall: now.advanced(by: .milliseconds(1)), counter: UInt16(made), device: 99)
        let change = Record(kind: key.kind, id: key.id, fields: [Record.Field("title", .string(title), stamp)])
        _ = notebook.commit(.answered(records: [change], after: 0, cursor: 0, results: []))
        notebook.refresh([key])
        return (key, title)
    }

    mutating func newID() -> UUID {
        made += 1
        return UUID(high: 4, low: made)
    }

    private func todo(_ random: inout SplitMix64) -> Todo? { notebook.todos.todos.randomElement(using: &random) }

    private func note(_ random: inout SplitMix64) -> Note? { notebook.notes.first(.max).randomElement(using: &random) }

    private mutating func draft(_ random: inout SplitMix64) -> TodoDraft {
        made += 1
        let later = now.advanced(by: .days(random.int64(3...6)))
        return TodoDraft(
            title: "Mine \(made)",
            detail: random.oneIn(2) ? "" : "Detail \(made)",
            deadline: random.oneIn(2) ? nil : later,
            reminder: random.oneIn(2) ? nil : later,
            tags: random.array(0...3) { $0.pick(["home", "Work", "été"]) }.reduce(into: []) { tags, tag in
                if !tags.contains(tag) { tags.append(tag) }
            },
            note: random.oneIn(4) ? note(&random)?.id : nil,
            repetition: random.oneIn(2)
                ? nil : RecurrenceRule(.daily).map { Repetition($0, from: random.oneIn(2) ? .due : .completion) }
        )
    }

    private mutating func changeSeveral(_ random: inout SplitMix64) {
        let ids = notebook.todos.todos.filter { _ in random.oneIn(2) }.map { $0.id }
        let slots = ids.compactMap { notebook.todos.slot(of: $0) }
        switch random.int(0...3) {
        case 0: _ = notebook.delete(slots, now)
        case 1:
            let other = draft(&random)
            let day = other.deadline.map { TimeZone.utc.date(at: $0) }
            _ = notebook.plan(
                slots,
                random.oneIn(2) ? .plan(day.map { .day($0) } ?? .none, in: .utc) : .tag(random.pick(["home", "Work"])),
                now
            )
        default: _ = notebook.mark(slots, done: random.oneIn(2), now, in: .utc)
        }
    }

    private mutating func write(_ random: inout SplitMix64) {
        made += 1
        let draft = NoteDraft(
            title: "Mine \(made)",
            description: random.oneIn(2) ? "- A line" : Sample.description + "\n- A line"
        )
        guard let note = note(&random), random.oneIn(2) else {
            _ = notebook.write(draft, over: NoteDraft(), to: Note.ID(newID()), now)
            return
        }
        _ = notebook.write(draft, over: NoteDraft(note), to: note.id, now)
        if random.oneIn(3) { _ = notebook.makeTodos(of: note, now) }
    }

    private mutating func photograph(_ random: inout SplitMix64) {
        let note = note(&random)
        if let photo = note?.photos.last, random.oneIn(2) {
            _ = random.oneIn(2) ? notebook.remove(photo.id, now) : notebook.move(photo.id, by: .min, now)
            return
        }
        made += 1
        let bytes = [UInt8(truncatingIfNeeded: made), UInt8(truncatingIfNeeded: made >> 8)]
        let picture = PhotoTransfers.Picture(type: .jpeg, width: 4, height: 3, bytes: bytes, thumbnail: [])
        _ = notebook.photoStarted(note?.id ?? Note.ID(newID()), "photo")
        _ = notebook.photoReady("photo", picture, newID())
        _ = notebook.photoKept("photo", NoteDraft(title: "Mine \(made)"), now)
    }
}

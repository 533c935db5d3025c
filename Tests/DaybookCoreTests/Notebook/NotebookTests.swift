import Testing

@testable import DaybookCore

@Suite("A notebook without a screen") struct NotebookTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private let account = Account(id: UUID(high: 1, low: 2), name: "Asha", mobile: "", email: "asha@example.com")
    private let milk = Todo.ID(UUID(high: 4, low: 1))

    /// Carries out the requests of a verb to the server, and the requests of each answer, until none is left.
    private func carry(_ verb: [Notebook.Effect], _ notebook: inout Notebook, _ server: inout ModelServer) throws {
        var effects = verb
        while let call = effects.compactMap({ $0.syncRequest }).first {
            let answer = server.answer(try SyncRequest(call.body), now: now)
            effects = notebook.answered(.sync, Answer(status: 200, body: answer.encoded), now)
        }
    }

    @Test("A to-do is added, edited, marked, synced, deleted and restored, with no screen")
    func verbs() throws {
        var (server, phone) = (ModelServer(), Notebook(account: account, device: UUID(high: 3, low: 16)))
        var laptop = Notebook(account: account, device: UUID(high: 3, low: 32))
        try carry(phone.add(TodoDraft(title: "Milk"), id: milk.uuid, now), &phone, &server)
        try carry(phone.edit(try #require(phone.todos[milk]), to: TodoDraft(title: "Oats"), now), &phone, &server)
        try carry(phone.mark(milk, done: true, now, in: .utc), &phone, &server)
        try carry(laptop.sync(), &laptop, &server)
        try carry(laptop.delete(milk, now), &laptop, &server)
        try carry(phone.sync(), &phone, &server)
        try carry(phone.restore(milk.key, now), &phone, &server)
        #expect(phone.todos.todos.map { $0.title } == ["Oats"] && phone.todos.openCount == 0)
    }

    @Test("[S6] A verb returns what to write, what to ask of the server and what was done, as data")
    func effects() throws {
        var notebook = Notebook(account: account, device: UUID(high: 3, low: 16), place: .sealed)
        let effects = notebook.add(TodoDraft(title: "Milk"), id: milk.uuid, now)
        guard case .append(1, let bytes) = try #require(effects.first) else {
            Issue.record("\(effects)")
            return
        }
        #expect(effects.dropFirst().first == .cancel(.retrySync))
        #expect(effects.contains { $0.syncRequest != nil })
        #expect(effects.last == .announce(Texts.added("Milk")))
        // The written entries make the same notebook after a restart.
        let content = ReplicaDisk.decode(snapshot: [], journal: [bytes], newDevice: notebook.replica.device)
        let again = Notebook(account: account, content: content, disk: Disk(place: .sealed))
        #expect(again.todos == notebook.todos)
        #expect(again.replica.outbox == notebook.replica.outbox)
    }

    @Test("[S13] Lists that were read from the disk again are never taken for the earlier lists")
    func revisions() throws {
        var notebook = Notebook(account: account, device: UUID(high: 3, low: 16), place: .sealed)
        _ = notebook.add(TodoDraft(title: "Milk"), id: milk.uuid, now)
        let shown = (notebook.todos.revision, notebook.notes.revision)
        _ = notebook.merge(DiskContent(through: 1))
        #expect(notebook.todos.revision > shown.0 && notebook.notes.revision > shown.1)
    }

    @Test("[T7] To-dos that are made together are newer than all that was there, in their order, and not edited")
    func madeTogether() {
        var notebook = Notebook(account: account, device: UUID(high: 3, low: 16))
        // This device's clock is four minutes late.
        let late = now.advanced(by: .minutes(-4))
        let theirs = Record(
            kind: .todo,
            id: milk.uuid,
            fields: Todo.fields(
                for: TodoDraft(title: "Milk"),
                at: Stamp(wall: now, counter: 0, device: 99)
            )
        )
        _ = notebook.commit(.answered(records: [theirs], after: 0, cursor: 1, results: []))
        _ = notebook.add(["a", "b"].map { TodoDraft(title: $0) }, first: UUID(high: 6, low: 1), late)
        _ = notebook.add(
            ["c", "d"].enumerated().map { place, title in
                NewTodo(id: Todo.ID(UUID(high: 7, low: UInt64(place))), draft: TodoDraft(title: title))
            },
            late
        )
        let note = Note(NoteDraft(title: "A trip", description: "- e\n- f"), id: UUID(high: 8, low: 1), now)
        _ = notebook.makeTodos(of: note, late)
        notebook.samples.state = .fetching("/samples")
        let samples = #"{"todos":[{"id":1,"todo":"g"},{"id":2,"todo":"h"}]}"#
        _ = notebook.samplesAnswered(Answer(status: 200, body: Array(samples.utf8)), late)
        for pair in [["a", "b"], ["c", "d"], ["e", "f"], ["g", "h"]] {
            #expect(notebook.todos.todos.map { $0.title }.filter { pair.contains($0) } == pair)
        }
        #expect(notebook.todos.todos.allSatisfy { $0.modified == $0.created && $0.created >= now })
    }

    @Test("[N3] A line with a tab becomes a to-do too, once")
    func lineWithTab() {
        var notebook = Notebook(account: account, device: UUID(high: 3, low: 16))
        let note = Note(NoteDraft(title: "A trip", description: "- Oat\tmilk"), id: UUID(high: 8, low: 1), now)
        #expect(note.hasTodoLines)
        let made = notebook.makeTodos(of: note, now)
        #expect(made.contains(.message(Texts.todosMade(1))))
        #expect(notebook.todos.todos.map { $0.title } == ["Oat milk"])
        #expect(notebook.makeTodos(of: note, now) == [.message(Texts.todosMade(0))])
    }

    @Test("[N3] A note without a line behind a dash has no lines for to-dos")
    func noLines() {
        for text in ["", "Milk", "-", "Milk - oats\n \t\n•  \n"] {
            let note = Note(NoteDraft(title: "A trip", description: text), id: UUID(high: 8, low: 1), now)
            #expect(!note.hasTodoLines && note.todoLines == [])
        }
    }

    @Test("[T8] An edit that changes nothing is no step: tags have no order")
    func sameTags() throws {
        var notebook = Notebook(account: account, device: UUID(high: 3, low: 16))
        _ = notebook.add(TodoDraft(title: "Milk", tags: ["a", "b"]), id: milk.uuid, now)
        let todo = try #require(notebook.todos[milk])
        let step = notebook.steps.latest
        #expect(notebook.edit(todo, to: TodoDraft(title: "Milk", tags: ["b", "a"]), now) == [])
        #expect(notebook.steps.latest == step)
    }

    @Test("[N2] An incomplete note stays on this device, and is sent when it is complete")
    func drafts() {
        var notebook = Notebook(account: account, device: UUID(high: 3, low: 16))
        let id = Note.ID(UUID(high: 5, low: 1))
        let empty = NoteDraft()
        let begun = notebook.write(NoteDraft(title: "A trip to the sea", description: ""), over: empty, to: id, now)
        #expect(begun?.contains { $0.syncRequest != nil } == false)
        #expect(notebook.write(empty, over: empty, to: id, now) == nil)
        let text = String(repeating: "A long way. ", count: 20)
        let whole = notebook.write(NoteDraft(title: "A trip to the sea", description: text), over: empty, to: id, now)
        #expect(whole?.contains { $0.syncRequest != nil } == true)
    }
}

extension Notebook.Effect {
    /// The call of sync that this is.
    var syncRequest: Request? {
        if case .request(let request) = self, request.id == .sync { request } else { nil }
    }
}

extension Note {
    fileprivate init(_ draft: NoteDraft, id: UUID, _ now: Instant) {
        self.init(id: ID(id), title: draft.title, description: draft.description, created: now, modified: now)
    }
}

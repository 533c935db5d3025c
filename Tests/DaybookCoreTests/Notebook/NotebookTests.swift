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

import Testing

@testable import DaybookCore

@Suite("Limits that a person chooses") struct LimitsTests {
    private static let now = Instant(milliseconds: 1_800_000_000_000)
    private static let roomy = Rules.standard.choosing(.roomy)
    private let account = Account(id: UUID(high: 1, low: 2), name: "Asha", mobile: "", email: "asha@example.com")
    private let id = UUID(high: 4, low: 1)

    private func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    private func notebook(_ device: UInt64 = 16) -> Notebook {
        Notebook(account: account, device: UUID(high: 3, low: device))
    }

    /// The last record of a kind that the effects send.
    private func sent(_ notebook: Notebook, _ key: Record.Key) -> Record? { notebook.replica.outbox[key] }

    // MARK: - Sets

    @Test("[A15] What classic limits allow, roomy limits allow", arguments: [0, 1, 7, 99])
    func widens(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        for _ in 0..<300 {
            let draft = TodoDraft(
                title: text(random.int(0...600)),
                detail: text(random.int(0...2_000)),
                tags: (0..<random.int(0...25)).map { "\($0)" + text(random.int(0...40)) }
            )
            if Rules.standard.violations(of: draft, now: Self.now).isEmpty {
                #expect(Self.roomy.violations(of: draft, now: Self.now).isEmpty, "seed \(seed)")
            }
            let note = NoteDraft(title: text(random.int(0...600)), description: text(random.int(0...2_000)))
            if Rules.standard.violations(of: note).isEmpty {
                #expect(Self.roomy.violations(of: note).isEmpty, "seed \(seed)")
            }
        }
    }

    @Test("[A15] Roomy limits take long titles, short notes and many tags, and end somewhere too")
    func roomy() {
        let tags = (0..<20).map { "\($0)" + text(28) }
        let most = TodoDraft(title: text(500), detail: text(50_000), tags: tags)
        #expect(Self.roomy.violations(of: most, now: Self.now) == [])
        #expect(Self.roomy.violations(of: NoteDraft(title: "a", description: "")) == [])
        let more = TodoDraft(title: text(501), detail: text(50_001), tags: tags + ["one more"])
        #expect(Self.roomy.violations(of: more, now: Self.now).map(\.code) == [.tooLong, .tooLong, .tooMany])
        #expect(Self.roomy.violations(of: NoteDraft()).map(\.code) == [.required])
    }

    @Test("[A15] A text of many bytes is refused at its field, before it is too large for a record")
    func bytes() {
        let family = "👨‍👩‍👧‍👦"
        let large = String(repeating: family, count: 20_000)
        #expect(
            Self.roomy.violations(of: TodoDraft(title: "a", detail: large), now: Self.now).map(\.code) == [.tooLarge]
        )
        #expect(Self.roomy.violations(of: NoteDraft(title: "a", description: large)).map(\.code) == [.tooLarge])
        // The name of a field takes 1,024 bytes at most.
        #expect(Self.roomy.tagViolation(String(repeating: "👨‍👩‍👧‍👦", count: 30)) == nil)
        let zalgo = String(repeating: "e" + String(repeating: "\u{301}", count: 28), count: 30)
        #expect(Self.roomy.tagViolation(zalgo)?.code == .tooLong)
        #expect(Rules.standard.tagViolation(String(repeating: "👨‍👩‍👧‍👦", count: 8)) == nil)
    }

    @Test("[A15, A2, A3] Roomy sign-up takes any name, and a number of any country, or no number")
    func people() {
        for name in ["Ö", "李小龍", "María-José O’Brien", text(100)] {
            #expect(Self.roomy.nameViolation(name) == nil, "\(name)")
            #expect(Rules.standard.nameViolation(name) != nil, "\(name)")
        }
        for name in ["", "a\u{0}b", text(101)] { #expect(Self.roomy.nameViolation(name) != nil, "\(name)") }
        for mobile in ["", "9876543210", "+44 7700 900123", "+1-202-555-0100", "+91 98765 43210", "0 9876543210"] {
            #expect(Self.roomy.mobileViolation(Rules.normalizedMobile(mobile)) == nil, "\(mobile)")
        }
        for mobile in ["1234567890", "+0123456789", "+123", "+1234567890123456", "+", "call me"] {
            #expect(Self.roomy.mobileViolation(Rules.normalizedMobile(mobile)) != nil, "\(mobile)")
        }
        #expect(Rules.standard.mobileViolation(Rules.normalizedMobile("+44 7700 900123")) != nil)
    }

    @Test("[A15] An operator's choice is the standard, and can be fixed")
    func operators() throws {
        var rules = Rules()
        rules.offer.standard = .roomy
        #expect(rules.choosing(nil).limits == .roomy)
        #expect(rules.choosing(.classic).limits == .classic)
        rules.offer.isFixed = true
        #expect(rules.choosing(.classic).limits == .roomy)
        #expect(!rules.choosing(nil).canBeLifted && Rules.standard.canBeLifted)
        let read = Rules(json: rules.choosing(nil).json)
        #expect(read == rules.choosing(nil))
        // The roomy limits of a server never fall below the classic ones.
        let odd = try JSON(text: #"{"limits":{"classic":{"title":{"maximum":90}},"roomy":{"title":{"maximum":40}}}}"#)
        #expect(Rules(json: odd).choosing(.roomy).limits.titleMaximum == 90)
    }

    // MARK: - Switching

    @Test("[A15] The choice is a change like any other: it is sent, and another device follows it")
    func syncs() throws {
        var (server, phone, laptop) = (ModelServer(), notebook(), notebook(32))
        func carry(_ effects: [Notebook.Effect], _ notebook: inout Notebook) throws {
            var effects = effects
            while let call = effects.compactMap({ $0.syncRequest }).first {
                let answer = server.answer(try SyncRequest(call.body), now: Self.now)
                effects = notebook.answered(.sync, Answer(status: 200, body: answer.encoded), Self.now)
            }
        }
        try carry(phone.choose(.roomy, Self.now), &phone)
        #expect(phone.rules.limits == .roomy)
        try carry(laptop.sync(), &laptop)
        #expect(laptop.rules.limits == .roomy)
        try carry(laptop.choose(.classic, Self.now.advanced(by: .seconds(1))), &laptop)
        try carry(phone.sync(), &phone)
        #expect(phone.rules.limits == .classic)
        #expect(phone.choose(.classic, Self.now).isEmpty)
    }

    @Test("[A15, N2] A draft goes to the server when another device lifts its limits")
    func releases() throws {
        var (server, phone, laptop) = (ModelServer(), notebook(), notebook(32))
        let draft = Note.ID(id)
        _ = laptop.open()
        func carry(_ effects: [Notebook.Effect], _ notebook: inout Notebook) throws {
            var effects = effects
            while let call = effects.compactMap({ $0.syncRequest }).first {
                let answer = server.answer(try SyncRequest(call.body), now: Self.now)
                effects = notebook.answered(.sync, Answer(status: 200, body: answer.encoded), Self.now)
            }
        }
        _ = laptop.write(NoteDraft(title: "Key", description: "Under the mat"), over: NoteDraft(), to: draft, Self.now)
        let chosen = phone.choose(.roomy, Self.now)
        #expect(chosen.count { $0.syncRequest != nil } == 1)
        try carry(chosen, &phone)
        var answer = server.answer(SyncRequest(device: laptop.replica.device, cursor: 0, changes: []), now: Self.now)
        answer.rejected = []
        try carry(laptop.answered(.sync, Answer(status: 200, body: answer.encoded), Self.now), &laptop)
        #expect(laptop.replica.held.isEmpty && server.records[draft.key] != nil)
    }

    @Test("[A15, S13] A tab that reads the whole disk again follows the choice in it")
    func absorbs() {
        var (writer, reader) = (notebook(), notebook(32))
        _ = writer.choose(.roomy, Self.now)
        let snapshot = ReplicaDisk.encode(writer.replica)
        _ = reader.merge(DiskContent(snapshot: snapshot, through: 1))
        #expect(reader.rules.limits == .roomy)
    }

    @Test("[A15] A fixed choice is not changed, whatever the account chose before")
    func fixed() {
        var notebook = notebook()
        _ = notebook.choose(.roomy, Self.now)
        var rules = Rules.standard
        rules.offer.isFixed = true
        notebook.take(rules)
        #expect(notebook.rules.limits == .classic)
        #expect(notebook.choose(.roomy, Self.now).isEmpty)
    }

    @Test("[A15] What was written under roomy limits is edited, marked, undone and deleted under classic ones")
    func editsBack() throws {
        var notebook = notebook()
        let todo = Todo.ID(id)
        _ = notebook.choose(.roomy, Self.now)
        let draft = TodoDraft(title: text(300), detail: text(5_000), tags: (0..<9).map { "tag \($0) of a long name" })
        _ = notebook.add(draft, id: id, Self.now)
        _ = notebook.choose(.classic, Self.now)
        let whole = try #require(notebook.todos[todo])
        #expect(TodoDraft(whole) == draft)
        func codes(_ change: (inout TodoDraft) -> Void) -> [Violation.Code] {
            var changed = draft
            change(&changed)
            return notebook.rules.violations(of: changed, changing: whole, now: Self.now).map(\.code)
        }
        #expect(codes { $0.deadline = Self.now } == [])
        #expect(codes { $0.title.removeLast() } == [])
        #expect(codes { $0.detail = String($0.detail.dropLast(7)) } == [])
        #expect(codes { $0.tags.removeLast() } == [])
        // Longer than it was is too long now.
        #expect(codes { $0.title += "b" } == [.tooLong])
        #expect(codes { $0.detail += "b" } == [.tooLong])
        #expect(codes { $0.tags.append("b") } == [.tooMany])
        #expect(codes { $0.title = "b" + String(draft.title.dropFirst(2)) } == [])
        // As many characters, though of more bytes.
        #expect(codes { $0.title = "ö" + String(draft.title.dropFirst()) } == [])
        _ = notebook.edit(whole, to: TodoDraft(title: "Short", detail: "", tags: []), Self.now)
        _ = notebook.undo(Self.now)
        #expect(notebook.todos[todo].map { TodoDraft($0) } == draft)
        _ = notebook.mark(todo, done: true, Self.now, in: .utc)
        _ = notebook.delete(todo, Self.now)
        #expect(notebook.todos[todo] == nil)
    }

    @Test(
        "[A15, N2] A note that the server has is edited and sent under either limits; a new one keeps to those in force"
    )
    func notes() throws {
        var server = ModelServer()
        var notebook = notebook()
        let (old, new) = (Note.ID(id), Note.ID(UUID(high: 4, low: 2)))
        func carry(_ effects: [Notebook.Effect]) throws {
            var effects = effects
            while let call = effects.compactMap({ $0.syncRequest }).first {
                let answer = server.answer(try SyncRequest(call.body), now: Self.now)
                effects = notebook.answered(.sync, Answer(status: 200, body: answer.encoded), Self.now)
            }
        }
        let short = NoteDraft(title: "Key", description: "Under the mat")
        try carry(notebook.write(short, over: NoteDraft(), to: old, Self.now) ?? [])
        // A draft becomes a note when its limits are lifted.
        #expect(notebook.replica.held == [old.key])
        try carry(notebook.choose(.roomy, Self.now))
        #expect(notebook.replica.held.isEmpty && notebook.replica.outbox.isEmpty)
        try carry(notebook.choose(.classic, Self.now))
        let moved = NoteDraft(title: "Key", description: "With Ravi")
        try carry(notebook.write(moved, over: short, to: old, Self.now) ?? [])
        #expect(notebook.replica.held.isEmpty && notebook.replica.outbox.isEmpty)
        _ = notebook.write(short, over: NoteDraft(), to: new, Self.now)
        #expect(notebook.replica.held == [new.key])
    }

    @Test("[A15] A choice that does not exist is refused, and changes nothing where it is read")
    func unknown() {
        let stamp = Stamp(wall: Self.now, counter: 0, device: 1)
        let key = Limits.Choice.key
        for value in [JSON.string("huge"), .integer(1), .null] {
            let record = Record(kind: key.kind, id: key.id, fields: [.init("limits", value, stamp)])
            #expect(Rules.standard.violations(of: record, existing: nil).map(\.field) == [.limits])
            #expect(Limits.Choice(record) == nil)
        }
        #expect(Rules.standard.violations(of: Limits.Choice.roomy.record(at: stamp), existing: nil) == [])
        // Settings of later versions are kept and passed on.
        let later = Record(kind: .setting, id: id, fields: [.init("limits", .string("huge"), stamp)])
        #expect(Rules.standard.violations(of: later, existing: nil) == [])
    }

    // MARK: - Where a limit stops a person

    @Test("[A15] A line that is too long is added as it is once its limit is lifted")
    func lifts() throws {
        var story = Story.signedIn()
        let title = "Ask the neighbours whether they have seen the grey cat"
        story.play(.list(.quickAddChanged(title)))
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.list.quickAdd.violation?.code == .tooLong)
        story.play(.limitsChosen(.roomy))
        #expect(story.homeState.list.quickAdd.violation == nil && story.homeState.list.quickAdd.text == title)
        #expect(story.app.rules.limits == .roomy)
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.notebook.todos.todos.map(\.title) == [title])
    }

    @Test("[A15] A tag that is too long for classic limits is one once they are lifted")
    func liftsTags() throws {
        var story = Story.signedIn()
        story.play(.list(.newTapped))
        story.play(.editor(.titleChanged("Milk")))
        story.play(.editor(.tagTextChanged("groceries")))
        #expect(story.editor?.violation(.tags)?.code == .tooLong)
        story.play(.limitsChosen(.roomy))
        #expect(story.editor?.violation(.tags) == nil && story.editor?.tagText == "groceries")
        story.play(.editor(.saveTapped))
        #expect(story.homeState.notebook.todos.todos.first?.tags == ["groceries"])
    }

    @Test("[A15] A note stays open while its limits are lifted")
    func liftsInNote() {
        var story = Story.signedIn()
        story.play(.list(.newNoteTapped))
        story.play(.note(.titleChanged("Milk")))
        story.play(.note(.tagTextChanged("groceries")))
        #expect(story.homeState.openNote?.tagViolation?.code == .tooLong)
        story.play(.limitsChosen(.roomy))
        #expect(story.homeState.openNote?.tagViolation == nil && story.homeState.openNote?.tagText == "groceries")
        #expect(story.homeState.openNote?.writing?.draft.title == "Milk")
    }

    @Test("[A15] The keyboard goes on where the limit was lifted, and stays on the account screen")
    func keyboard() {
        var story = Story.signedIn()
        story.play(.list(.newTapped))
        story.play(.list(.quickAddChanged(text(60))))
        story.play(.limitsChosen(.roomy, at: .quickAdd))
        #expect(story.homeState.keyboard.place == .quickAdd)
        let moves = story.homeState.keyboard.moves
        story.play(.limitsChosen(.classic))
        #expect(story.homeState.keyboard.moves == moves)
    }

    @Test("[I1] A choice of limits does not count as content, so a new account still gets its samples")
    func samples() {
        var story = Story()
        _ = reduce(&story.app, .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)), story.now)
        _ = reduce(&story.app, .leadsChanged(true), story.now)
        story.play(.limitsChosen(.roomy))
        story.answerSync()
        let effects = reduce(
            &story.app,
            .answered(.rules, Answer(status: 200, body: Rules.standard.json.encoded)),
            story.now
        )
        #expect(effects.contains { if case .request(let call) = $0 { call.id == .samples } else { false } })
    }
}

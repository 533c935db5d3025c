import Testing

@testable import DaybookCore

@Suite("The list")
struct ListTests {
    @Test("[T7] The line that adds makes a to-do that is open and created now, journals it, and sends it")
    func quickAdd() throws {
        var story = Story.signedIn()
        story.home(.list(.quickAddChanged("  Buy milk "))) { $0.list.quickAdd.text = "  Buy milk " }
        let id = story.newID
        var replica = story.homeState.notebook.replica
        let stamp = replica.stamp(now: story.now)
        let record = Record(kind: .todo, id: id, fields: Todo.fields(for: TodoDraft(title: "Buy milk"), at: stamp))
        replica.apply(record)
        let request = SyncRequest(device: Story.device, cursor: 1, changes: [record])
        // The first entry says that the account was read, which has nothing in it.
        let effects: [Effect] = [
            .notebook(.append(sequence: 2, ReplicaDisk.encode(.changed([record])))),
            .cancelTimer(.notebook(.retrySync)),
            .request(Request(.sync, .post, "/api/v1/sync", body: request.encoded, account: Story.account.id)),
            .announce("Added “Buy milk”."),
        ]
        let journalBytes = ReplicaDisk.encode(.changed([record])).count
        story.home(.list(.quickAddSubmitted(.whole)), effects) { home in
            home.list.quickAdd.text = ""
            home.keyboard.write("", in: .quickAdd)
            home.notebook.replica = replica
            home.notebook.steps.add(.added("Buy milk"), [Step.Change(before: nil, after: record)])
            home.notebook.todos.upsert(Todo(record)!)
            home.notebook.disk.sequence = 2
            home.notebook.disk.unwritten.append(Disk.Unwritten(sequence: 2, entry: .changed([record])))
            home.notebook.disk.journalBytes += journalBytes
            _ = home.notebook.connection.engine.begin(replica)
        }
        let todo = try #require(story.homeState.notebook.todos[Todo.ID(id)])
        #expect(!todo.isDone)
        #expect(todo.created == story.now)
        #expect(todo.modified == story.now)
    }

    @Test("[T2] The line that adds has room for words of time, refuses a title that is too long, and blanks")
    func quickAddLimits() {
        var story = Story.signedIn()
        let long = String(repeating: "👨‍👩‍👧‍👦", count: 132)
        story.home(.list(.quickAddChanged(long)), [.announce("100 too many")]) { $0.list.quickAdd.text = long }
        #expect(story.homeState.list.quickAdd.left(.standard) == -100)
        story.home(.list(.quickAddSubmitted(.whole)), [.announce(Texts.tooLong(Texts.title, 32))]) {
            $0.keyboard.move(to: .quickAdd)
            $0.list.quickAdd.violation = Violation(.title, .tooLong, Texts.tooLong(Texts.title, 32))
        }
        let title = String(repeating: "👨‍👩‍👧‍👦", count: 32)
        story.play(.list(.quickAddChanged(title + " tomorrow 9am #home")))
        #expect(story.homeState.list.quickAdd.left(.standard) == 0)
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.titles == [title])
        story.home(.list(.quickAddChanged(" "))) { $0.list.quickAdd.text = " " }
        story.home(.list(.quickAddSubmitted(.whole)), [.announce(Texts.titleRequired)]) {
            $0.keyboard.move(to: .quickAdd)
            $0.list.quickAdd.violation = Violation(.title, .required, Texts.titleRequired)
        }
    }

    @Test("[T8] Checkbox, swipe and key mark done and open again", arguments: [0, 1, 2])
    func marking(way: Int) {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.key(.down, at: nil)))
        let action: ListScreen.Action = [.checkTapped(todo.id), .swipedRight(todo.id), .key(.toggle, at: nil)][way]
        story.play(.list(action))
        #expect(story.homeState.notebook.todos[todo.id]?.isDone == true)
        story.play(.list(action))
        #expect(story.homeState.notebook.todos[todo.id]?.isDone == false)
    }

    @Test("[D1] The editor follows the cursor and saves what it leaves; the end of the list and samples leave it open")
    func editorFollows() {
        var story = Story.signedIn()
        let todos = ["c", "b", "a"].map { story.add($0) }
        story.play(.list(.rowTapped(todos[2].id)))
        story.play(.editor(.detailChanged("more")))
        story.play(.list(.key(.down, at: todos[2].id)))
        #expect(story.editor?.subject == .existing(todos[1].id))
        #expect(story.homeState.keyboard.place == .row(todos[1].id))
        #expect(story.homeState.notebook.todos[todos[2].id]?.detail == "more")
        story.play(.list(.key(.last, at: todos[1].id)))
        story.play(.list(.key(.down, at: todos[0].id)))
        #expect(story.editor?.subject == .existing(todos[0].id))
        #expect(story.homeState.keyboard.place == .row(todos[0].id))
        let stamp = Stamp(wall: story.now, counter: 0, device: 77)
        let origin = Record.Field(Todo.Field.origin, .string("imported"), stamp)
        story.play(.pulledToRefresh)
        story.answerSync([Record(kind: .todo, id: todos[1].id.uuid, fields: [origin])], cursor: 9)
        story.play(.list(.key(.up, at: todos[0].id)))
        #expect(story.editor?.subject == .existing(todos[0].id))
        #expect(story.homeState.list.cursor == todos[1].id)
        #expect(story.homeState.overlay == nil)
        // The unsaved text asks first, and the cursor is where it was put.
        story.play(.editor(.titleChanged("")))
        story.play(.list(.key(.first, at: todos[1].id)))
        #expect(story.homeState.overlay == .confirmDiscard(then: .todo(todos[2].id)))
        // A new to-do is not left by the arrows of the list.
        story.play(.overlay(.confirmed))
        story.play(.list(.newTapped))
        story.play(.list(.key(.down, at: todos[2].id)))
        #expect(story.editor?.subject == .new)
    }

    @Test("[L6] An action on a row changes that to-do alone, whatever is sorted, searched or filtered")
    func onlyThatOne() {
        var story = Story.signedIn()
        let all = ["pear", "apple", "plum", "peach"].map { story.add($0) }
        story.play(.list(.orderChosen(.titleDescending)))
        story.play(.list(.searchChanged("pea")))
        story.play(.list(.filterTapped(.open)))
        #expect(story.titles == ["pear", "peach"])
        story.play(.list(.swipedRight(all[3].id)))
        story.play(.list(.swipedLeft(all[0].id)))
        #expect(story.homeState.notebook.todos.todos.map { $0.title } == ["plum", "peach", "apple"])
        #expect(story.homeState.notebook.todos.todos.map { $0.isDone } == [false, true, false])
    }

    @Test("[T8] [S4] Deleting can be undone for six seconds, and what comes back is whole")
    func undo() throws {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.checkTapped(todo.id)))
        story.answerSync()
        let before = try #require(story.homeState.notebook.todos[todo.id])
        let effects = reduce(&story.app, .home(.list(.swipedLeft(todo.id)), newID: story.newID), story.now)
        #expect(effects.contains(.startTimer(.toast, milliseconds: 6_000)))
        #expect(
            story.homeState.toast == Toast(text: "Deleted “Buy milk”.", undo: story.homeState.notebook.steps.latest)
        )
        #expect(story.homeState.notebook.todos.count == 0)
        story.play(.toast(.undoTapped))
        var after = try #require(story.homeState.notebook.todos[todo.id])
        after.modified = before.modified
        #expect(after == before)
        let toast = try #require(story.homeState.toast)
        #expect((toast.text, toast.undo) == ("Undid: deleted “Buy milk”.", nil) && toast.redo != nil)
    }

    @Test("A held toast stays, and goes six seconds after it is let go")
    func heldToast() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.swipedLeft(todo.id)))
        story.home(.toast(.held(true)), [.cancelTimer(.toast)])
        story.home(.toast(.held(false)), [.startTimer(.toast, milliseconds: 6_000)])
        story.send(.timerFired(.toast)) { app in
            guard case .home(var home) = app.screen else { return }
            home.toast = nil
            app.screen = .home(home)
        }
        story.home(.toast(.undoTapped))
    }

    @Test("[T9] Bins show on every row, and one asks before it deletes")
    func bins() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.home(.list(.binsTapped), [.announce(Texts.binsShown)]) { $0.list.showsBins = true }
        story.home(.list(.binTapped(todo.id))) { $0.overlay = .confirmDelete(todo.id) }
        story.home(.overlay(.dismissed)) { $0.overlay = nil }
        story.home(.overlay(.confirmed))
        #expect(story.homeState.notebook.todos.count == 1)
        story.play(.list(.binTapped(todo.id)))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.notebook.todos.count == 0)
        #expect(story.homeState.overlay == nil)
    }

    @Test(
        "[L8] While the menu of orders is open, the list is sorted by each of them, and shows none until one is chosen"
    )
    func preparedOrders() {
        var story = Story.signedIn()
        story.add("b")
        story.add("a")
        let start = Effect.startTimer(.prepareOrder, milliseconds: ListScreen.prepareMilliseconds)
        func prepare() -> [Effect] { reduce(&story.app, .timerFired(.prepareOrder), story.now) }
        #expect(prepare() == [])
        let opened = reduce(&story.app, .home(.list(.orderTapped), newID: story.newID), story.now)
        #expect(opened.contains(start))
        for _ in Order.allCases.dropFirst() { #expect(prepare() == [start]) }
        #expect(prepare() == [])
        #expect(story.titles == ["a", "b"])
        story.play(.list(.orderChosen(.titleDescending)))
        #expect(story.titles == ["b", "a"])
        #expect(prepare() == [])
    }

    @Test("[L1] The order is kept on the device")
    func order() throws {
        var story = Story.signedIn()
        story.add("b")
        story.add("a")
        story.play(.list(.orderChosen(.title)))
        #expect(story.titles == ["a", "b"])
        #expect(story.homeState.notebook.replica.preferences["order"] == "title")
        let snapshot = ReplicaDisk.encode(story.homeState.notebook.replica)
        var again = Story()
        _ = reduce(
            &again.app,
            .storage(.opened(Story.account, DiskContent(snapshot: snapshot), newDevice: Story.device)),
            story.now
        )
        #expect(again.titles == ["a", "b"])
    }

    @Test("[L4] A search that finds nothing shows everything and a line about it")
    func searchFindsNothing() {
        var story = Story.signedIn()
        story.add("Café")
        story.add("Bread")
        story.home(.list(.searchChanged("cafe")), [.startTimer(.nameSearch, milliseconds: 1_000)]) {
            $0.list.filter.search = "cafe"
            $0.list.namesSearch = false
            $0.list.tops += 1
        }
        #expect(story.titles == ["Café"])
        story.play(.list(.searchChanged("cafe!")))
        #expect(story.titles.count == 2)
        #expect(story.visible.isSearchEmpty)
        story.home(.list(.searchCleared)) {
            $0.list.tops += 1
            $0.keyboard.write("", in: .search)
            $0.keyboard.move(to: .search)
            $0.list.filter.search = ""
        }
    }

    @Test("[L5] Filters by state and by tag; the same tag again shows all")
    func filters() {
        var story = Story.signedIn()
        story.add("one")
        story.home(.list(.filterTapped(.done)), [.announce("No to-dos")]) {
            $0.list.tops += 1
            $0.list.filter.state = .done
        }
        story.home(.list(.tagTapped("home")), [.announce("No to-dos")]) {
            $0.list.tops += 1
            $0.list.filter.tag = "home"
        }
        story.home(.list(.tagTapped("home")), [.announce("No to-dos")]) {
            $0.list.tops += 1
            $0.list.filter.tag = nil
        }
    }

    @Test("[L5] All clears the tag too")
    func allClearsTag() {
        var story = Story.signedIn()
        story.add("one #home")
        story.add("two")
        story.play(.list(.tagTapped("home")))
        #expect(story.titles == ["one"])
        story.play(.list(.filterTapped(.all)))
        #expect(story.titles == ["two", "one"])
        #expect(story.homeState.list.filter == Filter())
    }

    @Test("[D1] The keyboard goes to the row that takes the place of one that was deleted, by whatever means")
    func place() {
        for means: (Todo.ID) -> [Home.Action] in [
            { [.list(.menuOpened($0, at: nil)), .list(.deleteTapped($0))] },
            { [.list(.rowTapped($0)), .editor(.deleteTapped), .overlay(.confirmed)] },
            { [.list(.choosing(.picked($0))), .list(.choosing(.act(.delete)))] },
            { [.list(.rowTapped($0)), .list(.swipedLeft($0))] },
        ] {
            var story = Story.signedIn()
            let todos = ["c", "b", "a"].map { story.add($0) }
            for action in means(todos[1].id) { story.play(action) }
            #expect(story.titles == ["a", "c"])
            #expect(story.homeState.list.cursor == todos[0].id)
            #expect(story.app.keyboard.place == .row(todos[0].id))
            for action in means(todos[0].id) { story.play(action) }
            #expect(story.homeState.list.cursor == todos[2].id, "the last row leaves the one before it")
            for action in means(todos[2].id) { story.play(action) }
            #expect(story.homeState.list.cursor == nil)
        }
    }

    @Test("[D1] Several rows that leave hand the keyboard to the next one that stays")
    func placeOfSeveral() {
        var story = Story.signedIn()
        let todos = ["d", "c", "b", "a"].map { story.add($0) }
        story.play(.list(.filterTapped(.open)))
        for todo in [todos[1], todos[2]] { story.play(.list(.choosing(.picked(todo.id)))) }
        story.play(.list(.choosing(.act(.mark))))
        #expect(story.titles == ["a", "d"])
        #expect(story.homeState.list.cursor == todos[0].id)
        #expect(story.app.keyboard.place == .row(todos[0].id))
    }

    @Test("[L5] A search says how much it finds once it was typed")
    func searchIsAnnounced() {
        var story = Story.signedIn()
        for title in ["Milk", "Mint", "Bread"] { story.add(title) }
        let cases = [
            ("mi", [Effect.announce("2 to-dos")]), ("milk", [.announce("1 to-do")]),
            ("zz", [.announce(Texts.nothingFound("zz"))]),
        ]
        for (text, said) in cases {
            story.play(.list(.searchChanged(text)))
            let effects = reduce(&story.app, .timerFired(.nameSearch), story.now)
            #expect(effects.filter { if case .announce = $0 { true } else { false } } == said)
        }
    }

    @Test("Arrows walk the list, Delete leaves the cursor on the next row")
    func keyboard() {
        var story = Story.signedIn()
        let todos = ["c", "b", "a"].map { story.add($0) }
        let (a, b, c) = (todos[2].id, todos[1].id, todos[0].id)
        story.home(.list(.key(.down, at: nil))) {
            $0.list.cursor = a
            $0.keyboard.move(to: .row(a))
        }
        story.home(.list(.key(.down, at: nil))) {
            $0.list.cursor = b
            $0.keyboard.move(to: .row(b))
        }
        story.home(.list(.key(.last, at: nil))) {
            $0.list.cursor = c
            $0.keyboard.move(to: .row(c))
        }
        story.home(.list(.key(.down, at: nil))) { $0.keyboard.move(to: .row(c)) }
        story.home(.list(.key(.up, at: nil))) {
            $0.list.cursor = b
            $0.keyboard.move(to: .row(b))
        }
        story.play(.list(.key(.delete, at: nil)))
        #expect(story.titles == ["a", "c"])
        #expect(story.homeState.list.cursor == c)
        story.home(.list(.key(.first, at: nil))) {
            $0.list.cursor = a
            $0.keyboard.move(to: .row(a))
        }
        story.home(.list(.key(.help, at: nil))) { $0.overlay = .shortcuts }
        story.home(.list(.key(.escape, at: nil))) { $0.overlay = nil }
        story.home(.list(.key(.search, at: nil))) { $0.keyboard.move(to: .search) }
        story.home(.list(.key(.leave(.search), at: nil))) { $0.keyboard.move(to: .row(a)) }
        story.home(.list(.key(.line, at: nil))) { $0.keyboard.move(to: .quickAdd) }
        story.play(.list(.quickAddChanged("d")))
        story.home(.list(.key(.leave(.quickAdd), at: nil))) { $0.keyboard.move(to: .row(a)) }
        #expect(story.homeState.list.quickAdd.text == "d")
    }
}

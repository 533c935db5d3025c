import Testing

@testable import DaybookCore

/// The list on which the app opens, and to-dos that leave it as they are marked.
@Suite struct PlaceTests {
    /// The content of a disk that keeps this list.
    private func launched(at path: String = "/", place: String? = nil, with records: [Record] = []) -> Story {
        var story = Story()
        var replica = Replica(device: Story.device)
        if !records.isEmpty { _ = replica.apply(.answered(records: records, after: 0, cursor: 1, results: [])) }
        if let place { _ = replica.apply(.preferred(name: Notebook.Preference.place, value: place)) }
        let content = DiskContent(snapshot: ReplicaDisk.encode(replica), journal: [], sequence: 0, through: 0)
        story.app.entrance = path
        _ = reduce(&story.app, .storage(.opened(Story.account, content, newDevice: Story.device)), story.now)
        return story
    }

    /// A record of a to-do that is due on the day of the story.
    private func due(_ story: Story) -> Record {
        let stamp = Stamp(wall: story.now, counter: 0, device: 1)
        var draft = TodoDraft()
        draft.title = "due"
        draft.deadline = Today(at: story.now, in: .utc).deadline
        return Record(kind: .todo, id: UUID(high: 7, low: 7), fields: Todo.fields(for: draft, at: stamp))
    }

    @Test("[L9] The list that shows is kept a moment later, and the app opens on it")
    func opensWhereOneLeft() {
        var story = Story.signedIn()
        story.play(.list(.dueTapped(.upcoming)))
        #expect(story.app.addresses == ["/?due=upcoming"])
        _ = reduce(&story.app, .timerFired(.keep), story.now)
        #expect(story.homeState.notebook.replica.preferences[Notebook.Preference.place] == "/?due=upcoming")
        #expect(launched(place: "/?due=upcoming").homeState.list.filter == Filter(due: .upcoming))
        #expect(launched(place: "/notes").homeState.list.section == .notes)
        #expect(launched(place: "/?state=open&tag=home").homeState.list.filter == Filter(state: .open, tag: "home"))
        #expect(launched(place: "nonsense?due=never").homeState.list.filter == Filter())
    }

    @Test("The list that shows is kept when the person is signed out in the same moment")
    func keptBySignOut() {
        var story = Story.signedIn()
        story.play(.list(.sectionChosen(.notes)))
        _ = reduce(&story.app, .timerFired(.keep), story.now)
        story.play(.list(.sectionChosen(.todos)))
        let effects = reduce(&story.app, .leftElsewhere(account: Story.account.id), story.now)
        let kept = effects.contains { effect in
            guard case .notebook(.append(_, let bytes)) = effect,
                case .preferred(name: Notebook.Preference.place, value: "/") = ReplicaDisk.entry(of: bytes)
            else { return false }
            return true
        }
        #expect(kept)
    }

    @Test("[L9] An address that names a list counts before the one that was left")
    func addressFirst() {
        #expect(launched(at: "/?due=today", place: "/notes").homeState.list.filter == Filter(due: .today))
        #expect(launched(at: "/?due=today", place: "/notes").homeState.list.section == .todos)
    }

    @Test("A search is not kept")
    func noSearch() {
        var story = Story.signedIn()
        story.play(.list(.searchChanged("secret")))
        story.play(.list(.tagTapped("home")))
        _ = reduce(&story.app, .timerFired(.keep), story.now)
        #expect(story.homeState.notebook.replica.preferences[Notebook.Preference.place] == "/?tag=home")
    }

    @Test("[L9] A device that is new to the account opens on Today if something is due, unless the person was quicker")
    func firstTime() {
        var story = launched()
        story.answerSync([due(story)])
        #expect(story.homeState.list.filter == Filter(due: .today))
        var quick = launched()
        quick.play(.list(.filterTapped(.open)))
        quick.answerSync([due(quick)])
        #expect(quick.homeState.list.filter == Filter(state: .open))
        var empty = launched()
        empty.answerSync()
        #expect(empty.homeState.list.filter == Filter())
        empty.answerSync([due(empty)])
        #expect(empty.homeState.list.filter == Filter(), "only once")
        var old = launched(with: [due(story)])
        old.answerSync()
        #expect(old.homeState.notebook.todos.count == 1)
        #expect(old.homeState.list.filter == Filter(), "this device knew the account")
    }

    // MARK: - Marking

    @Test("[T8] [L9] A to-do that leaves its list when it is marked stays for a breath, then a message offers to undo")
    func breath() {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        story.play(.list(.filterTapped(.open)))
        let effects = reduce(&story.app, .home(.list(.checkTapped(todo.id)), newID: story.newID), story.now)
        #expect(effects.contains(.startTimer(.removeMarked, milliseconds: ListScreen.markedMilliseconds)))
        #expect(story.titles == ["Milk"])
        #expect(story.homeState.toast == nil)
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.titles == [])
        #expect(story.homeState.toast?.text == "“Milk” is done.")
        story.play(.toast(.undoTapped))
        #expect(story.titles == ["Milk"])
        #expect(story.homeState.notebook.todos[todo.id]?.isDone == false)
    }

    @Test("Marked and opened again within the breath: it stays, and no message comes")
    func markedTwice() {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        story.play(.list(.filterTapped(.open)))
        story.play(.list(.checkTapped(todo.id)))
        story.play(.list(.swipedRight(todo.id)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.titles == ["Milk"])
        #expect(story.homeState.toast == nil)
    }

    @Test("Undo of the message takes back that mark, whatever was done since")
    func undoesItsOwn() {
        var story = Story.signedIn()
        let milk = story.add("Milk")
        story.play(.list(.filterTapped(.open)))
        story.play(.list(.checkTapped(milk.id)))
        story.add("Eggs")
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.titles == ["Eggs"])
        story.play(.toast(.undoTapped))
        #expect(story.titles == ["Eggs", "Milk"])
    }

    @Test("[T8] The message about what was deleted within the breath stays, and undoes that")
    func keepsNewerMessage() {
        var story = Story.signedIn()
        let (milk, eggs) = (story.add("Milk"), story.add("Eggs"))
        story.play(.list(.filterTapped(.open)))
        story.play(.list(.checkTapped(milk.id)))
        story.play(.list(.swipedLeft(eggs.id)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.titles == [])
        story.play(.toast(.undoTapped))
        #expect(story.titles == ["Eggs"])
    }

    // MARK: - Adding

    @Test(
        "[L9] A to-do that is added on Today is due today, unless a date was typed; one out of sight is offered to show"
    )
    func addingToday() {
        var story = Story.signedIn()
        story.play(.list(.dueTapped(.today)))
        let milk = story.add("Milk")
        #expect(milk.deadline == Today(at: story.now, in: .utc).deadline)
        #expect(story.titles == ["Milk"])
        let eggs = story.add("Eggs by tomorrow")
        #expect(story.titles == ["Milk"])
        #expect(story.homeState.toast?.show == eggs.id)
        story.play(.list(.newTapped))
        #expect(story.editor?.draft.deadline == milk.deadline)
    }
}

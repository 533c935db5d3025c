import Testing

@testable import DaybookCore

/// The person's own order, and completed to-dos at the end of the list.
@Suite struct OwnOrderTests {
    private func story(_ titles: [String]) -> (story: Story, todos: [Todo]) {
        var story = Story.signedIn()
        let todos = titles.reversed().map { story.add($0) }
        story.play(.list(.orderChosen(.own)))
        return (story, todos.reversed())
    }

    @Test("[L1] New to-dos come first; a row that is moved stays where it was put, and the move can be undone")
    func moving() {
        var (story, todos) = story(["a", "b", "c", "d"])
        #expect(story.titles == ["a", "b", "c", "d"])
        story.play(.list(.moved(todos[3].id, by: -2)))
        #expect(story.titles == ["a", "d", "b", "c"])
        story.play(.list(.moved(todos[0].id, by: .max)))
        #expect(story.titles == ["d", "b", "c", "a"])
        story.play(.list(.moved(todos[2].id, by: .min)))
        #expect(story.titles == ["c", "d", "b", "a"])
        story.answerSync()
        story.add("new")
        #expect(story.titles == ["new", "c", "d", "b", "a"])
        story.play(.list(.key(.undo, at: nil)))
        story.play(.list(.key(.undo, at: nil)))
        #expect(story.titles == ["d", "b", "c", "a"])
        #expect(story.homeState.toast?.text == "Undid: moved “c”.")
    }

    @Test("[L1] [S3] One change moves one to-do, so the moves of two devices both stay")
    func merging() {
        var (story, todos) = story(["a", "b", "c", "d", "e"])
        story.answerSync()
        let before = story.homeState.notebook.replica.records
        story.play(.list(.moved(todos[4].id, by: -4)))
        let changed = before.filter { story.homeState.notebook.replica.records[$0.key] != $0.value }
        #expect(changed.map { $0.key } == [todos[4].id.key])
        // Another device has put b last.
        let stamp = Stamp(wall: story.now, counter: 0, device: 77)
        let place = Record.Field(Todo.Field.position, .integer(todos[4].position + 1_000_000_000), stamp)
        story.answerSync([Record(kind: .todo, id: todos[1].id.uuid, fields: [place])], cursor: 9)
        #expect(story.titles == ["e", "a", "c", "d", "b"])
    }

    @Test("[L1] Rows move among the open ones that show; other orders, lists by dates and searches move nothing")
    func where_() {
        var (story, todos) = story(["a #x", "b", "c #x", "d"])
        story.play(.list(.checkTapped(todos[3].id)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        story.play(.list(.moved(todos[0].id, by: 9)))
        #expect(story.titles == ["b", "c", "a"])
        story.play(.list(.tagTapped("x")))
        story.play(.list(.moved(todos[0].id, by: -1)))
        #expect(story.titles == ["a", "c"])
        story.play(.list(.filterTapped(.all)))
        #expect(story.titles.firstIndex(of: "a")! < story.titles.firstIndex(of: "c")!)
        let before = story.homeState.notebook.replica
        for action: ListScreen.Action in [
            .searchChanged("a"), .moved(todos[0].id, by: 1), .searchChanged(""), .orderChosen(.title),
            .moved(todos[0].id, by: 1), .dueTapped(.today), .moved(todos[0].id, by: 1),
        ] {
            story.play(.list(action))
        }
        #expect(story.homeState.notebook.replica.records == before.records)
    }

    @Test("[L1] [T13] The next occurrence takes the place of the one that was done")
    func repeating() {
        var (story, todos) = story(["a", "water every day", "c"])
        story.play(.list(.moved(todos[1].id, by: 1)))
        story.play(.list(.checkTapped(todos[1].id)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.titles == ["a", "c", "water"])
    }

    @Test("[T10] A sample can be moved; what is no place is refused")
    func rules() {
        let stamp = Stamp(time: 1_800_000_000_000 << 16, device: 1)
        let sample = Record(
            kind: .todo,
            id: UUID(high: 1, low: 1),
            fields: Todo.fields(for: TodoDraft(title: "a"), origin: .imported, at: stamp)
        )
        func violations(_ value: JSON) -> [Violation] {
            let field = Record.Field(Todo.Field.position, value, stamp)
            return Rules.standard.violations(of: Record(kind: .todo, id: sample.id, fields: [field]), existing: sample)
        }
        for value: JSON in [.integer(0), .integer(1 << 52), .integer(-1 << 52), .null] {
            #expect(violations(value) == [])
        }
        for value: JSON in [.integer(1 << 53), .integer(.min), .string("1"), .bool(true)] {
            #expect(violations(value).map { $0.code } == [.wrongType])
        }
    }

    // MARK: - Completed

    @Test("[L5] What is done stands at the end, folded until the person opens it, and the device keeps that")
    func completed() {
        var story = Story.signedIn()
        let (milk, eggs) = (story.add("Milk"), story.add("Eggs"))
        story.play(.list(.checkTapped(eggs.id)))
        #expect(story.titles == ["Eggs", "Milk"], "it stays for a breath")
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.titles == ["Milk"])
        #expect(story.visible.parts == [.init(name: .completed, start: 1, count: 1)])
        #expect(story.homeState.toast?.undo != nil)
        story.play(.list(.completedTapped))
        #expect(story.titles == ["Milk", "Eggs"])
        #expect(story.homeState.notebook.replica.preferences[Notebook.Preference.completed] == "shown")
        story.play(.list(.checkTapped(milk.id)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.titles == ["Eggs", "Milk"])
        #expect(story.visible.parts == [.init(name: .completed, start: 0, count: 2)])
        // A to-do that is opened again also stays among the completed ones for a moment.
        story.play(.list(.checkTapped(milk.id)))
        #expect(story.titles == ["Eggs", "Milk"])
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.titles == ["Milk", "Eggs"])
    }

    @Test("[T8] Marked and opened again within the breath, by a key or by undo: the row stays among the open ones")
    func markedTwice() {
        var story = Story.signedIn()
        let (milk, eggs) = (story.add("Milk"), story.add("Eggs"))
        for action: ListScreen.Action in [.checkTapped(milk.id), .key(.undo, at: nil)] {
            story.play(.list(.checkTapped(milk.id)))
            story.play(.list(action))
            #expect(story.titles == ["Eggs", "Milk"])
            _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
            #expect(story.titles == ["Eggs", "Milk"])
        }
        story.play(.list(.key(.first, at: nil)))
        story.play(.list(.key(.toggle, at: nil)))
        story.play(.list(.key(.toggle, at: nil)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.homeState.list.cursor == eggs.id)
    }

    @Test("[T8] The cursor goes on to the row that takes the place of one that was marked")
    func cursor() {
        var story = Story.signedIn()
        let todos = ["c", "b", "a"].map { story.add($0) }
        story.play(.list(.key(.first, at: nil)))
        story.play(.list(.key(.down, at: nil)))
        story.play(.list(.key(.toggle, at: nil)))
        #expect(story.homeState.list.cursor == todos[1].id)
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.homeState.list.cursor == todos[0].id)
        story.play(.list(.key(.toggle, at: nil)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.homeState.list.cursor == todos[2].id, "the last row is left")
        story.play(.list(.key(.toggle, at: nil)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        #expect(story.homeState.list.cursor == nil)
    }

    @Test("[L4] A search finds what is done, folded or not; a search that finds nothing unfolds nothing")
    func searching() {
        var story = Story.signedIn()
        story.add("Milk")
        let eggs = story.add("Eggs")
        story.play(.list(.checkTapped(eggs.id)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        story.play(.list(.searchChanged("egg")))
        #expect(story.titles == ["Eggs"])
        story.play(.list(.searchChanged("zebra")))
        #expect(story.titles == ["Milk"])
    }

    @Test("A message about one that is done and folded shows it")
    func shown() {
        var story = Story.signedIn()
        let milk = story.add("Milk")
        story.play(.list(.checkTapped(milk.id)))
        _ = reduce(&story.app, .timerFired(.removeMarked), story.now)
        let context = Context(rules: .standard, world: story.app.world, now: story.now, newID: story.newID)
        guard case .home(var home) = story.app.screen else { return }
        _ = home.list.show(milk.id, home.notebook, context.today)
        #expect(home.list.showsCompleted)
    }
}

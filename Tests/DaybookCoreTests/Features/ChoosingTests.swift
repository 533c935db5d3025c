import Testing

@testable import DaybookCore

/// Several rows are chosen, and the next action applies to all of them, in one step.
@Suite struct ChoosingTests {
    /// The newest comes first, so the last title given is the first row.
    private func story(_ titles: [String]) -> (story: Story, todos: [Todo]) {
        var story = Story.signedIn()
        let todos = titles.reversed().map { story.add($0) }
        return (story, todos.reversed())
    }

    private func chosen(_ story: Story) -> [String] {
        let today = Today(at: story.now, in: story.app.world.zone)
        return story.homeState.list.chosen(story.homeState.notebook, today).map {
            story.homeState.notebook.todos[$0].title
        }
    }

    @Test("[T8] Rows are chosen one by one, up to another one, and all; the list shows which")
    func picking() {
        var (story, todos) = story(["a", "b", "c", "d", "e"])
        #expect(story.homeState.list.choice == nil)
        story.play(.list(.choosing(.began(todos[1].id))))
        #expect(chosen(story) == ["b"])
        story.play(.list(.choosing(.extended(to: todos[3].id))))
        #expect(chosen(story) == ["b", "c", "d"])
        // Shift again begins at the same row.
        story.play(.list(.choosing(.extended(to: todos[0].id))))
        #expect(chosen(story) == ["a", "b"])
        story.play(.list(.choosing(.picked(todos[4].id))))
        story.play(.list(.choosing(.extended(to: todos[3].id))))
        #expect(chosen(story) == ["a", "b", "d", "e"])
        story.play(.list(.choosing(.picked(todos[0].id))))
        #expect(chosen(story) == ["b", "d", "e"])
        story.play(.list(.choosing(.pickedAll)))
        #expect(chosen(story) == ["a", "b", "c", "d", "e"])
        story.play(.list(.choosing(.ended)))
        #expect(story.homeState.list.choice == nil && chosen(story).isEmpty)
    }

    @Test("[T8] Keys choose: x one row, Shift and an arrow the rows passed, Enter while choosing, Escape ends")
    func keys() {
        var (story, todos) = story(["a", "b", "c", "d"])
        story.play(.list(.key(.down, at: todos[1].id)))
        story.play(.list(.key(.extendUp, at: nil)))
        #expect(chosen(story) == ["b", "c"])
        story.play(.list(.key(.extendUp, at: nil)))
        #expect(chosen(story) == ["a", "b", "c"])
        story.play(.list(.key(.extendDown, at: nil)))
        #expect(chosen(story) == ["b", "c"])
        story.play(.list(.key(.open, at: todos[3].id)))
        #expect(chosen(story) == ["b", "c", "d"] && story.editor == nil)
        story.play(.list(.key(.choose, at: todos[2].id)))
        #expect(chosen(story) == ["b", "d"])
        story.play(.list(.key(.escape, at: nil)))
        #expect(story.homeState.list.choice == nil)
        story.play(.list(.key(.choose, at: todos[2].id)))
        story.play(.list(.key(.choose, at: todos[0].id)))
        story.play(.list(.key(.delete, at: nil)))
        #expect(story.titles == ["b", "d"])
    }

    @Test("[T8] Done, and open again if all are done, in one step that is undone together; the next occurrences too")
    func marking() {
        var (story, todos) = story(["Water every day", "b", "c"])
        let before = story.titles
        story.play(.list(.choosing(.began(nil))))
        story.play(.list(.choosing(.pickedAll)))
        story.play(.list(.choosing(.act(.mark))))
        #expect(story.homeState.list.choice == nil)
        #expect(story.homeState.toast?.text == "Marked 3 to-dos done.")
        #expect(story.titles == ["Water"], "the next occurrence is open")
        let next = story.homeState.notebook.following(todos[0].id)
        #expect(next.flatMap { story.homeState.notebook.todos[$0] }?.isDone == false)
        story.play(.toast(.undoTapped))
        #expect(story.titles == before)
        #expect(story.homeState.toast?.text == "Undid: marked 3 to-dos done.")
        story.play(.toast(.redoTapped))
        story.play(.list(.filterTapped(.done)))
        story.play(.list(.choosing(.began(todos[1].id))))
        story.play(.list(.choosing(.act(.mark))))
        #expect(story.homeState.toast?.text == "Marked 1 to-do open.")
        #expect(story.homeState.notebook.todos[todos[1].id]?.isDone == false)
    }

    @Test("[T8] An occurrence and its next one are marked together, each once")
    func occurrences() {
        var (story, todos) = story(["Water every day"])
        story.play(.list(.checkTapped(todos[0].id)))
        let next = story.homeState.notebook.following(todos[0].id)!
        // One that was edited stays when the one before it is opened again.
        story.play(.list(.rowTapped(next)))
        story.play(.editor(.titleChanged("Water well")))
        story.play(.editor(.saveTapped))
        story.play(.list(.checkTapped(todos[0].id)))
        #expect(story.homeState.notebook.todos.openCount == 2)
        story.play(.list(.choosing(.began(todos[0].id))))
        story.play(.list(.choosing(.picked(next))))
        story.play(.list(.choosing(.act(.mark))))
        #expect(story.homeState.notebook.todos[todos[0].id]?.isDone == true)
        #expect(story.homeState.notebook.todos[next]?.isDone == true)
    }

    @Test("[T8] [T10] A day and a tag for all; a to-do that a rule protects stays chosen, and the message says why")
    func editing() {
        var (story, todos) = story(["a #one #two #six", "b", "c #home"])
        story.play(.list(.choosing(.began(nil))))
        story.play(.list(.choosing(.pickedAll)))
        story.play(.list(.choosing(.act(.when))))
        let today = TimeZone.utc.date(at: story.now)
        #expect(story.homeState.overlay == .when(.chosen, MonthGrid(at: today), TypedTime()))
        story.play(.list(.choosing(.act(.plan(.offer(.tomorrow))))))
        #expect(story.homeState.overlay == nil && story.homeState.list.choice == nil)
        #expect(story.homeState.toast?.text == "Planned 3 to-dos.")
        #expect(todos.allSatisfy { story.homeState.notebook.todos[$0.id]?.deadline != nil })
        story.play(.list(.choosing(.began(nil))))
        story.play(.list(.choosing(.pickedAll)))
        story.play(.list(.choosing(.act(.tag))))
        story.play(.overlay(.nameChanged("much too long a tag")))
        story.play(.overlay(.confirmed))
        guard case .tagChosen("much too long a tag", let broken?) = story.homeState.overlay else {
            Issue.record("the question stays: \(String(describing: story.homeState.overlay))")
            return
        }
        #expect(broken.code == .tooLong)
        story.play(.overlay(.nameChanged(" home ")))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.notebook.todos[todos[1].id]?.tags == ["home"])
        #expect(story.homeState.notebook.todos[todos[0].id]?.tags.count == 3)
        #expect(chosen(story) == ["a"])
        #expect(
            story.homeState.toast?.text == "Tagged 1 to-do. The others stay as they are. \(Texts.tooManyTags(3))"
        )
        story.play(.toast(.undoTapped))
        #expect(story.homeState.notebook.todos[todos[1].id]?.tags == [])
        story.play(.list(.choosing(.act(.plan(.none)))))
        #expect(story.homeState.notebook.todos[todos[0].id]?.deadline == nil)
    }

    @Test("[T8] Deleted together, with undo; an open editor of one of them closes")
    func deleting() {
        var (story, todos) = story(["a", "b", "c"])
        story.play(.list(.rowTapped(todos[0].id)))
        story.play(.list(.choosing(.picked(todos[0].id))))
        story.play(.list(.choosing(.picked(todos[2].id))))
        story.play(.list(.choosing(.act(.delete))))
        #expect(story.titles == ["b"] && story.editor == nil)
        #expect(story.homeState.toast?.text == "Deleted 2 to-dos.")
        story.play(.toast(.undoTapped))
        #expect(story.titles == ["a", "b", "c"])
    }

    @Test("[T8] What does not show is not changed: another list ends the choice, and what left the list is left alone")
    func onlyWhatShows() {
        var (story, todos) = story(["a", "b", "c"])
        story.answerSync()
        story.play(.list(.choosing(.began(todos[0].id))))
        story.play(.list(.choosing(.picked(todos[1].id))))
        // Another device marks a done and deletes b: neither is in the list of open to-dos.
        let stamp = Stamp(wall: story.now.advanced(by: .minutes(1)), counter: 0, device: 77)
        story.play(.pulledToRefresh)
        story.answerSync(
            [
                Record(kind: .todo, id: todos[0].id.uuid, fields: [.init(Todo.Field.done, .bool(true), stamp)]),
                Record(kind: .todo, id: todos[1].id.uuid, deleted: stamp),
            ],
            cursor: 9
        )
        #expect(chosen(story) == [])
        story.play(.list(.choosing(.act(.delete))))
        #expect(story.homeState.notebook.todos[todos[0].id] != nil)
        for action: ListScreen.Action in [
            .filterTapped(.open), .tagTapped("x"), .dueTapped(.today), .searchChanged("c"), .sectionChosen(.notes),
        ] {
            story.play(.list(.filterTapped(.all)))
            story.play(.list(.choosing(.began(todos[2].id))))
            story.play(.list(action))
            #expect(story.homeState.list.choice == nil, "\(action)")
        }
    }

    @Test("[T8] Going back ends the choice before it leaves the list")
    func goingBack() {
        var (story, todos) = story(["a", "b"])
        let depth = story.app.places.count
        story.play(.list(.choosing(.began(todos[0].id))))
        #expect(story.app.places.count == depth + 1)
        _ = story.back()
        #expect(story.homeState.list.choice == nil && story.app.places.count == depth)
    }

    @Test("[T8] Ten thousand are marked in one step, and undone in one")
    func many() {
        var story = Story.signedIn()
        let drafts = (0..<10_000).map { TodoDraft(title: "To-do \($0)") }
        var home = story.homeState
        _ = home.notebook.add(drafts, first: UUID(high: 1, low: 2), story.now)
        story.app.screen = .home(home)
        story.play(.list(.choosing(.began(nil))))
        story.play(.list(.choosing(.pickedAll)))
        story.play(.list(.choosing(.act(.mark))))
        #expect(story.homeState.notebook.todos.openCount == 0)
        story.play(.toast(.undoTapped))
        #expect(story.homeState.notebook.todos.openCount == 10_000)
    }
}

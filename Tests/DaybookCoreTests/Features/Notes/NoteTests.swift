import Testing

@testable import DaybookCore

@Suite("Notes")
struct NoteTests {
    private static let text = String(repeating: "Down the river and up the hill. ", count: 4)

    /// Somebody at the notes, with a new one open.
    private func writing() -> (story: Story, id: Note.ID) {
        var story = Story.signedIn()
        story.play(.list(.sectionChosen(.notes)))
        let id = Note.ID(story.newID)
        story.play(.list(.newNoteTapped))
        return (story, id)
    }

    private func type(_ story: inout Story, _ title: String?, _ description: String?) {
        if let title { story.play(.note(.titleChanged(title))) }
        if let description { story.play(.note(.descriptionChanged(description))) }
    }

    private func fire(_ story: inout Story, _ timer: Effect.Timer) -> [Effect] {
        reduce(&story.app, .timerFired(timer), story.now)
    }

    /// The records that the call to the server under way takes along.
    private func sent(_ story: Story) -> [Record.Key] {
        guard case .calling(let sent) = story.homeState.notebook.connection.engine.phase else { return [] }
        return sent.map(\.key)
    }

    private func written(_ story: inout Story, _ title: String = "A walk", _ description: String = text) -> Note.ID {
        let id = Note.ID(story.newID)
        story.play(.list(.newNoteTapped))
        type(&story, title, description)
        story.play(.note(.doneTapped))
        story.answerSync()
        return id
    }

    @Test("[N2] What is typed is on the disk soon and with the server once it is a note")
    func draft() throws {
        var (story, id) = writing()
        let key = Record.Key(kind: .note, id: id.uuid)
        type(&story, "Wal", nil)
        let saved = fire(&story, .keep)
        #expect(saved.contains { if case .notebook(.append) = $0 { true } else { false } })
        _ = fire(&story, .sendNote)
        #expect(story.homeState.notebook.notes[id]?.title == "Wal")
        #expect(sent(story) == [] && story.homeState.notebook.replica.sendableCount == 0)
        #expect(story.homeState.notebook.replica.unsentCount == 1)
        #expect(story.homeState.banner(isOnline: false) == Texts.offline(waiting: 0))
        type(&story, "Walk by the river", Self.text)
        _ = fire(&story, .keep)
        #expect(sent(story) == [], "not while somebody types")
        _ = fire(&story, .sendNote)
        #expect(sent(story) == [key])
        story.answerSync()
        #expect(story.homeState.notebook.replica.unsentCount == 0)
    }

    @Test("[N2] A launch finds a draft where it was, and sends it no more than before")
    func relaunch() throws {
        var (story, id) = writing()
        type(&story, "Wal", nil)
        let entries = fire(&story, .keep).compactMap { effect in
            if case .notebook(.append(_, let bytes)) = effect { bytes } else { nil }
        }
        var again = Story()
        let vault = DiskContent(journal: entries)
        _ = reduce(&again.app, .storage(.opened(Story.account, vault, newDevice: Story.device)), story.now)
        let note = try #require(again.homeState.notebook.notes[id])
        #expect(note.title == "Wal")
        #expect(again.homeState.notebook.draftViolations(note).map(\.code) == [.tooShort, .required])
        #expect(sent(again) == [])
        again.play(.list(.noteTapped(id)))
        #expect(again.homeState.openNote?.writing?.draft.title == "Wal")
    }

    @Test("[N2] A note that is cut short stays whole elsewhere until it is one again")
    func shortened() {
        var story = Story.signedIn()
        let id = written(&story)
        story.play(.list(.noteTapped(id)))
        story.play(.note(.writeTapped))
        type(&story, nil, "Too short")
        story.play(.note(.doneTapped))
        #expect(story.homeState.notebook.notes[id]?.description == "Too short")
        #expect(sent(story) == [])
        story.play(.list(.noteTapped(id)))
        type(&story, nil, Self.text + Self.text)
        story.play(.note(.doneTapped))
        #expect(sent(story) == [Record.Key(kind: .note, id: id.uuid)])
    }

    @Test("[N2] An untouched new note leaves nothing; one that was emptied goes")
    func empty() {
        var (story, id) = writing()
        story.play(.note(.closed))
        #expect(story.homeState.notebook.replica.records[Record.Key(kind: .note, id: id.uuid)] == nil)
        let second = Note.ID(story.newID)
        story.play(.list(.newNoteTapped))
        type(&story, "Walk", nil)
        _ = fire(&story, .keep)
        type(&story, "", nil)
        story.play(.note(.closed))
        #expect(story.homeState.notebook.notes[second] == nil)
        #expect(story.homeState.toast == nil)
    }

    @Test("[N3] Deleting a draft that no server has seen can be undone; the server gets the delete alone")
    func deletedDraft() throws {
        var (story, id) = writing()
        type(&story, "Wal", nil)
        _ = fire(&story, .keep)
        story.play(.list(.noteSwipedLeft(id)))
        #expect(story.homeState.openNote == nil && story.homeState.notebook.notes[id] == nil)
        guard case .calling(let sent) = story.homeState.notebook.connection.engine.phase else {
            preconditionFailure("nothing is sent")
        }
        let change = try #require(sent.first?.changes.first)
        #expect(change.fields.isEmpty && change.deleted != nil)
        story.answerSync()
        story.play(.toast(.undoTapped))
        #expect(story.homeState.notebook.notes[id]?.title == "Wal")
        #expect(self.sent(story) == [])
    }

    @Test("[N3] [S12] A deleted note comes back whole")
    func revive() {
        var story = Story.signedIn()
        let id = written(&story)
        story.play(.list(.noteSwipedLeft(id)))
        story.answerSync()
        #expect(story.homeState.notebook.notes[id] == nil)
        story.play(.toast(.undoTapped))
        #expect(story.homeState.notebook.notes[id]?.description == Text.trimmed(Self.text))
    }

    @Test("[S3] What another device writes shows in a field that is not edited here")
    func merged() throws {
        var story = Story.signedIn()
        let id = written(&story)
        story.play(.list(.noteTapped(id)))
        story.play(.note(.writeTapped))
        type(&story, "My title", nil)
        let stamp = Stamp(time: UInt64(story.now.milliseconds + 1_000) << 16, device: 77)
        let theirs = Record(
            kind: .note,
            id: id.uuid,
            fields: [
                .init(Note.Field.title, .string("Their title"), stamp),
                .init(Note.Field.description, .string(Self.text + "theirs"), stamp),
            ]
        )
        let record = try #require(story.homeState.notebook.replica.records[Record.Key(kind: .note, id: id.uuid)])
        var whole = record
        whole.merge(theirs)
        _ = reduce(&story.app, .syncAsked, story.now)
        story.answerSync([whole], cursor: 5)
        let writing = try #require(story.homeState.openNote?.writing)
        #expect(writing.draft.title == "My title")
        #expect(writing.draft.description == Self.text + "theirs")
        story.now = story.now.advanced(by: .seconds(10))
        story.play(.note(.doneTapped))
        #expect(story.homeState.notebook.notes[id]?.title == "My title")
        #expect(story.homeState.notebook.notes[id]?.description == Self.text + "theirs")
    }

    @Test("Lines with a dash become to-dos, once")
    func todos() throws {
        var story = Story.signedIn()
        let long = "Ask Meera whether she can take the dog for three days"
        let text = "For the trip:\n- Pack the tent\n- \(long)\n* Water\nThen go."
        let id = written(&story, "The trip", text)
        story.play(.list(.noteTapped(id)))
        story.play(.note(.toTodosTapped))
        let todos = story.homeState.notebook.todos
        #expect(todos.count == 3)
        let made = story.homeState.notebook.replica.records.values.compactMap { Todo($0) }
        #expect(made.allSatisfy { $0.note == id })
        let split = try #require(made.first { $0.detail != nil })
        #expect(split.title.count <= 32 && split.detail == long)
        #expect(story.titles.first == "Pack the tent")
        story.play(.note(.toTodosTapped))
        #expect(story.homeState.notebook.todos.count == 3)
        #expect(story.homeState.toast?.text == "Every line with a dash is a to-do already.")
    }

    @Test("A to-do is linked to a note by hand, led there from, and let go of again")
    func link() throws {
        var story = Story.signedIn()
        let note = written(&story)
        story.play(.list(.newTapped))
        story.play(.editor(.titleChanged("Buy a map")))
        #expect(story.homeState.linkableNotes(nil).map(\.id) == [note])
        story.play(.editor(.notePicked(note)))
        story.play(.editor(.closed))
        let todo = try #require(story.homeState.notebook.todos.todos.first)
        #expect(todo.note == note)
        story.play(.list(.rowTapped(todo.id)))
        story.play(.list(.noteTapped(note)))
        #expect(story.editor == nil && story.homeState.openNote?.id == note)
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.notePicked(nil)))
        story.play(.editor(.closed))
        #expect(story.homeState.notebook.todos[todo.id]?.note == nil)
        let record = story.homeState.notebook.replica.records[Record.Key(kind: .todo, id: todo.id.uuid)]
        #expect(record?[Todo.Field.note] == .null)
    }

    @Test("Going about: addresses, back, and one thing open at a time")
    func routes() {
        var story = Story.signedIn()
        story.home(.list(.sectionChosen(.notes))) {
            $0.list.section = .notes
            $0.list.tops += 1
        }
        let id = written(&story)
        story.play(.list(.noteTapped(id)))
        #expect(story.homeState.openNote?.id == id)
        #expect(story.app.places == [.notes, .note(id)])
        story.back()
        #expect(story.homeState.openNote == nil && story.homeState.list.section == .notes)
        _ = reduce(&story.app, .routeChanged(Address(.note(id))), story.now)
        #expect(story.homeState.openNote?.id == id)
        story.play(.note(.writeTapped))
        type(&story, "Another walk", nil)
        story.back()
        #expect(story.homeState.openNote == nil && story.homeState.notebook.notes[id]?.title == "Another walk")
        story.play(.list(.noteTapped(id)))
        story.play(.list(.sectionChosen(.todos)))
        #expect(story.homeState.openNote == nil && story.homeState.list.section == .todos)
        story.play(.list(.noteTapped(id)))
        story.play(.list(.newTapped))
        #expect(story.homeState.openNote == nil && story.app.places == [.home, .newTodo])
        for route: Route in [.notes, .newNote, .note(id)] { #expect(Route(path: route.path) == route) }
    }

    @Test("Keys move among notes, open, delete and close")
    func keys() {
        var story = Story.signedIn()
        story.play(.list(.sectionChosen(.notes)))
        let first = written(&story, "First walk")
        let second = written(&story, "Second walk")
        story.play(.list(.key(.escape, at: nil)))
        story.play(.list(.key(.escape, at: nil)))
        story.play(.list(.key(.first, at: nil)))
        #expect(story.homeState.list.noteCursor == second)
        story.play(.list(.key(.down, at: nil)))
        #expect(story.homeState.list.noteCursor == first)
        story.play(.list(.key(.open, at: nil)))
        #expect(story.homeState.openNote?.id == first)
        story.play(.list(.key(.escape, at: nil)))
        #expect(story.homeState.openNote == nil)
        story.play(.list(.key(.delete, at: nil)))
        #expect(story.homeState.notebook.notes[first] == nil && story.homeState.list.noteCursor == second)
    }

    @Test("[S12] A deleted note is in the trash and comes back from there; its earlier texts come back too")
    func trash() {
        var story = Story.signedIn()
        let id = written(&story)
        let key = Record.Key(kind: .note, id: id.uuid)
        story.play(.list(.noteSwipedLeft(id)))
        #expect(story.homeState.notebook.trash(now: story.now).map(\.key) == [key])
        story.play(.upper(.trashOpened))
        story.play(.upper(.restoreTapped(key)))
        #expect(story.homeState.notebook.trash(now: story.now).isEmpty && story.homeState.notebook.notes[id] != nil)
        story.play(.upper(.closed))
        story.play(.list(.noteTapped(id)))
        story.play(.note(.historyTapped))
        let answer = """
            {"items":[{"entry":4,"field":"title","value":"An older walk","at":"2026-11-20T09:00:00.000Z","device":null},
            {"entry":3,"field":"title","value":"Old","at":"2026-11-20T08:00:00.000Z","device":null}]}
            """
        _ = reduce(&story.app, .answered(.history, Answer(status: 200, body: Array(answer.utf8))), story.now)
        story.play(.upper(.entryTapped(4)))
        #expect(story.homeState.notebook.notes[id]?.title == "An older walk")
        // Too short by now: a message shows, and nothing changes.
        story.play(.upper(.entryTapped(3)))
        #expect(story.homeState.notebook.notes[id]?.title == "An older walk")
        #expect(Route(path: Route.noteHistory(id).path) == .noteHistory(id))
    }

    @Test("[A10] What was typed a moment before logging out is kept")
    func loggedOut() {
        var (story, _) = writing()
        type(&story, "Walk", nil)
        story.play(.logOutTapped)
        let effects = reduce(&story.app, .home(.overlay(.confirmed), newID: story.newID), story.now)
        let journaled = effects.firstIndex { if case .notebook(.append) = $0 { true } else { false } }
        let left = effects.firstIndex { if case .signOut = $0 { true } else { false } }
        #expect(journaled.map { $0 < left ?? 0 } == true)
    }
}

import Testing

@testable import DaybookCore

@Suite("Tags and pins of notes")
struct NoteLabelTests {
    private static let text = String(repeating: "Down the river and up the hill. ", count: 4)

    /// Somebody at the notes, the oldest of which has the first title.
    private func notes(_ titles: String...) -> (story: Story, ids: [Note.ID]) {
        var story = Story.signedIn()
        story.play(.list(.sectionChosen(.notes)))
        var ids: [Note.ID] = []
        for title in titles {
            ids.append(Note.ID(story.newID))
            story.play(.list(.newNoteTapped))
            story.play(.note(.titleChanged(title)))
            story.play(.note(.descriptionChanged(Self.text)))
            story.play(.note(.doneTapped))
            story.play(.note(.closed))
            story.answerSync()
        }
        return (story, ids)
    }

    private func tags(_ story: Story, _ id: Note.ID) -> [String]? { story.homeState.notebook.notes[id]?.tags }

    private func shown(_ story: Story) -> [String] {
        story.homeState.visibleNotes.slots.map { story.homeState.notebook.notes[$0].title }
    }

    @Test("[N7] [T3] The line makes tags as a to-do's does: Enter, a comma, a chip; they are sent at once")
    func line() {
        var (story, ids) = notes("A walk")
        story.play(.list(.noteTapped(ids[0])))
        story.play(.note(.tagTextChanged("ho")))
        #expect(story.homeState.openNote?.tagText == "ho" && tags(story, ids[0]) == [])
        story.play(.note(.tagTextChanged("home")))
        story.play(.note(.tagSubmitted))
        #expect(tags(story, ids[0]) == ["home"] && story.homeState.openNote?.tagText == "")
        #expect(story.homeState.keyboard.field == .tag && story.homeState.keyboard.text == "")
        guard case .calling(let sent) = story.homeState.notebook.connection.engine.phase else {
            Issue.record("nothing is sent")
            return
        }
        #expect(sent.flatMap { $0.changes }.map { $0.fields.map { $0.name } } == [["tag:home"]])
        story.answerSync()
        story.play(.note(.tagTextChanged("trip,HOME, , ninechars")))
        #expect(tags(story, ids[0]) == ["home", "trip"])
        #expect(story.homeState.openNote?.tagText == "ninechars", "what a rule refuses stays in the line")
        #expect(story.homeState.openNote?.tagViolation?.code == .tooLong)
        story.play(.note(.tagTextChanged("HOME")))
        story.play(.note(.tagSubmitted))
        #expect(story.homeState.openNote?.tagViolation?.code == .duplicate)
        story.play(.note(.tagSuggested("work")))
        #expect(tags(story, ids[0]) == ["home", "trip", "work"] && story.homeState.openNote?.tagText == "")
        story.play(.note(.tagTextChanged("more")))
        story.play(.note(.tagSubmitted))
        #expect(story.homeState.openNote?.tagViolation?.code == .tooMany)
        story.play(.note(.tagRemoved("trip")))
        #expect(tags(story, ids[0]) == ["home", "work"] && story.homeState.openNote?.tagViolation == nil)
        #expect(story.homeState.keyboard.place == .tagInput)
    }

    @Test("[N7] A tag can be added while the note is written, too, and changes no text")
    func written() {
        var (story, ids) = notes("A walk")
        story.play(.list(.noteTapped(ids[0])))
        story.play(.note(.writeTapped))
        story.play(.note(.titleChanged("Another walk")))
        story.play(.note(.tagTextChanged("home")))
        story.play(.note(.tagSubmitted))
        #expect(story.homeState.openNote?.writing?.draft.title == "Another walk")
        #expect(tags(story, ids[0]) == ["home"] && story.homeState.notebook.notes[ids[0]]?.title == "A walk")
        story.play(.note(.doneTapped))
        #expect(story.homeState.notebook.notes[ids[0]]?.title == "Another walk")
    }

    @Test("[N7] [T11] Leaving makes a tag of what is typed; what cannot be one asks first")
    func leaving() {
        var (story, ids) = notes("A walk")
        story.play(.list(.noteTapped(ids[0])))
        story.play(.note(.tagTextChanged("home")))
        story.play(.note(.closed))
        #expect(story.homeState.openNote == nil && tags(story, ids[0]) == ["home"])
        story.play(.list(.noteTapped(ids[0])))
        story.play(.note(.tagTextChanged("Home")))
        story.play(.note(.closed))
        #expect(story.homeState.openNote == nil, "the note has this tag, so nothing is lost")
        story.play(.list(.noteTapped(ids[0])))
        story.play(.note(.writeTapped))
        story.play(.note(.titleChanged("Another walk")))
        story.play(.note(.tagTextChanged("ninechars")))
        story.play(.list(.sectionChosen(.todos)))
        #expect(story.homeState.overlay == .confirmDiscard(then: .list(.todos)))
        #expect(story.homeState.openNote?.tagText == "ninechars")
        #expect(story.homeState.notebook.notes[ids[0]]?.title == "Another walk", "the texts are saved anyway")
        story.play(.overlay(.dismissed))
        #expect(story.app.keyboard.place == .tagInput, "the keyboard goes to what was refused")
        #expect(story.homeState.openNote?.tagText == "ninechars" && story.homeState.list.section == .notes)
        story.play(.note(.closed))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.openNote == nil && tags(story, ids[0]) == ["home"])
    }

    @Test("[N7] Pinned notes come first: by the note's button, a swipe to the right and a key, with undo")
    func pins() throws {
        var (story, ids) = notes("First walk", "Second walk", "Third walk")
        #expect(shown(story) == ["Third walk", "Second walk", "First walk"])
        story.play(.list(.noteSwipedRight(ids[0])))
        #expect(shown(story) == ["First walk", "Third walk", "Second walk"])
        story.play(.list(.noteTapped(ids[1])))
        story.play(.note(.pinTapped))
        #expect(shown(story) == ["Second walk", "First walk", "Third walk"])
        story.play(.note(.closed))
        story.play(.list(.searchChanged("walk")))
        #expect(shown(story) == ["Second walk", "First walk", "Third walk"])
        story.play(.list(.searchCleared))
        story.play(.list(.key(.first, at: nil)))
        #expect(story.homeState.list.noteCursor == ids[1])
        story.play(.list(.key(.pin, at: nil)))
        #expect(shown(story) == ["First walk", "Third walk", "Second walk"], "it stands where it stood before its pin")
        story.play(.list(.key(.undo, at: nil)))
        #expect(shown(story) == ["Second walk", "First walk", "Third walk"])
        #expect(story.homeState.toast?.text == "Undid: edited “Second walk”.")
        // The undo of a pin writes a value that the rules take: false, and not null.
        story.play(.list(.key(.undo, at: nil)))
        story.play(.list(.key(.undo, at: nil)))
        #expect(shown(story) == ["Third walk", "Second walk", "First walk"])
        let record = try #require(story.homeState.notebook.replica.records[ids[0].key])
        #expect(record[Note.Field.pinned] == .bool(false))
        #expect(Rules.standard.violations(of: record, existing: nil) == [])
        // In the list of to-dos the key does nothing.
        story.play(.list(.sectionChosen(.todos)))
        let before = story.homeState.notebook.replica.records
        story.play(.list(.key(.pin, at: nil)))
        #expect(story.homeState.notebook.replica.records == before)
    }

    @Test("[D1] The palette pins the note that has the cursor")
    func palette() {
        var (story, ids) = notes("A walk")
        story.play(.list(.key(.first, at: nil)))
        story.play(.list(.key(.palette, at: nil)))
        story.play(.overlay(.nameChanged("pin")))
        guard case .palette(let palette) = story.homeState.overlay else {
            Issue.record("there is no palette")
            return
        }
        #expect(story.homeState.entries(of: palette).map { $0.label } == ["Pin note"])
        story.play(.overlay(.confirmed))
        #expect(story.homeState.notebook.notes[ids[0]]?.isPinned == true)
    }

    @Test("[N7] [L4] A search with the sign of a tag finds notes and to-dos")
    func search() {
        var (story, ids) = notes("A walk", "A swim")
        story.play(.list(.sectionChosen(.todos)))
        story.add("Pack #home")
        story.play(.list(.noteTapped(ids[0])))
        story.play(.note(.tagTextChanged("home")))
        story.play(.note(.closed))
        story.play(.list(.searchChanged("#ho")))
        #expect(shown(story) == ["A walk"])
        #expect(story.homeState.notebook.todos.matches(story.homeState.list.filter).count == 1)
        // The tags in use are those of to-dos and of notes.
        story.play(.list(.noteTapped(ids[0])))
        story.play(.note(.tagTextChanged("trip,")))
        #expect(story.homeState.notebook.tags(beginning: "", besides: [], limit: 9) == ["home", "trip"])
        #expect(story.homeState.notebook.tags(beginning: "t", besides: [], limit: 9) == ["trip"])
        #expect(story.homeState.notebook.tags(beginning: "", besides: ["Home"], limit: 1) == ["trip"])
    }

    @Test("[T3] A tag is renamed and removed on notes too, with one undo for all")
    func renamed() {
        var (story, ids) = notes("A walk", "A swim")
        story.play(.list(.sectionChosen(.todos)))
        let todo = story.add("Pack #home")
        for (id, tags) in [(ids[0], "home"), (ids[1], "home,house")] {
            story.play(.list(.noteTapped(id)))
            story.play(.note(.tagTextChanged(tags + ",")))
            story.play(.note(.closed))
        }
        story.play(.list(.tagTapped("home")))
        story.play(.list(.tagMenuOpened("home", at: nil)))
        story.play(.overlay(.renameTapped))
        story.play(.overlay(.nameChanged("house")))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.toast?.text == "“home” is “house” now, on 1 to-do and 2 notes.")
        #expect(tags(story, ids[0]) == ["house"] && tags(story, ids[1]) == ["house"])
        #expect(story.homeState.notebook.todos[todo.id]?.tags == ["house"])
        story.play(.toast(.undoTapped))
        #expect(tags(story, ids[0]) == ["home"] && tags(story, ids[1]) == ["home", "house"])
        #expect(story.homeState.notebook.todos[todo.id]?.tags == ["home"])
        story.play(.list(.tagMenuOpened("home", at: nil)))
        story.play(.overlay(.removeTapped))
        #expect(story.homeState.toast?.text == "Removed “home” from 1 to-do and 2 notes.")
        #expect(tags(story, ids[0]) == [] && tags(story, ids[1]) == ["house"])
    }

    @Test("[S12] An earlier tag and an earlier pin come back from the history")
    func history() {
        var (story, ids) = notes("A walk")
        story.play(.list(.noteTapped(ids[0])))
        story.play(.note(.historyTapped))
        let answer = """
            {"items":[{"entry":4,"field":"tag:home","value":true,"at":"2026-11-20T09:00:00.000Z","device":null},
            {"entry":3,"field":"pinned","value":true,"at":"2026-11-20T08:00:00.000Z","device":null},
            {"entry":2,"field":"tag:ninechars","value":true,"at":"2026-11-20T07:00:00.000Z","device":null}]}
            """
        _ = reduce(&story.app, .answered(.history, Answer(status: 200, body: Array(answer.utf8))), story.now)
        for number: Int64 in [4, 3, 2] { story.play(.upper(.entryTapped(number))) }
        #expect(tags(story, ids[0]) == ["home"] && story.homeState.notebook.notes[ids[0]]?.isPinned == true)
        #expect(Texts.fieldName("pinned") == "Pinned" && Texts.fieldName("tag:home") == "Tag “home”")
    }

    @Test("[S4] Tags that two devices add both stay, also while the line is open")
    func merged() {
        var (story, ids) = notes("A walk")
        story.play(.list(.noteTapped(ids[0])))
        story.play(.note(.tagTextChanged("ho")))
        let stamp = Stamp(wall: story.now.advanced(by: .seconds(5)), counter: 0, device: 5)
        let field = Record.Field("tag:trip", .bool(true), stamp)
        _ = reduce(&story.app, .syncAsked, story.now)
        story.answerSync([Record(kind: .note, id: ids[0].uuid, fields: [field])], cursor: 7)
        #expect(tags(story, ids[0]) == ["trip"] && story.homeState.openNote?.tagText == "ho")
        story.play(.note(.tagSubmitted))
        #expect(tags(story, ids[0]) == ["ho", "trip"])
    }

    @Test("[N7] [L5] A tag that only notes have is among the lists and in the palette, and leads to its notes")
    func onlyOfNotes() {
        var (story, ids) = notes("A walk", "A trip")
        story.add("Pack #home")
        for (id, tag) in zip(ids, ["Lake", "Home"]) {
            story.play(.list(.noteTapped(id)))
            story.play(.note(.tagTextChanged(tag)))
            story.play(.note(.closed))
        }
        #expect(story.homeState.offeredTags == ["home", "Lake"], "one tag in two spellings is one")
        story.play(.list(.key(.palette, at: nil)))
        story.play(.overlay(.nameChanged("lak")))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.list.section == .todos && story.homeState.list.filter.tag == "Lake")
        #expect(story.homeState.notesBeside.map { story.homeState.notebook.notes[$0].title } == ["A walk"])
        #expect(story.homeState.visible(on: Today(at: story.now, in: .utc)).slots.isEmpty)
        story.play(.list(.notesOfTagTapped("Lake")))
        #expect(story.homeState.list.section == .notes && shown(story) == ["A walk"])
        #expect(story.homeState.keyboard.field == .search && story.homeState.keyboard.text == "#Lake ")
        story.play(.list(.searchCleared))
        story.play(.list(.tagTapped("home")))
        #expect(story.homeState.notesBeside.map { story.homeState.notebook.notes[$0].title } == ["A trip"])
        story.play(.list(.searchChanged("walk")))
        #expect(story.homeState.notesBeside.map { story.homeState.notebook.notes[$0].title } == ["A walk"])
        story.play(.list(.searchChanged("")))
        story.play(.list(.filterTapped(.all)))
        #expect(story.homeState.notesBeside.isEmpty)
    }

    @Test("[N7] [L5] A list of a tag names its notes and leads to them, and to none of a longer tag")
    func exactly() {
        var (story, ids) = notes("A walk", "A trip")
        story.add("Pack #home")
        for (id, tag) in zip(ids, ["Ho", "home"]) {
            story.play(.list(.noteTapped(id)))
            story.play(.note(.tagTextChanged(tag)))
            story.play(.note(.closed))
        }
        func beside(_ slots: [Slot]) -> [String] { slots.map { story.homeState.notebook.notes[$0].title } }
        story.play(.list(.tagTapped("Ho")))
        #expect(beside(story.homeState.notesBeside) == ["A walk"])
        story.play(.list(.notesOfTagTapped("Ho")))
        #expect(shown(story) == ["A walk"])
        #expect(!story.homeState.visibleNotes.isSearchEmpty)
        // No to-do has this tag, so those of tags that begin so are named.
        #expect(story.homeState.todosBeside.count == 1)
        story.add("Sweep #ho")
        #expect(story.homeState.todosBeside.map { story.homeState.notebook.todos[$0].title } == ["Sweep"])
        // While it is typed, a tag finds those that begin so; so does a complete one that nothing has.
        story.play(.list(.searchChanged("#ho")))
        #expect(shown(story) == ["A trip", "A walk"])
        story.play(.list(.searchChanged("#h ")))
        #expect(shown(story) == ["A trip", "A walk"])
    }

    @Test("[N7] The tags of to-dos and notes are in one alphabetical order, each once")
    func allTags() {
        var todos = TagUses()
        var notes = TagUses()
        #expect(todos.names(with: notes) == [])
        notes.count(["zoo", "Beach", "alps"], by: 1)
        #expect(todos.names(with: notes) == ["alps", "Beach", "zoo"])
        todos.count(["beach", "work", "car"], by: 1)
        #expect(todos.names(with: notes) == ["alps", "beach", "car", "work", "zoo"])
        notes.count(["zoo", "Beach", "alps"], by: -1)
        #expect(todos.names(with: notes) == ["beach", "car", "work"])
    }
}

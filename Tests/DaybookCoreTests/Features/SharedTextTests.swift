import Testing

@testable import DaybookCore

@Suite("What the home screen and other apps open")
struct SharedTextTests {
    private func launched(at path: String, unsaved: String? = nil, place: String? = nil) -> Story {
        var story = Story()
        var replica = Replica(device: Story.device)
        if let unsaved {
            _ = replica.apply(.preferred(name: Notebook.Preference.unsaved(0), value: unsaved))
        }
        if let place { _ = replica.apply(.preferred(name: Notebook.Preference.place, value: place)) }
        let content = DiskContent(snapshot: ReplicaDisk.encode(replica), journal: [], sequence: 0, through: 0)
        _ = reduce(&story.app, .launched(App.World(), path: path), story.now)
        _ = reduce(
            &story.app,
            .storage(.opened(Story.account, content, newDevice: Story.device)),
            story.now
        )
        return story
    }

    @Test("The shortcut opens the form of a new to-do over the list that was left")
    func newTodo() {
        let story = launched(at: "/new", place: "/?tag=home")
        #expect(story.editor?.subject == .new && story.editor?.draft.title == "")
        #expect(story.homeState.list.filter.tag == "home")
        #expect(story.editor?.draft.tags == ["home"])
        #expect(story.app.places == [.home, .newTodo])
        #expect(story.app.keyboard.place == .editorTitle)
        #expect(!story.homeState.isWriting)
        #expect(launched(at: "/notes/new").homeState.openNote?.writing != nil)
    }

    @Test(
        "A shared website, text or link stands in the form, whole, and is not saved by itself",
        arguments: [
            ("?text=Milk", "Milk", ""),
            ("?title=A+page&url=https%3A%2F%2Fx.org%2F%3Fa%3D1", "A page", "https://x.org/?a=1"),
            ("?title=Same&text=Same", "Same", ""), ("?text=One%0ATwo%0A%0AThree", "One", "Two\n\nThree"),
            ("?url=https%3A%2F%2Fx.org", "https://x.org", ""),
            ("?title=%20%20&text=a%07b", "ab", ""),
            ("?title=tomorrow%209am%20%23home", "tomorrow 9am #home", ""),
        ]
    )
    func shared(_ query: String, _ title: String, _ detail: String) {
        var story = launched(at: "/new" + query)
        #expect(story.editor?.draft.title == title)
        #expect(story.editor?.draft.detail == detail)
        #expect(story.editor?.draft.reminder == nil)
        #expect(story.homeState.notebook.todos.count == 0)
        #expect(story.homeState.isWriting)
        story.play(.editor(.saveTapped))
        #expect(story.titles == [title])
    }

    @Test("A shared title that is too long goes on in the detail; nothing is cut")
    func long() {
        let words = (1...20).map { "word\($0)" }
        let story = launched(at: "/new?title=" + words.joined(separator: "+") + "&url=x")
        let draft = story.editor?.draft
        #expect((draft?.title.count ?? 99) <= Rules.standard.limits.titleMaximum)
        #expect(
            [draft?.title ?? "", draft?.detail ?? ""].joined(separator: " ") == words.joined(separator: " ") + "\nx"
        )
    }

    @Test("Text that was being typed stays open; what is shared waits in the line that adds")
    func beside() throws {
        var before = Story.signedIn()
        before.play(.list(.newTapped))
        before.play(.editor(.titleChanged("Half typed")))
        let unsaved = before.homeState.unsaved.text(before.homeState.notebook)
        let story = launched(at: "/new?title=A+page&url=https%3A%2F%2Fx.org", unsaved: unsaved)
        #expect(story.editor?.draft.title == "Half typed")
        #expect(story.homeState.list.quickAdd.text == "A page https://x.org")
        #expect(launched(at: "/new", unsaved: unsaved).editor?.draft.title == "Half typed")
    }

    @Test("The shared text is still there after a sign-in")
    func signInFirst() {
        var story = Story()
        _ = reduce(&story.app, .launched(App.World(), path: "/new?text=Milk"), story.now)
        _ = reduce(&story.app, .diskEmpty(leftHere: false), story.now)
        _ = reduce(&story.app, .answered(.account, Answer(status: 401)), story.now)
        #expect(story.app.places == [.newTodo])
        #expect(story.app.addresses == ["/new?text=Milk"], "a reload keeps it")
        _ = story.app.enterEmpty(Story.account, .sealed, story.app.context(story.now, Story.device))
        #expect(story.editor?.draft.title == "Milk")
        #expect(story.app.addresses == ["/", "/new"])
    }

    private static let query = "title=Kingfishers&text=Two+of+them%2C%0Aby+the+lake"

    @Test("[D3] Shared photos wait for an answer; with a yes they and their text are a new note")
    func photos() throws {
        var story = launched(at: "/notes?photos=1")
        #expect(story.homeState.list.section == .notes && story.homeState.sheet == nil)
        story.play(.photo(.sharedWaiting(2, query: Self.query + "&" + Self.query)))
        #expect(story.homeState.overlay == .sharedPhotos(2, SharedText(path: "?" + Self.query)), "each text once")
        #expect(story.homeState.notebook.notes.count == 0 && !story.homeState.isWriting, "nothing is saved")
        let effects = story.play(.overlay(.confirmed))
        let note = try #require(story.homeState.openNote)
        #expect(effects.contains(.shared(.take(note.id))) && story.homeState.overlay == nil)
        #expect(note.writing?.draft == NoteDraft(title: "Kingfishers", description: "Two of them,\nby the lake"))
        story.play(.photo(.started(note.id, ticket: "1")))
        #expect(story.homeState.notebook.photos.incoming.map { $0.note } == [note.id])
        story.play(.note(.closed))
        #expect(story.homeState.notebook.notes[note.id]?.title == "Kingfishers")
    }

    @Test("[D3] Shared photos are dropped by a no, and asked about again after Escape")
    func photosRefused() {
        var story = launched(at: "/notes?photos=1")
        story.play(.photo(.sharedWaiting(1, query: "")))
        #expect(story.play(.overlay(.dismissed)).contains(.shared(.drop)) == false)
        story.play(.photo(.sharedWaiting(1, query: "")))
        #expect(story.play(.overlay(.declined)).contains(.shared(.drop)))
        #expect(story.homeState.overlay == nil && story.homeState.notebook.notes.count == 0)
        #expect(story.homeState.sheet == nil)
    }

    @Test("[D3] What was open is saved before shared photos go into a note; if it cannot be saved, they wait")
    func photosBeside() throws {
        var story = Story.signedIn()
        story.play(.list(.newTapped))
        story.play(.editor(.titleChanged("Half typed")))
        story.play(.photo(.sharedWaiting(3, query: "")))
        let effects = story.play(.overlay(.confirmed))
        let note = try #require(story.homeState.openNote?.id)
        #expect(effects.contains(.shared(.take(note))) && story.titles == ["Half typed"])
        story.play(.note(.titleChanged("The first note")))
        story.play(.photo(.sharedWaiting(1, query: Self.query)))
        #expect(story.play(.overlay(.confirmed)).contains(.shared(.take(note))) == false, "another note")
        #expect(story.homeState.notebook.notes[note]?.title == "The first note")
        story = Story.signedIn()
        story.play(.list(.newTapped))
        story.play(.editor(.detailChanged("No title")))
        story.play(.photo(.sharedWaiting(3, query: Self.query)))
        let refused = story.play(.overlay(.confirmed))
        #expect(!refused.contains { if case .shared = $0 { true } else { false } })
        #expect(story.homeState.overlay == .confirmDiscard(then: .newNote) && story.homeState.openNote == nil)
    }

    @Test("[D3] What could not be kept is told, and so is what waits for the sign-in")
    func photosTold() {
        let lost = launched(at: "/new?text=Lake&photos=0")
        #expect(lost.homeState.toast?.text == Texts.sharedLost && lost.editor?.draft.title == "Lake")
        for path in ["/new?text=Milk", "/notes?photos=1"] {
            var story = Story()
            _ = reduce(&story.app, .launched(App.World(), path: path), story.now)
            _ = reduce(&story.app, .diskEmpty(leftHere: false), story.now)
            _ = reduce(&story.app, .answered(.account, Answer(status: 401)), story.now)
            guard case .signIn(let screen) = story.app.screen else {
                Issue.record("no sign-in")
                continue
            }
            #expect(screen.notice == Texts.sharedWaits)
            #expect(story.app.addresses == [path], "a reload keeps it")
        }
    }

    @Test("[D3] What was shared before the service worker was there is asked for again, also after a sign-in")
    func missed() {
        let story = launched(at: "/?missed=share", place: "/notes")
        #expect(story.homeState.toast?.text == Texts.sharedMissed)
        #expect(story.homeState.list.section == .notes && story.homeState.sheet == nil)
        var out = Story()
        _ = reduce(&out.app, .launched(App.World(), path: "/?missed=share"), out.now)
        _ = reduce(&out.app, .diskEmpty(leftHere: false), out.now)
        _ = reduce(&out.app, .answered(.account, Answer(status: 401)), out.now)
        guard case .signIn(let screen) = out.app.screen else {
            Issue.record("no sign-in")
            return
        }
        #expect(screen.notice == nil, "nothing waits on this device")
        _ = out.app.enterEmpty(Story.account, .sealed, out.app.context(out.now, Story.device))
        #expect(out.homeState.toast?.text == Texts.sharedMissed)
    }

    @Test("[D3] A first line that is too long for a title is the beginning of the description")
    func longNote() {
        let line = String(repeating: "word ", count: 30) + "end"
        var story = Story.signedIn()
        story.play(.photo(.sharedWaiting(1, query: "text=" + Text.queryEncoded(line))))
        story.play(.overlay(.confirmed))
        #expect(story.homeState.openNote?.writing?.draft == NoteDraft(title: "", description: line))
    }
}

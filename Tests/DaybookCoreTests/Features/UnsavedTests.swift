import Testing

@testable import DaybookCore

@Suite("What is typed and not saved")
struct UnsavedTests {
    /// A device's disk: it takes what a story writes, and opens it again after the tab has ended.
    private struct Device {
        var story = Story.signedIn()
        private var journal: [[UInt8]] = []
        private var snapshot: [UInt8] = []

        mutating func play(_ action: Home.Action) {
            write(reduce(&story.app, .home(action, newID: story.newID), story.now))
            story.newID.low += 1
        }

        mutating func send(_ action: App.Action) { write(reduce(&story.app, action, story.now)) }

        /// The moment after the last key has passed.
        mutating func pause() { send(.timerFired(.keep)) }

        private mutating func write(_ effects: [Effect]) {
            for case .notebook(let effect) in effects {
                switch effect {
                case .append(_, let bytes): journal.append(bytes)
                case .pack(_, _, let bytes): (snapshot, journal) = (bytes, [])
                default: break
                }
            }
        }

        /// An entry that another tab has written.
        mutating func append(_ entry: Entry) { journal.append(ReplicaDisk.encode(entry)) }

        /// The tab ends, and a tab with a number opens at an address.
        mutating func open(_ path: String = "/", tab: UInt8 = 0, others: UInt16 = 0) {
            let content = DiskContent(snapshot: snapshot, journal: journal, sequence: journal.count)
            story.app = App()
            send(.launched(App.World(writer: tab, others: others), path: path))
            send(.storage(.opened(Story.account, content, newDevice: Story.device)))
            story.answerSync()
        }

        var editor: Editor? { story.editor }
        var home: Home { story.homeState }
        var kept: [String] {
            home.notebook.replica.preferences.choices.map { $0.name }.filter { $0.hasPrefix("unsaved") }
        }
    }

    @Test("A new to-do comes back as it was typed, every field of it, and is open")
    func newTodo() {
        var device = Device()
        device.play(.list(.newTapped))
        device.play(.editor(.titleChanged("Buy \"milk\" \\ 🥛")))
        device.play(.editor(.detailChanged("Two\nlitres")))
        device.play(.editor(.deadlineSuggested(.tomorrow)))
        device.play(.editor(.whenTapped(.reminder)))
        device.play(.editor(.reminderTyped("sometime")))
        device.play(.editor(.tagTextChanged("home")))
        device.play(.editor(.tagSubmitted))
        device.play(.editor(.tagTextChanged("sh")))
        device.play(.editor(.repeatPicked(.weekly)))
        device.pause()
        let before = device.editor
        #expect(before != nil)
        device.open()
        #expect(device.editor == before)
        #expect(device.story.app.places == [.home, .newTodo])
    }

    @Test("The title of a new to-do reads its words again, and what was made plain text stays so")
    func words() {
        var device = Device()
        device.play(.list(.newTapped))
        device.play(.editor(.titleChanged("Rent tomorrow #home")))
        device.play(.editor(.titleToggled(at: 5)))
        device.pause()
        device.open()
        #expect(device.editor?.titleLine.understood?.tags == ["home"])
        #expect(device.editor?.titleLine.understood?.reminder == nil)
        device.play(.editor(.saveTapped))
        #expect(device.home.notebook.todos.todos.map { $0.title } == ["Rent tomorrow"])
    }

    @Test("Text that is not saved yet is on the disk soon, however long somebody goes on typing")
    func soon() {
        var device = Device()
        device.play(.list(.newTapped))
        let first = reduce(
            &device.story.app,
            .home(.editor(.titleChanged("B")), newID: device.story.newID),
            device.story.now
        )
        #expect(first.contains { $0.isKeeping })
        // A timer that starts again with each key would never fire.
        let next = reduce(
            &device.story.app,
            .home(.editor(.titleChanged("Bu")), newID: device.story.newID),
            device.story.now
        )
        #expect(!next.contains { $0.isKeeping })
    }

    @Test("Nothing of it is sent, and nothing of it is in the list")
    func staysHere() {
        var device = Device()
        device.play(.list(.newTapped))
        device.play(.editor(.titleChanged("Buy milk")))
        device.pause()
        #expect(device.home.notebook.todos.count == 0)
        #expect(device.home.notebook.replica.outbox.isEmpty)
    }

    @Test("A hidden tab has it on the disk at once")
    func hidden() {
        var device = Device()
        device.play(.list(.quickAddChanged("Buy mi")))
        device.send(.visibleChanged(false))
        device.open()
        #expect(device.home.list.quickAdd.text == "Buy mi")
    }

    @Test("The line that adds comes back with the pieces that were made plain")
    func line() {
        var device = Device()
        device.play(.list(.quickAddChanged("Call Ann tomorrow #home")))
        device.play(.list(.quickAddReverted(at: nil)))
        device.pause()
        let before = device.home.list.quickAdd
        device.open()
        #expect(device.home.list.quickAdd == before)
        device.play(.list(.quickAddSubmitted(.whole)))
        device.open()
        #expect(device.home.list.quickAdd == QuickAddLine() && device.home.notebook.todos.count == 1)
    }

    @Test("Text in the line that adds is in sight again, also when the list of notes was left last")
    func lineInSight() {
        var device = Device()
        device.play(.list(.quickAddChanged("Call Ann")))
        device.play(.list(.sectionChosen(.notes)))
        device.pause()
        device.open()
        #expect(device.home.list.quickAdd.text == "Call Ann" && device.home.list.section == .todos)
    }

    @Test("Saved or thrown away, nothing of it is left, and the to-do is there once", arguments: [true, false])
    func gone(isSaved: Bool) {
        var device = Device()
        device.play(.list(.quickAddChanged("Something else")))
        device.play(.list(.newTapped))
        if isSaved { device.play(.editor(.titleChanged("Buy milk"))) }
        device.play(.editor(.detailChanged("Two litres")))
        device.pause()
        device.play(.editor(isSaved ? .saveTapped : .closed))
        if !isSaved { device.play(.overlay(.confirmed)) }
        device.open()
        #expect(device.editor == nil && device.home.notebook.todos.count == (isSaved ? 1 : 0))
        #expect(device.home.list.quickAdd.text == "Something else")
        device.play(.list(.quickAddChanged("")))
        #expect(device.kept == [])
    }

    @Test("An edit remembers from which version it started: only what the person changed is written over a newer one")
    func edit() throws {
        var device = Device()
        device.play(.list(.quickAddChanged("Buy milk")))
        let id = Todo.ID(device.story.newID)
        device.play(.list(.quickAddSubmitted(.whole)))
        device.play(.list(.rowTapped(id)))
        device.play(.editor(.titleChanged("Buy oat milk")))
        device.pause()
        device.open("/todo/" + id.uuid.description)
        #expect(device.editor?.draft.title == "Buy oat milk" && device.editor?.subject == .existing(id))
        let stamp = Stamp(wall: device.story.now.advanced(by: .seconds(5)), counter: 0, device: 5)
        let field = Record.Field("detail", .string("1 l"), stamp)
        device.play(.pulledToRefresh)
        device.story.answerSync([Record(kind: .todo, id: id.uuid, fields: [field])], cursor: 3)
        device.play(.editor(.closed))
        let todo = try #require(device.home.notebook.todos[id])
        #expect((todo.title, todo.detail) == ("Buy oat milk", "1 l"))
    }

    @Test("A note that is being written comes back open where it was")
    func note() {
        var device = Device()
        device.play(.list(.newNoteTapped))
        device.play(.note(.titleChanged("Recipe")))
        device.pause()
        device.open()
        #expect(device.home.openNote?.writing?.draft.title == "Recipe")
        // The session ends before the next moment of writing has passed.
        device.play(.note(.descriptionChanged("Flour")))
        device.send(.leftElsewhere(account: Story.account.id))
        device.open()
        #expect(device.home.openNote?.writing?.draft == NoteDraft(title: "Recipe", description: "Flour"))
    }

    /// A device on which a note was saved as it shows, but for the white space at the end of its field. Another tab
    /// rewrote it, or deleted it, after this one had ended.
    private func rewritten(isDeleted: Bool) throws -> (Device, Note.ID) {
        var device = Device()
        device.play(.list(.newNoteTapped))
        device.play(.note(.titleChanged("Recipe")))
        device.play(.note(.descriptionChanged("Flour\n")))
        device.pause()
        let note = try #require(device.home.openNote?.id)
        var other = device
        other.open(tab: 1, others: 1)
        other.play(.list(.noteTapped(note)))
        if isDeleted {
            other.play(.note(.deleteTapped))
        } else {
            other.play(.note(.descriptionChanged("Flour and water")))
            other.play(.note(.closed))
        }
        other.open(tab: 0, others: 2)
        return (other, note)
    }

    @Test("[S3] [S6] A saved note that opens again does not go over what another tab wrote", arguments: [false, true])
    func noteRewritten(isDeleted: Bool) throws {
        var (device, note) = try rewritten(isDeleted: isDeleted)
        device.play(.note(.closed))
        #expect(device.home.notebook.notes[note]?.description == (isDeleted ? nil : "Flour and water"))
    }

    @Test("[S3] [S6] A note with text that was not saved remembers what it started with, and shows what came meanwhile")
    func noteMerged() throws {
        var device = Device()
        device.play(.list(.newNoteTapped))
        device.play(.note(.titleChanged("Recipe")))
        device.play(.note(.descriptionChanged("Flour")))
        device.pause()
        let note = try #require(device.home.openNote?.id)
        var other = device
        // The session ends before the next moment of writing has passed.
        device.play(.note(.titleChanged("Bread")))
        device.send(.leftElsewhere(account: Story.account.id))
        other.play(.note(.descriptionChanged("Flour and water")))
        other.pause()
        let theirs = try #require(other.home.notebook.replica.records[note.key])
        device.append(.changed([theirs]))
        device.open()
        let draft = device.home.openNote?.writing?.draft
        #expect(draft == NoteDraft(title: "Bread", description: "Flour and water"))
        device.play(.note(.closed))
        let saved = try #require(device.home.notebook.notes[note])
        #expect((saved.title, saved.description) == ("Bread", "Flour and water"))
    }

    @Test("[S6] The text of a note as earlier versions kept it opens")
    func noteOfEarlierVersion() throws {
        var device = Device()
        device.play(.list(.newNoteTapped))
        device.play(.note(.titleChanged("Recipe")))
        device.pause()
        let note = try #require(device.home.openNote?.id)
        let kept = #"{"note":"\#(note.uuid)","title":"Recipe","description":"Flour"}"#
        device.append(.preferred(name: "unsaved0", value: kept))
        device.open()
        #expect(device.home.openNote?.writing?.draft == NoteDraft(title: "Recipe", description: "Flour"))
        device.play(.note(.closed))
        #expect(device.home.notebook.notes[note]?.description == "Flour")
    }

    @Test(
        "[N7] A tag that is being typed comes back with its note, which is read or written as it was",
        arguments: [true, false]
    )
    func noteTag(isWriting: Bool) {
        var device = Device()
        device.play(.list(.newNoteTapped))
        device.play(.note(.titleChanged("Recipe")))
        device.play(.note(.descriptionChanged(String(repeating: "Flour and water. ", count: 9))))
        device.play(.note(.doneTapped))
        if isWriting { device.play(.note(.writeTapped)) }
        device.play(.note(.tagTextChanged("ho")))
        device.pause()
        device.open()
        #expect(device.home.openNote?.tagText == "ho")
        #expect((device.home.openNote?.writing != nil) == isWriting)
        device.play(.note(.tagSubmitted))
        device.play(.note(.closed))
        #expect(device.home.notebook.notes.first(1).map { $0.tags } == [["ho"]])
        #expect(device.kept == [])
    }

    @Test("A session that ends elsewhere takes nothing along that was typed")
    func ended() {
        var device = Device()
        device.play(.list(.newTapped))
        device.play(.editor(.titleChanged("Buy milk")))
        let effects = reduce(&device.story.app, .leftElsewhere(account: Story.account.id), device.story.now)
        let place = effects.firstIndex { if case .notebook(.append) = $0 { true } else { false } }
        let leaves = effects.firstIndex(of: .signOut(.sessionEnded(unsent: 1, isKept: true)))
        #expect(place != nil && leaves != nil)
        if let place, let leaves { #expect(place < leaves) }
    }

    @Test("Each tab has its own; a tab takes up what one that is not open left")
    func tabs() {
        var device = Device()
        device.open(tab: 3)
        device.play(.list(.quickAddChanged("Third")))
        device.pause()
        device.open(tab: 0, others: 0b1000)
        #expect(device.home.list.quickAdd.text == "")
        device.open(tab: 1, others: 0b1)
        #expect(device.home.list.quickAdd.text == "Third")
        #expect(device.kept == ["unsaved1"])
    }

    @Test("A tab takes up what a tab left that ends a moment later", arguments: [false, true])
    func lateEnd(hasTyped: Bool) {
        var device = Device()
        device.play(.list(.quickAddChanged("Milk")))
        device.pause()
        device.open(tab: 1, others: 0b101)
        if hasTyped { device.play(.list(.quickAddChanged("Bread"))) }
        device.send(.tabEnded(2))
        #expect(device.home.list.quickAdd.text == (hasTyped ? "Bread" : ""))
        device.send(.tabEnded(0))
        #expect(device.home.list.quickAdd.text == (hasTyped ? "Bread" : "Milk"))
        device.pause()
        #expect(device.kept == (hasTyped ? ["unsaved0", "unsaved1"] : ["unsaved1"]))
    }
}

import Testing

@testable import DaybookCore

@Suite("The filters of an address, and where it leads")
struct AddressTests {
    /// An account with one to-do and one note, neither of which this device has yet.
    private struct World {
        let todo = Todo.ID(UUID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0A01))
        let note = Note.ID(UUID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0A02))
        let stamp = Stamp(wall: Instant(milliseconds: 1_700_000_000_000), counter: 0, device: 5)

        var records: [Record] {
            let draft = NoteDraft(title: "A walk", description: String(repeating: "Along the river. ", count: 8))
            return [
                Record(kind: .todo, id: todo.uuid, fields: Todo.fields(for: TodoDraft(title: "Buy milk"), at: stamp)),
                Record(kind: .note, id: note.uuid, fields: Note.fields(for: draft, at: stamp)),
            ]
        }

        /// Somebody opens an address; nobody is signed in yet.
        func opened(_ path: String) -> Story {
            var story = Story()
            _ = reduce(&story.app, .launched(App.World(), path: path), story.now)
            _ = reduce(&story.app, .diskEmpty(leftHere: false), story.now)
            _ = reduce(&story.app, .answered(.account, Answer(status: 401)), story.now)
            return story
        }

        /// The same, and they sign in on a device that has nothing.
        func signedIn(_ path: String) -> Story {
            var story = opened(path)
            _ = reduce(&story.app, .signIn(.loginChanged("asha@example.com")), story.now)
            _ = reduce(&story.app, .signIn(.passwordChanged("cobalt#RIVER27")), story.now)
            _ = reduce(&story.app, .signIn(.submitted), story.now)
            let body = Story.account.json.encoded
            _ = reduce(&story.app, .answered(.signIn, Answer(status: 201, body: body)), story.now)
            _ = reduce(&story.app, .storage(.made(newDevice: Story.device)), story.now)
            return story
        }
    }
    private let world = World()

    @Test("[L5] An address reads as it was written", arguments: ["", "milk", "crème & tea = 50 % + 1", "#home?", "दूध"])
    func roundTrip(search: String) {
        let id = Todo.ID(UUID(high: 1, low: 2))
        for route: Route in [.home, .notes, .todo(id), .account] {
            for filter in [Filter(search: search), Filter(state: .done, tag: "été", search: search)] {
                let address = Address(route, filter)
                #expect(Address(path: address.path) == address)
                #expect(address.path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
            }
        }
    }

    @Test("An unknown filter shows everything, and a text that is too long is not in the address")
    func bounds() {
        #expect(Address(path: "/?state=later&tag=%20&q") == Address(.home))
        #expect(Address(path: "/?tag=a+b&q=50%&other=1") == Address(.home, Filter(tag: "a b", search: "50%")))
        #expect(Address(path: "/?q=one%0Atwo%00").filter.search == "one two")
        let long = String(repeating: "a", count: Address.searchMaximum + 1)
        #expect(Address(.home, Filter(search: long)).path == "/")
        #expect(Address(path: "/?q=" + long) == Address(.home))
    }

    @Test("[L5] The address names the section, the filters, and a search that is not being typed any more")
    func names() {
        var story = Story.signedIn()
        story.play(.list(.filterTapped(.open)))
        story.play(.list(.tagTapped("home")))
        #expect(story.app.addresses == ["/?state=open&tag=home"])
        story.play(.list(.searchChanged("mil")))
        story.play(.list(.searchChanged("milk")))
        #expect(story.app.addresses == ["/?state=open&tag=home", "/?state=open&tag=home"])
        _ = reduce(&story.app, .timerFired(.nameSearch), story.now)
        #expect(story.app.addresses == ["/?state=open&tag=home", "/?state=open&tag=home&q=milk"])
        story.play(.list(.sectionChosen(.notes)))
        #expect(story.app.addresses == ["/notes", "/notes?q=milk"])
        story.play(.list(.searchCleared))
        story.play(.list(.searchChanged("bread")))
        #expect(story.app.addresses == ["/notes", "/notes"])
    }

    @Test("[L5] A search that was taken back at once is in no address")
    func takenBack() {
        var story = Story.signedIn()
        story.play(.list(.searchChanged("secret")))
        story.play(.list(.searchChanged("")))
        _ = reduce(&story.app, .timerFired(.nameSearch), story.now)
        #expect(story.app.addresses == ["/"])
    }

    @Test("[L5] The list takes the address's filter, with a tag in the spelling that to-dos have")
    func opens() {
        var story = Story()
        _ = reduce(&story.app, .launched(App.World(), path: "/notes?q=walk"), story.now)
        _ = reduce(
            &story.app,
            .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)),
            story.now
        )
        #expect(story.homeState.list.section == .notes && story.homeState.list.filter.search == "walk")
        #expect(story.app.addresses == ["/notes", "/notes?q=walk"])

        story = Story.signedIn()
        story.add("Buy milk #Home")
        _ = reduce(&story.app, .routeChanged(Address(path: "/?tag=home&state=open")), story.now)
        #expect(story.homeState.list.filter == Filter(state: .open, tag: "Home"))
        #expect(story.titles == ["Buy milk"] && story.homeState.offeredTags == ["Home"])
        _ = reduce(&story.app, .routeChanged(Address(path: "/?tag=work")), story.now)
        #expect(story.homeState.offeredTags == ["work", "Home"])
    }

    @Test("[T11] Signing in leads to the address that was opened, which stays until then")
    func signedOut() {
        let path = Route.todo(world.todo).path
        var story = world.opened(path)
        #expect(story.app.addresses == [path])
        story = world.signedIn(path + "?tag=home")
        #expect(story.app.addresses == ["/?tag=home", path + "?tag=home"])
        story.answerSync(world.records)
        #expect(story.editor?.draft.title == "Buy milk" && story.app.home?.pendingRoute == nil)

        story = world.signedIn("/account")
        #expect(story.app.places == [.home, .account])
    }

    @Test("[T11] A note that has not synced opens when it comes")
    func beforeTheSync() {
        var story = world.signedIn(Route.note(world.note).path)
        #expect(story.app.places == [.notes, .note(world.note)] && story.homeState.openNote == nil)
        story.answerSync(world.records)
        #expect(story.homeState.openNote?.id == world.note)
        #expect(story.app.places == [.notes, .note(world.note)])
        story.back()
        #expect(story.app.places == [.notes])
    }

    @Test("[T11] A message names a record that is missing after the sync, and not before it")
    func missing() {
        let other = Todo.ID(UUID(high: 7, low: 7))
        var story = world.signedIn(Route.todo(other).path)
        #expect(story.homeState.overlay == nil)
        // The server is away: it may well be there.
        _ = reduce(&story.app, .answered(.sync, Answer(status: 0)), story.now)
        #expect(story.homeState.overlay == nil && story.app.places == [.home, .todo(other)])
        _ = reduce(&story.app, .syncAsked, story.now)
        story.answerSync(world.records)
        #expect(story.homeState.overlay == .missing(.todo(other)) && story.homeState.pendingRoute == nil)
        story.back()
        #expect(story.app.places == [.home])
        // The server has told all: nothing is waited for.
        _ = reduce(&story.app, .routeChanged(Address(.todo(other))), story.now)
        #expect(story.homeState.overlay == .missing(.todo(other)))
    }

    @Test("[T11] What is in the trash is put back and opened")
    func inTheTrash() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.swipedLeft(todo.id)))
        _ = reduce(&story.app, .routeChanged(Address(.todo(todo.id))), story.now)
        #expect(story.homeState.overlay == .missing(.todo(todo.id)))
        story.play(.overlay(.confirmed))
        #expect(story.titles == ["Buy milk"] && story.editor?.subject == .existing(todo.id))
    }

    @Test("[T11] What the person does meanwhile goes on: nothing opens over it")
    func meanwhile() {
        for action: Home.Action in [.list(.newTapped), .list(.quickAddChanged("Bread")), .upper(.trashOpened)] {
            var story = world.signedIn(Route.todo(world.todo).path)
            story.play(action)
            story.answerSync(world.records)
            #expect(story.homeState.pendingRoute == nil && story.editor?.subject != .existing(world.todo))
            #expect(story.homeState.overlay == nil)
        }
    }

    @Test("A tab that does not talk to the server itself waits for the news of the one that does")
    func behindAnother() {
        var story = world.signedIn(Route.todo(world.todo).path)
        let effects = reduce(&story.app, .leadsChanged(false), story.now)
        #expect(effects.contains(.notebook(.askLeader)))
        #expect(effects.contains(.startTimer(.pendingRoute, milliseconds: 5_000)))
        var late = story
        _ = reduce(&late.app, .timerFired(.pendingRoute), late.now)
        #expect(late.homeState.overlay == .missing(.todo(world.todo)))

        let entry = ReplicaDisk.encode(.answered(records: world.records, cursor: 1, results: []))
        _ = reduce(&story.app, .shared([entry], through: 1), story.now)
        #expect(story.editor?.subject == .existing(world.todo))
        _ = reduce(&story.app, .timerFired(.pendingRoute), story.now)
        #expect(story.homeState.overlay == nil)
    }

    @Test("[T10] An address of a sample shows why it does not open")
    func sample() {
        var story = Story.signedIn()
        let id = UUID(high: 9, low: 9)
        let fields = Todo.fields(for: TodoDraft(title: "Write a poem"), origin: .imported, at: world.stamp)
        _ = reduce(&story.app, .syncAsked, story.now)
        story.answerSync([Record(kind: .todo, id: id, fields: fields)], cursor: 2)
        _ = reduce(&story.app, .routeChanged(Address(.todo(Todo.ID(id)))), story.now)
        #expect(story.homeState.overlay == .imported(Todo.ID(id)))
    }
}

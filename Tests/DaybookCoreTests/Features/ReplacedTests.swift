import Testing

@testable import DaybookCore

/// A text that this device had not sent yet gives way to a newer one: the person is told, and can get at it.
@Suite struct ReplacedTests {
    /// The server's version of a to-do after another device changed one field, so many seconds from the story's time.
    private func change(_ todo: Todo, _ field: String, _ value: JSON, in story: Story, seconds: Int64) -> Record {
        let wall = story.now.advanced(by: .seconds(seconds))
        let stamp = Stamp(wall: wall, counter: 0, device: 77)
        let change = Record(kind: .todo, id: todo.id.uuid, fields: [Record.Field(field, value, stamp)])
        var record = story.homeState.notebook.replica.records[todo.id.key] ?? change
        record.merge(change)
        return record
    }

    /// A device that has edited a title and a detail without a network, a moment ago.
    private func edited() -> (story: Story, todo: Todo) {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.titleChanged("Oat milk")))
        story.play(.editor(.detailChanged("Two litres")))
        story.play(.editor(.saveTapped))
        return (story, todo)
    }

    /// The server takes the changes, and sends these versions.
    private func answer(_ story: inout Story, _ changes: [Record]) {
        let answer = SyncAnswer(cursor: 9, hasMore: false, now: story.now, changes: changes)
        _ = reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
    }

    @Test("[S12] A newer title of another device: a message names the to-do, stays, and leads to the history")
    func replaced() {
        var (story, todo) = edited()
        answer(&story, [change(todo, Todo.Field.title, .string("Soy milk"), in: story, seconds: 5)])
        #expect(story.homeState.notebook.todos[todo.id]?.title == "Soy milk")
        #expect(story.homeState.notebook.todos[todo.id]?.detail == "Two litres")
        #expect(story.homeState.toast?.text.hasPrefix("“Soy milk” was edited on another device after you.") == true)
        #expect(story.homeState.toast?.opens == .history(todo.id))
        _ = reduce(&story.app, .home(.toast(.held(false)), newID: story.newID), story.now)
        #expect(story.homeState.toast != nil)
        story.play(.toast(.opensTapped))
        #expect(story.homeState.upper?.route == .history(todo.id))
        #expect(story.homeState.toast == nil)
    }

    @Test("An older text, the same text, a mark and a date show no message")
    func silent() {
        let harmless: [(String, JSON, Int64)] = [
            (Todo.Field.title, .string("Soy milk"), -60), (Todo.Field.title, .string("Oat milk"), 5),
            (Todo.Field.done, .bool(true), 5), (Todo.Field.deadline, .integer(2_000_000_000_000), 5),
        ]
        for (field, value, seconds) in harmless {
            var (story, todo) = edited()
            answer(&story, [change(todo, field, value, in: story, seconds: seconds)])
            #expect(story.homeState.toast == nil, "\(field)")
        }
    }

    @Test("A text that the server had already, or that was not changed here, causes no message")
    func synced() {
        var (story, todo) = edited()
        story.answerSync()
        story.play(.pulledToRefresh)
        answer(&story, [change(todo, Todo.Field.title, .string("Soy milk"), in: story, seconds: 5)])
        #expect(story.homeState.notebook.todos[todo.id]?.title == "Soy milk")
        #expect(story.homeState.toast == nil)
    }

    @Test("Several are one message")
    func several() {
        var story = Story.signedIn()
        let todos = ["Milk", "Eggs", "Bread"].map { story.add($0) }
        for todo in todos {
            story.play(.list(.rowTapped(todo.id)))
            story.play(.editor(.detailChanged("Mine")))
            story.play(.editor(.saveTapped))
            _ = reduce(&story.app, .stored(sequence: .max), story.now)
        }
        answer(&story, todos.map { change($0, Todo.Field.detail, .string("Theirs"), in: story, seconds: 60) })
        #expect(story.homeState.toast?.text.hasPrefix("“Bread” and 2 more were edited elsewhere after you.") == true)
        story.play(.toast(.opensTapped))
        #expect(story.homeState.upper?.route == .history(todos[2].id))
        #expect(story.homeState.toast?.text.hasPrefix("“Eggs” and 1 more were edited elsewhere after you.") == true)
        story.play(.toast(.opensTapped))
        story.play(.toast(.opensTapped))
        #expect(story.homeState.upper?.route == .history(todos[0].id) && story.homeState.toast == nil)
    }

    /// Two to-dos with details that wait to be sent.
    private func twoEdited(in story: inout Story) -> [Todo] {
        let todos = ["Milk", "Eggs"].map { story.add($0) }
        for todo in todos {
            story.play(.list(.rowTapped(todo.id)))
            story.play(.editor(.detailChanged("Mine")))
            story.play(.editor(.saveTapped))
            _ = reduce(&story.app, .stored(sequence: .max), story.now)
        }
        return todos
    }

    @Test("[S12] Those of several answers are counted together, and come back after another message")
    func screens() {
        var story = Story.signedIn()
        let todos = twoEdited(in: &story)
        for (place, todo) in todos.enumerated() {
            let changes = [change(todo, Todo.Field.detail, .string("Theirs"), in: story, seconds: 60)]
            let answer = SyncAnswer(cursor: 9 + Int64(place), hasMore: place == 0, now: story.now, changes: changes)
            _ = reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
        }
        let text = "“Eggs” and 1 more were edited elsewhere after you."
        #expect(story.homeState.toast?.text.hasPrefix(text) == true)
        story.play(.pasteRefused)
        #expect(story.homeState.toast?.text == Texts.pasteRefused)
        _ = reduce(&story.app, .timerFired(.toast), story.now)
        #expect(story.homeState.toast?.text.hasPrefix(text) == true)
        story.play(.toast(.dismissed))
        #expect(story.homeState.toast == nil)
    }

    @Test("[S12] With no network, and after a restart, the history has the text that was replaced, once")
    func kept() throws {
        var (story, todo) = edited()
        answer(&story, [change(todo, Todo.Field.title, .string("Soy milk"), in: story, seconds: 5)])
        let disk = ReplicaDisk.encode(story.homeState.notebook.replica)
        let read = ReplicaDisk.decode(snapshot: disk, journal: [], newDevice: Story.device)
        #expect(try #require(read.replica.keptHistory(todo.id.key)).map { $0["value"] } == [.string("Oat milk")])
        story.play(.toast(.opensTapped))
        let shown = { (story: Story) -> [RecordHistory.Entry] in
            guard case .history(let screen) = story.homeState.upper, case .here(let entries) = screen.entries else {
                return []
            }
            return entries
        }
        #expect(shown(story).map { $0.value } == [.string("Oat milk")])
        let told = #"{"items":[{"entry":7,"field":"title","value":"Oat milk","at":"2027-01-15T08:00:00.000Z"}]}"#
        _ = reduce(&story.app, .answered(.history, Answer(status: 200, body: Array(told.utf8))), story.now)
        #expect(shown(story).map { $0.number } == [7])
        #expect(story.homeState.notebook.keptHistory(todo.id.key)?.count == 1)
    }

    /// The same device comes back, with what its disk has.
    private func reopened(_ story: Story) -> Story {
        var later = Story()
        let disk = DiskContent(snapshot: ReplicaDisk.encode(story.homeState.notebook.replica))
        _ = reduce(&later.app, .storage(.opened(Story.account, disk, newDevice: Story.device)), story.now)
        return later
    }

    @Test("[S12] The message is there again after a restart, until the person has opened each history or put it away")
    func restarted() {
        var story = Story.signedIn()
        let todos = twoEdited(in: &story)
        answer(&story, todos.map { change($0, Todo.Field.detail, .string("Theirs"), in: story, seconds: 60) })
        story = reopened(story)
        #expect(story.homeState.toast?.text.hasPrefix("“Eggs” and 1 more were edited elsewhere after you.") == true)
        story.play(.toast(.opensTapped))
        story = reopened(story)
        #expect(story.homeState.toast?.opens == .history(todos[0].id))
        story.play(.toast(.dismissed))
        #expect(reopened(story).homeState.toast == nil)
        #expect(story.homeState.notebook.keptHistory(todos[0].id.key)?.map { $0["value"] } == [.string("Mine")])
        #expect(story.homeState.notebook.keptHistory(todos[1].id.key)?.map { $0["value"] } == [.string("Mine")])
    }

    @Test(
        "[S12] [S13] A history that another tab reads before it has read the merge leaves the replaced text where it is"
    )
    func otherTab() throws {
        var (story, todo) = edited()
        let notebook = story.homeState.notebook
        // The other tab knows of the edit, and not of the answer.
        var other = notebook
        answer(&story, [change(todo, Todo.Field.title, .string("Soy milk"), in: story, seconds: 5)])
        let told = try JSON(text: #"{"entry":7,"field":"detail","value":"One litre","at":"2027-01-15T08:00:00.000Z"}"#)
        let effects = other.keepHistory(todo.id.key, [told])
        let written = effects.compactMap { if case .append(_, let bytes) = $0 { bytes } else { nil } }
        _ = reduce(&story.app, .shared(written, through: 5), story.now)
        let kept = try #require(story.homeState.notebook.keptHistory(todo.id.key))
        #expect(kept.map { $0["value"] } == [.string("Oat milk"), .string("One litre")])
        // And of another record.
        let more = other.keepHistory(Record.Key(kind: .todo, id: UUID(high: 1, low: 2)), [told])
        let later = more.compactMap { if case .append(_, let bytes) = $0 { bytes } else { nil } }
        _ = reduce(&story.app, .shared(later, through: 6), story.now)
        let still = try #require(story.homeState.notebook.keptHistory(todo.id.key))
        #expect(still.contains { $0["value"] == .string("Oat milk") })
        #expect(story.homeState.toast?.opens == .history(todo.id))
    }
}

import Testing

@testable import DaybookCore

@Suite("Trash and history") struct TrashTests {
    @Test("[S12] What was deleted in the last 30 days is in the trash, latest first, and comes back whole")
    func trash() {
        var story = Story.signedIn()
        let (milk, bread) = (story.add("Milk"), story.add("Bread"))
        story.play(.list(.rowTapped(milk.id)))
        story.play(.editor(.detailChanged("Two litres")))
        story.play(.editor(.closed))
        story.play(.list(.swipedLeft(milk.id)))
        story.play(.list(.swipedLeft(bread.id)))
        #expect(story.homeState.notebook.trash(now: story.now).map(\.title) == ["Bread", "Milk"])
        story.play(.upper(.trashOpened))
        #expect(story.homeState.upper == .trash)
        story.play(.upper(.restoreTapped(Record.Key(kind: .todo, id: milk.id.uuid))))
        #expect(story.titles == ["Milk"])
        #expect(story.homeState.notebook.todos[milk.id]?.detail == "Two litres")
        #expect(story.homeState.notebook.trash(now: story.now).map(\.title) == ["Bread"])
        let later = story.now.advanced(by: .days(31))
        #expect(story.homeState.notebook.trash(now: later) == [])
        // A record that is alive is not restored.
        let before = story.app
        story.play(.upper(.restoreTapped(Record.Key(kind: .todo, id: milk.id.uuid))))
        #expect(story.homeState.notebook.replica == before.home?.notebook.replica)
    }

    @Test("[S12] The trash and a history have addresses, and one step back closes them")
    func routes() {
        var story = Story.signedIn()
        let todo = story.add("Milk")
        for route in [Route.trash, .history(todo.id)] { #expect(Route(path: route.path) == route) }
        story.home(.upper(.trashOpened)) { $0.upper = .trash }
        story.send(.wentBack(newID: story.newID)) { app in
            _ = app.withHome {
                $0.upper = nil
                return []
            }
        }
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.historyTapped))
        #expect(story.app.places == [.home, .todo(todo.id), .history(todo.id)])
        story.back()
        #expect(story.homeState.upper == nil)
        #expect(story.editor?.subject == .existing(todo.id))
    }

    private func answer(_ items: String) -> Answer { Answer(status: 200, body: Array("{\"items\":[\(items)]}".utf8)) }

    private let old = """
        {"entry":7,"field":"title","value":"Milk","at":"2027-01-15T08:00:00.000Z","device":{"id":"x","name":"Phone"},\
        "replacedAt":"2027-01-15T08:00:00.000Z"}
        """

    private func opened() -> (Story, Todo.ID) {
        var story = Story.signedIn()
        let todo = story.add("Oat milk")
        story.play(.list(.rowTapped(todo.id)))
        story.home(
            .editor(.historyTapped),
            [
                .request(
                    Request(.history, .get, "/api/v1/history/todo/\(todo.id.uuid)", account: Story.account.id)
                )
            ]
        ) { $0.upper = .history(RecordHistory(Record.Key(kind: .todo, id: todo.id.uuid))) }
        return (story, todo.id)
    }

    @Test("[S12] What was replaced shows with its field, its device and its time, and can be brought back")
    func history() {
        var (story, id) = opened()
        let more = #"{"entry":6,"field":"done","value":true,"at":"2027-01-15T08:00:00.000Z","device":null}"#
        let hidden = #"{"entry":5,"field":"createdAt","value":1,"at":"2027-01-15T08:00:00.000Z","device":null}"#
        let items = [old, more, hidden, "{}"].joined(separator: ",")
        _ = reduce(&story.app, .answered(.history, answer(items)), story.now)
        guard case .history(let history) = story.homeState.upper, case .here(let entries) = history.entries else {
            Issue.record("no history")
            return
        }
        #expect(entries.map { $0.number } == [7, 6])
        #expect(entries.map { $0.device } == ["Phone", ""])
        story.play(.upper(.entryTapped(7)))
        #expect(story.homeState.notebook.todos[id]?.title == "Milk")
        #expect(story.editor?.draft.title == "Milk")
        story.play(.upper(.entryTapped(6)))
        #expect(story.homeState.notebook.todos[id]?.isDone == true)
        #expect(story.homeState.notebook.replica.outbox.count == 1)
    }

    @Test("[S12] [T2] [T5] A value that breaks a rule by now is not restored, and the reason shows")
    func rules() {
        var (story, id) = opened()
        let past = #"{"entry":7,"field":"deadline","value":1000,"at":"2027-01-15T08:00:00.000Z","device":null}"#
        _ = reduce(&story.app, .answered(.history, answer(past)), story.now)
        let before = story.homeState.notebook.replica
        story.play(.upper(.entryTapped(7)))
        #expect(story.homeState.notebook.replica == before)
        guard case .history(let history) = story.homeState.upper else { return }
        #expect(history.note?.isEmpty == false)
        #expect(story.homeState.notebook.todos[id]?.deadline == nil)
    }

    @Test("[S12] A history that was read shows with no network, after a restart too, and with its date")
    func seen() throws {
        var (story, id) = opened()
        _ = reduce(&story.app, .answered(.history, answer(old)), story.now)
        story.back()
        // All that the disk has.
        let disk = ReplicaDisk.encode(story.homeState.notebook.replica)
        _ = reduce(
            &story.app,
            .storage(.opened(Story.account, DiskContent(snapshot: disk), newDevice: Story.device)),
            story.now
        )
        story.answerSync(cursor: 2)
        story.play(.list(.rowTapped(id)))
        story.play(.editor(.historyTapped))
        let shown = { (story: Story) -> RecordHistory? in
            if case .history(let screen) = story.homeState.upper { screen } else { nil }
        }
        guard case .here(let entries) = shown(story)?.entries else {
            Issue.record("no history")
            return
        }
        #expect(entries.map { $0.number } == [7] && shown(story)?.note == nil)
        _ = reduce(&story.app, .answered(.history, Answer(status: 0)), story.now)
        #expect(shown(story)?.note == Texts.historySeen)
        _ = reduce(&story.app, .answered(.history, answer("")), story.now)
        #expect(shown(story)?.entries == .here([]) && shown(story)?.note == nil)
    }

    @Test("[S12] The histories of two hundred records are kept, in bytes that can be written each time")
    func bounds() {
        var notebook = Story.signedIn().homeState.notebook
        func key(_ number: UInt64) -> Record.Key { Record.Key(kind: .todo, id: UUID(high: number, low: 1)) }
        for number in 0..<210 as Range<UInt64> {
            _ = notebook.keepReplaced("Text \(number)", in: "detail", of: key(number), at: Instant(milliseconds: 0))
        }
        #expect(notebook.keptHistory(key(9)) == nil && notebook.keptHistory(key(10))?.count == 1)
        let long = String(repeating: "a", count: 9_000)
        for letter in ["b", "c", "d"] {
            _ = notebook.keepReplaced(long + letter, in: "detail", of: key(10), at: Instant(milliseconds: 0))
        }
        #expect(notebook.keptHistory(key(10))?.count == 1 && notebook.keptHistory(key(29))?.count == 1)
        for number in 11..<60 as Range<UInt64> {
            _ = notebook.keepReplaced(long, in: "title", of: key(number), at: Instant(milliseconds: 0))
        }
        let bytes = notebook.replica.preferences[Notebook.Preference.histories]?.utf8.count ?? 0
        #expect(notebook.keptHistory(key(59)) != nil && bytes > 300 << 10 && bytes < 340 << 10)
    }

    @Test("[S12] With no answer the screen shows an error; a record that the server does not know has no history")
    func failures() {
        var (story, _) = opened()
        _ = reduce(&story.app, .answered(.history, Answer(status: 0)), story.now)
        guard case .history(let failed) = story.homeState.upper, case .failed = failed.entries else {
            Issue.record("it did not fail")
            return
        }
        let again = reduce(&story.app, .home(.upper(.reloadTapped), newID: story.newID), story.now)
        #expect(again.count == 1)
        _ = reduce(&story.app, .answered(.history, Answer(status: 404)), story.now)
        guard case .history(let history) = story.homeState.upper else { return }
        #expect(history.entries == .here([]))
    }
}

import Testing

@testable import DaybookCore

@Suite("First launch") struct SamplesTests {
    private let address = "/api/v1/samples/todos"
    private let list = """
        {"todos":[{"id":1,"todo":"Water the basil","completed":false,"userId":1},\
        {"id":2,"todo":"An imported title that is much longer than any title written here","completed":true,"userId":1},\
        {"id":3,"todo":"  ","completed":false,"userId":1},{"todo":"no id"}],"total":4,"skip":0,"limit":30}
        """

    /// A new account's first launch, up to the effects of the server's first answer.
    private func launched(samples: String? = "/api/v1/samples/todos", _ changes: [Record] = []) -> (Story, [Effect]) {
        var story = Story()
        var rules = Rules.standard
        rules.samples = samples
        _ = reduce(&story.app, .answered(.rules, Answer(status: 200, body: rules.json.encoded)), story.now)
        let vault = App.Action.storage(.opened(Story.account, DiskContent(), newDevice: Story.device))
        _ = reduce(&story.app, vault, story.now)
        let answer = SyncAnswer(cursor: 1, hasMore: false, now: story.now, changes: changes)
        let effects = reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
        return (story, effects)
    }

    private func asks(_ effects: [Effect], at address: String = "/api/v1/samples/todos") -> Bool {
        effects.contains(.request(Request(.samples, .get, address)))
    }

    private func brought(_ story: inout Story) -> [Effect] {
        reduce(&story.app, .answered(.samples, Answer(status: 200, body: Array(list.utf8))), story.now)
    }

    @Test("[I1] [I2] [I4] An account that has nothing gets the samples: imported, whole, in their order")
    func fetched() throws {
        var (story, effects) = launched()
        #expect(asks(effects))
        _ = brought(&story)
        story.play(.list(.completedTapped))
        #expect(
            story.titles == ["Water the basil", "An imported title that is much longer than any title written here"]
        )
        let todos = story.visible.slots.map { story.homeState.notebook.todos[$0] }
        #expect(todos.map { $0.origin } == [.imported, .imported])
        #expect(todos.map { $0.isDone } == [false, true])
        #expect(todos.allSatisfy { $0.modified == $0.created })
        #expect(todos[0].id.uuid == UUID.v5(namespace: UUID.urlNamespace, name: "/api/v1/samples/todos#1"))
        for change in story.homeState.notebook.replica.outbox.values {
            #expect(story.app.rules.violations(of: change, existing: nil) == [])
        }
    }

    @Test("[I2] Fetched on two devices they are the same to-dos")
    func twice() {
        var (one, _) = launched()
        var (two, _) = launched()
        two.now = two.now.advanced(by: .seconds(5))
        _ = brought(&one)
        _ = brought(&two)
        #expect(one.homeState.notebook.replica.records.keys == two.homeState.notebook.replica.records.keys)
    }

    @Test(
        "[I1] [I3] Nothing is fetched for an account that has or had anything, or when the operator turns samples off"
    )
    func notFetched() {
        let todo = Record(
            kind: .todo,
            id: UUID(high: 1, low: 1),
            fields: [.init("title", .string("a"), Stamp(time: 1, device: 1))]
        )
        #expect(!asks(launched(todo.isAlive ? [todo] : []).1))
        var gone = todo
        gone.merge(deleted: Stamp(time: 2, device: 1))
        #expect(!asks(launched([gone]).1))
        #expect(!asks(launched(samples: nil).1))
        #expect(asks(launched(samples: "https://example.org/todos").1, at: "https://example.org/todos"))
    }

    @Test("[I1] Nothing is fetched before the server has sent its rules and all records")
    func early() {
        var story = Story.signedIn()
        #expect(story.homeState.notebook.samples.state == .unknown)
        let rules = Answer(status: 200, body: Rules.standard.json.encoded)
        #expect(asks(reduce(&story.app, .answered(.rules, rules), story.now)))
    }

    @Test("[I3] When fetching fails an alert offers Retry and Not now; Not now is for good, on every device")
    func failed() {
        var (story, _) = launched()
        for answer in [Answer(status: 0), Answer(status: 500), Answer(status: 200, body: Array("[]".utf8))] {
            _ = reduce(&story.app, .answered(.samples, answer), story.now)
            #expect(story.homeState.overlay == .samplesFailed)
            let again = reduce(&story.app, .home(.overlay(.confirmed), newID: story.newID), story.now)
            #expect(asks(again))
            #expect(story.homeState.overlay == nil)
        }
        _ = reduce(&story.app, .answered(.samples, Answer(status: 0)), story.now)
        story.play(.overlay(.declined))
        #expect(story.homeState.overlay == nil)
        let records = Array(story.homeState.notebook.replica.records.values)
        #expect(records.map { $0.kind } == [.setting])
        #expect(!asks(launched(records).1))
    }

    @Test("[I3] Once they came they never come again, not even when all of them are deleted")
    func once() {
        var (story, _) = launched()
        _ = brought(&story)
        for slot in story.visible.slots {
            story.play(.list(.swipedLeft(story.homeState.notebook.todos[slot].id)))
        }
        #expect(story.titles == [])
        #expect(!asks(launched(Array(story.homeState.notebook.replica.records.values)).1))
    }
}

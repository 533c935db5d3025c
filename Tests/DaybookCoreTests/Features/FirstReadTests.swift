import Testing

@testable import DaybookCore

@Suite("What an empty list says on a device that is new to an account")
struct FirstReadTests {
    /// A tab, with the journal of its disk.
    private struct Tab {
        var story = Story()
        var journal: [[UInt8]] = []

        /// The tab opens the disk.
        init(journal: [[UInt8]] = []) {
            self.journal = journal
            send(.storage(.opened(Story.account, DiskContent(journal: journal), newDevice: Story.device)))
        }

        mutating func send(_ action: App.Action) {
            for effect in reduce(&story.app, action, story.now) {
                if case .notebook(.append(_, let bytes)) = effect { journal.append(bytes) }
            }
        }

        /// The server answers a sync; status 0 for a call that is lost.
        mutating func answer(_ status: Int = 200, cursor: Int64 = 1, hasMore: Bool = false, _ changes: [Record] = []) {
            let message = SyncAnswer(cursor: cursor, hasMore: hasMore, now: story.now, changes: changes)
            send(.answered(.sync, Answer(status: status, body: status == 200 ? message.encoded : [])))
        }

        func firstRead(isOnline: Bool = true) -> Home.FirstRead { story.homeState.firstRead(isOnline: isOnline) }

        /// The number above the list, on a day without to-dos.
        var count: String {
            let home = story.homeState
            return home.countWords(
                home.notebook.todos.dayCounts(Today(at: story.now, in: .utc)),
                isRead: home.notebook.isRead
            )
        }

        var reloaded: Tab { Tab(journal: journal) }
    }

    /// A to-do without a date.
    private let milk = Record(
        kind: .todo,
        id: UUID(high: 1, low: 7),
        fields: Todo.fields(
            for: TodoDraft(title: "Milk"),
            at: Stamp(wall: Instant(milliseconds: 1_800_000_000_000), counter: 0, device: 9)
        )
    )

    @Test(
        "[L7] Until all pages of an account have come, an empty list says nothing, also after a reload between two pages"
    )
    func pages() {
        var tab = Tab()
        #expect(tab.firstRead() == .underWay && tab.count.isEmpty)
        tab.answer(cursor: 1_000, hasMore: true, [milk])
        #expect(tab.firstRead() == .underWay && tab.count == "1 to-do")
        tab.send(.home(.list(.dueTapped(.today)), newID: tab.story.newID))
        #expect(tab.count.isEmpty, "nothing is known of Today")
        tab = tab.reloaded
        #expect(tab.firstRead() == .underWay && tab.firstRead(isOnline: false) == .outOfReach)
        tab.answer(cursor: 1_200)
        #expect(tab.firstRead() == .done && tab.firstRead(isOnline: false) == .done)
        tab = tab.reloaded
        #expect(tab.firstRead(isOnline: false) == .done)
        tab.send(.home(.list(.dueTapped(.today)), newID: tab.story.newID))
        #expect(tab.count == "No to-dos")
    }

    @Test("[L7] One answer that brings all of the account needs no note of it")
    func once() {
        var tab = Tab()
        tab.answer(cursor: 7, [milk])
        for tab in [tab, tab.reloaded] {
            #expect(tab.firstRead(isOnline: false) == .done)
            #expect(tab.story.homeState.notebook.replica.preferences[Notebook.Preference.read] == nil)
        }
    }

    @Test(
        "[L7] An account with nothing in it is read with the first answer, also for the next launch",
        arguments: [0, 7]
    )
    func nothing(cursor: Int64) {
        var tab = Tab()
        tab.answer(cursor: cursor)
        #expect(tab.firstRead() == .done && tab.count == "No to-dos")
        #expect(tab.reloaded.firstRead(isOnline: false) == .done)
    }

    @Test("[L7] Without a network, and where the server does not answer, the account is out of reach")
    func outOfReach() {
        var tab = Tab()
        #expect(tab.firstRead(isOnline: false) == .outOfReach)
        tab.answer(0)
        #expect(tab.firstRead() == .outOfReach && tab.reloaded.firstRead(isOnline: false) == .outOfReach)
        #expect(tab.story.homeState.notReadTitle == "Nothing on this device yet")
        tab.story.play(.list(.quickAddChanged("Milk")))
        tab.story.play(.list(.quickAddSubmitted(.whole)))
        #expect(tab.story.homeState.notReadTitle == "Not everything is on this device yet")
        tab.send(.timerFired(.notebook(.retrySync)))
        tab.answer()
        #expect(tab.firstRead() == .done)
    }

    @Test("[L7] [S11] A tab that another one leads knows that the server answers when records have come")
    func led() {
        var tab = Tab()
        tab.send(.leadsChanged(false))
        #expect(tab.firstRead() == .outOfReach)
        tab.send(.leadsChanged(true))
        tab.answer(cursor: 1_000, hasMore: true, [milk])
        tab.send(.leadsChanged(false))
        #expect(tab.firstRead() == .underWay)
    }

    @Test("[L7] [S10] A device that reads everything again has its records meanwhile")
    func reset() {
        var tab = Tab()
        tab.answer(cursor: 7, [milk])
        let reset = SyncAnswer(cursor: 0, hasMore: true, now: tab.story.now, changes: [], mustReset: true)
        tab.send(.home(.pulledToRefresh, newID: tab.story.newID))
        tab.send(.answered(.sync, Answer(status: 200, body: reset.encoded)))
        #expect(tab.story.homeState.notebook.replica.isReset && tab.firstRead() == .done)
        tab.answer(cursor: 3, hasMore: true)
        #expect(tab.firstRead() == .done)
    }

    @Test("[L7] A device whose records may be lost has to read the account again")
    func damaged() {
        var tab = Tab()
        tab.answer(cursor: 0)
        var replica = tab.story.homeState.notebook.replica
        #expect(replica.preferences[Notebook.Preference.read] == "1")
        replica.readAgain()
        #expect(replica.preferences[Notebook.Preference.read] == nil)
    }
}

import Testing

@testable import DaybookCore

@Suite("What an empty list means on a new device")
struct FirstReadTests {
    private func opened(_ content: DiskContent = DiskContent()) -> Story {
        var story = Story()
        _ = reduce(&story.app, .storage(.opened(Story.account, content, newDevice: Story.device)), story.now)
        return story
    }

    private func answer(_ story: inout Story, _ status: Int, cursor: Int64 = 1, hasMore: Bool = false) {
        let message = SyncAnswer(cursor: cursor, hasMore: hasMore, now: story.now, changes: [])
        let body = status == 200 ? message.encoded : []
        _ = reduce(&story.app, .answered(.sync, Answer(status: status, body: body)), story.now)
    }

    private func firstRead(_ story: Story, isOnline: Bool = true) -> Home.FirstRead {
        story.homeState.firstRead(isOnline: isOnline)
    }

    /// The tab is loaded again, with what is on its disk.
    private func reloaded(_ story: Story) -> Story {
        var content = DiskContent()
        content.snapshot = ReplicaDisk.encode(story.homeState.notebook.replica)
        return opened(content)
    }

    @Test(
        "[L7] While the account is read for the first time, an empty list says nothing, also between two pages and after a reload"
    )
    func pages() {
        var story = opened()
        #expect(firstRead(story) == .underWay)
        answer(&story, 200, cursor: 1_000, hasMore: true)
        #expect(firstRead(story) == .underWay)
        story = reloaded(story)
        #expect(firstRead(story) == .underWay && firstRead(story, isOnline: false) == .outOfReach)
        answer(&story, 200, cursor: 1_200)
        #expect(firstRead(story) == .done && firstRead(story, isOnline: false) == .done)
        #expect(firstRead(reloaded(story), isOnline: false) == .done)
    }

    @Test("[L7] One answer that brings all of the account needs no note of it")
    func once() {
        var story = opened()
        answer(&story, 200, cursor: 7)
        #expect(firstRead(story) == .done)
        #expect(story.homeState.notebook.replica.preferences[Notebook.Preference.read] == nil)
    }

    @Test("[L7] An account with nothing in it is read with the first answer, also for the next launch")
    func nothing() {
        var story = opened()
        answer(&story, 200, cursor: 0)
        #expect(firstRead(story) == .done)
        #expect(firstRead(reloaded(story), isOnline: false) == .done)
    }

    @Test("[L7] Without a network, and where the server does not answer, the account is out of reach")
    func outOfReach() {
        var story = opened()
        #expect(firstRead(story, isOnline: false) == .outOfReach)
        answer(&story, 0)
        #expect(firstRead(story) == .outOfReach)
        #expect(story.homeState.notReadTitle == "Nothing on this device yet")
        story.play(.list(.quickAddChanged("Milk")))
        story.play(.list(.quickAddSubmitted(.whole)))
        #expect(story.homeState.notReadTitle == "Not everything is on this device yet")
        _ = reduce(&story.app, .timerFired(.notebook(.retrySync)), story.now)
        answer(&story, 200)
        #expect(firstRead(story) == .done)
    }

    @Test("[L7] [S11] A tab that another one leads does not know whether the server answers")
    func led() {
        var story = opened()
        _ = reduce(&story.app, .leadsChanged(false), story.now)
        #expect(firstRead(story) == .outOfReach)
    }

    @Test("[L7] [S10] A device that reads everything again has its records meanwhile")
    func reset() {
        var story = opened()
        answer(&story, 200, cursor: 7)
        let reset = SyncAnswer(cursor: 0, hasMore: true, now: story.now, changes: [], mustReset: true)
        _ = reduce(&story.app, .home(.pulledToRefresh, newID: story.newID), story.now)
        _ = reduce(&story.app, .answered(.sync, Answer(status: 200, body: reset.encoded)), story.now)
        #expect(story.homeState.notebook.replica.isReset && firstRead(story) == .done)
        answer(&story, 200, cursor: 3, hasMore: true)
        #expect(firstRead(story) == .done)
    }
}

import Testing

@testable import DaybookCore

@Suite("What an empty list means on a new device")
struct FirstReadTests {
    private func opened() -> Story {
        var story = Story()
        _ = reduce(&story.app, .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)), story.now)
        return story
    }

    private func answer(_ story: inout Story, _ status: Int, cursor: Int64 = 1, hasMore: Bool = false) {
        let message = SyncAnswer(cursor: cursor, hasMore: hasMore, now: story.now, changes: [])
        let body = status == 200 ? message.encoded : []
        _ = reduce(&story.app, .answered(.sync, Answer(status: status, body: body)), story.now)
    }

    @Test("[L7] While the account is read for the first time, an empty list means nothing; also between two pages")
    func pages() {
        var story = opened()
        #expect(story.homeState.firstRead(isOnline: true) == .underWay && !story.homeState.isRead)
        answer(&story, 200, cursor: 1_000, hasMore: true)
        #expect(story.homeState.firstRead(isOnline: true) == .underWay)
        answer(&story, 200, cursor: 1_200)
        #expect(story.homeState.firstRead(isOnline: true) == .done)
        #expect(story.homeState.firstRead(isOnline: false) == .done && story.homeState.isRead)
    }

    @Test("[L7] [S11] A tab that another one leads does not wait: it is not told when all was read")
    func led() {
        var story = opened()
        _ = reduce(&story.app, .leadsChanged(false), story.now)
        #expect(story.homeState.firstRead(isOnline: true) == .done)
    }

    @Test("[L7] An account with nothing in it is read with the first answer")
    func nothing() {
        var story = opened()
        answer(&story, 200, cursor: 0)
        #expect(story.homeState.firstRead(isOnline: true) == .done)
    }

    @Test("[L7] Without a network, and where the server does not answer, the account is out of reach")
    func outOfReach() {
        var story = opened()
        #expect(story.homeState.firstRead(isOnline: false) == .outOfReach)
        answer(&story, 0)
        #expect(story.homeState.firstRead(isOnline: true) == .outOfReach)
        _ = reduce(&story.app, .timerFired(.notebook(.retrySync)), story.now)
        answer(&story, 200)
        #expect(story.homeState.firstRead(isOnline: true) == .done)
    }
}

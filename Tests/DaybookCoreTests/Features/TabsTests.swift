import Testing

@testable import DaybookCore

@Suite("Tabs of one browser") struct TabsTests {
    private let server = Request(.events, .get, "/api/v1/sync/events", account: Story.account.id)

    /// A second tab of the same browser, which has read the first tab's entries.
    private func second(_ first: Story) -> Story {
        var story = Story()
        story.newID.low += 1_000
        let snapshot = ReplicaDisk.encode(first.homeState.notebook.replica)
        let vault = DiskContent(snapshot: snapshot, sequence: 1, through: 1)
        story.send(.launched(App.World(writer: 1), path: "/"), [.request(Request(.rules, .get, "/api/v1/rules"))]) {
            $0.world.writer = 1
        }
        _ = reduce(&story.app, .storage(.opened(Story.account, vault, newDevice: Story.device)), story.now)
        story.answerSync()
        return story
    }

    /// The entries that an action writes to the journal.
    private func entries(_ effects: [Effect]) -> [[UInt8]] {
        effects.compactMap { if case .notebook(.append(_, let bytes)) = $0 { bytes } else { nil } }
    }

    private func calls(_ effects: [Effect]) -> Bool {
        effects.contains { if case .request(let request) = $0 { request.id == .sync } else { false } }
    }

    @Test("[S13] What one tab journals shows in the other, which sends it when it is the one that talks to the server")
    func shared() {
        var one = Story.signedIn()
        var two = second(one)
        _ = reduce(&one.app, .leadsChanged(false), one.now)
        one.play(.list(.quickAddChanged("Milk")))
        let made = reduce(&one.app, .home(.list(.quickAddSubmitted(.whole)), newID: one.newID), one.now)
        #expect(!calls(made))
        let told = reduce(&two.app, .shared(entries(made), through: 2), two.now)
        #expect(two.titles == ["Milk"])
        #expect(two.homeState.notebook.replica.records == one.homeState.notebook.replica.records)
        #expect(two.homeState.notebook.disk.through == 2)
        #expect(calls(told))
        #expect(two.homeState.notebook.replica.outbox == one.homeState.notebook.replica.outbox)
        // What the server answers to the second is shared in turn.
        let answer = SyncAnswer(cursor: 2, hasMore: false, now: two.now, changes: [])
        let heard = reduce(&two.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), two.now)
        _ = reduce(&one.app, .shared(entries(heard), through: 3), one.now)
        #expect(one.homeState.notebook.replica.outbox == [:])
        #expect(one.homeState.notebook.replica.cursor == 2)
    }

    @Test("[A10] The question of logging out knows of what is being typed in another tab")
    func writingElsewhere() {
        var one = Story.signedIn()
        var two = second(one)
        #expect(!two.homeState.isWritingAnywhere)
        one.play(.list(.quickAddChanged("Half a line")))
        let kept = entries(reduce(&one.app, .timerFired(.keep), one.now))
        _ = reduce(&two.app, .shared(kept, through: 2), two.now)
        #expect(!two.homeState.isWriting)
        #expect(two.homeState.isWritingAnywhere)
        // The tab in which nothing is typed counts it too: its number may be the one that the disk gets.
        let left = reduce(&two.app, .leftElsewhere(account: Story.account.id), two.now)
        #expect(left == [.signOut(.sessionEnded(unsent: 1, isKept: true))])
    }

    @Test("[S2] [S13] Stamps that two tabs make in the same moment differ")
    func stamps() {
        let one = Story.signedIn()
        let two = second(one)
        var (first, other) = (one.homeState.notebook.replica, two.homeState.notebook.replica)
        #expect(first.device == other.device)
        #expect(first.stamp(now: one.now) != other.stamp(now: one.now))
    }

    @Test("[S13] What another tab changed shows in the open editor, where nothing was typed")
    func editor() {
        var one = Story.signedIn()
        let todo = one.add("Milk")
        var two = second(one)
        two.play(.list(.rowTapped(todo.id)))
        two.play(.editor(.detailChanged("Two litres")))
        one.play(.list(.rowTapped(todo.id)))
        one.play(.editor(.titleChanged("Oat milk")))
        let saved = reduce(&one.app, .home(.editor(.saveTapped), newID: one.newID), one.now)
        _ = reduce(&two.app, .shared(entries(saved), through: 2), two.now)
        #expect(two.editor?.draft == TodoDraft(title: "Oat milk", detail: "Two litres"))
    }

    @Test("[R2] [S13] A reminder that is dismissed in one tab rings no longer in the other, and a later one does")
    func dismissed() throws {
        var one = Story.signedIn()
        _ = reduce(&one.app, .home(.reminder(.shown([])), newID: one.newID), one.now)
        let todo = one.add("Pay rent")
        let due = one.now.advanced(by: .hours(1))
        one.play(.list(.rowTapped(todo.id)))
        one.play(.editor(.reminderPicked(due)))
        one.play(.editor(.closed))
        one.answerSync()
        var two = second(one)
        _ = reduce(&two.app, .home(.reminder(.shown([])), newID: two.newID), two.now)
        _ = reduce(&one.app, .timerFired(.notebook(.reminder)), due)
        var slow = two
        _ = reduce(&two.app, .timerFired(.notebook(.reminder)), due)
        #expect(two.homeState.notebook.reminders.ringing.map(\.todo) == [todo.id])
        let made = reduce(&one.app, .home(.reminder(.dismissTapped(todo.id)), newID: one.newID), due)
        _ = reduce(&two.app, .shared(entries(made), through: 2), due)
        #expect(two.homeState.notebook.reminders.ringing.isEmpty)
        // A tab whose timer is late does not ring at all.
        _ = reduce(&slow.app, .shared(entries(made), through: 2), due)
        _ = reduce(&slow.app, .timerFired(.notebook(.reminder)), due)
        #expect(slow.homeState.notebook.reminders.ringing.isEmpty)
    }

    @Test("[S6] [S13] A snapshot that another tab's has overtaken is made anew from both")
    func overtaken() throws {
        var one = Story.signedIn()
        var two = second(one)
        one.add("Of the first")
        var packed = one.homeState.notebook.replica
        packed.apply(.preferred(name: "order", value: "title"))
        let snapshot = ReplicaDisk.encode(packed)
        two.play(.list(.quickAddChanged("Of the second")))
        two.play(.list(.quickAddSubmitted(.whole)))
        _ = reduce(&two.app, .diskReread(DiskContent(snapshot: snapshot, through: 7)), two.now)
        #expect(Set(two.titles) == ["Of the first", "Of the second"])
        let again = reduce(&two.app, .storeOvertaken, two.now)
        guard case .notebook(.pack(_, 7, let bytes)) = try #require(again.first) else {
            Issue.record("\(again)")
            return
        }
        let content = ReplicaDisk.decode(snapshot: bytes, journal: [], newDevice: Story.device)
        #expect(content.replica.records.count == 2)
        #expect(content.replica.preferences["order"] == "title")
    }

    @Test("[S6] [S13] A snapshot waits for entries that this tab has skipped, and has them", arguments: [false, true])
    func skipped(isReread: Bool) throws {
        var one = Story.signedIn()
        var two = second(one)
        _ = reduce(&two.app, .leadsChanged(false), two.now)
        let base = ReplicaDisk.encode(one.homeState.notebook.replica)
        var journal = entries(write("Of the first", in: &one))
        _ = reduce(&two.app, .shared(journal, through: 50), two.now)
        let own = entries(write("Of the second", in: &two))
        // The first tab writes a refusal of stamps, and a change after it. Neither is applied here before all is read.
        let late = entries(refuseAhead(&one)) + entries(write("Late", in: &one))
        #expect(reduce(&two.app, .shared(late, through: 52), two.now) == [.notebook(.readDisk)])
        #expect(two.homeState.notebook.disk.through == 50)
        _ = reduce(&two.app, .shared([], through: 52), two.now)
        if isReread {
            #expect(reduce(&two.app, .storeOvertaken, two.now) == [.notebook(.readDisk)])
        } else {
            // Not even a read that fails lets a snapshot replace them: it does not reach them.
            _ = reduce(&two.app, .storeFailed(sequence: 0, .refused), two.now)
            let failed = write("After the failure", in: &two)
            #expect(failed.contains { if case .notebook(.pack(_, 50, _)) = $0 { true } else { false } })
        }
        journal += late
        let read = reduce(&two.app, .diskReread(DiskContent(snapshot: base, journal: journal, through: 52)), two.now)
        #expect(Set(two.titles).isSuperset(of: ["Of the first", "Of the second", "Late"]) && !own.isEmpty)
        if !isReread { return }
        let packed = read.compactMap { if case .notebook(.pack(_, 52, let bytes)) = $0 { bytes } else { nil } }
        let content = ReplicaDisk.decode(snapshot: try #require(packed.first), journal: [], newDevice: Story.device)
        #expect(content.replica.records == two.homeState.notebook.replica.records)
    }

    @Test("[S11] One tab listens; the one that stops leading stops listening, and its successor calls at once")
    func leading() {
        var story = Story.signedIn()
        #expect(story.homeState.notebook.connection.events.state == .open(since: story.now, isConnected: false))
        #expect(
            reduce(&story.app, .leadsChanged(false), story.now) == [
                .cancelTimer(.notebook(.listenAgain)), .notebook(.stopListening),
            ]
        )
        #expect(reduce(&story.app, .leadsChanged(false), story.now) == [])
        #expect(reduce(&story.app, .visibleChanged(true), story.now) == [.notebook(.askLeader)])
        let pulled = reduce(&story.app, .home(.pulledToRefresh, newID: story.newID), story.now)
        #expect(pulled == [.notebook(.askLeader), .refreshEnded])
        #expect(calls(reduce(&story.app, .leadsChanged(true), story.now)))
    }

    // MARK: - A clock that is ahead

    /// The server refuses all that a call brought, as it did a day ago by the device's clock.
    private func refuseAhead(_ story: inout Story) -> [Effect] {
        let rejected = story.homeState.notebook.replica.outbox.keys.map {
            SyncAnswer.Rejected(key: $0, violations: [Violation(.title, .stampAhead, "ahead")])
        }
        let yesterday = story.now.advanced(by: .days(-1))
        let answer = SyncAnswer(cursor: 1, hasMore: false, now: yesterday, changes: [], rejected: rejected)
        return reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
    }

    private func write(_ title: String, in story: inout Story) -> [Effect] {
        story.play(.list(.quickAddChanged(title)))
        let effects = reduce(&story.app, .home(.list(.quickAddSubmitted(.whole)), newID: story.newID), story.now)
        story.newID.low += 1
        return effects
    }

    private func latest(_ story: Story) -> Instant? {
        story.homeState.notebook.replica.outbox.values.compactMap { $0.latest?.wall }.max()
    }

    @Test("[S2] [S13] Refused stamps are given anew by each tab when it has read the journal so far")
    func refusedAhead() throws {
        var one = Story.signedIn()
        var two = second(one)
        _ = reduce(&two.app, .leadsChanged(false), two.now)
        let base = ReplicaDisk.encode(one.homeState.notebook.replica)
        var journal = entries(write("Of the first", in: &one))
        // Written before any tab knows of the refusal, and read by the first tab only with all the rest.
        journal += entries(write("Of the second", in: &two))
        let refused = refuseAhead(&one)
        journal += entries(refused)
        #expect(!calls(refused))
        #expect(one.homeState.notebook.replica.outbox.values.first?.latest?.wall == one.now)
        #expect(!calls(reduce(&one.app, .timerFired(.notebook(.pollSync)), one.now)))
        #expect(
            reduce(&one.app, .stored(sequence: one.homeState.notebook.disk.sequence), one.now) == [.notebook(.readDisk)]
        )
        // A change that is made until the disk has been read is applied on top of it.
        let late = write("Late", in: &one)
        #expect(!calls(late))
        let vault = DiskContent(snapshot: base, journal: journal, through: 9)
        let absorbed = reduce(&one.app, .diskReread(vault), one.now)
        #expect(calls(absorbed))
        #expect(Set(one.titles) == ["Of the first", "Of the second", "Late"])
        #expect(reduce(&two.app, .shared(entries(refused), through: 8), two.now) == [.notebook(.readDisk)])
        _ = reduce(&two.app, .stored(sequence: two.homeState.notebook.disk.sequence), two.now)
        _ = reduce(&two.app, .diskReread(vault), two.now)
        #expect(try #require(latest(two)) < two.now.advanced(by: .hours(-23)))
        _ = reduce(&two.app, .shared(entries(late), through: 10), two.now)
        #expect(two.homeState.notebook.replica.records == one.homeState.notebook.replica.records)
        #expect(two.homeState.notebook.replica.outbox == one.homeState.notebook.replica.outbox)
    }

    @Test("[S2] Where nothing can be written, refused stamps are given anew at once", arguments: [true, false])
    func refusedAheadInMemory(failsLate: Bool) throws {
        var story = Story.signedIn()
        _ = write("Milk", in: &story)
        if failsLate { _ = refuseAhead(&story) }
        let failed = reduce(&story.app, .storeFailed(sequence: 1, .full), story.now)
        #expect(calls(failed) == failsLate)
        if !failsLate { #expect(calls(refuseAhead(&story))) }
        #expect(try #require(latest(story)) < story.now.advanced(by: .hours(-23)))
        // What another tab could write stands before that, so it is read in its place.
        var other = second(story)
        let others = entries(write("Eggs", in: &other))
        #expect(reduce(&story.app, .shared(others, through: 1), story.now) == [.notebook(.readDisk)])
        let vault = DiskContent(snapshot: [], journal: others, through: 1)
        _ = reduce(&story.app, .diskReread(vault), story.now)
        #expect(Set(story.titles) == ["Milk", "Eggs"])
        #expect(try #require(latest(story)) < story.now.advanced(by: .hours(-23)))
    }

    // MARK: - Failures

    @Test("[S6] After a failed write only a snapshot that was made since shows that everything is on the disk")
    func failedWrite() throws {
        var story = Story.signedIn()
        _ = write("Milk", in: &story)
        let failed = story.homeState.notebook.disk.sequence
        // Two more are on their way when the first one fails.
        _ = write("Eggs", in: &story)
        _ = write("Bread", in: &story)
        let last = story.homeState.notebook.disk.sequence
        _ = reduce(&story.app, .storeFailed(sequence: failed, .full), story.now)
        let repair = reduce(&story.app, .stored(sequence: failed + 1), story.now)
        guard case .notebook(.pack(let snapshot, _, let bytes)) = try #require(repair.first) else {
            Issue.record("\(repair)")
            return
        }
        let content = ReplicaDisk.decode(snapshot: bytes, journal: [], newDevice: Story.device)
        #expect(content.replica.records.count == 3 && snapshot > last)
        #expect(reduce(&story.app, .stored(sequence: last), story.now) == [])
        #expect(story.homeState.notebook.disk.failure == .full)
        #expect(story.homeState.notebook.disk.storedThrough < failed)
        _ = reduce(&story.app, .stored(sequence: snapshot), story.now)
        #expect(story.homeState.notebook.disk.failure == nil)
        #expect(story.homeState.notebook.disk.storedThrough == snapshot)
    }

    @Test("[S6] [S13] A tab whose write fails sends its changes by itself, until they are on the disk")
    func sendsAlone() throws {
        var story = Story.signedIn()
        _ = reduce(&story.app, .leadsChanged(false), story.now)
        #expect(!calls(write("Milk", in: &story)))
        #expect(calls(reduce(&story.app, .storeFailed(sequence: 1, .full), story.now)))
        story.answerSync()
        let later = story.homeState.notebook.disk.sequence
        #expect(
            !calls(reduce(&story.app, .storeFailed(sequence: later, .full), story.now)),
            "it would call without end"
        )
        #expect(calls(write("Eggs", in: &story)))
        story.answerSync()
        let snapshot = story.homeState.notebook.disk.sequence
        _ = reduce(&story.app, .stored(sequence: snapshot), story.now)
        #expect(story.homeState.notebook.disk.failure == nil)
        #expect(!calls(write("Bread", in: &story)))
    }

    @Test("[S6] [S13] The leader sends what a tab whose writes failed has left on the disk at last")
    func sendsForMended() {
        var one = Story.signedIn()
        var two = second(one)
        _ = reduce(&two.app, .leadsChanged(false), two.now)
        _ = write("Milk", in: &two)
        let snapshot = ReplicaDisk.encode(two.homeState.notebook.replica)
        let read = reduce(&one.app, .diskReread(DiskContent(snapshot: snapshot, through: 2)), one.now)
        #expect(calls(read) && read.contains(.notebook(.listPhotos)))
        _ = reduce(&one.app, .leadsChanged(false), one.now)
        #expect(!calls(reduce(&one.app, .diskReread(DiskContent(snapshot: snapshot, through: 3)), one.now)))
    }

    @Test("[S6] A snapshot that was on its way when a write failed does not stand for one that was made since")
    func failedRepair() {
        var story = Story.signedIn()
        _ = write("Milk", in: &story)
        _ = reduce(&story.app, .storeFailed(sequence: 1, .full), story.now)
        _ = write("Eggs", in: &story)
        let snapshot = story.homeState.notebook.disk.sequence
        _ = reduce(&story.app, .storeFailed(sequence: snapshot, .full), story.now)
        #expect(reduce(&story.app, .stored(sequence: snapshot), story.now).contains { $0.isPacking })
        #expect(story.homeState.notebook.disk.failure == .full)
        // The disk's content replaces none of what is not written.
        let base = ReplicaDisk.encode(Story.signedIn().homeState.notebook.replica)
        _ = reduce(&story.app, .diskReread(DiskContent(snapshot: base, through: 1)), story.now)
        #expect(Set(story.titles) == ["Milk", "Eggs"])
    }

    @Test(
        "[A13] A session that ends while the disk is full tries once more to store what only this device has, and says so"
    )
    func endsUnkept() {
        var story = Story.signedIn()
        func ends() -> [Effect] { reduce(&story.app, .answered(.events, Answer(status: 401)), story.now) }
        _ = write("Milk", in: &story)
        _ = reduce(&story.app, .storeFailed(sequence: 1, .full), story.now)
        let effects = ends()
        #expect(effects.contains { $0.isPacking })
        #expect(effects.last == .signOut(.sessionEnded(unsent: 1, isKept: false)))
        story.app = App()
        let reason = SignOutReason.sessionEnded(unsent: 0, isKept: false)
        _ = reduce(&story.app, .launched(App.World(), path: "/", after: reason), story.now)
        #expect(story.app.screen == .signIn(SignIn(notice: Texts.sessionEndedUnkept)))
    }

    @Test("[S6] What failed is tried again without another change, once at a time")
    func triesAgain() {
        var story = Story.signedIn()
        func packsLater() -> Bool {
            reduce(&story.app, .timerFired(.notebook(.pollSync)), story.now).contains { $0.isPacking }
        }
        _ = write("Milk", in: &story)
        #expect(!packsLater())
        _ = reduce(&story.app, .storeFailed(sequence: 1, .full), story.now)
        #expect(packsLater())
        #expect(!packsLater())
        let snapshot = story.homeState.notebook.disk.sequence
        _ = reduce(&story.app, .storeFailed(sequence: snapshot, .full), story.now)
        #expect(packsLater())
        _ = reduce(&story.app, .stored(sequence: story.homeState.notebook.disk.sequence), story.now)
        #expect(story.homeState.notebook.disk.failure == nil)
    }

    @Test("[S6] The change that makes the journal too long is written beside the snapshot, too")
    func longJournal() throws {
        var story = Story.signedIn()
        guard case .home(var home) = story.app.screen else { return }
        home.notebook.disk.journalBytes = Disk.journalBytesMaximum + 1
        story.app.screen = .home(home)
        let effects = write("Milk", in: &story)
        let sequence = story.homeState.notebook.disk.sequence
        let content = ReplicaDisk.decode(snapshot: [], journal: entries(effects), newDevice: Story.device)
        #expect(content.replica.records.count == 1)
        #expect(effects.contains { if case .notebook(.pack(sequence, _, _)) = $0 { true } else { false } })
    }

    // MARK: - Damage

    @Test("[S6] A tab that reads a damaged disk keeps its own content, shows a message, and writes that content")
    func damagedDisk() {
        var one = Story.signedIn()
        _ = write("Milk", in: &one)
        let effects = reduce(&one.app, .diskReread(DiskContent(snapshot: [0], journal: [[]], through: 5)), one.now)
        #expect(one.titles == ["Milk"])
        #expect(one.homeState.notebook.replica.unsentCount == 1)
        #expect(one.homeState.notebook.replica.cursor == 0)
        #expect(effects.contains(.announce(Texts.diskDamaged)))
        #expect(effects.contains { if case .notebook(.pack(_, 5, _)) = $0 { true } else { false } })
        // Mending would be another tab's reason to read all, and so on.
        let again = reduce(&one.app, .diskReread(DiskContent(snapshot: [0], journal: [], through: 6)), one.now)
        #expect(one.titles == ["Milk"] && !again.contains { $0.isPacking })
    }

    @Test("A damaged entry of another tab takes no other with it")
    func damaged() {
        var one = Story.signedIn()
        var two = second(one)
        one.play(.list(.quickAddChanged("Milk")))
        let made = entries(reduce(&one.app, .home(.list(.quickAddSubmitted(.whole)), newID: one.newID), one.now))
        _ = reduce(&two.app, .shared([[], [9, 9]] + made, through: 3), two.now)
        #expect(two.titles == ["Milk"])
    }
}

extension Effect {
    fileprivate var isPacking: Bool {
        if case .notebook(.pack) = self { true } else { false }
    }
}

@Suite("Hearing of changes") struct EventsTests {
    private func calls(_ effects: [Effect]) -> Bool {
        effects.contains { if case .request(let request) = $0 { request.id == .sync } else { false } }
    }

    @Test("[S11] The first answer opens a stream; news leads to a call, the cursor one has to none")
    func heard() {
        var story = Story()
        _ = reduce(
            &story.app,
            .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)),
            story.now
        )
        let answer = SyncAnswer(cursor: 5, hasMore: false, now: story.now, changes: [])
        let effects = reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
        let request = Request(.events, .get, "/api/v1/sync/events", account: Story.account.id)
        #expect(effects.contains(.notebook(.listen(request))))
        #expect(reduce(&story.app, .serverEventReceived(cursor: 5), story.now) == [])
        #expect(calls(reduce(&story.app, .serverEventReceived(cursor: 6), story.now)))
    }

    @Test("[S11] While it hears, the tab does not ask on a timer; once deaf it does")
    func polling() {
        var story = Story.signedIn()
        #expect(calls(reduce(&story.app, .timerFired(.notebook(.pollSync)), story.now)))
        story.answerSync()
        _ = reduce(&story.app, .serverEventReceived(cursor: 1), story.now)
        #expect(!calls(reduce(&story.app, .timerFired(.notebook(.pollSync)), story.now)))
        _ = reduce(&story.app, .answered(.events, Answer(status: 0)), story.now)
        story.answerSync()
        #expect(calls(reduce(&story.app, .timerFired(.notebook(.pollSync)), story.now)))
    }

    @Test("[S11] A stream that ends at once is opened again ever later; one that lasted, soon")
    func backoff() {
        var story = Story.signedIn()
        func wait() -> Int? {
            let effects = reduce(&story.app, .answered(.events, Answer(status: 200, jitter: 1)), story.now)
            for case .startTimer(.notebook(.listenAgain), let milliseconds) in effects { return milliseconds }
            return nil
        }
        func again() {
            _ = reduce(&story.app, .timerFired(.notebook(.listenAgain)), story.now)
            story.answerSync()
        }
        var waits: [Int?] = []
        for _ in 0..<8 {
            waits.append(wait())
            again()
        }
        #expect(waits == [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
        story.now = story.now.advanced(by: .minutes(5))
        #expect(wait() == 1_000)
    }

    @Test("[A9] A stream that is refused for the session's end ends the session here")
    func ended() {
        var story = Story.signedIn()
        let effects = reduce(&story.app, .answered(.events, Answer(status: 401)), story.now)
        #expect(effects == [.signOut(.sessionEnded(unsent: 0, isKept: true))])
    }
}

import Testing

@testable import DaybookCore

@Suite("Behind sign-in")
struct HomeTests {
    @Test("[A10] Log out asks first, forgets the key, and ends the session")
    func logOut() {
        var story = Story.signedIn()
        story.home(.accountTapped) { $0.overlay = .accountMenu }
        story.home(.logOutTapped) { $0.overlay = .confirmLogOut }
        story.home(.overlay(.dismissed)) { $0.overlay = nil }
        story.home(.overlay(.confirmed))
        story.play(.logOutTapped)
        story.send(
            .home(.overlay(.confirmed), newID: story.newID),
            [.signOut(.loggedOut(unsent: 0))]
        ) { $0.screen = .launching }
        story.app = App()
        story.send(
            .launched(App.World(), path: "/", after: .loggedOut(unsent: 0)),
            [
                .request(Request(.rules, .get, "/api/v1/rules")),
                .request(Request(.signOut, .delete, "/api/v1/sessions/current")),
            ]
        ) {
            $0.screen = .signIn(SignIn())
            $0.signOut.isPending = true
        }
    }

    @Test("[A10] Leaving keeps how many changes wait, so that they are not dropped unasked later")
    func leavingUnsent() {
        var story = Story.signedIn()
        story.play(.list(.quickAddChanged("Buy milk")))
        story.play(.list(.quickAddSubmitted(.whole)))
        story.play(.logOutTapped)
        let effects = reduce(&story.app, .home(.overlay(.confirmed), newID: story.newID), story.now)
        #expect(effects == [.signOut(.loggedOut(unsent: 1))])
    }

    @Test("[A10] [S9] A refused change counts among them: no server has it")
    func leavingRefused() {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.checkTapped(todo.id)))
        let violations = [Violation(.title, .tooLong, "Shorten it.")]
        let refused = SyncAnswer.Rejected(key: todo.id.key, violations: violations)
        let answer = SyncAnswer(cursor: 2, hasMore: false, now: story.now, changes: [], rejected: [refused])
        _ = reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
        #expect(story.homeState.notebook.replica.unsentCount == 0)
        story.play(.logOutTapped)
        let effects = reduce(&story.app, .home(.overlay(.confirmed), newID: story.newID), story.now)
        #expect(effects == [.signOut(.loggedOut(unsent: 1))])
    }

    @Test("[A10] Logging out in one tab ends the same account's other tabs, and nobody else's")
    func leftElsewhere() {
        var story = Story.signedIn()
        story.send(.leftElsewhere(account: UUID(high: 9, low: 9)))
        story.send(.leftElsewhere(account: Story.account.id), [.signOut(.sessionEnded(unsent: 0, isKept: true))]) {
            $0.screen = .launching
        }
    }

    @Test("[A14] An ended session shows sign-in with the reason and forgets the key")
    func sessionEnded() {
        var story = Story.signedIn()
        story.play(.pulledToRefresh)
        story.send(.answered(.sync, Answer(status: 401)), [.signOut(.sessionEnded(unsent: 0, isKept: true))]) {
            $0.screen = .launching
        }
        story.app = App()
        _ = reduce(
            &story.app,
            .launched(App.World(), path: "/", after: .sessionEnded(unsent: 0, isKept: true)),
            story.now
        )
        #expect(story.app.screen == .signIn(SignIn(notice: Texts.sessionEnded)))
    }

    @Test("[S11] Two failed calls show the offline line with what waits; an answer takes it away")
    func offline() {
        var story = Story.signedIn()
        story.play(.list(.quickAddChanged("Buy milk")))
        story.play(.list(.quickAddSubmitted(.whole)))
        let first = reduce(&story.app, .answered(.sync, Answer(status: 0, jitter: 1)), story.now)
        #expect(first == [.startTimer(.notebook(.retrySync), milliseconds: 1_000), .refreshEnded])
        #expect(story.homeState.banner(isOnline: true) == nil)
        _ = reduce(&story.app, .timerFired(.notebook(.retrySync)), story.now)
        let second = reduce(&story.app, .answered(.sync, Answer(status: 503, retryAfter: 30, jitter: 0)), story.now)
        #expect(second == [.startTimer(.notebook(.retrySync), milliseconds: 30_000), .refreshEnded])
        #expect(story.homeState.banner(isOnline: true) == "Offline. 1 change will sync later.")
        _ = reduce(&story.app, .onlineChanged(true), story.now)
        story.answerSync()
        #expect(story.homeState.banner(isOnline: true) == nil)
        #expect(story.homeState.notebook.replica.outbox.isEmpty)
    }

    @Test("[S9] A refused change stays, shows that it needs attention, and goes along with the next edit")
    func refused() throws {
        var story = Story.signedIn()
        let todo = story.add("Buy milk")
        story.play(.list(.checkTapped(todo.id)))
        let key = Record.Key(kind: .todo, id: todo.id.uuid)
        let violation = Violation(.title, .tooLong, "Shorten it.")
        let answer = SyncAnswer(
            cursor: 2,
            hasMore: false,
            now: story.now,
            changes: [],
            rejected: [.init(key: key, violations: [violation])]
        )
        _ = reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
        #expect(story.homeState.notebook.replica.rejections[key]?.violations == [violation])
        #expect(story.homeState.notebook.todos[todo.id]?.isDone == true)
        #expect(story.homeState.banner(isOnline: true) == "“Buy milk” needs your attention.")
        story.play(.list(.filterTapped(.open)))
        story.play(.refusedTapped)
        #expect(story.titles == ["Buy milk"] && story.app.keyboard.place == .row(todo.id), "Show leads to it")
        story.play(.list(.checkTapped(todo.id)))
        #expect(story.homeState.notebook.replica.rejections.isEmpty)
    }

    @Test("[S6] What was journaled is there after a restart, unsent changes included")
    func restart() {
        var story = Story.signedIn()
        var journal: [[UInt8]] = []
        func keep(_ effects: [Effect]) {
            for case .notebook(.append(_, let bytes)) in effects { journal.append(bytes) }
        }
        let ids = (0..<3).map { UUID(high: 0x7000, low: 0x8000_0000_0000_0000 + UInt64($0)) }
        for (index, id) in ids.enumerated() {
            story.play(.list(.quickAddChanged("Number \(index)")))
            keep(reduce(&story.app, .home(.list(.quickAddSubmitted(.whole)), newID: id), story.now))
        }
        keep(reduce(&story.app, .home(.list(.checkTapped(Todo.ID(ids[1]))), newID: story.newID), story.now))
        keep(reduce(&story.app, .home(.list(.swipedLeft(Todo.ID(ids[2]))), newID: story.newID), story.now))
        var again = Story()
        _ = reduce(
            &again.app,
            .storage(.opened(Story.account, DiskContent(journal: journal), newDevice: Story.device)),
            story.now
        )
        #expect(again.homeState.notebook.todos == story.homeState.notebook.todos)
        #expect(again.homeState.notebook.replica.outbox == story.homeState.notebook.replica.outbox)
    }

    @Test("A journal that grew long is folded into a snapshot that holds the same")
    func compaction() throws {
        var story = Story.signedIn()
        for title in ["One", "Two", "Three"] { story.add(title) }
        guard case .home(var home) = story.app.screen else { return }
        home.notebook.disk.journalBytes = Disk.journalBytesMaximum + 1
        story.app.screen = .home(home)
        story.play(.list(.quickAddChanged("Four")))
        let effects = reduce(&story.app, .home(.list(.quickAddSubmitted(.whole)), newID: story.newID), story.now)
        var snapshot: [UInt8]?
        for case .notebook(.pack(_, _, let bytes)) in effects { snapshot = bytes }
        let bytes = try #require(snapshot)
        var content = ReplicaDisk.decode(snapshot: bytes, journal: [], newDevice: Story.device)
        content.replica.use(tab: 0)
        #expect(content.replica == story.homeState.notebook.replica)
        #expect(content.damaged == 0)
    }

    @Test("A damaged journal keeps its good part, is reported, and all is read from the server again")
    func damaged() {
        let story = Story.signedIn()
        let stamp = Stamp(wall: story.now, counter: 0, device: 1)
        let record = Record(kind: .todo, id: story.newID, fields: Todo.fields(for: TodoDraft(title: "Good"), at: stamp))
        let good = ReplicaDisk.encode(.answered(records: [record], cursor: 9, results: []))
        var again = Story()
        let effects = reduce(
            &again.app,
            .storage(.opened(Story.account, DiskContent(journal: [good, [1, 2, 3]]), newDevice: Story.device)),
            story.now
        )
        #expect(again.titles == ["Good"])
        #expect(again.homeState.notebook.replica.cursor == 0)
        #expect(effects.contains(.announce(Texts.diskDamaged)))
        // The good part replaces the damaged content, or each launch would find the damage again.
        var snapshot: [UInt8] = []
        for case .notebook(.pack(1, _, let bytes)) in effects { snapshot = bytes }
        let mended = ReplicaDisk.decode(snapshot: snapshot, journal: [], newDevice: Story.device)
        #expect(mended.damaged == 0)
        #expect(mended.replica.records == again.homeState.notebook.replica.records)
    }

    @Test(
        "Texts for people",
        arguments: [
            (Texts.count(0, open: 0), "No to-dos"), (Texts.count(1, open: 1), "1 to-do"),
            (Texts.count(12, open: 12), "12 to-dos"), (Texts.count(10_000, open: 1), "10,000 to-dos, 1 open"),
            (Texts.count(3, open: 0), "3 to-dos, all done"),
            (Texts.offline(waiting: 3), "Offline. 3 changes will sync later."),
        ]
    )
    func texts(found: String, expected: String) {
        #expect(found == expected)
    }

    @Test(
        "Deadlines in words",
        arguments: [
            (0, "today"), (1, "tomorrow"), (2, "Sunday"), (6, "Thursday"), (7, "22 Jan"), (400, "19 Feb 2028"),
            (-1, "1 day late"), (-3, "3 days late"),
        ]
    )
    func due(days: Int, expected: String) {
        // Friday, 15 January 2027, 08:00 UTC.
        let now = Instant(milliseconds: 1_800_000_000_000)
        let day = CivilDate(daysSince1970: TimeZone.utc.date(at: now).daysSince1970 + days)
        #expect(Texts.due(TimeZone.utc.endOfDay(day), now: now, zone: .utc).text == expected)
    }

    @Test(
        "A deadline with a time shows it",
        arguments: [(9, "today 17:00"), (33, "tomorrow 17:00"), (-1, "late today")]
    )
    func timedDue(hours: Int64, expected: String) {
        let now = Instant(milliseconds: 1_800_000_000_000)
        #expect(Texts.due(now.advanced(by: .hours(hours)), now: now, zone: .utc).text == expected)
    }

    @Test(
        "The deadline of what is done is a day, never late and never near",
        arguments: [(-73, "12 Jan"), (-25, "yesterday 07:00"), (-1, "today 07:00"), (9, "today 17:00")]
    )
    func doneDue(hours: Int64, expected: String) {
        let now = Instant(milliseconds: 1_800_000_000_000)
        let due = Texts.due(now.advanced(by: .hours(hours)), isDone: true, now: now, zone: .utc)
        #expect(due.text.hasPrefix(expected))
        #expect(due.urgency == .later)
    }

    @Test("A reminder names its own time, and the deadline in words of its own")
    func reminderTimes() {
        let now = Instant(milliseconds: 1_800_000_000_000)
        #expect(Texts.reminderTime(now, now: now, zone: .utc) == "Reminder time: today 08:00")
        let deadline = now.advanced(by: .hours(33))
        #expect(Texts.deadlineTime(deadline, now: now, zone: .utc) == "Deadline: tomorrow 17:00")
    }

    @Test(
        "An interval of one has a unit in the singular",
        arguments: [
            (RecurrenceRule.Frequency.daily, "day"), (.weekly, "week"), (.monthly, "month"), (.yearly, "year"),
        ]
    )
    func units(frequency: RecurrenceRule.Frequency, one: String) throws {
        #expect(Texts.unit(frequency, 1) == one)
        #expect(Texts.unit(frequency, 2) == one + "s")
        #expect(Texts.repetition(Repetition(try #require(RecurrenceRule(frequency)))) == "Every " + one)
    }
}

@Suite("A newer version")
struct UpdateTests {
    @Test("It is offered, never forced: the offer stays, goes for other messages, and is in the menu from then on")
    func offered() {
        var story = Story.signedIn()
        _ = reduce(&story.app, .updateReady, story.now)
        #expect(story.homeState.toast == Toast(text: Texts.updateReady, offersUpdate: true))
        story.home(.toast(.held(false)))
        story.home(.toast(.dismissed), [.cancelTimer(.toast)]) { $0.toast = nil }
        #expect(story.app.world.hasUpdate)
        story.home(.updateTapped, [.takeUpdate])
    }

    @Test("One that came before anybody signed in is offered then")
    func early() {
        var story = Story()
        _ = reduce(&story.app, .updateReady, story.now)
        _ = reduce(&story.app, .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)), story.now)
        #expect(story.homeState.toast?.offersUpdate == true)
    }
}

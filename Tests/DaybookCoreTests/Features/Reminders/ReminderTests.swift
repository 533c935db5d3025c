import Testing

@testable import DaybookCore

@Suite("Reminders on a device")
struct ReminderTests {
    private static let hour = Instant.Span.hours(1)

    /// Somebody with a to-do that reminds in an hour, on a device that may notify.
    private func started(_ permission: NotificationStatus.Permission = .granted) throws -> (Story, Todo) {
        var story = Story.signedIn()
        _ = reduce(&story.app, .home(.reminder(.shown([])), newID: story.newID), story.now)
        _ = reduce(&story.app, .notifyingChanged(NotificationStatus(permission, obstacle: .noPush)), story.now)
        let todo = try setReminder(&story, story.add("Pay rent"), story.now.advanced(by: Self.hour))
        return (story, todo)
    }

    /// Sets a reminder in the editor; to the minute, as a picker has it.
    private func setReminder(_ story: inout Story, _ todo: Todo, _ due: Instant) throws -> Todo {
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.reminderPicked(due)))
        story.play(.editor(.closed))
        story.answerSync()
        return try #require(story.homeState.notebook.todos[todo.id])
    }

    private func tick(_ story: inout Story, to now: Instant) -> [Effect] {
        story.now = now
        return reduce(&story.app, .timerFired(.notebook(.reminder)), now)
    }

    @Test("[R1] At its time it rings once: on the screen and as the device notifies")
    func rings() throws {
        var (story, todo) = try started()
        let due = try #require(todo.reminder)
        #expect(story.homeState.notebook.reminders.armed == due)
        #expect(
            tick(&story, to: due.advanced(by: .milliseconds(-2))) == [
                .startTimer(.notebook(.reminder), milliseconds: 2)
            ]
        )
        let effects = tick(&story, to: due)
        #expect(effects.contains(.notify(Notice(todo: todo.id, due: due, title: "Time is up", text: "Pay rent"))))
        #expect(effects.contains(.announce("Time is up: Pay rent")))
        let ringing = Reminders.Ringing(todo: todo.id, due: due, isMissed: false)
        #expect(story.homeState.notebook.reminders.ringing == [ringing])
        let again = tick(&story, to: due.advanced(by: .seconds(1)))
        #expect(!again.contains { if case .notify = $0 { true } else { false } })
        story.play(.reminder(.dismissTapped(todo.id)))
        #expect(story.homeState.notebook.reminders.ringing.isEmpty)
    }

    @Test("[R2] Moved, done or deleted it does not ring; undone it does again")
    func moves() throws {
        var (story, todo) = try started()
        let first = try #require(todo.reminder)
        todo = try setReminder(&story, todo, first.advanced(by: Self.hour))
        let second = try #require(todo.reminder)
        #expect(story.homeState.notebook.reminders.armed == second)
        #expect(!tick(&story, to: first).contains(.announce("Time is up: Pay rent")))
        story.play(.list(.checkTapped(todo.id)))
        #expect(story.homeState.notebook.reminders.armed == nil)
        story.play(.list(.checkTapped(todo.id)))
        #expect(story.homeState.notebook.reminders.armed == second)
        story.play(.list(.deleteTapped(todo.id)))
        #expect(story.homeState.notebook.reminders.armed == nil)
        story.play(.toast(.undoTapped))
        #expect(tick(&story, to: second).contains(.announce("Time is up: Pay rent")))
    }

    @Test("[R2] What rings stops when it is dealt with, wherever that is")
    func acknowledged() throws {
        var (story, todo) = try started()
        _ = tick(&story, to: try #require(todo.reminder))
        let stamp = Stamp(time: UInt64(story.now.milliseconds) << 16, device: 77)
        let record = Record(kind: .todo, id: todo.id.uuid, fields: [Record.Field(Todo.Field.done, .bool(true), stamp)])
        story.play(.pulledToRefresh)
        let answer = SyncAnswer(cursor: 9, hasMore: false, now: story.now, changes: [record])
        let effects = reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
        #expect(effects.contains(.closeNotice(todo.id)))
        #expect(story.homeState.notebook.reminders.ringing.isEmpty)
    }

    @Test("Answers: done, and in ten minutes once more, from the screen and from a notification")
    func replies() throws {
        var (story, todo) = try started()
        let due = try #require(todo.reminder)
        _ = tick(&story, to: due)
        story.play(.reminder(.replyTapped(todo.id, .later)))
        let later = due.advanced(by: .minutes(10))
        #expect(story.homeState.notebook.todos[todo.id]?.reminder == later)
        #expect(story.homeState.notebook.reminders.ringing.isEmpty && story.homeState.notebook.reminders.armed == later)
        #expect(tick(&story, to: later).contains(.announce("Time is up: Pay rent")))
        story.play(.reminder(.answered(todo.id, .done)))
        #expect(
            story.homeState.notebook.todos[todo.id]?.isDone == true
                && story.homeState.notebook.reminders.ringing.isEmpty
        )
        story.play(.reminder(.answered(Todo.ID(UUID(high: 0, low: 9)), .done)))
    }

    /// The same device comes back: what its disk has, at a later time.
    private func reopened(_ story: Story, at now: Instant) -> Story {
        let home = story.homeState
        let snapshot = ReplicaDisk.encode(home.notebook.replica)
        var later = Story()
        later.now = now
        let vault = DiskContent(snapshot: snapshot)
        _ = reduce(&later.app, .storage(.opened(Story.account, vault, newDevice: Story.device)), now)
        return later
    }

    @Test("[R3] What came due while the device was off shows as missed there when it comes back, once")
    func missed() throws {
        var (story, todo) = try started()
        let due = try #require(todo.reminder)
        story = reopened(story, at: due.advanced(by: Self.hour))
        #expect(
            story.homeState.notebook.reminders.ringing.isEmpty,
            "what the device has shown by itself is not known yet"
        )
        let effects = reduce(&story.app, .home(.reminder(.shown([])), newID: story.newID), story.now)
        #expect(effects.contains(.announce("Missed: Pay rent")))
        #expect(!effects.contains { if case .notify = $0 { true } else { false } })
        #expect(story.homeState.notebook.reminders.ringing.map(\.isMissed) == [true])
        story = reopened(story, at: story.now.advanced(by: .seconds(5)))
        _ = reduce(&story.app, .home(.reminder(.shown([])), newID: story.newID), story.now)
        #expect(story.homeState.notebook.reminders.ringing.isEmpty)
        #expect(story.homeState.notebook.todos[todo.id]?.isDone == false)
    }

    @Test("[R3] What a push has shown here meanwhile was not missed")
    func pushed() throws {
        var (story, todo) = try started()
        let due = try #require(todo.reminder)
        story = reopened(story, at: due.advanced(by: Self.hour))
        let shown = ReminderSchedule.Entry(due: due, todo: todo.id)
        _ = reduce(&story.app, .home(.reminder(.shown([shown])), newID: story.newID), story.now)
        #expect(story.homeState.notebook.reminders.ringing.isEmpty)
    }

    @Test("[R3] A reminder that arrives by sync after its time shows as missed, and a fresh device has missed nothing")
    func late() throws {
        var (story, _) = try started()
        let stamp = Stamp(time: UInt64(story.now.milliseconds) << 16, device: 77)
        var draft = TodoDraft(title: "From the phone")
        draft.reminder = story.now.advanced(by: .minutes(5))
        let record = Record(kind: .todo, id: UUID(high: 7, low: 7), fields: Todo.fields(for: draft, at: stamp))
        story.now = story.now.advanced(by: .minutes(30))
        story.play(.pulledToRefresh)
        let answer = SyncAnswer(cursor: 9, hasMore: false, now: story.now, changes: [record])
        _ = reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
        #expect(story.homeState.notebook.reminders.ringing.map(\.isMissed) == [true])

        var other = Story()
        other.now = story.now
        _ = reduce(&other.app, .storage(.opened(Story.account, DiskContent(), newDevice: Story.device)), other.now)
        _ = reduce(&other.app, .home(.reminder(.shown([])), newID: other.newID), other.now)
        other.answerSync([record])
        #expect(other.homeState.notebook.todos.count == 1 && other.homeState.notebook.reminders.ringing.isEmpty)
    }

    @Test("[R4] The first reminder asks, never a launch; a no is respected and explained once")
    func permission() throws {
        var story = Story.signedIn()
        let todo = story.add("Pay rent")
        #expect(story.homeState.reminders.notifying.permission == .unasked)
        story.play(.list(.rowTapped(todo.id)))
        story.play(.editor(.reminderPicked(story.now.advanced(by: Self.hour))))
        let effects = reduce(&story.app, .home(.editor(.closed), newID: story.newID), story.now)
        #expect(effects.contains(.askToNotify))
        _ = reduce(&story.app, .notifyingChanged(NotificationStatus(.denied)), story.now)
        story.answerSync()
        _ = try setReminder(&story, todo, story.now.advanced(by: .hours(2)))
        #expect(story.homeState.toast?.text == Texts.onlyWhileOpen)
        story.play(.toast(.dismissed))
        _ = try setReminder(&story, todo, story.now.advanced(by: .hours(3)))
        #expect(story.homeState.toast == nil)
    }

    @Test("[R4] On an iPhone the first reminder shows the steps that lead to the home screen, until they are put away")
    func homeScreen() throws {
        var story = Story.signedIn()
        let todo = story.add("Pay rent")
        let notifying = NotificationStatus(.unsupported, obstacle: .notInstalled)
        _ = reduce(&story.app, .notifyingChanged(notifying), story.now)
        _ = try setReminder(&story, todo, story.now.advanced(by: .hours(2)))
        #expect(story.homeState.toast?.text == Texts.notifying(notifying))
        story.play(.toast(.opensTapped))
        #expect(story.app.places == [.home, .reminders])
        #expect(story.homeState.toast == nil)
        story.play(.upper(.closed))
        _ = try setReminder(&story, todo, story.now.advanced(by: .hours(3)))
        #expect(story.homeState.toast == nil)
    }

    @Test("[R4] Once allowed, the browser makes an address for the server's key, and the server gets it")
    func subscribes() throws {
        var story = Story.signedIn()
        // A browser without push promises nothing that needs push, also before the person has agreed.
        for obstacle in [nil, NotificationStatus.Obstacle.noPush] {
            let words = Texts.notifying(NotificationStatus(.unasked, obstacle: obstacle))
            #expect(words.contains("also when Daybook is closed") == (obstacle == nil))
        }
        let asked = reduce(&story.app, .notifyingChanged(NotificationStatus(.granted)), story.now)
        let key = Request(.reminderKey, .get, "/api/v1/reminders/key", account: Story.account.id)
        #expect(asked == [.request(key)])
        let body = JSON.object([JSON.Member("publicKey", .string("BKey"))]).encoded
        let answered = reduce(&story.app, .answered(.reminderKey, Answer(status: 200, body: body)), story.now)
        #expect(answered == [.subscribe(key: "BKey")])
        let address = PushAddress(endpoint: "https://push.example/1", key: "p", secret: "a")
        let told = reduce(&story.app, .home(.reminder(.subscribed(address)), newID: story.newID), story.now)
        let sent = told.compactMap { effect -> JSON? in
            guard case .request(let request) = effect, request.id == .reminderDevice else { return nil }
            return try? JSON(request.body)
        }
        #expect(sent.first?["permission"] == .string("granted"))
        #expect(sent.first?["subscription"]?["keys"]?["p256dh"] == .string("p"))
        _ = reduce(&story.app, .answered(.reminderDevice, Answer(status: 204)), story.now)
        #expect(reduce(&story.app, .notifyingChanged(NotificationStatus(.granted)), story.now) == [])
    }

    @Test("[R4] The screen shows the devices and the last deliveries, and sends a test")
    func screen() throws {
        var story = Story.signedIn()
        story.play(.upper(.remindersOpened))
        #expect(story.app.places == [.home, .reminders])
        let devices = """
            {"items":[{"id":"00000000-0000-7000-8000-000000000002","device":"Phone","current":false,\
            "permission":"granted","pushes":true,"service":"push.example","lastUsedAt":"2027-01-15T08:00:00.000Z"},\
            {"id":"00000000-0000-7000-8000-000000000001","device":"Laptop","current":true,"permission":null,\
            "pushes":false,"service":null,"lastUsedAt":"2027-01-15T08:00:00.000Z"}]}
            """
        _ = reduce(&story.app, .answered(.reminderDevices, Answer(status: 200, body: devices.bytes)), story.now)
        guard case .here(let shown) = story.remindersScreen?.devices else {
            Issue.record("no devices")
            return
        }
        #expect(shown.map(\.name) == ["Laptop", "Phone"] && shown[0].permission == nil && shown[1].isPushed)
        let deliveries = """
            {"items":[{"todo":null,"title":null,"test":true,"device":"00000000-0000-7000-8000-000000000002",\
            "deviceName":"Phone","due":"2027-01-15T08:00:00.000Z","sent":"2027-01-15T08:00:00.200Z","shown":null,\
            "late":false,"state":"sent","reason":null},\
            {"todo":null,"title":null,"test":true,"device":"00000000-0000-7000-8000-000000000002",\
            "deviceName":"Phone","due":"2027-01-14T23:59:59.000Z","sent":"2027-01-14T23:59:59.700Z",\
            "shown":"2027-01-15T00:00:00.100Z","late":false,"state":"shown","reason":null}]}
            """
        _ = reduce(&story.app, .answered(.reminderDeliveries, Answer(status: 200, body: deliveries.bytes)), story.now)
        guard case .here(let sent) = story.remindersScreen?.deliveries else {
            Issue.record("no deliveries")
            return
        }
        #expect(sent.map(\.state) == [.sent, .shown] && sent[0].isTest)
        let words = Texts.delivery(sent[0], now: story.now, zone: .utc)
        #expect(words == "Set for today 08:00:00, sent 08:00:00")
        let overnight = Texts.delivery(sent[1], now: story.now, zone: .utc)
        #expect(overnight == "Set for yesterday 23:59:59, sent 23:59:59, shown today 00:00:00")
        let test = reduce(&story.app, .home(.upper(.testTapped), newID: story.newID), story.now)
        #expect(test == [.request(Request(.reminderTest, .post, "/api/v1/reminders/test", account: Story.account.id))])
        #expect(reduce(&story.app, .home(.upper(.testTapped), newID: story.newID), story.now) == [])
        let accepted = Answer(status: 202, body: "{\"devices\":1}".bytes)
        let looks = reduce(&story.app, .answered(.reminderTest, accepted), story.now)
        #expect(looks.contains(.startTimer(.reminderTest, milliseconds: 1_000)))
        #expect(reduce(&story.app, .timerFired(.reminderTest), story.now).count == 3)
        let problem = Answer(status: 422, body: "{\"detail\":\"None of your devices can be reminded.\"}".bytes)
        story.play(.upper(.testTapped))
        _ = reduce(&story.app, .answered(.reminderTest, problem), story.now)
        #expect(story.remindersScreen?.note == "None of your devices can be reminded.")
        #expect(story.back() == [])
        #expect(story.homeState.upper == nil)
    }
}

import DaybookCore
import DaybookWidget
import Foundation
import Testing

@testable import DaybookPhone

/// The stories of the widget, which reads the list that the app writes for it.
@MainActor struct WidgetStoryTests {
    @Test("[P1][L9] the widget shows Today, and tomorrow's to-dos from midnight on")
    func today() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Pay rent by today")
        await phone.add("Buy milk")
        await phone.add("Call Asha by tomorrow")
        let now = phone.clock.now
        #expect(phone.widget.titles(at: now) == ["Pay rent"])
        let midnight = Today(at: now, in: .utc).end
        #expect(phone.widget.titles(at: midnight) == ["Pay rent", "Call Asha"])
        let states = WidgetState.states(phone.widget.folder?.list(), from: now, in: .utc)
        #expect(states.map { $0.moment }.contains(midnight) && states.first?.moment == now)
        guard case .today(let rows, let count, let account) = phone.widget.state(at: midnight).content else {
            Issue.record("no list")
            return
        }
        #expect(rows.map { $0.isLate } == [true, false] && rows.map { $0.due } == ["1 day late", nil] && count == 2)
        #expect(account == phone.app.app.home?.notebook.account.id)
    }

    @Test("[P1][T8] what is marked in the widget leaves it at once, and is done when the app comes to the front")
    func mark() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Pay rent by today")
        let id = try phone.todo("Pay rent").id
        let account = try #require(phone.app.app.home?.notebook.account.id)
        let folder = try #require(phone.widget.folder)
        let moment = phone.clock.now
        try folder.add(WidgetMark(account: account, todo: id, moment: moment))
        #expect(phone.widget.titles(at: moment) == [])
        #expect(try !phone.todo("Pay rent").isDone)
        phone.clock.advance(minutes: 5)
        await phone.app.visibleChanged(true)
        await phone.app.settle()
        #expect(try phone.todo("Pay rent").isDone)
        #expect(folder.marks(of: account).isEmpty)
        await phone.relaunch()
        #expect(try phone.todo("Pay rent").isDone)
    }

    @Test("[P1][S6] a mark outlives the app, and is taken over at its next launch, at the moment when it was made")
    func markAtLaunch() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Water the plants every day")
        let todo = try phone.todo("Water the plants")
        let account = try #require(phone.app.app.home?.notebook.account.id)
        let folder = try #require(phone.widget.folder)
        let moment = phone.clock.now.advanced(by: .minutes(10))
        phone.clock.advance(minutes: 3 * 24 * 60)
        try folder.add(WidgetMark(account: account, todo: todo.id, moment: moment))
        await phone.relaunch()
        let home = try #require(phone.app.app.home)
        #expect(home.notebook.todos[todo.id]?.isDone == true)
        #expect(home.notebook.todos[todo.id]?.modified == moment)
        let next = try #require(home.notebook.following(todo.id).flatMap { home.notebook.todos[$0] })
        let day = try #require(next.planned(Today(at: moment, in: .utc)))
        #expect(TimeZone.utc.date(at: day).daysSince1970 == TimeZone.utc.date(at: moment).daysSince1970 + 1)
        #expect(folder.marks(of: account).isEmpty)
    }

    @Test(
        "[P1][R3] a mark does not ring what the system has shown, however the app comes to run again",
        arguments: ["to the front", "in the background", "for Siri"]
    )
    func markAfterReminder(running: String) async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Call Asha in 30 minutes")
        await phone.add("Pay rent by today")
        let id = try phone.todo("Pay rent").id
        let account = try #require(phone.app.app.home?.notebook.account.id)
        let folder = try #require(phone.widget.folder)
        // The process is suspended meanwhile.
        phone.clock.stop()
        phone.clock.advance(minutes: 45)
        try folder.add(WidgetMark(account: account, todo: id, moment: phone.clock.now))
        switch running {
        case "to the front": await phone.app.visibleChanged(true)
        case "in the background": await phone.app.refresh()
        default: _ = try await phone.app.today()
        }
        await phone.app.settle()
        #expect(try phone.todo("Pay rent").isDone)
        let notebook = try #require(phone.app.app.home).notebook
        #expect(notebook.reminders.ringing.isEmpty)
    }

    @Test("[P1][R1] after a mark that was made a while ago, the next reminder still rings at its second")
    func reminderAfterMark() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Pay rent in 60 minutes")
        await phone.add("Call Asha in 90 minutes")
        let (rent, call) = (try phone.todo("Pay rent").id, try phone.todo("Call Asha").id)
        let account = try #require(phone.app.app.home?.notebook.account.id)
        let folder = try #require(phone.widget.folder)
        let moment = phone.clock.now
        phone.clock.advance(minutes: 30)
        try folder.add(WidgetMark(account: account, todo: rent, moment: moment))
        await phone.app.visibleChanged(true)
        await phone.app.settle()
        phone.clock.advance(minutes: 60)
        let ringing = try #require(phone.app.app.home).notebook.reminders.ringing
        #expect(ringing.map { $0.todo } == [call] && ringing.allSatisfy { !$0.isMissed })
    }

    @Test("[P1][T13] after a journey, the next occurrence of what was marked in the widget is on a day of the new zone")
    func markInAnotherZone() async throws {
        let phone = await TestPhone.signedIn()
        let daily = AppleReminder(id: "A", title: "Water the plants", rule: .init(frequency: 0))
        _ = try await phone.app.importReminders([daily])
        let id = try phone.todo("Water the plants").id
        let account = try #require(phone.app.app.home?.notebook.account.id)
        let folder = try #require(phone.widget.folder)
        // It is the next day by then where the to-do was made, and still the same day where the person is.
        phone.clock.advance(minutes: 20 * 60)
        let zone = DaybookCore.TimeZone(initialOffset: -8 * 60)
        phone.clock.zone = zone
        let moment = phone.clock.now
        try folder.add(WidgetMark(account: account, todo: id, moment: moment))
        await phone.app.visibleChanged(true)
        await phone.app.settle()
        let notebook = try #require(phone.app.app.home).notebook
        let next = try #require(notebook.following(id).flatMap { notebook.todos[$0] })
        let tomorrow = CivilDate(daysSince1970: zone.date(at: moment).daysSince1970 + 1)
        #expect(next.deadline == zone.endOfDay(tomorrow))
    }

    @Test("[P1][A10][A11] after logging out the widget shows nothing, and its marks wait for their person")
    func leaving() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Secret plan by today")
        let id = try phone.todo("Secret plan").id
        let account = try #require(phone.app.app.home?.notebook.account.id)
        #expect(phone.widget.titles(at: phone.clock.now) == ["Secret plan"])
        await phone.logOut()
        #expect(phone.widget.state(at: phone.clock.now).content == .signedOut)
        #expect(try phone.filesContaining("Secret plan").isEmpty)
        // The system may carry out a tap on a row that it drew before.
        try phone.widget.folder?.add(WidgetMark(account: account, todo: id, moment: phone.clock.now))
        await phone.signUp(name: "Ravi Rao", mobile: "9876543211", email: "ravi@example.org")
        #expect(phone.widget.titles(at: phone.clock.now) == [])
        await phone.logOut()
        await phone.signIn()
        #expect(try phone.todo("Secret plan").isDone)
    }

    @Test("[P1][A14] a deleted account leaves nothing in the folder of the widget")
    func deletion() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Secret plan by today")
        let account = try #require(phone.app.app.home?.notebook.account.id)
        let folder = try #require(phone.widget.folder)
        try folder.add(WidgetMark(account: account, todo: Todo.ID(account), moment: phone.clock.now))
        await phone.send(.upper(.accountOpened))
        await phone.send(.upper(.account(.formOpened(.deletion))))
        await phone.send(.upper(.account(.form(.changed(.password, TestPhone.password)))))
        await phone.send(.upper(.account(.form(.submitted))))
        #expect(!phone.isSignedIn && folder.list() == nil && folder.marks(of: account).isEmpty)
        #expect(try phone.filesContaining("Secret plan").isEmpty)
    }

    @Test("[P1] a notebook behind Face ID shows nothing in the widget, and no title is in its folder")
    func hidden() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Secret plan by today")
        phone.widget.isHidden = true
        phone.app.showInWidget()
        await phone.app.settle()
        #expect(phone.widget.state(at: phone.clock.now).content == .hidden)
        let file = try #require(phone.widget.folder).path + "/list"
        let bytes = try #require(FileManager.default.contents(atPath: file))
        #expect(bytes.range(of: Data("Secret".utf8)) == nil)
        await #expect(throws: IntentError.hidden) { try await phone.app.today() }
        await #expect(throws: IntentError.hidden) { try await phone.app.todos(matching: "secret") }
        let todo = try await phone.app.add("Buy milk")
        #expect(todo.title == "Buy milk", "adding shows nothing")
    }

    @Test("[P1][L5] the widget's link leads to Today, and one with other words to those")
    func link() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Buy milk")
        await phone.app.open(try #require(URL(string: "daybook:/?due=today")))
        #expect(phone.app.app.home?.list.filter == Filter(due: .today))
        await phone.app.open(try #require(URL(string: "daybook:/?state=open&q=two%20words")))
        #expect(phone.app.app.home?.list.filter == Filter(state: .open, search: "two words"))
        await phone.app.open(try #require(URL(string: "daybook:/todo/\(try phone.todo("Buy milk").id.uuid)")))
        #expect(phone.app.app.home?.editor != nil)
    }

    @Test("[P1] the list of a widget is bounded, and what is no list is none")
    func bounds() async throws {
        let phone = await TestPhone.signedIn()
        for number in 1...70 { await phone.add("Number \(number) by today") }
        await phone.add("Taxes by tomorrow")
        guard case .today(let rows, let count, _) = phone.widget.state(at: phone.clock.now).content else {
            Issue.record("no list")
            return
        }
        #expect(rows.count == WidgetList.todosMaximum && count == 70)
        let folder = try #require(phone.widget.folder)
        for bytes in ["", "{}", "[]", #"{"account":"x"}"#, String(repeating: " ", count: 300 << 10)] {
            try Data(bytes.utf8).write(to: URL(fileURLWithPath: folder.path + "/list"))
            #expect(folder.list() == nil)
        }
        // A letter of 59 bytes.
        let letter = "e" + String(repeating: "\u{301}", count: 29)
        let moment = phone.clock.now
        let todo = Todo(
            id: Todo.ID(DaybookCore.UUID(high: 1, low: 1)),
            title: String(repeating: letter, count: 500),
            created: moment,
            modified: moment
        )
        let shown = WidgetTodo(todo)
        #expect(shown.title.count == 16 && shown.title.utf8.count == 16 * 59)
        let account = try #require(phone.app.app.home?.notebook.account.id)
        let longest = Array(repeating: shown, count: WidgetList.todosMaximum)
        let list = WidgetList(account: account, content: .planned(longest, count: longest.count))
        try folder.write(list)
        #expect(folder.list() == list)
    }

    @Test("[P1][L9] the number beside the list is that of its day, also where the list has no room for all")
    func numbers() async throws {
        let phone = await TestPhone.signedIn()
        for number in 1...30 { await phone.add("Number \(number) by today") }
        for number in 31...70 { await phone.add("Number \(number) by tomorrow") }
        await phone.add("Taxes by monday")
        let now = phone.clock.now
        for (moment, rows, count) in [(now, 30, 30), (Today(at: now, in: .utc).end, WidgetList.todosMaximum, 70)] {
            guard case .today(let shown, let number, _) = phone.widget.state(at: moment).content else {
                Issue.record("no list")
                return
            }
            #expect(shown.count == rows && number == count)
        }
    }

    @Test("[P1] the system is asked to draw the widget again when its list changes, and only then")
    func reloads() async throws {
        let phone = await TestPhone.signedIn()
        await phone.add("Buy milk")
        let before = phone.widget.reloads
        await phone.add("Buy bread")
        #expect(phone.widget.reloads == before, "what has no date is not in the widget")
        await phone.add("Pay rent by today")
        #expect(phone.widget.reloads == before + 1)
    }
}

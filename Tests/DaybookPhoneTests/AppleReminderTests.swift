import DaybookCore
import Testing

@testable import DaybookPhone

/// Reminders of Apple's Reminders as to-dos.
@MainActor struct AppleReminderTests {
    private let now = Instant(milliseconds: 1_800_000_000_000)
    private var today: Today { Today(at: now, in: .utc) }

    private func todo(_ reminder: AppleReminder, _ rules: Rules = .standard) -> NewTodo? {
        reminder.todo(rules, now: now, in: .utc)
    }

    @Test("[P3][I2] title, notes, link, due day, alarm, list and repetition become a to-do")
    func whole() throws {
        let day = CivilDate(daysSince1970: today.date.daysSince1970 + 2)
        let reminder = AppleReminder(
            id: "ABC",
            title: " Pay rent ",
            notes: "To Mrs Das",
            link: "https://bank.example.org",
            list: "Home",
            due: .day(day),
            alarms: [now.advanced(by: .days(1))],
            rule: .init(frequency: 2, monthDays: [1])
        )
        let made = try #require(todo(reminder))
        let rule = try #require(RecurrenceRule(rfc5545: "FREQ=MONTHLY;BYMONTHDAY=1"))
        #expect(
            made.draft
                == TodoDraft(
                    title: "Pay rent",
                    detail: "To Mrs Das\nhttps://bank.example.org",
                    deadline: TimeZone.utc.endOfDay(day),
                    reminder: now.advanced(by: .days(1)),
                    tags: ["Home"],
                    repetition: Repetition(rule)
                )
        )
        #expect(!made.isDone)
        let name = "x-apple-reminderkit://REMCDReminder/ABC"
        #expect(made.id == Todo.ID(.v5(namespace: .urlNamespace, name: name)))
    }

    @Test("[P3][T5][T6] an overdue reminder is due today and names its date; an alarm that has passed does not ring")
    func overdue() throws {
        let day = CivilDate(daysSince1970: today.date.daysSince1970 - 3)
        let late = AppleReminder(id: "A", title: "Pay rent", due: .day(day), alarms: [now.advanced(by: -.days(3))])
        let draft = try #require(todo(late)).draft
        #expect(draft.deadline == today.deadline && draft.reminder == nil)
        #expect(draft.detail == "Was due \(Texts.day(day, today: today.date)).")
        let earlier = today.start.advanced(by: .minutes(1))
        #expect(todo(AppleReminder(id: "A", title: "T", due: .moment(earlier)))?.draft.deadline == earlier)
        let done = AppleReminder(id: "A", title: "T", due: .day(day), rule: .init(frequency: 0), isCompleted: true)
        #expect(todo(done) == NewTodo(id: done.todoID, draft: TodoDraft(title: "T"), isDone: true))
    }

    @Test("[P3][T13] an overdue reminder goes on repeating on its own days")
    func overdueRepeating() throws {
        // 2027-01-15 is a Friday; it was due on the 12th, a Tuesday.
        let due = now.advanced(by: -.days(3))
        for (frequency, rule) in [
            (1, "FREQ=WEEKLY;BYDAY=TU"), (2, "FREQ=MONTHLY;BYMONTHDAY=12"),
            (3, "FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=12"), (0, "FREQ=DAILY"),
        ] {
            let late = AppleReminder(id: "A", title: "Bins", due: .moment(due), rule: .init(frequency: frequency))
            let draft = try #require(todo(late)).draft
            #expect(draft.deadline == today.deadline)
            #expect(draft.repetition?.rule.rfc5545 == rule)
        }
    }

    @Test("[P3][T6] of several alarms the next one becomes the reminder, in whatever order they are")
    func alarms() throws {
        let passed = now.advanced(by: -.hours(1))
        let (next, later) = (now.advanced(by: .hours(1)), now.advanced(by: .days(1)))
        for alarms in [[passed, later, next], [later, next], [next, passed]] {
            let draft = try #require(todo(AppleReminder(id: "A", title: "T", alarms: alarms))).draft
            #expect(draft.reminder == next)
        }
        let late = try #require(todo(AppleReminder(id: "A", title: "T", alarms: [passed, now]))).draft
        #expect(late.reminder == nil, "what has passed does not ring")
    }

    @Test("[P3][T4] what a person wrote keeps its room; the line about an overdue day needs some")
    func full() throws {
        let day = CivilDate(daysSince1970: today.date.daysSince1970 - 3)
        let notes = String(repeating: "a", count: 1_000)
        let draft = try #require(todo(AppleReminder(id: "A", title: "T", notes: notes, due: .day(day)))).draft
        #expect(draft.detail == notes && draft.deadline == today.deadline)
    }

    @Test("[P3][T2] a title in which nothing shows is none", arguments: ["", "  ", "\u{0}\n", "\t\u{200B}"])
    func blank(title: String) throws {
        let draft = try #require(todo(AppleReminder(id: "A", title: title, notes: "x"))).draft
        #expect(draft.title == "Reminder" && draft.detail == "x")
    }

    @Test("[P3][A15] longer texts are advised only where the account may choose them, and where they help")
    func advice() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        let long = AppleReminder(id: "A", title: "Long", notes: String(repeating: "a", count: 1_001))
        let endless = AppleReminder(id: "B", title: "Endless", notes: String(repeating: "a", count: 50_001))
        let first = try await phone.app.importReminders([long, endless])
        #expect(first == ImportResult(tooLong: 2, canBeLifted: true))
        #expect(first.text.contains("2 are too long and stay there. Allow longer texts under Account"))
        #expect(try await phone.app.importReminders([endless]) == ImportResult(tooLong: 1), "it would not help")
        await phone.send(.limitsChosen(.roomy))
        let second = try await phone.app.importReminders([long, endless])
        #expect(second == ImportResult(added: 1, tooLong: 1))
        #expect(second.text.hasSuffix("1 is too long and stays there."))
    }

    @Test("[P3][T2][T3][T4][A15] nothing is cut: a long title goes on in the detail, and what is too long is refused")
    func limits() throws {
        let title = "Ask the landlord about the broken window in the kitchen"
        let long = AppleReminder(id: "A", title: title, notes: "Again", list: "Shopping for the house")
        let draft = try #require(todo(long)).draft
        #expect(draft.title == "Ask the landlord about the" && draft.detail == "broken window in the kitchen\nAgain")
        #expect(draft.tags.isEmpty, "a list's name that is no tag is left out")
        let roomy = Rules.standard.choosing(.roomy)
        #expect(todo(long, roomy)?.draft.title == title)
        #expect(todo(long, roomy)?.draft.tags == ["Shopping for the house"])
        let notes = String(repeating: "a", count: 1_001)
        #expect(todo(AppleReminder(id: "A", title: "T", notes: notes)) == nil)
        #expect(todo(AppleReminder(id: "A", title: "T", notes: notes), roomy)?.draft.detail == notes)
        #expect(todo(AppleReminder(id: "A", title: "", notes: "x"))?.draft.title == "Reminder")
        #expect(todo(AppleReminder(id: "A", title: "a\u{0}b\nc", notes: "d\u{7}\ne"))?.draft.title == "ab c")
        #expect(todo(AppleReminder(id: "A", title: "a", notes: "d\u{7}\ne"))?.draft.detail == "d\ne")
    }

    @Test(
        "[P3][T13] EventKit's rules are RFC 5545's",
        arguments: [
            (AppleReminder.Rule(frequency: 0), "FREQ=DAILY"),
            (
                AppleReminder.Rule(frequency: 1, interval: 2, weekdays: [(2, 0), (4, 0)]),
                "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"
            ),
            (AppleReminder.Rule(frequency: 1, interval: 2, firstDay: 1), "FREQ=WEEKLY;INTERVAL=2;WKST=SU"),
            (AppleReminder.Rule(frequency: 2, weekdays: [(6, -1)]), "FREQ=MONTHLY;BYDAY=-1FR"),
            (AppleReminder.Rule(frequency: 2, monthDays: [-1]), "FREQ=MONTHLY;BYMONTHDAY=-1"),
            (AppleReminder.Rule(frequency: 3, months: [3, 9]), "FREQ=YEARLY;BYMONTH=3,9"),
            (AppleReminder.Rule(frequency: 0, count: 5), "FREQ=DAILY;COUNT=5"),
            (
                AppleReminder.Rule(frequency: 0, lastDay: CivilDate(year: 2027, month: 1, day: 31)),
                "FREQ=DAILY;UNTIL=20270131"
            ),
            (
                AppleReminder.Rule(frequency: 2, weekdays: (2...6).map { ($0, 0) }, setPositions: [-1]),
                "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1"
            ),
        ]
    )
    func rules(rule: AppleReminder.Rule, text: String) {
        #expect(rule.recurrence?.rfc5545 == text)
    }

    @Test("[P3][T13] a rule that a to-do cannot follow is left out, and reported")
    func unknownRules() {
        for rule in [
            AppleReminder.Rule(frequency: 3, hasMore: true), .init(frequency: 9), .init(frequency: 0, interval: 0),
            .init(frequency: 1, weekdays: [(2, 3)]), .init(frequency: 2, monthDays: [40]),
        ] {
            let reminder = AppleReminder(id: "A", title: "T", rule: rule)
            #expect(reminder.isSimplified && todo(reminder)?.draft.repetition == nil)
        }
    }

    @Test("[P3][I2][T8] importing twice makes nothing twice, on two devices too, and one undo takes all back")
    func twice() async throws {
        let phone = await TestPhone()
        await phone.signUp()
        let reminders = [
            AppleReminder(id: "A", title: "Buy milk"), AppleReminder(id: "B", title: "Buy bread", isCompleted: true),
            AppleReminder(id: "A", title: "Buy milk"),
            AppleReminder(id: "C", title: "Long", notes: String(repeating: "a", count: 1_001)),
        ]
        let first = try await phone.app.importReminders(reminders)
        #expect(first == ImportResult(added: 2, known: 0, tooLong: 1, simplified: 0, canBeLifted: true))
        #expect(phone.app.app.home?.toast?.text == first.text)
        #expect(try phone.todo("Buy bread").isDone && !phone.todo("Buy milk").isDone)
        #expect(try await phone.titlesInFile() == ["Buy bread", "Buy milk"])
        await phone.relaunch()
        let second = try await phone.app.importReminders(reminders)
        #expect(second == ImportResult(added: 0, known: 2, tooLong: 1, simplified: 0, canBeLifted: true))
        await phone.send(.list(.swipedLeft(try phone.todo("Buy milk").id)))
        #expect(try await phone.app.importReminders(reminders).added == 0, "what was deleted stays deleted")

        let other = await TestPhone()
        await other.signUp()
        _ = try await other.app.importReminders(reminders)
        #expect(try other.todo("Buy bread").id == phone.todo("Buy bread").id)
        await other.send(.toast(.undoTapped))
        #expect(other.app.app.home?.notebook.todos.count == 0)
    }

    @Test("[P3] nothing is imported when nobody is signed in")
    func signedOut() async throws {
        let phone = await TestPhone()
        await #expect(throws: IntentError.signedOut) {
            try await phone.app.importReminders([AppleReminder(id: "A", title: "Buy milk")])
        }
    }
}

import TestSupport
import Testing

@testable import DaybookCore

/// An ordinary week of a person with two devices.
@Suite struct OrdinaryWeekTests {
    private let id = Todo.ID(UUID(high: 7, low: 7))

    private func at(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

    private func notebook(_ device: UInt64) -> Notebook {
        let account = Account(id: UUID(high: 1, low: 2), name: "Asha", mobile: "", email: "asha@example.com")
        return Notebook(account: account, device: UUID(high: 3, low: device))
    }

    /// Each reads everything of the other.
    private func meet(_ one: inout Notebook, _ other: inout Notebook) {
        let (left, right) = (Array(one.replica.records.values), Array(other.replica.records.values))
        _ = one.commit(.answered(records: right, after: 0, cursor: one.replica.cursor + 1, results: []))
        _ = other.commit(.answered(records: left, after: 0, cursor: other.replica.cursor + 1, results: []))
    }

    /// Two devices that know a to-do.
    private func pair(_ draft: TodoDraft, _ now: Instant) -> (phone: Notebook, laptop: Notebook) {
        var (phone, laptop) = (notebook(16), notebook(32))
        _ = phone.add(draft, id: id.uuid, now)
        meet(&phone, &laptop)
        return (phone, laptop)
    }

    private func next(_ notebook: Notebook) -> Todo? { notebook.following(id).flatMap { notebook.todos[$0] } }

    private func daily(reminder: Instant? = nil, deadline: Instant? = nil) throws -> TodoDraft {
        TodoDraft(
            title: "Pills",
            deadline: deadline,
            reminder: reminder,
            repetition: Repetition(try #require(RecurrenceRule(.daily)))
        )
    }

    @Test("[T8] [T13] Undoing a mark deletes the next occurrence, also if another device has made it for another day")
    func otherDay() throws {
        let monday = try at("2026-11-23T08:00:00Z")
        for several in [false, true] {
            var (phone, laptop) = pair(try daily(deadline: try at("2026-11-23T23:59:00Z")), monday)
            if several {
                _ = phone.mark([try #require(phone.todos.slot(of: id))], done: true, monday, in: .utc)
            } else {
                _ = phone.mark(id, done: true, monday, in: .utc)
            }
            let thursday = monday.advanced(by: .days(3))
            _ = laptop.mark(id, done: true, thursday, in: .utc)
            meet(&phone, &laptop)
            #expect(next(phone)?.deadline == (try at("2026-11-26T23:59:00Z")))
            let undone = phone.undo(thursday.advanced(by: .minutes(1)))
            #expect(undone?.text.contains("stay") == false, "\(undone?.text ?? "")")
            #expect(phone.todos.openCount == 1 && phone.todos[id]?.isDone == false && next(phone) == nil)
            meet(&phone, &laptop)
            #expect(laptop.todos.openCount == 1 && laptop.todos[id]?.isDone == false)
            _ = phone.redo(thursday.advanced(by: .minutes(2)))
            #expect(phone.todos.openCount == 1 && phone.todos[id]?.isDone == true)
            #expect(next(phone)?.deadline == (try at("2026-11-26T23:59:00Z")))
            _ = phone.undo(thursday.advanced(by: .minutes(3)))
            #expect(phone.todos.openCount == 1 && phone.todos[id]?.isDone == false)
        }
    }

    @Test("[T8] [T13] Undoing a mark leaves a next occurrence that another device changed")
    func otherDayChanged() throws {
        let monday = try at("2026-11-23T08:00:00Z")
        var (phone, laptop) = pair(try daily(deadline: try at("2026-11-23T23:59:00Z")), monday)
        _ = phone.mark(id, done: true, monday, in: .utc)
        let thursday = monday.advanced(by: .days(3))
        _ = laptop.mark(id, done: true, thursday, in: .utc)
        let made = try #require(next(laptop))
        var draft = TodoDraft(made)
        draft.title = "Other pills"
        _ = laptop.edit(made, to: draft, thursday.advanced(by: .minutes(1)))
        meet(&phone, &laptop)
        let undone = phone.undo(thursday.advanced(by: .minutes(2)))
        #expect(undone?.text.contains("stay") == true)
        #expect(next(phone)?.title == "Other pills" && phone.todos[id]?.isDone == false)
    }

    @Test("[T8] [T13] Undoing the mark of a to-do that another device has deleted leaves the next occurrence")
    func markedAndCleared() throws {
        let monday = try at("2026-11-23T08:00:00Z")
        var (phone, laptop) = pair(try daily(deadline: try at("2026-11-23T23:59:00Z")), monday)
        _ = phone.mark(id, done: true, monday, in: .utc)
        meet(&phone, &laptop)
        _ = laptop.delete(id, monday.advanced(by: .minutes(1)))
        meet(&phone, &laptop)
        _ = phone.undo(monday.advanced(by: .minutes(2)))
        #expect(phone.todos.openCount == 1, "the series goes on")
    }

    @Test("[T8] [T13] An occurrence and its next that were deleted together come back together")
    func deletedTogether() throws {
        let monday = try at("2026-11-23T08:00:00Z")
        var phone = notebook(16)
        _ = phone.add(try daily(deadline: try at("2026-11-23T23:59:00Z")), id: id.uuid, monday)
        _ = phone.mark(id, done: true, monday, in: .utc)
        let both = [id, try #require(phone.following(id))]
        _ = phone.delete(both.compactMap { phone.todos.slot(of: $0) }, monday.advanced(by: .minutes(1)))
        #expect(phone.todos.count == 0)
        _ = phone.undo(monday.advanced(by: .minutes(2)))
        #expect(phone.todos.count == 2)
    }

    @Test("[T13] What was taken off a to-do before it was done is off the next one, whoever made that first")
    func cleared() throws {
        let monday = try at("2026-11-23T08:00:00Z")
        var draft = try daily(reminder: try at("2026-11-23T09:00:00Z"), deadline: try at("2026-11-23T23:59:00Z"))
        draft.detail = "With milk"
        draft.tags = ["home", "urgent"]
        draft.repetition?.basis = .completion
        var (phone, laptop) = pair(draft, monday)
        _ = phone.mark(id, done: true, monday, in: .utc)
        var other = draft
        (other.reminder, other.detail, other.tags) = (nil, "", ["home"])
        other.repetition?.basis = .due
        _ = laptop.edit(try #require(laptop.todos[id]), to: other, monday.advanced(by: .minutes(1)))
        _ = laptop.mark(id, done: true, monday.advanced(by: .minutes(2)), in: .utc)
        let made = try #require(next(laptop))
        meet(&phone, &laptop)
        let merged = try #require(next(phone))
        #expect(TodoDraft(merged) == TodoDraft(made))
        #expect(next(laptop) == merged)
    }

    @Test("[N3] A line that two devices make a to-do of stays done")
    func line() throws {
        let now = try at("2026-11-23T08:00:00Z")
        var (phone, laptop) = (notebook(16), notebook(32))
        let note = Note.ID(UUID(high: 8, low: 8))
        _ = phone.write(NoteDraft(title: "Shopping", description: "- milk"), over: NoteDraft(), to: note, now)
        meet(&phone, &laptop)
        _ = phone.makeTodos(of: try #require(phone.notes[note]), now)
        let milk = try #require(phone.todos.todos.first?.id)
        _ = phone.mark(milk, done: true, now.advanced(by: .minutes(10)), in: .utc)
        _ = laptop.makeTodos(of: try #require(laptop.notes[note]), now.advanced(by: .minutes(20)))
        meet(&phone, &laptop)
        #expect(phone.todos[milk]?.isDone == true)
    }

    /// A daily reminder that was put off when it rang.
    private func ringing(_ hour: Instant, putOffTo moment: Instant) throws -> Notebook {
        var phone = notebook(16)
        _ = phone.add(try daily(reminder: hour), id: id.uuid, hour.advanced(by: .minutes(-60)))
        _ = phone.remind(of: try #require(phone.todos[id]), at: moment, hour)
        return phone
    }

    @Test("[R2] [T13] A reminder that was put off comes at its usual hour the next time")
    func putOff() throws {
        let nine = try at("2026-11-23T09:00:00Z")
        var phone = try ringing(nine, putOffTo: nine.advanced(by: .minutes(10)))
        let later = nine.advanced(by: .minutes(11))
        _ = phone.remind(of: try #require(phone.todos[id]), at: later.advanced(by: .minutes(60)), later)
        _ = phone.mark(id, done: true, nine.advanced(by: .minutes(30)), in: .utc)
        #expect(next(phone)?.reminder == nine.advanced(by: .days(1)))
    }

    /// The to-do planned for today at 14:00, from the row's menu or for several chosen ones.
    private func plannedForToday(_ draft: TodoDraft, made: Instant, severally: Bool) throws -> Notebook {
        let afternoon = try at("2026-11-23T14:00:00Z")
        var phone = notebook(16)
        _ = phone.add(draft, id: id.uuid, made)
        let todo = try #require(phone.todos[id])
        if severally {
            let slot = try #require(phone.todos.slot(of: id))
            let planned = phone.plan([slot], .plan(.offer(.today), in: .utc), afternoon)
            #expect(planned.count == 1 && planned.broken == nil)
        } else {
            plan(todo, .offer(.today), afternoon, &phone)
        }
        return phone
    }

    private func plan(_ todo: Todo, _ plan: Plan, _ now: Instant, _ notebook: inout Notebook) {
        let (planned, usual) = notebook.planned(todo, plan, now, in: .utc)
        _ = notebook.edit(todo, to: planned, keeping: usual, now)
    }

    @Test(
        "[L9] [T13] A daily reminder whose hour has passed is planned for today, and rings tomorrow",
        arguments: [false, true]
    )
    func plannedLate(severally: Bool) throws {
        let (nine, day) = (try at("2026-11-22T09:00:00Z"), try at("2026-11-23T23:59:59.999Z"))
        let made = nine.advanced(by: .minutes(-60))
        var phone = try plannedForToday(try daily(reminder: nine), made: made, severally: severally)
        #expect(phone.todos[id]?.reminder == nil)
        #expect(phone.todos[id]?.deadline.map { TimeZone.utc.date(at: $0) } == TimeZone.utc.date(at: day))
        _ = phone.mark(id, done: true, try at("2026-11-23T15:00:00Z"), in: .utc)
        #expect(next(phone)?.reminder == nine.advanced(by: .days(2)))
        // So does one that reminds on the day before its deadline.
        let deadline = try at("2026-11-22T18:00:00Z")
        let draft = try daily(reminder: nine.advanced(by: .days(-1)), deadline: deadline)
        phone = try plannedForToday(draft, made: made.advanced(by: .days(-1)), severally: severally)
        #expect(phone.todos[id]?.reminder == nil && phone.todos[id]?.deadline == deadline.advanced(by: .days(1)))
        _ = phone.mark(id, done: true, try at("2026-11-23T15:00:00Z"), in: .utc)
        #expect(next(phone)?.reminder == nine.advanced(by: .days(1)))
    }

    @Test("[L9] [T13] The usual hour comes back with another plan, not after the date was changed or taken off")
    func plannedAgain() throws {
        let nine = try at("2026-11-22T09:00:00Z")
        let afternoon = try at("2026-11-23T14:30:00Z")
        let phone = try plannedForToday(
            try daily(reminder: nine),
            made: nine.advanced(by: .minutes(-60)),
            severally: false
        )
        func following(_ change: (inout Notebook, Todo) -> Void) throws -> (now: Todo?, next: Todo?) {
            var phone = phone
            change(&phone, try #require(phone.todos[id]))
            let now = phone.todos[id]
            _ = phone.mark(id, done: true, afternoon.advanced(by: .minutes(30)), in: .utc)
            return (now, next(phone))
        }
        let again = try following { plan($1, .offer(.tomorrow), afternoon, &$0) }
        #expect(again.now?.reminder == nine.advanced(by: .days(2)))
        let undated = try following { plan($1, .none, afternoon, &$0) }
        #expect(undated.now?.deadline == nil && undated.next?.reminder == nil)
        let edited = try following { phone, todo in
            var draft = TodoDraft(todo)
            draft.deadline = draft.deadline.map { $0.advanced(by: .days(1)) }
            _ = phone.edit(todo, to: draft, afternoon)
        }
        #expect(edited.next?.reminder == nil)
    }

    @Test("[T8] [T13] Undo and redo of plans give back the usual hour too")
    func plannedAndUndone() throws {
        let nine = try at("2026-11-22T09:00:00Z")
        let afternoon = try at("2026-11-23T14:30:00Z")
        let draft = try daily(reminder: nine)
        func reminderAfter(_ story: (inout Notebook) throws -> Void) throws -> Instant? {
            var phone = try plannedForToday(draft, made: nine.advanced(by: .minutes(-60)), severally: false)
            try story(&phone)
            _ = phone.mark(id, done: true, afternoon.advanced(by: .minutes(30)), in: .utc)
            return next(phone)?.reminder
        }
        let tomorrow = nine.advanced(by: .days(2))
        let mistaken = try reminderAfter { phone in
            plan(try #require(phone.todos[id]), .offer(.tomorrow), afternoon, &phone)
            #expect(phone.todos[id]?.reminder == tomorrow)
            _ = phone.undo(afternoon)
            #expect(phone.todos[id]?.reminder == nil)
        }
        #expect(mistaken == tomorrow)
        #expect(try reminderAfter { _ = $0.undo(afternoon) } == tomorrow)
        let redone = try reminderAfter { phone in
            _ = phone.undo(afternoon)
            _ = phone.redo(afternoon)
            #expect(phone.todos[id]?.deadline != nil)
        }
        #expect(redone == tomorrow)
    }

    @Test("[T8] [R2] Undo of a plan gives back a reminder that was put off, and the usual hour")
    func putOffPlannedAndUndone() throws {
        let nine = try at("2026-11-23T09:00:00Z")
        let evening = nine.advanced(by: .minutes(11 * 60))
        for choice in [DayChoice.today, .tomorrow] {
            var phone = try ringing(nine, putOffTo: evening)
            let afternoon = nine.advanced(by: .minutes(6 * 60))
            let todo = try #require(phone.todos[id])
            let (planned, usual) = phone.planned(todo, .offer(choice), afternoon, in: .utc)
            // It is still to come today, so a plan for today leaves it.
            #expect(planned.reminder == (choice == .today ? evening : nine.advanced(by: .days(1))))
            #expect(planned.deadline == nil)
            _ = phone.edit(todo, to: planned, keeping: usual, afternoon)
            if choice == .tomorrow { _ = phone.undo(afternoon) }
            #expect(phone.todos[id]?.reminder == evening)
            _ = phone.mark(id, done: true, afternoon, in: .utc)
            #expect(next(phone)?.reminder == nine.advanced(by: .days(1)))
        }
    }

    @Test("[L9] [T13] A reminder that was put off is planned for another day at its usual hour")
    func putOffAndPlanned() throws {
        let nine = try at("2026-11-23T09:00:00Z")
        let phone = try ringing(nine, putOffTo: nine.advanced(by: .minutes(10)))
        let todo = try #require(phone.todos[id])
        #expect(phone.planned(todo, .offer(.tomorrow), nine, in: .utc).draft.reminder == nine.advanced(by: .days(1)))
    }

    @Test("[T3] A tag that two devices spell with and without an accent is removed and renamed as one")
    func spellings() throws {
        let now = try at("2026-11-23T08:00:00Z")
        for name in [nil, "food"] {
            var phone = notebook(16)
            _ = phone.add(TodoDraft(title: "Bread", tags: ["cafe", "café"]), id: id.uuid, now)
            _ = phone.retag("cafe", to: name, now)
            #expect(phone.todos[id]?.tags == (name.map { [$0] } ?? []))
            _ = phone.undo(now)
            #expect(phone.todos[id]?.tags == ["cafe", "café"])
        }
    }

    @Test("[T3] A tag that two devices add in two spellings keeps no to-do from being saved")
    func sameTag() throws {
        let now = try at("2026-11-23T08:00:00Z")
        var phone = notebook(16)
        _ = phone.add(TodoDraft(title: "Bread"), id: id.uuid, now)
        var editor = Editor(try #require(phone.todos[id]))
        editor.draft.tags = ["home"]
        editor.merge(TodoDraft(title: "Bread", tags: ["Home"]))
        #expect(editor.draft.tags == ["Home"])
    }

    @Test("[P3] What another device has imported already, and is done there, stays done")
    func imported() throws {
        let now = try at("2026-11-23T08:00:00Z")
        var (phone, tablet) = (notebook(16), notebook(32))
        let todo = NewTodo(id: id, draft: TodoDraft(title: "Bread"))
        _ = phone.add([todo], now)
        _ = phone.mark(id, done: true, now.advanced(by: .minutes(1)), in: .utc)
        _ = tablet.add([todo], now.advanced(by: .minutes(2)))
        meet(&phone, &tablet)
        #expect(phone.todos[id]?.isDone == true)
    }

    @Test("[R2] A reminder whose moment passed while the to-do was done, deleted or not made yet does not ring")
    func notMissed() throws {
        let (eight, half) = (try at("2026-11-23T08:00:00Z"), try at("2026-11-23T09:30:00Z"))
        let nine = try at("2026-11-23T09:00:00Z")
        func ringing(_ change: (inout Notebook) -> Void) -> Int {
            var phone = notebook(16)
            phone.resumeReminders(eight)
            phone.shown([])
            _ = phone.add(TodoDraft(title: "Call", reminder: nine), id: id.uuid, eight)
            change(&phone)
            _ = phone.remind(half)
            return phone.reminders.ringing.count
        }
        #expect(ringing { _ in } == 1)
        let reopened = ringing { phone in
            _ = phone.mark(id, done: true, eight, in: .utc)
            _ = phone.undo(half)
        }
        let restored = ringing { phone in
            _ = phone.delete(id, eight)
            _ = phone.restore(id.key, half)
        }
        #expect(reopened == 0 && restored == 0)
        var phone = notebook(16)
        phone.resumeReminders(eight)
        phone.shown([])
        let weekly = try #require(RecurrenceRule(rfc5545: "FREQ=WEEKLY;BYDAY=FR"))
        let friday = try at("2026-11-27T23:59:00Z")
        let draft = TodoDraft(title: "Report", deadline: friday, reminder: nine, repetition: Repetition(weekly))
        _ = phone.add(draft, id: id.uuid, eight)
        _ = phone.remind(nine)
        _ = phone.dismissReminder(of: id)
        // Its next reminder was three days ago.
        let late = try at("2026-12-03T10:00:00Z")
        _ = phone.mark(id, done: true, late, in: .utc)
        _ = phone.remind(late)
        #expect(phone.todos.openCount == 1 && phone.reminders.ringing.isEmpty)
    }
}

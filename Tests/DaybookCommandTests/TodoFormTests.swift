import DaybookCore
import Testing

@testable import daybook

@Suite("A to-do as a text that is edited")
struct TodoFormTests {
    /// Monday, 23 November 2026, 12:00 UTC.
    private let now = Instant(milliseconds: 1_795_435_200_000)
    private var form: TodoForm { TodoForm(fields: FieldReader(rules: .standard, now: now, zone: .utc)) }

    private var draft: TodoDraft {
        TodoDraft(
            title: "Pay rent",
            detail: "To Asha\n\nin cash",
            deadline: TimeZone.utc.endOfDay(TimeZone.utc.date(at: now)),
            reminder: now.advanced(by: .milliseconds(90_061_001)),
            tags: ["home", "two words"],
            repetition: RecurrenceRule(rfc5545: "FREQ=MONTHLY;BYMONTHDAY=-1").map { Repetition($0, from: .completion) }
        )
    }

    @Test("[C8] A text that is not changed changes nothing, to the millisecond")
    func unchanged() throws {
        for draft in [draft, TodoDraft(title: "x"), TodoDraft(title: "x", detail: "ends with a line\n")] {
            #expect(try form.draft(of: form.text(of: draft), editing: draft) == draft)
        }
        #expect(
            form.text(of: draft).hasPrefix(
                "Title: Pay rent\nDue: 2026-11-23\nRemind: 2026-11-24 13:01\nRepeat: Every month"
            )
        )
    }

    @Test("[C8] Fields take words for times and repetitions, and an empty field has no value")
    func changed() throws {
        let text = "Title:  Pay the rent \nDue: friday 5pm\nRemind:\nRepeat: every 2 weeks\nTags: #a, b c,,\n\nMore\n"
        let edited = try form.draft(of: text, editing: draft)
        #expect(edited.title == "Pay the rent" && edited.reminder == nil && edited.tags == ["a", "b c"])
        #expect(edited.detail == "More" && edited.repetition?.rule.rfc5545.hasPrefix("FREQ=WEEKLY;INTERVAL=2") == true)
        #expect(edited.deadline?.rfc3339 == "2026-11-27T17:00:00.000Z")
    }

    @Test(
        "What is no field and what is no time is refused",
        arguments: ["Titel: x", "Just text", "Due: sometime", "Repeat: often"]
    )
    func refused(text: String) {
        #expect(throws: Refusal.self) { try form.draft(of: text, editing: TodoDraft(title: "x")) }
    }

    @Test("[C8] An edit takes along what was changed meanwhile")
    func meanwhile() {
        let before = TodoDraft(title: "Milk", detail: "Two", tags: ["shop", "old"])
        let mine = TodoDraft(title: "Milk and bread", detail: "Two", tags: ["shop", "mine"])
        let theirs = TodoDraft(title: "Milk", detail: "Three", tags: ["shop", "old", "theirs"])
        let both = TodoDraft(title: "Milk and bread", detail: "Three", tags: ["shop", "theirs", "mine"])
        #expect(theirs.taking(changesFrom: before, to: mine) == both)
    }
}

import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("Views")
struct ViewTests {
    /// Friday, 15 January 2027, 08:00 UTC.
    static let now = Instant(milliseconds: 1_800_000_000_000)
    static let id = Todo.ID(UUID(high: 0x0123_4567_89AB_7DEF, low: 0x8123_4567_89AB_CDEF))

    static func text(_ write: (inout HTML) -> Void) -> String {
        var html = HTML()
        write(&html)
        return String(decoding: html.bytes, as: UTF8.self)
    }

    private func row(_ todo: Todo, isChosen: Bool? = nil, showsBin: Bool = false, canMove: Bool = false) -> String {
        ViewTests.text {
            RowView(
                todo: todo,
                now: ViewTests.now,
                zone: .utc,
                height: 64,
                isSelected: false,
                isChosen: isChosen,
                showsBin: showsBin,
                canMove: canMove,
                attention: nil
            ).write(to: &$0)
        }
    }

    @Test("[T7] A row, to the letter")
    func row() {
        let todo = Todo(
            id: ViewTests.id,
            title: "Buy <milk>",
            detail: "Two litres",
            deadline: TimeZone.utc.endOfDay(CivilDate("2027-01-16")!),
            tags: ["home"],
            created: ViewTests.now,
            modified: ViewTests.now
        )
        #expect(
            row(todo) == """
                <li class="row" data-row data-key="01234567-89ab-7def-8123-456789abcdef" data-height="64" \
                aria-label="Buy &lt;milk&gt;, Deadline tomorrow" \
                data-pick="0" data-swipe-right="1" data-swipe-left="2" data-menu="3" \
                data-swipe-far="4" data-label-far="When" data-label-right="Mark as done" data-label-left="Delete" tabindex="-1"><div class="row-front">\
                <button type="button" class="check" data-press="5" aria-checked="false" \
                aria-label="Mark “Buy &lt;milk&gt;” as done" role="checkbox" tabindex="-1"></button><button type="button" class="row-body" data-press="6" \
                tabindex="-1"><span class="row-head"><span class="row-title" dir="auto">Buy &lt;milk&gt;</span></span><span class="row-detail" \
                dir="auto">Two litres</span><span class="row-meta"><span class="due has-day">tomorrow</span><span class="tag" \
                dir="auto">home</span></span><span class="stamp">Added 08:00</span></button>\
                <button type="button" class="icon-button row-more" data-press="7" aria-haspopup="menu" \
                aria-label="More for “Buy &lt;milk&gt;”" tabindex="-1"></button></div></li>
                """
        )
    }

    @Test("[T7] A done row is faded, never late, and shows when it was changed")
    func doneRow() {
        let todo = Todo(
            id: ViewTests.id,
            title: "Old",
            isDone: true,
            deadline: ViewTests.now.advanced(by: -.days(3)),
            created: ViewTests.now.advanced(by: -.days(9)),
            modified: ViewTests.now.advanced(by: -.days(1))
        )
        let html = row(todo)
        #expect(html.contains("class=\"row is-done\""))
        #expect(html.contains(" aria-label=\"Old, Done, Deadline 12 Jan 08:00\" "))
        #expect(html.contains("aria-checked=\"true\""))
        #expect(html.contains("<span class=\"due has-day\">"))
        #expect(!html.contains("late"))
        #expect(html.contains("Changed yesterday"))
    }

    @Test("[D1] A row's name says what its dates mean, and so do its icons")
    func rowName() {
        let todo = Todo(
            id: ViewTests.id,
            title: "Pay rent",
            deadline: TimeZone.utc.endOfDay(CivilDate("2027-01-15")!),
            reminder: ViewTests.now.advanced(by: .hours(2)),
            created: ViewTests.now,
            modified: ViewTests.now
        )
        let html = row(todo)
        #expect(html.contains(" aria-label=\"Pay rent, Deadline today, Reminder today 10:00\" "))
        #expect(html.contains("role=\"img\" aria-label=\"Reminder\"><use href=\"#i-bell\">"))
    }

    @Test("[T8] While rows are chosen, a row is one of them or not, and its circle and its text do nothing else")
    func choosing() {
        let todo = Todo(id: ViewTests.id, title: "Old", created: ViewTests.now, modified: ViewTests.now)
        for isChosen in [true, false] {
            let html = row(todo, isChosen: isChosen)
            #expect(html.contains("class=\"row is-chosen\"") == isChosen)
            #expect(html.contains("aria-checked=\"\(isChosen)\" aria-label=\"Select “Old”\" role=\"checkbox\""))
            for missing in ["data-swipe", "data-menu", "row-more", "data-grip"] { #expect(!html.contains(missing)) }
        }
    }

    @Test("[T9] In bin mode the row's button deletes; [T10] an imported row has it in its name")
    func binsAndImported() {
        let todo = Todo(
            id: ViewTests.id,
            title: "Theirs",
            origin: .imported,
            created: ViewTests.now,
            modified: ViewTests.now
        )
        let html = row(todo, showsBin: true)
        #expect(html.contains("row-bin\" data-press=\"6\" aria-label=\"Delete “Theirs”\""))
        #expect(!html.contains("row-more"))
        // Beside its age, so that the sign has no line of its own.
        #expect(html.contains("<span class=\"unseen\">Imported</span></span></button>"))
        #expect(!html.contains("row-meta"))
    }

    private func sheet(_ editor: Editor) -> String {
        ViewTests.text {
            EditorView(
                editor: editor,
                todo: nil,
                notes: [],
                tags: [],
                rules: .standard,
                now: ViewTests.now,
                zone: .utc
            )
            .write(to: &$0)
        }
    }

    @Test("[T2] The title's counter appears in the last quarter of the limit; an empty title cannot be saved")
    func counter() {
        var editor = Editor()
        func html() -> String { sheet(editor) }
        #expect(html().contains("class=\"button is-primary\" aria-disabled=\"true\">Save"))
        editor.draft.title = String(repeating: "a", count: 23)
        #expect(!html().contains("class=\"counter\""))
        editor.draft.title = String(repeating: "a", count: 24)
        #expect(html().contains("<span class=\"counter\" aria-hidden=\"true\">8</span>"))
        #expect(html().contains("class=\"button is-primary\">Save"))
        editor.draft.title = String(repeating: "a", count: 32)
        #expect(html().contains("<span class=\"counter is-full\" aria-hidden=\"true\">0</span>"))
    }

    @Test("[T3] A tag shows its preview as it is typed, and no fourth can be typed")
    func tags() {
        var editor = Editor()
        editor.tagText = "<b>"
        func html() -> String { sheet(editor) }
        #expect(html().contains("aria-hidden=\"true\" dir=\"auto\">&lt;b&gt;</span>"))
        editor.draft.tags = ["a", "b", "c"]
        #expect(html().contains("id=\"editor-tag\""), "what had no room stays in sight")
        editor.tagText = ""
        #expect(!html().contains("id=\"editor-tag\""))
    }

    @Test("[T5] In a calendar, the days of the week that have passed show and cannot be picked")
    func passedDays() {
        let wednesday = CivilDate("2026-11-18")!
        let html = ViewTests.text {
            CalendarView(
                calendar: MonthGrid(at: wednesday),
                name: "calendar-deadline",
                picked: nil,
                today: wednesday,
                habits: Habits(),
                walk: { .editor(.whenWalked(.deadline, $0)) },
                turn: { .editor(.whenTurned(.deadline, $0)) },
                pick: { .editor(.deadlinePicked($0)) }
            )
            .write(to: &$0)
        }
        for (label, isPassed) in [
            ("Monday, 16 November 2026", true), ("Tuesday, 17 November 2026", true),
            ("Wednesday, 18 November 2026", false), ("Thursday, 19 November 2026", false),
        ] {
            let cells = html.split(separator: "<").map { String($0) }
                .filter { $0.hasPrefix("td ") && $0.contains("aria-label=\"\(label)\"") }
            #expect(cells.count == 1, "\(label)")
            #expect(cells.allSatisfy { $0.contains(" aria-disabled=\"true\"") == isPassed }, "\(label)")
            #expect(cells.allSatisfy { $0.contains(" data-press=") != isPassed }, "\(label)")
        }
    }

    @Test("[A6] A broken rule stands at its field and is tied to it")
    func fieldError() {
        var state = SignIn()
        state.violations = [Violation(.login, .required, "Give it.")]
        let html = ViewTests.text { SignInView(state: state).write(to: &$0) }
        #expect(html.contains("aria-invalid=\"true\" aria-describedby=\"login-note\""))
        #expect(html.contains("<p class=\"field-error\" id=\"login-note\">"))
        #expect(html.contains("autocomplete=\"current-password\""))
    }

    @Test("[A1] The short form asks for email and password alone")
    func shortSignUp() {
        var rules = Rules.standard
        rules.signUp = .short
        let html = ViewTests.text { SignUpView(state: SignUp(), rules: rules).write(to: &$0) }
        #expect(!html.contains("id=\"name\""))
        #expect(!html.contains("id=\"mobile\""))
        #expect(html.contains("id=\"email\""))
        #expect(html.contains("id=\"passwordAgain\""))
    }

    @Test("[A5] The list under the password shows which rules are met")
    func passwordRules() {
        var state = SignUp()
        state.form.password = "qwERty12"
        let html = ViewTests.text { SignUpView(state: state, rules: .standard).write(to: &$0) }
        #expect(html.count(of: "<li class=\"is-met\">") == 5)
        #expect(html.count(of: "<li>") == 1)
    }
}

extension String {
    /// How often a text stands in this one.
    func count(of part: String) -> Int {
        var count = 0
        var rest = self[...]
        while let range = rest.firstRange(of: part) {
            count += 1
            rest = rest[range.upperBound...]
        }
        return count
    }
}

import Testing

@testable import DaybookCore

/// A line of the quick-add table: the typed text, and its reading.
struct Line: CustomTestStringConvertible, Sendable {
    var typed: String
    var title: String
    var reminder: String?
    var deadline: String?
    var tags: [String]
    var testDescription: String { typed }

    init(_ typed: String, _ title: String, _ reminder: String? = nil, by deadline: String? = nil, tags: [String] = []) {
        self.typed = typed
        self.title = title
        self.reminder = reminder
        self.deadline = deadline
        self.tags = tags
    }
}

@Suite("The line that adds, read")
struct QuickAddReaderTests {
    /// Wednesday, 18 November 2026, ten in the morning in Berlin.
    static let now = Places.instant("2026-11-18T10:00", in: Places.berlin)

    static func read(_ line: String, plain: [TextSpan] = []) -> QuickAdd {
        QuickAddReader(rules: .standard, now: now, zone: Places.berlin).read(line, plain: plain)
    }

    private func check(_ line: Line, at location: SourceLocation = #_sourceLocation) {
        let read = Self.read(line.typed)
        #expect(read.title == line.title, sourceLocation: location)
        #expect(read.reminder?.shown(in: Places.berlin) == line.reminder, sourceLocation: location)
        #expect(read.deadline?.shown(in: Places.berlin) == line.deadline, sourceLocation: location)
        #expect(read.tags == line.tags, sourceLocation: location)
        #expect(read.repetition == nil, sourceLocation: location)
    }

    @Test(
        "[T14] Times are reminders, wherever they clearly stand",
        arguments: [
            Line("Pay rent tomorrow 9am #home", "Pay rent", "2026-11-19T09:00", tags: ["home"]),
            Line(
                "家賃\u{3000}tomorrow\u{3000}9am\u{3000}#家\u{A0}#home",
                "家賃",
                "2026-11-19T09:00",
                tags: ["家", "home"]
            ),
            Line("Pay rent tomorrow at 9 #home", "Pay rent", "2026-11-19T09:00", tags: ["home"]),
            Line("Tomorrow 9am pay rent", "pay rent", "2026-11-19T09:00"),
            Line("Call mum tomorrow about rent", "Call mum about rent", "2026-11-19T09:00 day"),
            Line("call mum  TOMORROW  about rent", "call mum about rent", "2026-11-19T09:00 day"),
            Line("Standup 9:30", "Standup", "2026-11-19T09:30"), Line("Standup at 9", "Standup", "2026-11-19T09:00"),
            Line("Call mum 17:30 about rent", "Call mum about rent", "2026-11-18T17:30"),
            Line("Stretch in 2 hours", "Stretch", "2026-11-18T12:00"),
            Line("In half an hour take the bread out", "take the bread out", "2026-11-18T10:30"),
            Line("Dentist on monday at 9", "Dentist", "2026-11-23T09:00"),
            Line("Dentist monday", "Dentist", "2026-11-23T09:00 day"),
            Line("Dentist Monday 9am bring papers", "Dentist bring papers", "2026-11-23T09:00"),
            Line("Dentist mon 9", "Dentist", "2026-11-23T09:00"), Line("Gym fri", "Gym", "2026-11-20T09:00 day"),
            Line("Dinner on sat", "Dinner", "2026-11-21T09:00 day"),
            Line("Dinner sat 8pm", "Dinner", "2026-11-21T20:00"),
            Line("Swim next friday with Ann", "Swim with Ann", "2026-11-27T09:00 day"),
            Line("Plan trip this weekend", "Plan trip", "2026-11-21T09:00 day"),
            Line("Buy gifts 25 dec", "Buy gifts", "2026-12-25T09:00 day"),
            Line("Party 25 dec at Bob’s", "Party at Bob’s", "2026-12-25T09:00 day"),
            Line("Renew passport 25/12/2027", "Renew passport", "2027-12-25T09:00 day"),
            Line("Renew passport 25/12", "Renew passport", "2026-12-25T09:00 day"),
            Line("Renew passport on 5/6", "Renew passport", "2027-06-05T09:00 day"),
            Line("Buy flowers 3 may", "Buy flowers", "2027-05-03T09:00 day"),
            Line("Pay at end of month", "Pay", "2026-11-30T09:00 day"),
            Line("Water plants this evening", "Water plants", "2026-11-18T18:00"),
            Line("Water plants in the morning", "Water plants", "2026-11-19T09:00"),
            Line("Call Ann 9 in the evening", "Call Ann", "2026-11-18T21:00"),
            Line("Pay rent (tomorrow)", "Pay rent", "2026-11-19T09:00 day"),
            Line("Pay rent, tomorrow 9am", "Pay rent", "2026-11-19T09:00"),
            Line("Pay rent - tomorrow", "Pay rent", "2026-11-19T09:00 day"),
            Line("Pay rent tomorrow!", "Pay rent!", "2026-11-19T09:00 day"),
            Line("Buy milk tomorrow, bread too", "Buy milk, bread too", "2026-11-19T09:00 day"),
            Line("Call mum, remind me tomorrow 9am", "Call mum", "2026-11-19T09:00"),
            Line("Call mum !tomorrow", "Call mum", "2026-11-19T09:00 day"),
            Line("Büro putzen tomorrow 9am", "Büro putzen", "2026-11-19T09:00"),
            Line("🎉 party tomorrow 8 pm 🎉", "🎉 party 🎉", "2026-11-19T20:00"),
        ]
    )
    func reminders(line: Line) {
        check(line)
    }

    @Test(
        "[T5] Times behind by and due, and in braces, are deadlines",
        arguments: [
            Line("Write report by friday", "Write report", by: "2026-11-20T23:59 day"),
            Line("Write report by fri 5pm", "Write report", by: "2026-11-20T17:00"),
            Line("Pay invoice due 25 dec", "Pay invoice", by: "2026-12-25T23:59 day"),
            Line("Pay invoice due by tomorrow", "Pay invoice", by: "2026-11-19T23:59 day"),
            Line("Pay invoice due: tomorrow", "Pay invoice", by: "2026-11-19T23:59 day"),
            Line("Write report by tomorrow for Ann", "Write report for Ann", by: "2026-11-19T23:59 day"),
            Line("Write report {friday}", "Write report", by: "2026-11-20T23:59 day"),
            Line("Write report {sun}", "Write report", by: "2026-11-22T23:59 day"),
            Line("Write report by end of month", "Write report", by: "2026-11-30T23:59 day"),
            Line(
                "Report thu 9am by friday #work",
                "Report",
                "2026-11-19T09:00",
                by: "2026-11-20T23:59 day",
                tags: ["work"]
            ),
            Line("Report by friday, remind me thu 9am", "Report", "2026-11-19T09:00", by: "2026-11-20T23:59 day"),
        ]
    )
    func deadlines(line: Line) {
        check(line)
    }

    @Test(
        "[T14] Words that mean something else stay in the title",
        arguments: [
            "Paris by night", "9tomorrow", "Follow up on 2-3 items", "Watch Monday Night Football",
            "Pub quiz at The Sun", "Fri-day",
            "Order pizza for 2 at Mario’s", "Listen to Friday I’m in Love", "Lose 5 kg by march", "Due date",
            "Be on time at work",
            "Read 1984", "Buy 3 may flowers", "Second-hand sun glasses", "March on", "May the force be with you",
            "Buy 9",
            "Get some sun", "Sit in the sun", "Read Catch 22", "Watch 24", "Buy 2 tomatoes",
            "Move meeting from monday to friday",
            "Prepare slides for monday", "Thank god it's friday's lunch", "The Tonight Show",
            "Watch Tomorrow Never Dies",
            "Watch Saturday Night Fever", "Sunday roast recipe", "Monday blues playlist", "Today’s agenda",
            "Daily standup notes",
            "Midnight in Paris", "Add 1/2 cup", "Recipe 1/2", "Support 24/7", "Work 8h", "Run 5 km",
            "Meet at 9 Main Street",
            "Call 5pm-7pm shift", "Say good morning", "Read John 3", "Release 2.1", "Price 9.99", "Multiply by 9",
            "Stand by", "Due diligence", "Every second counts", "Count every sheep", "One by one", "Look in the end",
            "Fix follow-up today-ish", "Learn about friday", "Forget 17 nov 2026 9am", "Read yesterday’s news",
            "tomorrowland",
            "Watch Friends last friday", "Call +49 30 12", "Version 2026.11", "Room 12:5", "Be on time", "In", "a", "!",
            "Order 10 to 12 chairs", "Read pages 10 to 12", "C# in depth", "Fix issue #12", "Fix #1 priority",
            "Sat nav", "Wed Ann",
        ]
    )
    func precision(title: String) {
        let read = Self.read(title)
        #expect(read.title == title)
        #expect(read.spans == [])
    }

    @Test(
        "[T2] A title that would be empty keeps its words",
        arguments: [
            ("Tomorrow", "Tomorrow", [String]()), ("Monday", "Monday", []), ("by friday", "by friday", []),
            ("#home", "#home", []), ("tomorrow #home", "tomorrow", ["home"]), ("every day", "every day", []),
            ("#home #work", "#home #work", []), ("tomorrow ,", "tomorrow ,", []),
        ]
    )
    func empty(line: String, title: String, tags: [String]) {
        let read = Self.read(line)
        #expect(read.title == title)
        #expect(read.tags == tags)
        #expect(read.reminder == nil)
        #expect(read.deadline == nil)
        #expect(read.repetition == nil)
    }

    @Test(
        "[T3] Three tags of eight characters, without duplicates; a bad one stays text",
        arguments: [
            Line("a #b #c #d #e", "a #e", tags: ["b", "c", "d"]), Line("a #home #HOME", "a #HOME", tags: ["home"]),
            Line("a #office123", "a #office123"), Line("#b a", "a", tags: ["b"]), Line("a #b, c", "a, c", tags: ["b"]),
            Line("a #büro", "a", tags: ["büro"]), Line("a #👨‍👩‍👧‍👦", "a", tags: ["👨‍👩‍👧‍👦"]), Line("a # b", "a # b"),
            Line("a#b", "a#b"), Line("a #", "a #"), Line("a #️⃣", "a #️⃣"), Line("a #b\u{600} c", "a #b\u{600} c"),
            Line("a \"#b\"", "a \"#b\""),
            Line("a #2nd", "a", tags: ["2nd"]), Line("a #b#c", "a", tags: ["b#c"]),
            Line("a #to-do", "a", tags: ["to-do"]),
        ]
    )
    func tags(line: Line) {
        check(line)
    }

    @Test(
        "[T14] The last of two times counts, the other stays",
        arguments: [
            Line("Tell Ann today about tomorrow 9am", "Tell Ann about tomorrow 9am", "2026-11-18T11:00 day"),
            Line("Standup tomorrow about friday", "Standup about friday", "2026-11-19T09:00 day"),
            Line("Swap 5pm shift in 2 hours", "Swap 5pm shift", "2026-11-18T12:00"),
            Line("a by friday b by 25 dec", "a by friday b", by: "2026-12-25T23:59 day"),
        ]
    )
    func last(line: Line) {
        check(line)
    }

    @Test(
        "[T14] A day and a time of day count together where they stand apart",
        arguments: [
            Line("Friday dentist 9am", "dentist", "2026-11-20T09:00"),
            Line("Monday call mum at 9", "call mum", "2026-11-23T09:00"),
            Line("9am dentist tomorrow", "dentist", "2026-11-19T09:00"),
            Line("Dentist friday - 9am", "Dentist", "2026-11-20T09:00"),
            Line("Lunch at 12 noon", "Lunch", "2026-11-18T12:00"),
            Line("Tomorrow in 2 hours", "Tomorrow in 2 hours"),
        ]
    )
    func apart(line: Line) {
        check(line)
    }

    @Test(
        "[T14] Of two times with a dash, “and” or “to” between them neither counts",
        arguments: [
            "Work 9am - 5pm", "Work 9am – 5pm", "Take a pill 8am and 8pm", "Open 9am to 5pm", "Camp monday - friday",
            "Camp 3 may – 5 may", "Camp from 25 dec to 27 dec",
        ]
    )
    func ranges(title: String) {
        #expect(Self.read(title).title == title)
        #expect(Self.read(title).spans == [])
    }

    @Test("[T14] Text in quotes, and text that was turned plain, is title")
    func plain() {
        #expect(Self.read("Read \"Tomorrow\"").spans == [])
        #expect(Self.read("Read “Tomorrow 9am”").title == "Read “Tomorrow 9am”")
        #expect(Self.read("Read \"Tomorrow").spans == [])
        let both = Self.read("Read \"Tomorrow\" today")
        #expect(both.title == "Read \"Tomorrow\"")
        #expect(both.reminder?.shown(in: Places.berlin) == "2026-11-18T11:00 day")
        // Inches begin no quotation.
        #expect(Self.read("Buy 5\" nails tomorrow").title == "Buy 5\" nails")
        let line = "Pay rent tomorrow 9am #home"
        let plain = Self.read(line, plain: [TextSpan(start: 9, end: 21)])
        #expect(plain.title == "Pay rent tomorrow 9am")
        #expect(plain.reminder == nil)
        #expect(plain.tags == ["home"])
        #expect(Self.read(line, plain: [TextSpan(start: 22, end: 27)]).tags == [])
    }

    @Test("[T14] Spans are in UTF-16, and have a kind")
    func spans() {
        let read = Self.read("🎉 fête tomorrow 9am by fri #home")
        #expect(
            read.spans == [
                QuickAdd.Span(kind: .reminder, place: TextSpan(start: 8, end: 20)),
                QuickAdd.Span(kind: .deadline, place: TextSpan(start: 21, end: 27)),
                QuickAdd.Span(kind: .tag, place: TextSpan(start: 28, end: 33)),
            ]
        )
        #expect(Self.read("Pay (tomorrow)").spans.map { $0.place } == [TextSpan(start: 4, end: 14)])
    }
}

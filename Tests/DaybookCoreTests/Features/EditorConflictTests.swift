import Testing

@testable import DaybookCore

@Suite("The editor when something stands in its way")
struct EditorConflictTests {
    private func editing(_ title: String = "Buy milk") -> (story: Story, id: Todo.ID) {
        var story = Story.signedIn()
        let todo = story.add(title)
        story.play(.list(.rowTapped(todo.id)))
        return (story, todo.id)
    }

    private func hear(_ story: inout Story, _ id: Todo.ID, _ fields: [(String, JSON)], isDeleted: Bool = false) {
        story.now = story.now.advanced(by: .minutes(1))
        let stamp = Stamp(wall: story.now, counter: 0, device: 5)
        let changed = fields.map { Record.Field($0.0, $0.1, stamp) }
        let record = Record(kind: .todo, id: id.uuid, fields: changed, deleted: isDeleted ? stamp : nil)
        story.play(.pulledToRefresh)
        story.answerSync([record], cursor: story.homeState.notebook.replica.cursor + 1)
    }

    @Test("[S3] The device that changed a text too is named, once the server has sent its name")
    func namesDevice() {
        var (story, id) = editing()
        story.play(.editor(.detailChanged("Mine")))
        hear(&story, id, [("detail", .string("Theirs"))])
        #expect(story.editor?.otherDetail == "Theirs")
        #expect(story.homeState.device(of: Todo.Field.detail) == nil)
        // Stamps have the low half of the device's id; the tabs of a browser differ in its last bits.
        let phone = UUID(high: 7, low: 2).description
        func answer(_ status: Int, _ name: String, to story: inout Story) {
            let body = #"{"items":[{"id":"\#(phone)","name":"\#(name)"},{"id":"x","name":"No"},{"name":"None"}]}"#
            _ = reduce(&story.app, .answered(.devices, Answer(status: status, body: Array(body.utf8))), story.now)
        }
        answer(0, "Phone", to: &story)
        #expect(story.homeState.device(of: Todo.Field.detail) == nil)
        answer(200, "Phone", to: &story)
        #expect(story.homeState.device(of: Todo.Field.detail) == "Phone")
        #expect(Texts.editedElsewhere("Phone") == "Edited on “Phone” too.")
    }

    @Test("[S3] It is said once that another device changed a text too")
    func saysThatOthersWrite() {
        var (story, id) = editing()
        story.play(.editor(.detailChanged("Mine")))
        let texts = ["Theirs", "Theirs", "Theirs again"]
        let said = texts.map { text in
            story.now = story.now.advanced(by: .minutes(1))
            let stamp = Stamp(wall: story.now, counter: 0, device: 5)
            let record = Record(kind: .todo, id: id.uuid, fields: [Record.Field("detail", .string(text), stamp)])
            story.play(.pulledToRefresh)
            let cursor = story.homeState.notebook.replica.cursor + 1
            let answer = SyncAnswer(cursor: cursor, hasMore: false, now: story.now, changes: [record])
            return reduce(&story.app, .answered(.sync, Answer(status: 200, body: answer.encoded)), story.now)
                .contains(.announce("Edited on another device too."))
        }
        #expect(said == [true, false, true])
    }

    @Test("[S3] The server is asked for the names once, again after a failure, and not without a reason")
    func asksForDevices() {
        let stamp = Stamp(wall: Instant(milliseconds: 1), counter: 0, device: 0x25)
        var known = KnownDevices()
        let (first, second) = (known.asks(for: stamp), known.asks(for: stamp))
        #expect(first && !second)
        known.answered(Answer(status: 503))
        let again = known.asks(for: stamp)
        #expect(again)
        let body = #"{"items":[{"id":"\#(UUID(high: 1, low: 0x20))","name":"Phone"}]}"#
        known.answered(Answer(status: 200, body: Array(body.utf8)))
        #expect(known.name(of: stamp) == "Phone")
        let other = known.asks(for: stamp)
        #expect(!other)
    }

    @Test("A field that is not valid never holds anybody: leaving asks whether to throw the changes away")
    func invalid() {
        var (story, id) = editing()
        let yesterday = CivilDate(daysSince1970: TimeZone.utc.date(at: story.now).daysSince1970 - 1)
        story.play(.editor(.detailChanged("Two litres")))
        story.play(.editor(.deadlinePicked(yesterday)))
        story.play(.editor(.closed))
        #expect(story.homeState.overlay == .confirmDiscard(then: .close))
        story.play(.overlay(.dismissed))
        #expect(story.app.keyboard.place == .field(.deadline), "the keyboard goes to what was refused")
        #expect(story.editor?.draft.detail == "Two litres")
        story.play(.list(.sectionChosen(.notes)))
        #expect(story.homeState.overlay == .confirmDiscard(then: .list(.notes)))
        story.play(.overlay(.confirmed))
        #expect(story.editor == nil && story.homeState.list.section == .notes)
        #expect(story.homeState.notebook.todos[id]?.detail == nil)
    }

    @Test("Words that are not a time are not dropped in silence: saving and leaving show an error")
    func unclear() {
        var (story, id) = editing()
        let reminder = story.now.advanced(by: .days(1))
        story.play(.editor(.reminderPicked(reminder)))
        story.play(.editor(.reminderTyped("when it rains")))
        story.play(.editor(.saveTapped))
        #expect(story.editor?.violation(.reminder)?.message == Texts.unclearTime)
        story.play(.editor(.closed))
        #expect(story.homeState.overlay == .confirmDiscard(then: .close))
        story.play(.overlay(.dismissed))
        story.play(.editor(.reminderTyped("")))
        story.play(.editor(.closed))
        #expect(story.editor == nil && story.homeState.notebook.todos[id]?.reminder == reminder)
    }

    @Test("Another day keeps the deadline's time, which can be set, and taken away")
    func deadlineTime() {
        var (story, _) = editing()
        let zone = TimeZone.utc
        let today = zone.date(at: story.now)
        let later = CivilDate(daysSince1970: today.daysSince1970 + 3)
        story.play(.editor(.deadlineSuggested(.tomorrow)))
        #expect(story.editor?.deadlineMinute(in: zone) == nil)
        story.play(.editor(.deadlineTimed(9 * 60 + 30)))
        #expect(story.editor?.deadlineMinute(in: zone) == 9 * 60 + 30)
        story.play(.editor(.deadlinePicked(later)))
        #expect(story.editor?.draft.deadline == zone.instant(on: later, minuteOfDay: 570))
        story.play(.editor(.deadlineTimed(nil)))
        #expect(story.editor?.draft.deadline == zone.endOfDay(later))
    }

    @Test("[T8] A to-do that was deleted elsewhere is restored from the editor with what was typed, as itself")
    func restored() {
        var (story, id) = editing()
        story.play(.editor(.detailChanged("Two litres")))
        hear(&story, id, [], isDeleted: true)
        #expect(story.editor?.isGone == true)
        story.play(.editor(.closed))
        #expect(story.homeState.overlay == .confirmDiscard(then: .close))
        story.play(.overlay(.dismissed))
        story.play(.editor(.saveTapped))
        #expect(story.homeState.notebook.todos.count == 1)
        #expect(story.homeState.notebook.todos[id]?.detail == "Two litres")
        #expect(story.editor?.isGone == false)
    }

    @Test("[T8] What was typed on a to-do that was deleted elsewhere can be thrown away")
    func discarded() {
        var (story, id) = editing()
        story.play(.editor(.detailChanged("Two litres")))
        hear(&story, id, [], isDeleted: true)
        story.play(.editor(.discardTapped))
        #expect(story.editor == nil && story.homeState.notebook.todos.count == 0)
    }

    @Test(
        "[S12] One's own text is in the history, with no network too, once the other one was used and nothing else typed"
    )
    func ownText() throws {
        var (story, id) = editing()
        story.play(.editor(.detailChanged("Mine")))
        hear(&story, id, [("detail", .string("Theirs"))])
        for _ in 1...3 { story.play(.editor(.otherDetailTapped)) }
        story.play(.editor(.closed))
        #expect(story.editor == nil && story.homeState.notebook.todos[id]?.detail == "Theirs")
        story.play(.list(.rowTapped(id)))
        story.play(.editor(.historyTapped))
        _ = reduce(&story.app, .answered(.history, Answer(status: 0)), story.now)
        guard case .history(let screen) = story.homeState.upper, case .here(let entries) = screen.entries else {
            Issue.record("no history")
            return
        }
        let entry = try #require(entries.first)
        #expect(entries.count == 1 && entry.value == .string("Mine") && entry.field == Todo.Field.detail)
        story.play(.upper(.entryTapped(entry.number)))
        #expect(story.homeState.notebook.todos[id]?.detail == "Mine")
    }

    @Test("[S3] A text that was edited elsewhere too stays beside what is written here, to be taken or left")
    func both() {
        var (story, id) = editing()
        story.play(.editor(.detailChanged("Mine\n\nin two parts")))
        hear(&story, id, [("detail", .string("Theirs\nin two lines")), ("title", .string("Buy oat milk"))])
        #expect(story.editor?.draft.title == "Buy oat milk" && story.editor?.otherTitle == nil)
        #expect(story.editor?.draft.detail == "Mine\n\nin two parts")
        #expect(story.editor?.otherDetail == "Theirs\nin two lines")
        story.play(.editor(.otherDetailTapped))
        #expect(story.editor?.draft.detail == "Theirs\nin two lines")
        #expect(story.editor?.otherDetail == "Mine\n\nin two parts")
        story.play(.editor(.otherDetailTapped))
        story.play(.editor(.closed))
        #expect(story.homeState.notebook.todos[id]?.detail == "Mine\n\nin two parts")
    }
}

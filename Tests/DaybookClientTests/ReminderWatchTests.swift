import DaybookCore
import Testing

@testable import DaybookClient

@Suite("Reminders of a notebook in a file")
struct ReminderWatchTests {
    private let test = TestFolder()
    private let now = Instant(milliseconds: 1_800_000_000_000)

    private func after(_ seconds: Int64) -> Instant { now.advanced(by: .seconds(seconds)) }

    /// Adds a to-do that reminds some seconds after now.
    private func add(_ title: String, _ seconds: Int64, to file: NotebookFile) throws -> Todo.ID {
        let id = Todo.ID(Device.newID(now: now))
        let draft = TodoDraft(title: title, reminder: after(seconds))
        try file.write { writer in try writer.change([]) { _ = $0.add(draft, id: id.uuid, now) } }
        return id
    }

    /// The reminders that a watch finds that begins at a moment.
    private func due(in file: NotebookFile, _ moment: Instant) throws -> [DueReminder] {
        try #require(try ReminderWatch(file, now: moment)).due(moment)
    }

    private func titles(_ reminders: [DueReminder]) -> [String] { reminders.map(\.todo.todo.title) }

    @Test("[C19] A reminder rings once when it is due, the soonest first, and not once it is done, deleted or moved")
    func rings() throws {
        let file = try test.open()
        let watch = try #require(try ReminderWatch(file, now: now))
        let ids = try [("Later", 20), ("Sooner", 10), ("Done", 15), ("Deleted", 15), ("Moved", 15)].map {
            try add($0.0, Int64($0.1), to: file)
        }
        #expect(try watch.next(after: now)?.todo.title == "Sooner")
        #expect(try watch.due(after(9)) == [])
        try file.change(ids[2]) { _ = $0.mark(ids[2], done: true, after(9), in: .utc) }
        try file.change(ids[3]) { _ = $0.delete(ids[3], after(9)) }
        let moved = try #require(try file.read { try $0.todo(ids[4])?.todo })
        try file.change(ids[4]) { _ = $0.edit(moved, to: TodoDraft(title: "Moved", reminder: after(60)), after(9)) }
        let due = try watch.due(after(20))
        #expect(titles(due) == ["Sooner", "Later"] && due.allSatisfy { !$0.isMissed } && due[0].due == after(10))
        #expect(try watch.due(after(21)) == [])
        #expect(try titles(watch.due(after(60))) == ["Moved"])
        // A reminder that is set again rings again.
        let again = try #require(try file.read { try $0.todo(ids[1])?.todo })
        try file.change(ids[1]) { _ = $0.edit(again, to: TodoDraft(title: "Again", reminder: after(70)), after(60)) }
        #expect(try titles(watch.due(after(70))) == ["Again"])
        #expect(try watch.next(after: after(70)) == nil)
    }

    @Test("[C19] A reminder that came due while no watch ran is missed; it is printed once, and not by the next watch")
    func missed() throws {
        let file = try test.open()
        _ = try add("Missed", 10, to: file)
        _ = try add("Just now", 600, to: file)
        let first = try due(in: file, after(630))
        #expect(titles(first) == ["Missed", "Just now"] && first.map(\.isMissed) == [true, false])
        #expect(try due(in: file, after(640)) == [])
        _ = try add("Next", 650, to: file)
        let other = try NotebookFile.open(test.folder)
        #expect(try titles(due(in: other, after(660))) == ["Next"])
    }

    @Test("[C19] [R2] A reminder whose moment passed while the to-do was done or deleted does not ring")
    func notMissed() throws {
        let file = try test.open()
        let watch = try #require(try ReminderWatch(file, now: now))
        let ids = try ["Done", "Deleted"].map { try add($0, 10, to: file) }
        try file.change(ids[0]) { _ = $0.mark(ids[0], done: true, after(5), in: .utc) }
        try file.change(ids[1]) { _ = $0.delete(ids[1], after(5)) }
        try file.change(ids[0]) { _ = $0.mark(ids[0], done: false, after(900), in: .utc) }
        try file.change(ids[1]) { _ = $0.restore(Record.Key(kind: .todo, id: ids[1].uuid), after(900)) }
        #expect(try watch.due(after(901)) == [])
    }

    @Test(
        "[C19] A reminder that a sync brings late rings after a later one, and an empty notebook has missed no reminder"
    )
    func late() throws {
        let file = try test.open()
        let watch = try #require(try ReminderWatch(file, now: now))
        _ = try add("On time", 100, to: file)
        #expect(try titles(watch.due(after(100))) == ["On time"])
        _ = try add("Late", 50, to: file)
        #expect(try titles(watch.due(after(101))) == ["Late"])
        // The reminders of the first sync were due before this notebook existed.
        _ = try add("Of last year", -30_000_000, to: file)
        #expect(try watch.due(after(102)) == [])
    }

    @Test("[C19] Only one watch rings the reminders of a file, until it ends")
    func one() throws {
        let file = try test.open()
        _ = try add("Tea", 10, to: file)
        var watch = try ReminderWatch(file, now: now)
        #expect(watch != nil)
        #expect(try ReminderWatch(try test.open(), now: now) == nil)
        watch = nil
        #expect(try titles(due(in: file, after(10))) == ["Tea"])
    }
}

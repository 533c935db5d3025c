import DaybookCore
import TestSupport
import Testing

@testable import DaybookClient

@Suite("The numbers of a notebook")
struct NumbersTests {
    /// Monday, 23 November 2026, 12:00 UTC.
    private let now = Instant(milliseconds: 1_795_435_200_000)

    @Test("[C18] The numbers are those of the records, by the days of the person's calendar")
    func law() throws {
        for seed in Seeds.runs(5) {
            var random = SplitMix64(seed: seed)
            let test = TestFolder()
            let file = try test.open()
            let zone = TimeZone(initialOffset: random.pick([-660, -90, 0, 60, 330, 840]))
            let today = Today(at: now, in: zone)
            for number in 0..<60 {
                let added = now.advanced(by: .minutes(-Int64(random.int(0...40_000))))
                func moment() -> Instant? {
                    random.oneIn(2) ? now.advanced(by: .minutes(Int64(random.int(-6_000...6_000)))) : nil
                }
                let draft = TodoDraft(title: "To-do \(number)", deadline: moment(), reminder: moment())
                let id = Todo.ID(UUID(high: UInt64(number), low: random.next()))
                try file.write { writer in try writer.change([]) { _ = $0.add(draft, id: id.uuid, added) } }
                let marked = added.advanced(by: .minutes(Int64(random.int(0...20_000))))
                if random.oneIn(2) { try file.change(id) { _ = $0.mark(id, done: true, marked, in: zone) } }
                if random.oneIn(4) { try file.change(id) { _ = $0.mark(id, done: false, marked, in: zone) } }
                if random.oneIn(6) { try file.change(id) { _ = $0.delete(id, marked) } }
            }
            let days = random.int(1...30)
            let found = try file.read { try $0.numbers(today, days: days) }
            #expect(try found == expected(file, today, days), "\(seed.asSeed)")
            #expect(found.days.count == days && found.days.last?.date == today.date)
        }
    }

    /// The same from all records.
    private func expected(_ file: NotebookFile, _ today: Today, _ days: Int) throws -> NotebookNumbers {
        var numbers = NotebookNumbers(until: today, days: days)
        for record in try file.records().values {
            guard let todo = Todo(record) else { continue }
            func count(_ moment: Instant?, _ number: WritableKeyPath<NotebookNumbers.Day, Int>) {
                let date = moment.map { today.zone.date(at: $0) }
                guard let place = numbers.days.firstIndex(where: { $0.date == date }) else { return }
                numbers.days[place][keyPath: number] += 1
            }
            count(todo.created, \.added)
            if todo.isDone {
                numbers.done += 1
                count(record.field(Todo.Field.done)?.stamp.wall, \.done)
                continue
            }
            numbers.open += 1
            guard let planned = todo.planned(today) else { continue }
            if planned < today.start { numbers.overdue += 1 } else if planned < today.end { numbers.today += 1 }
        }
        return numbers
    }

    @Test(
        "[C18] Days in a row end today, or yesterday while nothing was done today",
        arguments: [
            ([0, 0], 0), ([1, 0], 1), ([0, 1], 1), ([1, 1, 0], 2), ([1, 0, 1, 1], 2), ([3, 2, 1], 3), ([1, 0, 0], 0),
        ]
    )
    func streaks(done: [Int], streak: Int) {
        var numbers = NotebookNumbers(until: Today(at: now, in: .utc), days: done.count)
        for (place, count) in done.enumerated() { numbers.days[place].done = count }
        #expect(numbers.streak == streak)
    }
}

import TestSupport
import Testing

@testable import DaybookCore

/// Today and Upcoming, on Monday 23 November 2026 at 14:00, two hours east of UTC.
@Suite struct TodayTests {
    private let zone = TimeZone(initialOffset: 120)
    private var now: Instant { at(23, 14) }
    private var today: Today { Today(at: now, in: zone) }

    /// A moment of November 2026, or of December from day 31 on, by the person's clock.
    private func at(_ day: Int, _ hour: Int, _ minute: Int = 0) -> Instant {
        let first = CivilDate(year: 2026, month: 11, day: 1)?.daysSince1970 ?? 0
        return zone.instant(on: CivilDate(daysSince1970: first + day - 1), minuteOfDay: hour * 60 + minute)
    }

    private func todo(
        _ number: UInt64,
        deadline: Instant? = nil,
        reminder: Instant? = nil,
        isDone: Bool = false,
        tags: [String] = []
    ) -> Todo {
        Todo(
            id: Todo.ID(UUID(high: 0, low: number)),
            title: "to-do \(number)",
            isDone: isDone,
            deadline: deadline,
            reminder: reminder,
            tags: tags,
            created: Instant(milliseconds: Int64(number)),
            modified: Instant(milliseconds: Int64(number))
        )
    }

    private func numbers(_ selection: Selection, _ index: TodoIndex) -> [UInt64] {
        selection.slots.map { index[$0].id.uuid.low }
    }

    @Test("[L9] A day begins and ends by the person's clock")
    func bounds() {
        #expect(today.start == at(23, 0))
        #expect(today.end == at(24, 0))
        #expect(today.deadline == at(23, 23, 59))
    }

    @Test(
        "[L9] A to-do is planned for its deadline or its reminder, whichever is first; an old reminder gives way"
    )
    func planned() {
        #expect(todo(1).planned(today) == nil)
        #expect(todo(1, deadline: at(25, 9)).planned(today) == at(25, 9))
        #expect(todo(1, reminder: at(25, 9)).planned(today) == at(25, 9))
        #expect(todo(1, deadline: at(27, 9), reminder: at(25, 9)).planned(today) == at(25, 9))
        #expect(todo(1, deadline: at(24, 9), reminder: at(25, 9)).planned(today) == at(24, 9))
        #expect(todo(1, deadline: at(27, 9), reminder: at(23, 8)).planned(today) == at(23, 8))
        #expect(todo(1, deadline: at(27, 9), reminder: at(22, 23, 59)).planned(today) == at(27, 9))
        #expect(todo(1, reminder: at(20, 9)).planned(today) == at(20, 9))
    }

    @Test("[L9] The parts are overdue, today, tomorrow, five more days by name, and later")
    func parts() {
        #expect(today.part(of: at(22, 23, 59)) == .overdue)
        #expect(today.part(of: at(23, 0)) == .today)
        #expect(today.part(of: at(23, 23, 59)) == .today)
        #expect(today.part(of: at(24, 0)) == .day(1))
        #expect(today.part(of: at(29, 23, 59)) == .day(6))
        #expect(today.part(of: at(30, 0)) == .later)
        let headings = [ListPart.overdue, .today, .day(1), .day(2), .day(6), .later].map {
            Texts.heading($0, on: today.date)
        }
        #expect(headings == ["Overdue", "Today", "Tomorrow", "Wednesday", "Sunday", "Later"])
        let all = [ListPart.overdue, .today] + (1...6).map { .day($0) } + [.later, .completed]
        #expect(all.map { $0.number } == Array(0...9))
    }

    @Test("[L9] Today has what is overdue or planned for today, Upcoming the rest with a date, each with its parts")
    func lists() {
        let index = TodoIndex([
            todo(1), todo(2, deadline: at(23, 23, 59)), todo(3, deadline: at(20, 9)), todo(4, reminder: at(23, 8)),
            todo(5, deadline: at(24, 9)), todo(6, reminder: at(26, 9)), todo(7, deadline: at(45, 9)),
            todo(8, deadline: at(23, 9), isDone: true), todo(9, deadline: at(24, 9)),
        ])
        let now = index.select(Filter(due: .today), on: today)
        #expect(numbers(now, index) == [3, 4, 2])
        #expect(now.parts == [.init(name: .overdue, start: 0, count: 1), .init(name: .today, start: 1, count: 2)])
        let next = index.select(Filter(due: .upcoming), on: today)
        // Of the same moment the newer one is first, as in the list's order.
        #expect(numbers(next, index) == [9, 5, 6, 7])
        #expect(
            next.parts == [
                .init(name: .day(1), start: 0, count: 2), .init(name: .day(3), start: 2, count: 1),
                .init(name: .later, start: 3, count: 1),
            ]
        )
        #expect(index.dayCounts(today) == TodoIndex.DayCounts(today: 3, upcoming: 4))
    }

    @Test("[L9] A tag and a search narrow them; a search that finds nothing shows all of the list")
    func narrowed() {
        let index = TodoIndex([
            todo(1, deadline: at(23, 9), tags: ["home"]), todo(2, deadline: at(23, 10)), todo(3, tags: ["home"]),
        ])
        #expect(numbers(index.select(Filter(tag: "home", due: .today), on: today), index) == [1])
        #expect(numbers(index.select(Filter(search: "do 2", due: .today), on: today), index) == [2])
        let nothing = index.select(Filter(search: "zebra", due: .today), on: today)
        #expect(nothing.isSearchEmpty)
        #expect(numbers(nothing, index) == [1, 2])
        #expect(nothing.parts.count == 1)
    }

    @Test("[L9] What was marked a moment ago stays where it was")
    func keeping() {
        let index = TodoIndex([todo(1, deadline: at(23, 9), isDone: true), todo(2, isDone: true)])
        let kept = [1, 2].map { Kept(Todo.ID(UUID(high: 0, low: $0)), wasDone: false) }
        #expect(numbers(index.select(Filter(due: .today), on: today, keeping: kept), index) == [1])
        #expect(numbers(index.select(Filter(state: .open), on: today, keeping: kept), index) == [2, 1])
        #expect(index.select(Filter(state: .open), on: today).slots == [])
    }

    @Test("[L9] Each open to-do with a date is in one of the two lists, in order; the parts cover the list")
    func law() {
        for seed in Seeds.runs(4) {
            var random = SplitMix64(seed: seed)
            for _ in 0..<50 {
                let todos = (0..<UInt64.random(in: 0...40, using: &random)).map { number in
                    func moment() -> Instant? {
                        Bool.random(using: &random)
                            ? at(.random(in: 10...50, using: &random), .random(in: 0...23, using: &random)) : nil
                    }
                    return todo(number, deadline: moment(), reminder: moment(), isDone: Bool.random(using: &random))
                }
                let index = TodoIndex(todos)
                let (now, next) = (
                    index.select(Filter(due: .today), on: today), index.select(Filter(due: .upcoming), on: today)
                )
                let shown = (now.slots + next.slots).map { index[$0] }
                let planned = shown.compactMap { $0.planned(today) }
                #expect(planned == planned.sorted() && planned.count == shown.count, "\(seed.asSeed)")
                let expected = todos.filter { !$0.isDone && ($0.deadline ?? $0.reminder) != nil }
                #expect(Set(shown.map { $0.id }) == Set(expected.map { $0.id }), "\(seed.asSeed)")
                for selection in [now, next] {
                    for (place, slot) in selection.slots.enumerated() {
                        let part = selection.parts.last { $0.start <= place }?.name
                        #expect(part == index[slot].planned(today).map { today.part(of: $0) }, "\(seed.asSeed)")
                    }
                    #expect(selection.parts.reduce(0) { $0 + $1.count } == selection.slots.count, "\(seed.asSeed)")
                    #expect(
                        IndexSort.repeats(selection.parts.map { "\($0.name)" }).allSatisfy { !$0 },
                        "\(seed.asSeed)"
                    )
                }
            }
        }
    }
}

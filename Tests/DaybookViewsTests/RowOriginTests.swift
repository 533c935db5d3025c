import TestSupport
import Testing

@testable import DaybookCore
@testable import DaybookViews

@Suite("Rows that are not written again")
struct RowOriginTests {
    private static let notes = (1...2).map { Note.ID(UUID(high: 7, low: $0)) }

    @Test(
        "[T7] [T8] After any changes, and at any time, each row is as it would be if it were drawn for the first time"
    )
    func asNew() {
        for seed in Seeds.runs(60) {
            var random = SplitMix64(seed: seed)
            var app = PainterTests.app(0)
            var painter = Painter()
            var now = PainterTests.now
            for step in 0..<80 {
                guard var home = app.home else { return }
                change(&home, &app.world, &now, &random)
                app.screen = .home(home)
                _ = painter.paint(app, now: now)
                while painter.isGrowing { _ = painter.paint(app, now: now) }
                var other = Painter()
                repeat { _ = other.paint(app, now: now) } while other.isGrowing
                let (rows, expected) = (painter.rows, other.rows)
                guard rows.map({ $0.part.html }) == expected.map({ $0.part.html }),
                    rows.map({ $0.part.intents.count }) == expected.map({ $0.part.intents.count })
                else {
                    Issue.record("\(seed.asSeed), step \(step)")
                    return
                }
            }
        }
    }

    @Test("A to-do that has not changed keeps its row's origin, and the next change has another version")
    func versions() {
        var index = TodoIndex()
        let todo = Todo(id: ViewTests.id, title: "Bread", created: PainterTests.now, modified: PainterTests.now)
        index.upsert(todo)
        var seen: Set<Int> = []
        func isNew() -> Bool { index.slot(of: todo.id).map { seen.insert(index.version($0)).inserted } ?? false }
        #expect(isNew())
        index.arrange(by: .title)
        #expect(!isNew())
        index.upsert(todo)
        #expect(isNew())
        index.remove(todo.id)
        index.upsert(todo)
        #expect(isNew())
        index.replace(with: [todo])
        #expect(isNew())
        index.upsert(todo)
        #expect(isNew())
    }

    /// Changes one of the things that rows are drawn from.
    private func change(_ home: inout Home, _ world: inout App.World, _ now: inout Instant, _ random: inout SplitMix64)
    {
        let known = home.notebook.todos.todos.randomElement(using: &random)
        switch random.int(0...15) {
        case 0...3: home.notebook.todos.upsert(todo(now, &random))
        case 4: if let known { home.notebook.todos.remove(known.id) }
        case 5:
            guard var known else { return }
            known.isDone.toggle()
            home.notebook.todos.upsert(known)
        case 6:
            let id = random.pick(RowOriginTests.notes)
            let title = "Note \(random.int(0...9))"
            home.notebook.notes.upsert(Note(id: id, title: title, description: "", created: now, modified: now))
        case 7: home.notebook.todos.arrange(by: random.pick(Order.allCases))
        case 8: home.list.showsBins.toggle()
        case 9: home.list.cursor = known?.id
        case 10: home.list.choice = random.oneIn(2) ? Choice(from: known?.id) : nil
        case 11:
            guard let known else { return }
            let key = Record.Key(kind: .todo, id: known.id.uuid)
            let violations = [Violation(.title, .tooLong, "Shorten it.")]
            let refused = Replica.Rejection(change: Record(kind: .todo, id: key.id), violations: violations)
            home.notebook.replica.rejections = random.oneIn(2) ? [key: refused] : [:]
        case 12: world.zone.habits.clock = random.oneIn(2) ? .hours12 : .hours24
        case 13:
            let new = todo(now, &random)
            home.notebook.todos.replace(with: home.notebook.todos.todos.filter { $0.id != new.id } + [new])
        case 14: now = now.advanced(by: .seconds(random.int64(-30...90)))
        default: now = now.advanced(by: .seconds(random.int64(0...40_000)))
        }
    }

    /// One of ten to-dos, with dates near the present, or of the past.
    private func todo(_ now: Instant, _ random: inout SplitMix64) -> Todo {
        func moment() -> Instant? {
            random.oneIn(2) ? now.advanced(by: .seconds(random.int64(-70...600))) : nil
        }
        return Todo(
            id: Todo.ID(UUID(high: 6, low: .random(in: 1...10, using: &random))),
            title: "To-do \(random.int(0...9))",
            isDone: random.oneIn(5),
            deadline: moment(),
            reminder: moment(),
            note: random.oneIn(3) ? nil : random.pick(RowOriginTests.notes),
            created: PainterTests.now,
            modified: PainterTests.now
        )
    }
}

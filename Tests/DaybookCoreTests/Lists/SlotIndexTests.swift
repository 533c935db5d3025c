import Testing

@testable import DaybookCore

@Suite("What an index keeps beside its things")
struct SlotIndexTests {
    /// Checks that what is kept for each slot is what its thing has.
    private func check<Item: Listed & Equatable>(_ index: SlotIndex<Item>, _ step: String) throws {
        for slot in index.arrangement {
            let (item, place) = (index[slot], Int(slot))
            let title = Fold.bytes(item.title)
            try hold(index.times[place], equals: item.times, "\(step): times")
            try hold(index.traits[place], equals: item.traits, "\(step): traits")
            try hold(index.searchText.title(place), equals: title, "\(step): title")
            try hold(index.searchText.compareTitle(place, title), equals: 0, "\(step): equal titles")
            for other in index.arrangement.prefix(5) {
                let titles = (title, Fold.bytes(index[other].title))
                let keys = (
                    index.searchText.titleKeys(place, .ascending), index.searchText.titleKeys(Int(other), .ascending)
                )
                try hold(
                    index.searchText.compareTitle(place, titles.1).signum(),
                    equals: Fold.compare(titles.0, titles.1).signum(),
                    "\(step): two titles"
                )
                if keys.0 < keys.1 { try hold(Fold.compare(titles.0, titles.1) < 0, equals: true, "\(step): keys") }
                let down = (
                    index.searchText.titleKeys(place, .descending), index.searchText.titleKeys(Int(other), .descending)
                )
                try hold(keys.0 < keys.1, equals: down.1 < down.0, "\(step): keys of the other direction")
            }
        }
    }

    /// Checks that a search for a part of a text, or for something like it, finds what a comparison of all texts finds.
    private func search(_ index: SlotIndex<Todo>, _ random: inout SplitMix64, _ step: String) throws {
        let texts = index.arrangement.map { slot in
            var text = Fold.bytes(index[slot].title)
            index[slot].appendSearchable(to: &text)
            return text
        }
        guard let text = texts.randomElement(using: &random), !text.isEmpty else { return }
        let start = random.int(0...text.count - 1)
        var needle = [UInt8](text[start..<min(text.count, start + random.int(1...4))])
        if random.oneIn(3) { needle[0] = UInt8(random.int(0...255)) }
        let found = zip(index.arrangement, texts).filter { pair in
            pair.1.indices.contains { pair.1[$0...].starts(with: needle) }
        }
        try hold(index.slots(containing: [needle]), equals: found.map { $0.0 }, "\(step): search")
        try hold(
            index.slots(containing: [needle], goesOn: { true }) ?? [],
            equals: found.map { $0.0 },
            "\(step): search"
        )
    }

    /// What stands in an index with a date, by id.
    private func dates(_ index: SlotIndex<Todo>) -> [Todo.ID: [Int64?]] {
        var found: [Todo.ID: [Int64?]] = [:]
        for todo in index.items where todo.deadline != nil || todo.reminder != nil {
            found[todo.id] = [todo.deadline?.milliseconds, todo.reminder?.milliseconds, todo.isDone ? 1 : 0]
        }
        return found
    }

    @Test("[L1] [L8] After any changes, the keys kept beside to-dos are those of the to-dos")
    func todos() {
        property(runs: 12) { random in
            var todos: [Todo.ID: Todo] = [:]
            for _ in 0..<random.int(0...30) {
                let todo = random.todo()
                todos[todo.id] = todo
            }
            var index = SlotIndex(todos.values, order: random.pick(Order.allCases))
            for step in 0..<60 {
                let (before, dated) = (dates(index), index.dated)
                switch random.int(0...12) {
                case 0...3: index.upsert(random.todo())
                case 4...6:
                    guard let slot = index.arrangement.randomElement(using: &random) else { continue }
                    var todo = index[slot]
                    if random.oneIn(2) { todo.title += random.title() }
                    if random.oneIn(2) { todo.position = Int64(random.int(-9...9)) }
                    if random.oneIn(2) { todo.deadline = Instant(milliseconds: Int64(random.int(-9...9))) }
                    if random.oneIn(2) { todo.reminder = Instant(milliseconds: Int64(random.int(-9...9))) }
                    index.upsert(todo)
                case 7...8: index.remove(random.todo().id)
                case 9:
                    guard let slot = index.arrangement.randomElement(using: &random) else { continue }
                    index.remove(index[slot].id)
                case 10...11: _ = index.prepare(random.pick(Order.allCases))
                default: index.arrange(by: random.pick(Order.allCases))
                }
                try check(index, "step \(step)")
                let sorted = SlotIndex(index.items.shuffled(using: &random), order: index.order).items
                try hold(index.items.map { $0.id }, equals: sorted.map { $0.id }, "step \(step): order")
                try search(index, &random, "step \(step)")
                if index.dated == dated { try hold(dates(index), equals: before, "step \(step): dates") }
            }
        }
    }

    @Test("[L1] [L8] After any changes, the keys kept beside notes are those of the notes")
    func notes() {
        property(runs: 12) { random in
            var index = SlotIndex<Note>(order: .modified)
            for step in 0..<80 {
                let id = Note.ID(UUID(high: 0, low: UInt64(random.int(1...20))))
                switch random.int(0...9) {
                case 0...5:
                    let made = Instant(milliseconds: Int64(random.int(0...5)))
                    index.upsert(
                        Note(
                            id: id,
                            title: random.title(),
                            description: random.title(),
                            tags: random.oneIn(2) ? [] : [random.title()],
                            created: made,
                            modified: Instant(milliseconds: made.milliseconds + Int64(random.int(0...5)))
                        )
                    )
                case 6: index.amend(id) { $0.photos = random.oneIn(2) ? [] : [Sample.photo(1, of: id.uuid.low)] }
                case 7...8: index.remove(id)
                default: index.arrange(by: random.pick(NoteOrder.allCases))
                }
                try check(index, "step \(step)")
            }
        }
    }

    @Test("[L8] An order that was sorted in advance is taken, and sorted again after a change")
    func prepared() {
        var index = TodoIndex()
        let now = Instant(milliseconds: 1)
        func add(_ number: UInt64, _ title: String) {
            index.upsert(Todo(id: Todo.ID(UUID(high: 0, low: number)), title: title, created: now, modified: now))
        }
        add(1, "b")
        add(2, "c")
        func prepare() -> Int {
            var count = 0
            while index.prepareOrder() { count += 1 }
            return count
        }
        for _ in 0..<2 {
            #expect(prepare() == Order.allCases.count - 1)
            #expect(prepare() == 0)
            add(3, "a")
        }
        index.arrange(by: .titleDescending)
        #expect(index.todos.map { $0.title } == ["c", "b", "a"])
        index.arrange(by: .title)
        #expect(index.todos.map { $0.title } == ["a", "b", "c"])
    }

    @Test("[L8] Only a change of a thing is a change of the contents")
    func versions() {
        var index = TodoIndex()
        let (id, now) = (Todo.ID(UUID(high: 0, low: 1)), Instant(milliseconds: 1))
        index.upsert(Todo(id: id, title: "a", created: now, modified: now))
        let (contents, revision) = (index.contents, index.revision)
        index.arrange(by: .title)
        #expect(index.contents == contents)
        #expect(index.revision > revision)
        index.remove(id)
        #expect(index.contents > contents)
        let before = (index.contents, index.revision)
        index.replace(with: [])
        #expect(index.contents > before.0 && index.revision > before.1)
    }
}

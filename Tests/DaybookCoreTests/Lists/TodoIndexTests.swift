import Testing

@testable import DaybookCore

extension TodoIndex {
    /// The slots that a filter leaves, on a day that does not matter.
    fileprivate func select(_ filter: Filter) -> Selection {
        select(filter, on: Today(at: Instant(milliseconds: 0), in: .utc))
    }
}

@Suite struct TodoIndexTests {
    private func todo(
        _ number: UInt64,
        _ title: String,
        detail: String? = nil,
        isDone: Bool = false,
        deadline: Int64? = nil,
        tags: [String] = [],
        created: Int64 = 0
    ) -> Todo {
        Todo(
            id: Todo.ID(UUID(high: 0, low: number)),
            title: title,
            detail: detail,
            isDone: isDone,
            deadline: deadline.map { Instant(milliseconds: $0) },
            tags: tags,
            created: Instant(milliseconds: created),
            modified: Instant(milliseconds: created)
        )
    }

    private func numbers(_ index: TodoIndex) -> [UInt64] { index.todos.map { $0.id.uuid.low } }

    private func numbers(_ slots: [Slot], _ index: TodoIndex) -> [UInt64] {
        slots.map { index[$0].id.uuid.low }
    }

    // MARK: - Orders

    @Test("[L1] Newest first; of equal moments the smaller id")
    func created() {
        let index = TodoIndex([
            todo(1, "a", created: 5), todo(2, "b", created: 9), todo(4, "c", created: 5), todo(3, "d", created: 5),
        ])
        #expect(index.order == .created)
        #expect(numbers(index) == [2, 1, 3, 4])
    }

    @Test("[L2] By deadline: soonest first, no deadline last, equal ones newest first and then by id")
    func deadline() {
        let index = TodoIndex(
            [
                todo(1, "none"), todo(2, "later", deadline: 9), todo(3, "past", deadline: -5),
                todo(4, "none", created: 7),
                todo(6, "same", deadline: 9, created: 7), todo(5, "same", deadline: 9, created: 7),
            ],
            order: .deadline
        )
        #expect(numbers(index) == [3, 5, 6, 2, 4, 1])
    }

    @Test("[L3] By title, without case or accents, in both directions; ties keep newest first and then the id")
    func title() {
        var index = TodoIndex(
            [
                todo(1, "Zebra"), todo(2, "émile"), todo(3, "Emil"), todo(4, "apple"), todo(5, "Äpfel"),
                todo(6, "APPLE"),
                todo(7, "apple", created: 3), todo(8, "applesauce"), todo(9, ""), todo(10, "a"),
            ],
            order: .title
        )
        #expect(numbers(index) == [9, 10, 5, 7, 4, 6, 8, 3, 2, 1])
        index.arrange(by: .titleDescending)
        #expect(numbers(index) == [1, 2, 3, 8, 7, 4, 6, 5, 10, 9])
    }

    @Test("[L3] Titles that begin alike for many bytes still order")
    func longTitles() {
        let titles = ["12345678", "1234567", "12345678a", "12345678A", "123456789", "12345678\u{0}"]
        for order in [Order.title, .titleDescending] {
            let todos = titles.enumerated().map { todo(UInt64($0.offset), $0.element) }
            #expect(numbers(TodoIndex(todos, order: order)) == naive(todos, order).map { $0.id.uuid.low })
        }
    }

    // MARK: - Tags

    @Test("[T3] A tag is shown as most to-dos spell it, and an earlier spelling goes with its last to-do")
    func spellings() {
        var index = TodoIndex([todo(1, "a", tags: ["home"]), todo(2, "b", tags: ["home"])])
        index.upsert(todo(1, "a", tags: ["Home"]))
        index.upsert(todo(2, "b", tags: ["Home"]))
        #expect(index.tags == ["Home"])
        #expect(index.tags(beginning: "h", besides: [], limit: 9) == ["Home"])
        index.upsert(todo(3, "c", tags: ["höme"]))
        #expect(index.tags == ["Home"])
        index.remove(Todo.ID(UUID(high: 0, low: 1)))
        // Of two that are used as often, the last in the order of bytes: small letters, and accents.
        #expect(index.tags == ["höme"])
        index.remove(Todo.ID(UUID(high: 0, low: 2)))
        #expect(index.tags == ["höme"])
        index.remove(Todo.ID(UUID(high: 0, low: 3)))
        #expect(index.tags == [])
    }

    @Test("[T3] The spellings of tags depend on the to-dos alone, and not on the changes that led to them")
    func spellingsLaw() {
        property(runs: 200) { random in
            var index = TodoIndex()
            for _ in 0..<random.int(1...30) {
                let number = UInt64(random.int(1...6))
                let tags = random.array(0...2) { $0.pick(["home", "Home", "HOME", "höme", "zoo", "Zoo"]) }
                if random.oneIn(4) {
                    index.remove(Todo.ID(UUID(high: 0, low: number)))
                } else {
                    index.upsert(todo(number, "a", tags: tags, created: random.int64(0...9)))
                }
                let tagsInUse = index.tags
                try hold(tagsInUse, equals: TodoIndex(index.todos).tags, "as in a new index")
                try hold(tagsInUse, equals: TodoIndex(index.todos.reversed()).tags, "in any order")
            }
        }
    }

    // MARK: - Search and filters

    @Test("[L4] Search goes through title, detail and tags, without case or accents")
    func search() {
        let index = TodoIndex([
            todo(1, "Call Zoë"), todo(2, "Tax", detail: "zoe’s papers"), todo(3, "x", tags: ["Zoé"]),
            todo(4, "zo", detail: "ex"),
        ])
        #expect(Set(numbers(index.select(Filter(search: " ZOE ")).slots, index)) == [1, 2, 3])
        // Where the title ends and the detail begins nothing is found.
        #expect(index.select(Filter(search: "zoex")).isSearchEmpty)
        #expect(numbers(index.matches(Filter(search: "tax")), index) == [2])
    }

    @Test("[L4] All words are found, each anywhere; # finds a tag, by its beginning too, and a word that has the sign")
    func searchWords() {
        let index = TodoIndex([
            todo(1, "Buy milk and bread", tags: ["home"]), todo(2, "Milk", detail: "to buy"),
            todo(3, "Home", tags: ["work"]), todo(4, "Paint", tags: ["homework"]), todo(5, "Ask about #homing and #5"),
        ])
        func found(_ search: String) -> Set<UInt64> { Set(numbers(index.matches(Filter(search: search)), index)) }
        #expect(found("bread buy") == [1])
        #expect(found("milk  BUY") == [1, 2])
        #expect(found("milk buy tea") == [])
        for space in ["\t", "\u{A0}", "\u{2003}", "\u{3000}"] {
            #expect(found("milk" + space + "buy") == [1, 2])
            #expect(found("milk" + space + "#home") == [1])
        }
        #expect(SearchWords.completeTag("#home\u{3000}") == "home" && SearchWords.completeTag("#home") == nil)
        #expect(found("home") == [1, 3, 4])
        #expect(found("#home") == [1, 4])
        #expect(found("#hom") == [1, 4, 5])
        #expect(found("#5") == [5])
        #expect(found("#HOMEW") == [4])
        #expect(found("milk #home") == [1])
        #expect(found("#home #work") == [])
        #expect(found("#") == [1, 3, 4, 5])
        #expect(
            index.matches(Filter(search: "milk #home"), goesOn: { true }) == index.matches(Filter(search: "#home milk"))
        )
        #expect(index.matches(Filter(search: "milk buy"), goesOn: { false }) == nil)
    }

    @Test("[L4] If nothing matches, everything shows, with a flag for it")
    func searchEmpty() {
        let index = TodoIndex([todo(1, "a"), todo(2, "b", isDone: true)])
        let selection = index.select(Filter(search: "zzz"))
        #expect(selection.isSearchEmpty)
        #expect(numbers(selection.slots, index) == [1, 2])
        #expect(index.matches(Filter(search: "zzz")) == [])
        #expect(index.select(Filter(search: " \u{200B}\t")) == index.select(Filter()))
        #expect(numbers(index.select(Filter(state: .done, search: "zzz")).slots, index) == [2])
        #expect(TodoIndex().select(Filter(search: "a")) == Selection(slots: [], isSearchEmpty: true))
    }

    @Test("[L5] All, open, done, and by tag without case or accents")
    func filters() {
        let index = TodoIndex([
            todo(1, "a", tags: ["Été"]), todo(2, "b", isDone: true, tags: ["ete", "x"]), todo(3, "c", isDone: true),
            todo(4, "d"),
        ])
        #expect(numbers(index.select(Filter(state: .open)).slots, index) == [1, 4])
        #expect(numbers(index.select(Filter(state: .done)).slots, index) == [2, 3])
        #expect(numbers(index.select(Filter(tag: "ETE")).slots, index) == [1, 2])
        #expect(numbers(index.select(Filter(state: .open, tag: "été")).slots, index) == [1])
        #expect(index.select(Filter(tag: "y")).slots == [])
        #expect(index.openCount == 2)
        #expect(index.tags.map { $0.lowercased() } == ["été", "x"])
    }

    // MARK: - Against a naive reference

    /// The order of the rules in the simplest way: sort everything.
    private func naive(_ todos: [Todo], _ order: Order) -> [Todo] {
        todos.map { ($0, Fold.bytes($0.title)) }.sorted { first, second in
            let ((left, leftTitle), (right, rightTitle)) = (first, second)
            switch order {
            case .title where leftTitle != rightTitle: return leftTitle.lexicographicallyPrecedes(rightTitle)
            case .titleDescending where leftTitle != rightTitle: return rightTitle.lexicographicallyPrecedes(leftTitle)
            case .deadline where left.deadline != right.deadline:
                guard let first = left.deadline else { return false }
                guard let second = right.deadline else { return true }
                return first < second
            case .own where left.position != right.position: return left.position < right.position
            default: return left.created != right.created ? left.created > right.created : left.id < right.id
            }
        }.map { $0.0 }
    }

    private func naive(_ todos: [Todo], _ filter: Filter) -> [Todo] {
        let words = filter.search.unicodeScalars.split { $0.properties.isWhitespace }
        let needles = words.map { Fold.bytes(Text.trimmed(String($0))) }
        return todos.filter { todo in
            let texts = [todo.title, todo.detail ?? ""] + todo.tags
            return (filter.state == .all || todo.isDone == (filter.state == .done))
                && (filter.tag.map { tag in todo.tags.contains { Fold.bytes($0) == Fold.bytes(tag) } } ?? true)
                && needles.allSatisfy { needle in
                    needle.isEmpty || texts.contains { Fold.contains(Fold.bytes($0), needle) }
                }
        }
    }

    @Test("[L1] [L2] [L3] [L4] [L5] After any changes the index is what sorting and filtering everything gives")
    func againstNaive() {
        property(runs: 12) { random in
            var order = random.pick(Order.allCases)
            var model: [Todo.ID: Todo] = [:]
            for _ in 0..<random.int(0...40) {
                let todo = random.todo()
                model[todo.id] = todo
            }
            var index = TodoIndex(Array(model.values), order: order)
            for step in 0..<150 {
                switch random.int(0...9) {
                case 0...5:
                    var todo = random.todo()
                    if random.oneIn(3), let known = model.values.randomElement(using: &random) {
                        todo = known
                        todo.isDone.toggle()
                    }
                    model[todo.id] = todo
                    index.upsert(todo)
                case 6...8:
                    let id = random.todo().id
                    model[id] = nil
                    index.remove(id)
                default:
                    order = random.pick(Order.allCases)
                    index.arrange(by: order)
                }
                let sorted = naive(Array(model.values), order)
                try hold(index.todos, equals: sorted, "step \(step), order \(order)")
                let filter = Filter(
                    state: random.pick(Filter.State.allCases),
                    tag: random.oneIn(2) ? nil : random.pick(Sample.tags),
                    search: random.oneIn(2) ? "" : random.pick(Sample.words + Sample.texts)
                )
                let expected = naive(sorted, filter)
                try hold(index.matches(filter).map { index[$0] }, equals: expected, "step \(step), \(filter)")
                let shown = expected.isEmpty ? naive(sorted, Filter(state: filter.state, tag: filter.tag)) : expected
                try hold(
                    index.select(filter).slots.map { index[$0] },
                    equals: filter.state == .all ? shown.filter { !$0.isDone } + shown.filter { $0.isDone } : shown,
                    "step \(step), shown for \(filter)"
                )
                try hold(index.count, equals: model.count, "count")
                try hold(index.openCount, equals: model.values.count { !$0.isDone }, "open")
                let tags = Set(model.values.flatMap { $0.tags.map { Fold.bytes($0) } })
                try hold(Set(index.tags.map { Fold.bytes($0) }), equals: tags, "tags in use")
                try hold(index.tags.count, equals: tags.count, "each tag once")
                if let todo = sorted.randomElement(using: &random) {
                    try hold(index[todo.id], equals: todo, "found by id")
                    try hold(index.slot(of: todo.id).map { index.hasDetail($0) }, equals: todo.detail != nil, "detail")
                    try hold(index.rank(of: todo), equals: sorted.firstIndex { $0.id == todo.id } ?? -1, "rank")
                }
            }
        }
    }

    @Test("[N3] The to-dos of a note stand in the order of the list")
    func ofNote() {
        let notes = (1...2).map { Note.ID(UUID(high: 9, low: $0)) }
        let todos = (1...6).map { number in
            Todo(
                id: Todo.ID(UUID(high: 0, low: UInt64(number))),
                title: "\(7 - number)",
                note: number == 3 ? nil : notes[number % 2],
                created: Instant(milliseconds: Int64(number)),
                modified: Instant(milliseconds: 9)
            )
        }
        var index = TodoIndex(todos, order: .created)
        #expect(index.slots(of: notes[0]).map { index[$0].title } == ["1", "3", "5"])
        index.arrange(by: .titleDescending)
        #expect(index.slots(of: notes[0]).map { index[$0].title } == ["5", "3", "1"])
        index.remove(todos[3].id)
        #expect(index.slots(of: notes[0]).map { index[$0].title } == ["5", "1"])
        #expect(index.slots(of: Note.ID(UUID(high: 9, low: 9))) == [])
    }

    @Test("[L6] A slot stands for the same to-do, whatever is sorted, added or removed")
    func stableSlots() {
        property(runs: 50) { random in
            var index = TodoIndex((1...20).map { todo(UInt64($0), random.title(), created: Int64($0)) })
            let slots = index.select(Filter()).slots
            let ids = slots.map { index[$0].id }
            for number in 21...60 {
                index.upsert(todo(UInt64(number), random.title()))
                if random.oneIn(2) { index.remove(Todo.ID(UUID(high: 0, low: UInt64(random.int(21...number))))) }
                index.arrange(by: random.pick(Order.allCases))
                try hold(slots.map { index[$0].id }, equals: ids, "the same to-dos")
            }
        }
    }

    @Test("[L8] Texts that grow and shrink thousands of times are still found")
    func searchTextReuse() {
        property(runs: 5) { random in
            var index = TodoIndex((1...50).map { todo($0, "title") })
            for step in 0..<800 {
                let number = UInt64(random.int(1...50))
                let mark = "mark\(step)x"
                index.upsert(todo(number, mark, detail: String(repeating: "é", count: random.int(0...300))))
                try hold(numbers(index.matches(Filter(search: mark)), index), equals: [number], "step \(step)")
            }
        }
    }
}

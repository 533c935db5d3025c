import DaybookCore
import DaybookStore
import Synchronization
import TestSupport
import Testing

@testable import DaybookServer

@Suite("The memory of lists", .timeLimit(.minutes(1)))
struct ListMemoryTests {
    private final class List: Sendable {
        let emptied = Atomic<Int>(0)
        let reads = Atomic<Int>(0)
        var isEmptied: Bool { emptied.load(ordering: .relaxed) > 0 }
    }

    private func set(_ bytes: Int, of list: List, in memory: ListMemory) {
        memory.set(bytes, of: list) { list.emptied.wrappingAdd(1, ordering: .relaxed) }
    }

    @Test("the list that was used longest ago is emptied for another one")
    func oldest() {
        let memory = ListMemory(limit: 10)
        let lists = (0..<4).map { _ in List() }
        for list in lists.prefix(3) { set(3, of: list, in: memory) }
        set(3, of: lists[0], in: memory)
        set(4, of: lists[3], in: memory)
        #expect(lists.map(\.isEmptied) == [false, true, false, false])
        #expect(memory.total == 10)
        memory.remove(ObjectIdentifier(lists[2]))
        #expect(memory.total == 7)
    }

    @Test("a page that a list has kept is a use of the list, so another list is emptied first")
    func kept() async throws {
        try await World.with { world in
            let memory = ListMemory(limit: 1 << 20)
            let (tasks, page) = (LongTasks(threads: 1), try ListPage<TodoIndex>(query: nil))
            let counts = [List(), List()]
            var lists: [AccountList<TodoIndex>] = []
            for (number, count) in zip(1..., counts) {
                let person = try await world.signUp(number)
                _ = try await world.sync((1...3).map { todo($0) }, by: person)
                let list = AccountList<TodoIndex>(
                    account: person.account,
                    storage: world.storage,
                    memory: memory,
                    tasks: tasks,
                    bounds: ListBounds(),
                    meter: BudgetMeter()
                ) { _ in count.emptied.wrappingAdd(1, ordering: .relaxed) }
                _ = try await list.page(page, at: 3, within: .unbounded)
                lists.append(list)
            }
            _ = try await lists[0].page(page, at: 3, within: .unbounded)
            let other = List()
            memory.set((1 << 20) - memory.total + 1, of: other, empty: {})
            #expect(counts.map(\.isEmptied) == [false, true])
            withExtendedLifetime(lists) {}
        }
    }

    @Test("a list that is read in a turn stays, and one list is read at a time")
    func turns() async throws {
        let memory = ListMemory(limit: 10)
        let (one, other) = (List(), List())
        try await memory.inTurn(
            of: AccountID(uuid(1)),
            with: one,
            empty: { one.emptied.wrappingAdd(1, ordering: .relaxed) }
        ) {
            set(9, of: one, in: memory)
            let second = Task {
                try await memory.inTurn(of: AccountID(uuid(2)), with: other, empty: {}) {
                    _ = other.reads.wrappingAdd(1, ordering: .relaxed)
                }
            }
            while memory.waitingCount == 0 { await Task.yield() }
            set(9, of: other, in: memory)
            #expect(!one.isEmptied && other.reads.load(ordering: .relaxed) == 0)
            return second
        }.value
        #expect(other.reads.load(ordering: .relaxed) == 1)
        set(9, of: other, in: memory)
        #expect(one.isEmptied)
    }

    @Test(
        "a list with more bytes than it may have is 507 in every order and counted; sync has it, and less is shown again"
    )
    func bound() async throws {
        var budgets = Budgets()
        budgets[.listBytes] = 64 << 10
        let (chosen, meter) = (budgets, BudgetMeter())
        try await World.with(
            configure: {
                ($0.budgets, $0.meter) = (chosen, meter)
            },
            { world in
                let person = try await world.signUp()
                _ = try await world.sync(longTodos(), by: person)
                for query in ["", "?sort=title", "?q=milk", ""] {
                    let answer = try await world.call(.get, "/api/v1/todos\(query)", by: person)
                    #expect(answer.status.code == 507)
                }
                #expect(meter.refusals(of: .listBytes) == 4)
                #expect(try await world.sync(by: person).changes.count == 60)
                // Notes are another list, and another account has its own.
                #expect(try await world.call(.get, "/api/v1/notes", by: person).status == .ok)
                let other = try await world.signUp(2)
                #expect(try await world.list(by: other)["total"] == .integer(0))
                _ = try await world.sync(
                    (11...60).map { Record(kind: .todo, id: uuid($0), deleted: stamp(5)) },
                    by: person
                )
                for query in ["", "?sort=title", "?sort=-title", "?sort=deadline", "?q=milk"] {
                    #expect(try await world.list(query, by: person)["total"] == .integer(10))
                }
            }
        )
    }

    @Test("a long list, read in a turn of its account, answers as a small one does")
    func long() async throws {
        let storage = try Storages.temporary()
        var bounds = ListBounds.none
        bounds.longBytes = 0
        let chosen = bounds
        try await World.with(storage: storage) { small in
            try await World.with(storage: storage, configure: { ($0.listBounds, $0.listCacheBytes) = (chosen, 1) }) {
                large in
                let people = [try await small.signUp(1), try await small.signUp(2)]
                var random = SplitMix64(seed: 12)
                for round in 0..<6 {
                    for person in people {
                        _ = try await small.sync(random.array(1...9) { $0.change(at: Int64(round)) }, by: person)
                    }
                    try await withThrowingTaskGroup { group in
                        for query in ["", "?sort=title", "?q=milk&limit=1", "?done=true"] {
                            for person in people {
                                group.addTask {
                                    let one = try await small.list(query, by: person)
                                    #expect(try await large.list(query, by: person) == one, "\(query)")
                                }
                            }
                        }
                        try await group.waitForAll()
                    }
                }
            }
        }
    }

    @Test("the tags in use are not counted for lists, in which each change would take a step for every tag")
    func tags() {
        var index = TodoIndex.empty(in: .created)
        index.upsert(
            Todo(
                id: Todo.ID(uuid(1)),
                title: "a",
                tags: ["home"],
                created: Instant(milliseconds: 0),
                modified: Instant(milliseconds: 0)
            )
        )
        #expect(index.count == 1 && index.tags.isEmpty)
    }
}

/// Sixty to-dos with details of 999 letters.
func longTodos() -> [Record] {
    (UInt64(1)...60).map { number in
        var record = todo(number)
        record.merge(change(number, at: 0, ("detail", .string(String(repeating: "a", count: 999)))))
        return record
    }
}

import DaybookCore
import DaybookStore
import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import DaybookServer

@Suite("A list in memory", .timeLimit(.minutes(1)))
struct AccountListTests {
    /// Lists that count as large with more than three items, and their only thread.
    static func lists(_ world: World) -> (AccountLists<TodoIndex>, LongTasks) {
        let tasks = LongTasks(threads: 1)
        let bounds = ListBounds(items: 3)
        let memory = ListMemory(limit: 1 << 20)
        return (AccountLists(storage: world.storage, memory: memory, tasks: tasks, bounds: bounds), tasks)
    }

    /// Something else that takes memory of lists.
    private final class Other: Sendable {}

    /// A person's list, with the only thread.
    private static func list(
        of person: Person,
        in world: World,
        _ memory: ListMemory,
        _ tasks: LongTasks,
        _ bounds: ListBounds
    ) -> AccountList<TodoIndex> {
        AccountList(
            account: person.account,
            storage: world.storage,
            memory: memory,
            tasks: tasks,
            bounds: bounds,
            meter: BudgetMeter()
        ) { _ in }
    }

    /// A person with ten to-dos, which have been read into lists with one thread.
    private static func withTenTodos(
        _ test: @Sendable (Person, AccountLists<TodoIndex>, LongTasks) async throws -> Void
    ) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync((1...10).map { todo($0) }, by: person)
            let (lists, tasks) = lists(world)
            _ = try await lists.page(try ListPage(query: nil), of: person.account, at: 10)
            try await test(person, lists, tasks)
        }
    }

    @Test("[S10] a record that was deleted and forgotten between two reads is not shown", arguments: [false, true])
    func forgotten(_ isLarge: Bool) async throws {
        try await World.with(configure: { if isLarge { $0.listBounds = .none } }) { world in
            let person = try await world.signUp()
            _ = try await world.sync((1...10).map { todo($0) }, by: person)
            #expect(try await world.list(by: person)["total"] == .integer(10))
            #expect(try await world.list("?sort=title", by: person)["total"] == .integer(10))
            _ = try await world.sync([Record(kind: .todo, id: uuid(5), deleted: stamp(1))], by: person)
            world.clock.advance(.days(90))
            _ = try await world.storage.collectGarbage(at: world.clock.now)
            for (number, query) in [(UInt64(12), ""), (13, "?sort=title"), (14, "?q=milk")] {
                _ = try await world.sync([todo(number)], by: person)
                let page = try await world.list(query, by: person)
                #expect(page["total"] == .integer(Int64(number) - 2))
                let ids = page["items"]?.arrayValue?.map { $0.text("id") } ?? []
                #expect(ids.count == Int(number) - 2 && !ids.contains(uuid(5).description))
            }
        }
    }

    @Test("[L1] a page ends with the item with which it has a megabyte, and the next one goes on there")
    func largePages() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let detail = JSON.string(String(repeating: "a", count: 60_000))
            let changes = (UInt64(1)...40).map { change($0, at: 1, ("detail", detail)) }
            let records = (UInt64(1)...40).map { todo($0) } + changes
            _ = try await world.storage.apply(records, to: person.account, at: world.clock.now) { _, _ in [] }
            var (lengths, ids, after) = ([Int](), Set<String>(), "")
            repeat {
                let query = "?limit=500" + (after.isEmpty ? "" : "&after=\(after)")
                let page = try await world.list(query, by: person)
                #expect(page["total"] == .integer(40))
                ids.formUnion((page["items"]?.arrayValue ?? []).map { $0.text("id") })
                lengths.append(page["items"]?.arrayValue?.count ?? 0)
                after = page["next"]?.stringValue ?? ""
            } while !after.isEmpty && lengths.count < 9
            #expect(lengths == [18, 18, 4] && ids.count == 40)
        }
    }

    @Test("a page of more than 256 KiB is not kept for the next request")
    func keptPages() throws {
        var state = ListState<TodoIndex>()
        let page = try ListPage<TodoIndex>(query: nil)
        state.keep(ByteBuffer(repeating: 0x20, count: ListState<TodoIndex>.pageBytes + 1), for: page)
        #expect(state.known(page) == nil)
        state.keep(ByteBuffer(repeating: 0x20, count: ListState<TodoIndex>.pageBytes), for: page)
        #expect(state.known(page) != nil)
    }

    @Test("photos count as memory of a list, also while their notes have not come")
    func photosWithoutNotes() {
        var state = ListState<NoteIndex>()
        let empty = state.bytes
        let records = (1...1_000).map { StoredRecord(record: photo($0, of: 5_000 + $0), cursor: Int64($0)) }
        state.take(ChangePage(changes: records, cursor: 1_000, more: false), within: .max)
        #expect(state.count == 0 && state.bytes >= empty + 200_000)
    }

    @Test("[S10] the same without another change after it")
    func forgottenLast() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync((1...3).map { todo($0) }, by: person)
            #expect(try await world.list(by: person)["total"] == .integer(3))
            _ = try await world.sync([Record(kind: .todo, id: uuid(2), deleted: stamp(1))], by: person)
            world.clock.advance(.days(90))
            _ = try await world.storage.collectGarbage(at: world.clock.now)
            #expect(try await world.list(by: person)["total"] == .integer(2))
        }
    }

    @Test("a large list answers as a small one does, to every question and after every change")
    func sameAnswers() async throws {
        let storage = try Storages.temporary()
        try await World.with(storage: storage) { small in
            try await World.with(storage: storage, configure: { $0.listBounds = .none }) { large in
                let person = try await small.signUp()
                var random = SplitMix64(seed: 11)
                let queries = [
                    "", "?sort=title", "?sort=-title&limit=3", "?q=a", "?q=milk&limit=1", "?done=true", "?tag=home",
                ]
                for round in 0..<12 {
                    let changes = random.array(1...9) { $0.change(at: Int64(round)) }
                    _ = try await small.sync(changes, by: person)
                    for query in queries {
                        let (one, other) = (
                            try await small.list(query, by: person), try await large.list(query, by: person)
                        )
                        #expect(one == other, "\(query)")
                        guard let next = one["next"]?.stringValue else { continue }
                        let more = query + (query.isEmpty ? "?" : "&") + "after=\(next)"
                        #expect(try await small.list(more, by: person) == large.list(more, by: person))
                    }
                    let notes = try await small.call(.get, "/api/v1/notes?q=way", by: person)
                    #expect(try await large.call(.get, "/api/v1/notes?q=way", by: person).bytes == notes.bytes)
                }
            }
        }
    }

    @Test("while a search of a large list waits for a thread, the account's other requests are answered")
    func others() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync((1...10).map { todo($0, title: "Title \($0)") }, by: person)
            let (lists, tasks) = Self.lists(world)
            let plain = try ListPage<TodoIndex>(query: nil)
            let all = try await lists.page(plain, of: person.account, at: 10)
            try await tasks.held(by: LongTasksTests.owner(9)) {
                let search = try ListPage<TodoIndex>(query: "q=title")
                let found = Task {
                    let page = try await lists.page(search, of: person.account, at: 10)
                    #expect(String(buffer: page).hasSuffix("\"total\":10}"))
                }
                await tasks.waits(1)
                #expect(try await lists.page(plain, of: person.account, at: 10) == all)
                let next = try ListPage<TodoIndex>(query: "limit=2")
                #expect(try await lists.page(next, of: person.account, at: 10) != all)
                // A change is applied too, although the search still holds the earlier list.
                _ = try await world.sync([todo(11)], cursor: 10, by: person)
                return [found]
            }
            let page = try await lists.page(plain, of: person.account, at: 11)
            #expect(String(buffer: page).hasSuffix("\"total\":11}"))
        }
    }

    @Test("those who ask for the same wait for one search")
    func shared() async throws {
        try await Self.withTenTodos { person, lists, tasks in
            try await tasks.held(by: LongTasksTests.owner(9)) {
                let search = try ListPage<TodoIndex>(query: "q=milk")
                let same = (0..<20).map { _ in
                    Task { _ = try await lists.page(search, of: person.account, at: 10) }
                }
                await tasks.waits(1)
                let another = try ListPage<TodoIndex>(query: "q=mil")
                let other = Task { _ = try await lists.page(another, of: person.account, at: 10) }
                await tasks.waits(2)
                return same + [other]
            }
        }
    }

    @Test("a search of a list that was emptied meanwhile is not taken for a search of the list that was read again")
    func readAgain() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync((1...10).map { todo($0) }, by: person)
            let (memory, tasks) = (ListMemory(limit: 1 << 20), LongTasks(threads: 1))
            let list = Self.list(of: person, in: world, memory, tasks, ListBounds(items: 3))
            let plain = try ListPage<TodoIndex>(query: nil)
            _ = try await list.page(plain, at: 10, within: .unbounded)
            try await tasks.held(by: LongTasksTests.owner(9)) {
                let search = try ListPage<TodoIndex>(query: "q=milk")
                let before = Task {
                    let page = try await list.page(search, at: 10, within: .unbounded)
                    #expect(String(buffer: page).hasSuffix("\"total\":10}"))
                }
                await tasks.waits(1)
                let other = Other()
                memory.set(1 << 20, of: other, empty: {})
                memory.remove(ObjectIdentifier(other))
                _ = try await world.sync([todo(11)], cursor: 10, by: person)
                let after = Task {
                    let page = try await list.page(search, at: 11, within: .unbounded)
                    #expect(String(buffer: page).hasSuffix("\"total\":11}"))
                }
                await tasks.waits(2)
                return [before, after]
            }
        }
    }

    @Test("a list that was too large for an earlier request is read again for a later one, for which it fits")
    func fitsLater() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync(longTodos(), by: person)
            // Each turn reads 30 to-dos, of about 3,500 bytes each.
            var bounds = ListBounds.none
            bounds.turn = PageLimit(records: 30, bytes: 1 << 20)
            bounds.bytes = 160_000
            let tasks = LongTasks(threads: 1)
            let list = Self.list(of: person, in: world, ListMemory(limit: 1 << 20), tasks, bounds)
            let plain = try ListPage<TodoIndex>(query: nil)
            try await tasks.held(by: LongTasksTests.owner(9)) {
                let early = Task<Void, any Error> {
                    let problem = await #expect(throws: Problem.self) {
                        try await list.page(plain, at: 60, within: .unbounded)
                    }
                    #expect(problem == .listTooLarge)
                }
                await tasks.waits(1)
                // This owner has the thread between the two turns in which the 60 to-dos are read.
                let between = Task {
                    try await tasks.turn(for: LongTasksTests.owner(8)) { _ -> Task<ByteBuffer, any Error> in
                        await tasks.waits(1)
                        let deletes = (1...30).map { Record(kind: .todo, id: uuid($0), deleted: stamp(5)) }
                        _ = try await world.sync(deletes, cursor: 60, by: person)
                        let late = Task { try await list.page(plain, at: 90, within: .unbounded) }
                        while list.refreshingCount < 2 { await Task.yield() }
                        return late
                    }
                }
                await tasks.waits(2)
                let late = Task {
                    let page = try await between.value.value
                    #expect(String(buffer: page).hasSuffix("\"total\":30}"))
                }
                return [early, late]
            }
        }
    }

    @Test("a list that is emptied once more does not take the place of the account's present list")
    func forgottenOnce() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync((1...3).map { todo($0) }, by: person)
            let (memory, other) = (ListMemory(limit: 1 << 20), Other())
            let lists = AccountLists<TodoIndex>(storage: world.storage, memory: memory, tasks: LongTasks(threads: 1))
            let plain = try ListPage<TodoIndex>(query: nil)
            let first = lists.list(of: person.account)
            _ = try await first.page(plain, at: 3, within: .unbounded)
            memory.set(1 << 20, of: other, empty: {})
            let second = lists.list(of: person.account)
            memory.remove(ObjectIdentifier(other))
            // A call that still uses the first list reads it again.
            _ = try await first.page(plain, at: 3, within: .unbounded)
            _ = try await second.page(plain, at: 3, within: .unbounded)
            memory.set((1 << 20) - memory.total + 1, of: other, empty: {})
            #expect(lists.list(of: person.account) === second)
            #expect(first !== second)
        }
    }

    @Test("a search ends when the last who asked for it has gone")
    func gone() async throws {
        try await Self.withTenTodos { person, lists, tasks in
            try await tasks.held(by: LongTasksTests.owner(9)) {
                let search = try ListPage<TodoIndex>(query: "q=milk")
                let task = Task { try await lists.page(search, of: person.account, at: 10) }
                await tasks.waits(1)
                task.cancel()
                await #expect(throws: CancellationError.self) { try await task.value }
                #expect(tasks.waitingCount == 0)
                return []
            }
        }
    }

    @Test("a client that closes its connection takes its search with it", arguments: [false, true])
    func closed(_ halfOnly: Bool) async throws {
        let tasks = LongTasks(threads: 1)
        let configure: (inout ServerConfiguration) -> Void = { configuration in
            configuration.longTasks = tasks
            configuration.listBounds = .none
        }
        try await World.with(setup: .live, configure: configure) { world in
            let port = try #require(world.client.port)
            let person = try await world.signUp()
            _ = try await world.sync((1...10).map { todo($0) }, by: person)
            #expect(try await world.list(by: person)["total"] == .integer(10))
            try await tasks.held(by: LongTasksTests.owner(9)) {
                let connection = try RawConnection(port: port)
                connection.send(
                    "GET /api/v1/todos?q=milk HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(person.token)\r\n\r\n"
                )
                await tasks.waits(1)
                if halfOnly { connection.endSending() } else { connection.close() }
                await tasks.waits(0)
                if halfOnly { connection.close() }
                return []
            }
            #expect(try await world.list("?q=milk", by: person)["total"] == .integer(10))
        }
    }

    @Test("what is too much at once is refused with 429, and a list that was not asked for too often goes on")
    func refused() async throws {
        var budgets = Budgets()
        budgets[.longTasks] = 1
        let tasks = LongTasks(threads: 1, budgets: budgets)
        try await World.with(
            configure: {
                $0.longTasks = tasks
                $0.listBounds = .none
            },
            { world in
                let person = try await world.signUp()
                _ = try await world.sync((1...10).map { todo($0) }, by: person)
                let all = try await world.list(by: person)
                try await tasks.held(by: LongTasksTests.owner(9)) {
                    let first = Task { _ = try await world.list("?q=milk", by: person) }
                    await tasks.waits(1)
                    let answer = try await world.call(.get, "/api/v1/todos?q=mil", by: person)
                    #expect(answer.status == .tooManyRequests && answer.headers[.retryAfter] == "2")
                    #expect(try await world.list(by: person) == all)
                    return [first]
                }
            }
        )
    }

    @Test("reading what has changed since waits for the turn of its account")
    func turn() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let (lists, _) = Self.lists(world)
            let executor = FairExecutor(threads: 1)
            let lane = executor.lane(of: .account(person.account))
            let barrier = DispatchSemaphore(value: 0)
            let busy = Task(executorPreference: lane) { barrier.pass() }
            while executor.waitingCount > 0 { await Task.yield() }
            _ = try await world.sync([todo(1)], by: person)
            async let page = ConnectionLane.$current.withValue(lane) {
                try await lists.page(try ListPage(query: nil), of: person.account, at: 1)
            }
            while executor.waitingCount < 1 { await Task.yield() }
            barrier.signal()
            await busy.value
            #expect(String(buffer: try await page).contains(uuid(1).description))
        }
    }
}

extension DispatchSemaphore {
    /// Waits, within a task whose thread is the test's own.
    fileprivate func pass() { wait() }
}

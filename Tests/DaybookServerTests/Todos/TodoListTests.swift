import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("The list of to-dos")
struct TodoListTests {
    private func fill(_ world: World, _ person: Person) async throws {
        for body in [
            #"{"title":"banana","deadline":"2026-12-03T00:00:00Z","tags":["food"]}"#,
            #"{"title":"Äpfel","tags":["food"]}"#,
            #"{"title":"cherry","deadline":"2026-12-01T00:00:00Z","detail":"for Zoë"}"#, #"{"title":"apple pie"}"#,
        ] {
            _ = try await world.create(body, by: person)
            world.clock.advance(.seconds(1))
        }
    }

    @Test(
        "[L1] [L2] [L3] the four orders",
        arguments: [
            ("", ["apple pie", "cherry", "Äpfel", "banana"]),
            ("?sort=created", ["apple pie", "cherry", "Äpfel", "banana"]),
            ("?sort=deadline", ["cherry", "banana", "apple pie", "Äpfel"]),
            ("?sort=title", ["Äpfel", "apple pie", "banana", "cherry"]),
            ("?sort=-title", ["cherry", "banana", "apple pie", "Äpfel"]),
        ]
    )
    func orders(_ query: String, _ titles: [String]) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await fill(world, person)
            #expect(try await world.list(query, by: person).titles == titles)
        }
    }

    @Test(
        "[L4] [L5] search and filters",
        arguments: [
            ("?q=APF", ["Äpfel"]), ("?q=zoe", ["cherry"]), ("?q=food", ["Äpfel", "banana"]), ("?q=nothing", []),
            ("?q=apple%20p", ["apple pie"]), ("?q=apple+p", ["apple pie"]),
            ("?q=", ["apple pie", "cherry", "Äpfel", "banana"]),
            ("?tag=FOOD", ["Äpfel", "banana"]), ("?done=true", ["banana"]), ("?done=false&tag=food", ["Äpfel"]),
        ]
    )
    func filters(_ query: String, _ titles: [String]) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await fill(world, person)
            let banana = try await world.list("?q=banana", by: person)["items"]?.arrayValue?.first?.text("id") ?? ""
            _ = try await world.call(.patch, "/api/v1/todos/\(banana)", #"{"done":true}"#, by: person)
            let page = try await world.list(query, by: person)
            #expect(page.titles == titles)
            #expect(page["total"] == .integer(Int64(titles.count)))
        }
    }

    @Test("pages show each to-do once, whatever comes and goes meanwhile", arguments: Order.allCases)
    func pages(_ order: Order) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            for number in 0..<25 {
                let deadline = number % 3 == 0 ? "null" : "\"2026-12-\(10 + number % 5)T00:00:00Z\""
                _ = try await world.create(#"{"title":"Title \#(number % 7)","deadline":\#(deadline)}"#, by: person)
                if number % 4 == 0 { world.clock.advance(.milliseconds(1)) }
            }
            let all =
                try await world.list("?sort=\(order.rawValue)", by: person)["items"]?.arrayValue?.map { $0.text("id") }
                ?? []
            var seen: [String] = []
            var after = ""
            repeat {
                let page = try await world.list("?sort=\(order.rawValue)&limit=4\(after)", by: person)
                let ids = page["items"]?.arrayValue?.map { $0.text("id") } ?? []
                seen += ids
                after = page["next"].flatMap(\.stringValue).map { "&after=\($0)" } ?? ""
                // The last seen to-do is deleted, and new ones are added at both ends.
                if let last = ids.last, seen.count < 20 {
                    _ = try await world.call(.delete, "/api/v1/todos/\(last)", by: person)
                    world.clock.advance(.milliseconds(1))
                    _ = try await world.create(#"{"title":"AAA"}"#, by: person)
                    _ = try await world.create(#"{"title":"zzz","deadline":"2026-11-22T12:00:00Z"}"#, by: person)
                }
            } while !after.isEmpty
            #expect(Set(seen).count == seen.count)
            #expect(seen.filter(all.contains) == all)
        }
    }

    @Test("a filtered list pages too, and its total is that of the filter")
    func filteredPages() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            for number in 0..<9 {
                _ = try await world.create(
                    #"{"title":"n\#(number)","tags":["\#(number % 2 == 0 ? "even" : "odd")"]}"#,
                    by: person
                )
                world.clock.advance(.seconds(1))
            }
            let first = try await world.list("?tag=even&limit=3", by: person)
            #expect(first.titles == ["n8", "n6", "n4"] && first["total"] == .integer(5))
            let second = try await world.list("?tag=even&limit=3&after=\(first.text("next"))", by: person)
            #expect(second.titles == ["n2", "n0"] && second["next"] == nil)
        }
    }

    @Test("imported titles that are long and begin alike page too")
    func longTitles() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let prefix = String(repeating: "é", count: 400)
            let records = (1...5).map { number in
                Record(
                    kind: .todo,
                    id: uuid(UInt64(number)),
                    fields: Todo.fields(for: TodoDraft(title: prefix + "\(number)"), origin: .imported, at: stamp())
                )
            }
            #expect(try await world.sync(records, by: person).rejected.isEmpty)
            var seen: [String] = []
            var after = ""
            repeat {
                let page = try await world.list("?sort=title&limit=2\(after)", by: person)
                seen += page.titles
                after = page["next"].flatMap(\.stringValue).map { "&after=\($0)" } ?? ""
            } while !after.isEmpty && seen.count < 20
            #expect(seen == (1...5).map { prefix + "\($0)" })
        }
    }

    @Test("the list is right when another server on the same storage changes it")
    func twoServers() async throws {
        let storage = try Storages.temporary()
        try await World.with(storage: storage) { first in
            try await World.with(storage: storage) { second in
                let person = try await first.signUp()
                _ = try await first.create(#"{"title":"One"}"#, by: person)
                #expect(try await second.list(by: person).titles == ["One"])
                first.clock.advance(.seconds(1))
                let two = try await first.create(#"{"title":"Two"}"#, by: person)
                #expect(try await second.list(by: person).titles == ["Two", "One"])
                _ = try await second.call(.delete, "/api/v1/todos/\(two.text("id"))", by: person)
                #expect(try await first.list(by: person).titles == ["One"])
                #expect(try await first.list("?sort=title", by: person).titles == ["One"])
            }
        }
    }

    @Test("lists that do not fit into the memory allowed are read again, and are right")
    func evicted() async throws {
        try await World.with(configure: { $0.listCacheBytes = 1 }) { world in
            var people: [Person] = []
            for number in 1...4 {
                people.append(try await world.signUp(number))
                _ = try await world.create(#"{"title":"Of \#(number)"}"#, by: people[number - 1])
            }
            for _ in 1...3 {
                for person in people { #expect(try await world.list(by: person).titles == ["Of \(person.number)"]) }
            }
        }
    }

    @Test("many requests at once for a list that changes all agree with the storage at last")
    func crowd() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await withThrowingTaskGroup { group in
                for number in 0..<60 {
                    group.addTask { _ = try await world.create(#"{"title":"n\#(number)"}"#, by: person) }
                    group.addTask {
                        let page = try await world.list("?limit=500", by: person)
                        #expect(page["total"] == .integer(Int64(page.titles.count)))
                    }
                }
                try await group.waitForAll()
            }
            let titles = try await world.list("?limit=500", by: person).titles
            #expect(Set(titles) == Set((0..<60).map { "n\($0)" }))
        }
    }
}

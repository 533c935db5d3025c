import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("The list of notes")
struct NoteListTests {
    private func fill(_ world: World, _ person: Person) async throws {
        try await world.store(1, 2, by: person)
        for (number, title) in [(1, "bananas"), (2, "Äpfel, viele"), (3, "cherries"), (4, "apple pie")] {
            _ = try await world.createNote(UInt64(number), title: title, photos: [1], by: person)
            world.clock.advance(.seconds(1))
        }
        _ = try await world.arrange([1, 2], in: 2, by: person).json(.ok)
    }

    private func list(_ query: String, _ world: World, _ person: Person) async throws -> JSON {
        try await world.call(.get, "/api/v1/notes\(query)", by: person).json(.ok)
    }

    @Test(
        "[N3] [L1] [L3] [L4] the orders, and the search",
        arguments: [
            ("", ["apple pie", "cherries", "Äpfel, viele", "bananas"]),
            ("?sort=modified", ["Äpfel, viele", "apple pie", "cherries", "bananas"]),
            ("?sort=created", ["apple pie", "cherries", "Äpfel, viele", "bananas"]),
            ("?sort=title", ["Äpfel, viele", "apple pie", "bananas", "cherries"]),
            ("?sort=-title", ["cherries", "bananas", "apple pie", "Äpfel, viele"]),
            ("?q=APF", ["Äpfel, viele"]), ("?q=old%20mill&sort=created&limit=2", ["apple pie", "cherries"]),
            ("?q=nothing", []), ("?sort=&q=&tag=&limit=&after=", ["apple pie", "cherries", "Äpfel, viele", "bananas"]),
        ]
    )
    func orders(_ query: String, _ titles: [String]) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await fill(world, person)
            let page = try await list(query, world, person)
            #expect(page.titles == titles)
            for item in page["items"]?.arrayValue ?? [] {
                #expect(try await world.call(.get, "/api/v1/notes/\(item.text("id"))", by: person).json(.ok) == item)
            }
        }
    }

    @Test("[N7] the list has the order that was asked for, whatever is pinned, pages by it, and finds tags")
    func pinned() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            try await fill(world, person)
            let body = #"{"pinned":true,"tags":["fruit"]}"#
            _ = try await world.call(.patch, "/api/v1/notes/\(uuid(1))", body, by: person).json(.ok)
            let titles = ["apple pie", "cherries", "Äpfel, viele", "bananas"]
            let page = try await list("?sort=created", world, person)
            #expect(page.titles == titles)
            for found in ["?q=%23fru", "?tag=FRUIT", "?tag=fruit&q=banana"] {
                #expect(try await list(found, world, person).titles == ["bananas"])
            }
            for none in ["?tag=fru", "?tag=fruit&q=pie"] { #expect(try await list(none, world, person).titles == []) }
            let first = try await list("?sort=created&limit=2", world, person)
            let next = try #require(first["next"]?.stringValue)
            #expect(first.titles == Array(titles.prefix(2)))
            let second = try await list("?sort=created&limit=2&after=\(next)", world, person)
            #expect(second.titles == Array(titles.suffix(2)))
        }
    }

    @Test(
        "a malformed query is reported at its parameter",
        arguments: [
            ("sort=deadline", "sort:bad_form", "Give modified, created, title or -title."),
            ("done=true", "done:unknown_field", "There is no such parameter."), ("page=", "page:unknown_field", ""),
            ("limit=0", "limit:bad_form", ""), ("limit=501", "limit:bad_form", ""), ("after=x", "after:bad_form", ""),
        ]
    )
    func badQueries(_ query: String, _ fault: String, _ message: String) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let answer = try await world.call(.get, "/api/v1/notes?\(query)", by: person)
            #expect(answer.status == .unprocessableContent && answer.broken == [fault])
            if !message.isEmpty { #expect(answer.text.contains(message)) }
        }
    }

    @Test("pages show each note once, whatever comes and goes meanwhile", arguments: NoteOrder.allCases)
    func pages(_ order: NoteOrder) async throws {
        try await World.with { world in
            let person = try await world.signUp()
            for number: UInt64 in 0..<25 {
                _ = try await world.createNote(number + 1, title: "Title \(number % 7)", by: person)
                if number % 4 == 0 { world.clock.advance(.milliseconds(1)) }
            }
            let sort = "?sort=\(order.rawValue)"
            let all = try await list(sort, world, person)["items"]?.arrayValue?.map { $0.text("id") } ?? []
            var seen: [String] = []
            var after = ""
            var next: UInt64 = 100
            repeat {
                let page = try await list("\(sort)&limit=4\(after)", world, person)
                let ids = page["items"]?.arrayValue?.map { $0.text("id") } ?? []
                seen += ids
                after = page["next"].flatMap(\.stringValue).map { "&after=\($0)" } ?? ""
                // The last seen note is deleted, and new ones are added at both ends.
                if let last = ids.last, seen.count < 20 {
                    _ = try await world.call(.delete, "/api/v1/notes/\(last)", by: person)
                    world.clock.advance(.milliseconds(1))
                    _ = try await world.createNote(next, title: "AAAAA", by: person)
                    _ = try await world.createNote(next + 1, title: "zzzzz", by: person)
                    next += 2
                }
            } while !after.isEmpty
            #expect(Set(seen).count == seen.count)
            #expect(seen.filter(all.contains) == all)
        }
    }

    @Test("[N1] the list shows a photo that came by sync, before or after its note, and not one that went")
    func synced() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            _ = try await world.sync([photo(7), todo(9)], by: person)
            #expect(try await list("", world, person)["total"] == .integer(0))
            _ = try await world.sync([note(1)], by: person)
            #expect(try await list("", world, person)["items"]?.arrayValue?.first?.photoNumbers == [7])
            _ = try await world.sync([photo(8, position: 5, at: 2)], by: person)
            #expect(try await list("", world, person)["items"]?.arrayValue?.first?.photoNumbers == [7, 8])
            _ = try await world.sync([Record(kind: .photo, id: uuid(7), deleted: stamp(9))], by: person)
            #expect(try await list("?sort=title", world, person)["items"]?.arrayValue?.first?.photoNumbers == [8])
        }
    }

    @Test("the list is right when another server on the same storage changes it, and when it does not fit into memory")
    func twoServers() async throws {
        let storage = try Storages.temporary()
        try await World.with(storage: storage) { first in
            try await World.with(storage: storage, configure: { $0.listCacheBytes = 1 }) { second in
                let person = try await first.signUp()
                _ = try await first.createNote(1, title: "First", by: person)
                #expect(try await list("", second, person).titles == ["First"])
                first.clock.advance(.seconds(1))
                _ = try await first.createNote(2, title: "Second", by: person)
                #expect(try await list("", second, person).titles == ["Second", "First"])
                _ = try await second.call(.delete, "/api/v1/notes/\(uuid(2))", by: person)
                #expect(try await list("", first, person).titles == ["First"])
            }
        }
    }
}

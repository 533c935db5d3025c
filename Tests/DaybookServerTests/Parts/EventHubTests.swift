import DaybookCore
import DaybookStore
import Testing

@testable import DaybookServer

@Suite("Who listens for changes", .timeLimit(.minutes(1)))
struct EventHubTests {
    @Test("[S11] who reads slowly finds the newest number alone, and nothing piles up")
    func slow() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let hub = EventHub(storage: world.storage, silence: .seconds(3_600))
            let (place, cursors) = hub.listen(to: person.account, session: SessionID(uuid(1)))
            var iterator = cursors.makeAsyncIterator()
            #expect(await iterator.next() == 0)
            for _ in 0..<50 { _ = try await world.create(#"{"title":"Buy milk"}"#, by: person) }
            var seen: [Int64] = []
            while let cursor = await iterator.next() {
                seen.append(cursor)
                if cursor == 50 { break }
            }
            #expect(seen.count <= 2 && seen.last == 50, "\(seen)")
            hub.leave(place)
            #expect(await iterator.next() == nil && hub.count == 0)
        }
    }

    @Test("who opens very many streams loses the first of them, and nobody else loses any")
    func many() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let hub = EventHub(storage: world.storage, silence: .seconds(3_600))
            let (_, others) = hub.listen(to: person.account, session: SessionID(uuid(2)))
            let (_, first) = hub.listen(to: person.account, session: SessionID(uuid(1)))
            let more = (0..<100).map { _ in hub.listen(to: person.account, session: SessionID(uuid(1))) }
            #expect(hub.count == 101 && more.count == 100)
            for await _ in first {}
            var iterator = others.makeAsyncIterator()
            #expect(await iterator.next() == 0)
            hub.close()
            #expect(await iterator.next() == nil && hub.count == 0)
            let (_, late) = hub.listen(to: person.account, session: SessionID(uuid(1)))
            for await _ in late { Issue.record("a closed hub told something") }
        }
    }
}

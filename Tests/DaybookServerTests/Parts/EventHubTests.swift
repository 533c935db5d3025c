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
            let hub = EventHub(storage: world.storage, heartbeat: .seconds(3_600))
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

    @Test("who opens very many streams loses the first of them, and no other account loses a stream")
    func many() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let hub = EventHub(storage: world.storage, heartbeat: .seconds(3_600))
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

    /// Pauses that last until a test ends them.
    final class Pauses: Sendable {
        private let begun = AsyncStream.makeStream(of: Duration.self)
        private let gate = AsyncStream.makeStream(of: Void.self)

        func wait(_ duration: Duration) async {
            begun.continuation.yield(duration)
            var iterator = gate.stream.makeAsyncIterator()
            _ = await iterator.next()
        }

        /// Returns the duration of the next pause once it has begun.
        func next() async -> Duration? {
            var iterator = begun.stream.makeAsyncIterator()
            return await iterator.next()
        }

        func endOne() { gate.continuation.yield() }
    }

    @Test("[S11] the first of a flood of changes is reported at once, all others as one after a pause within a second")
    func flood() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let pauses = Pauses()
            let hub = EventHub(storage: world.storage, heartbeat: .seconds(3_600)) { await pauses.wait($0) }
            let (_, cursors) = hub.listen(to: person.account, session: SessionID(uuid(1)))
            var iterator = cursors.makeAsyncIterator()
            #expect(await iterator.next() == 0)
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            #expect(await iterator.next() == 1)
            let pause = try #require(await pauses.next())
            #expect(pause > .zero && pause <= .milliseconds(500))
            for _ in 0..<20 { _ = try await world.create(#"{"title":"Buy milk"}"#, by: person) }
            pauses.endOne()
            #expect(await iterator.next() == 21)
            _ = await pauses.next()
            pauses.endOne()
            // There are no earlier changes left to report.
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            #expect(await iterator.next() == 22)
            hub.close()
        }
    }

    @Test("one account's pause does not delay another")
    func others() async throws {
        try await World.with { world in
            let (loud, quiet) = (try await world.signUp(1), try await world.signUp(2))
            let pauses = Pauses()
            let hub = EventHub(storage: world.storage, heartbeat: .seconds(3_600)) { await pauses.wait($0) }
            var louds = hub.listen(to: loud.account, session: SessionID(uuid(1))).1.makeAsyncIterator()
            var quiets = hub.listen(to: quiet.account, session: SessionID(uuid(2))).1.makeAsyncIterator()
            #expect(await louds.next() == 0)
            #expect(await quiets.next() == 0)
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: loud)
            #expect(await louds.next() == 1)
            _ = await pauses.next()
            _ = try await world.create(#"{"title":"Buy milk"}"#, by: quiet)
            #expect(await quiets.next() == 1)
            hub.close()
        }
    }

    @Test(
        "[A14] a session is looked at once for all of its listeners that a change has woken, and again after the next"
    )
    func looks() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let hub = EventHub(storage: world.storage, heartbeat: .seconds(3_600))
            let tokens = [1, 2].map { TokenHash(bytes: [UInt8](repeating: $0, count: 32)) }
            let listeners = (0..<50).map { _ in hub.listen(to: person.account, session: SessionID(uuid(1))) }
            let looks = Happened()
            for round in 1...3 {
                for (place, cursors) in listeners {
                    var iterator = cursors.makeAsyncIterator()
                    _ = await iterator.next()
                    for (number, token) in tokens.enumerated() {
                        let isOpen = await hub.isOpen(token, at: place) {
                            looks.add("\(number)")
                            return number == 0
                        }
                        #expect(isOpen == (number == 0))
                    }
                }
                #expect(looks.all.count == round * 2)
                _ = try await world.create(#"{"title":"Buy milk"}"#, by: person)
            }
            hub.close()
        }
    }

    @Test("an account that is left and listened to again is followed again")
    func again() async throws {
        try await World.with { world in
            let person = try await world.signUp()
            let hub = EventHub(storage: world.storage, heartbeat: .seconds(3_600))
            for number in 1...3 {
                let (place, cursors) = hub.listen(to: person.account, session: SessionID(uuid(1)))
                var iterator = cursors.makeAsyncIterator()
                #expect(await iterator.next() == Int64(number - 1))
                _ = try await world.create(#"{"title":"Buy milk"}"#, by: person)
                #expect(await iterator.next() == Int64(number))
                hub.leave(place)
                hub.leave(place)
                #expect(await iterator.next() == nil && hub.count == 0)
            }
        }
    }
}

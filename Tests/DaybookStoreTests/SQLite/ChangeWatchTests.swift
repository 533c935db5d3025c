import DaybookCore
import Synchronization
import Testing

@testable import DaybookStore

@Suite("SQLite: the watch for what other processes write", .timeLimit(.minutes(10)))
struct ChangeWatchTests {
    /// The accounts that were read, query by query.
    final class Reads: Sendable {
        private let reads = Mutex<[[AccountID]]>([])
        var all: [[AccountID]] { reads.withLock { $0 } }
        func note(_ accounts: [AccountID]) { reads.withLock { $0.append(accounts) } }
    }

    /// A watch over a storage that counts its reads.
    static func watch(_ storage: SQLiteStorage, _ reads: Reads) -> ChangeWatch {
        ChangeWatch(
            feed: storage.feed,
            version: { try await SQLiteStorage.version(through: storage.committer) },
            cursors: { accounts in
                reads.note(accounts)
                return try await storage.pool.read { db in try SQLiteStorage.cursors(of: accounts, db) }
            }
        )
    }

    @Test("commits of this process make the watch read nothing, however many there are")
    func own() async throws {
        try await TwoProcessTests.with { here, there in
            let (asha, ben) = (try await here.add(1), try await here.add(2))
            let streams = [here.cursors(of: asha.id), here.cursors(of: ben.id)]
            let reads = Reads()
            let watch = Self.watch(here, reads)
            await watch.look()
            #expect(reads.all.map(Set.init) == [[asha.id, ben.id]], "once at first: what came before is not known")
            for number in 1...20 as ClosedRange<UInt64> {
                try await here.push(todo(number), to: asha)
                await watch.look()
            }
            #expect(reads.all.count == 1)
            try await there.push(todo(21), to: ben)
            await watch.look()
            #expect(reads.all.count == 2)
            await watch.look()
            try await here.push(todo(22), to: asha)
            await watch.look()
            #expect(reads.all.count == 2)
            #expect(streams.count == 2)
        }
    }

    @Test("a reader, a checkpoint and a deleted account of this process are no changes of another")
    func ownWork() async throws {
        try await TwoProcessTests.with { here, _ in
            let (asha, ben) = (try await here.add(1), try await here.add(2))
            let stream = here.cursors(of: asha.id)
            let reads = Reads()
            let watch = Self.watch(here, reads)
            await watch.look()
            _ = try await here.changes(of: asha.id, after: 0, limit: .sync)
            _ = try await here.deleteAccount(ben.id)
            try await here.pool.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            try await here.push(todo(1), to: asha)
            await watch.look()
            await watch.look()
            #expect(reads.all.count <= 2, "a vacuum may look like one change, and never like two")
            withExtendedLifetime(stream) {}
        }
    }

    @Test("many accounts are read in steps, each by one statement")
    func steps() async throws {
        let feed = CursorFeed()
        let accounts = (1...600).map { AccountID(uuid(UInt64($0))) }
        let streams = accounts.map { feed.listen(to: $0) { 0 } }
        let reads = Reads()
        let watch = ChangeWatch(feed: feed, version: { 1 }) { some in
            reads.note(some)
            return Dictionary(uniqueKeysWithValues: some.map { ($0, 7) })
        }
        await watch.look()
        #expect(reads.all.map(\.count) == [256, 256, 88])
        #expect(Set(reads.all.joined()) == Set(accounts))
        for stream in streams {
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next() == 7)
        }
    }

    @Test("who begins to listen does not wait for the watch")
    func noLock() async throws {
        try await TwoProcessTests.with { here, _ in
            let asha = try await here.add(1)
            let first = here.cursors(of: asha.id)
            let (reading, began) = AsyncStream.makeStream(of: Void.self)
            let (gate, open) = AsyncStream.makeStream(of: Void.self)
            let watch = ChangeWatch(feed: here.feed, version: { 1 }) { _ in
                began.finish()
                for await _ in gate {}
                return [asha.id: 9]
            }
            let look = Task { await watch.look() }
            for await _ in reading {}
            watch.start()
            let second = here.cursors(of: asha.id)
            open.finish()
            await look.value
            for stream in [first, second] {
                var iterator = stream.makeAsyncIterator()
                #expect(await iterator.next() == 9)
            }
            watch.close()
        }
    }

    @Test("what could not be read is read at the next look, though nothing has changed since")
    func again() async throws {
        let feed = CursorFeed()
        let account = AccountID(uuid(1))
        var iterator = feed.listen(to: account) { 0 }.makeAsyncIterator()
        let reads = Reads()
        let watch = ChangeWatch(feed: feed, version: { 1 }) { some in
            reads.note(some)
            if reads.all.count == 1 { throw StorageError.busy }
            return [account: 3]
        }
        await watch.look()
        await watch.look()
        await watch.look()
        #expect(reads.all.count == 2)
        #expect(await iterator.next() == 3)
    }
}

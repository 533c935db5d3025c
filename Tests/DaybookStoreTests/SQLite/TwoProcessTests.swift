import DaybookCore
import Testing

@testable import DaybookStore

/// Two storages on one file act as two processes: they share only the file.
@Suite("SQLite: two processes on one database", .timeLimit(.minutes(10)))
struct TwoProcessTests {
    static func with(_ test: (SQLiteStorage, SQLiteStorage) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let here = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let there = try SQLiteStorage(path: folder + "/daybook.sqlite")
            try await test(here, there)
            await here.close()
            await there.close()
        }
    }

    @Test("[S11] what the other writes is told here, each time and for each account")
    func told() async throws {
        try await Self.with { here, there in
            let asha = try await here.add(1)
            let ben = try await there.add(2)
            var ashas = here.cursors(of: asha.id).makeAsyncIterator()
            try await there.push(todo(1), to: asha)
            #expect(await ashas.next() == 1)
            // A listener that is added while the watch runs gets changes too.
            var bens = here.cursors(of: ben.id).makeAsyncIterator()
            try await there.push(todo(1), todo(2), to: ben)
            try await there.push(todo(3), to: asha)
            #expect(await bens.next() == 2)
            #expect(await ashas.next() == 2)
            try await here.push(todo(4), to: asha)
            #expect(await ashas.next() == 3)
        }
    }

    @Test("[A12] a session that was read here shows each change by the other, and ends when the other ends it")
    func sessions() async throws {
        try await Self.with { here, there in
            let asha = try await here.add(1)
            let session = newSession(1, of: asha)
            for number: UInt64 in 1...50 {
                for _ in 1...2 { #expect(try await here.session(token: session.token)?.cursor == Int64(number) - 1) }
                try await there.push(todo(number), to: asha)
            }
            #expect(try await here.session(token: session.token)?.cursor == 50)
            #expect(try await there.deleteSession(session.session.id, of: asha.id, .ended(occasion())))
            #expect(try await here.session(token: session.token) == nil)
        }
    }

    @Test("an account that the other deletes ends its streams here")
    func deleted() async throws {
        try await Self.with { here, there in
            let asha = try await here.add(1)
            var cursors = here.cursors(of: asha.id).makeAsyncIterator()
            _ = try await there.deleteAccount(asha.id)
            #expect(await cursors.next() == nil)
        }
    }

    @Test("the watch rests when nobody listens and begins again")
    func rests() async throws {
        try await Self.with { here, there in
            let asha = try await here.add(1)
            for number: UInt64 in 1...2 {
                let listener = Task { [cursors = here.cursors(of: asha.id)] in
                    for await cursor in cursors { return cursor }
                    return -1
                }
                try await there.push(todo(number), to: asha)
                #expect(await listener.value == Int64(number))
                while !here.feed.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
                try await Task.sleep(for: .milliseconds(600))
            }
        }
    }
}

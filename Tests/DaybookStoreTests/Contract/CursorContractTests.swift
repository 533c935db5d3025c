import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage tells how far an account has come", .timeLimit(.minutes(10)))
struct CursorContractTests {
    @Test("[S11] each move is told, silence is not, and nobody hears of somebody else", arguments: StorageKind.allCases)
    func told(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.push(todo(1), to: asha)
            var first = storage.cursors(of: asha.id).makeAsyncIterator()
            var second = storage.cursors(of: asha.id).makeAsyncIterator()
            var other = storage.cursors(of: ben.id).makeAsyncIterator()
            try await storage.push(todo(2), todo(3), to: asha)
            #expect(await first.next() == 3)
            #expect(await second.next() == 3)
            // The same change again does not move the cursor, nor does a refused change.
            try await storage.push(todo(2), to: asha)
            _ = try await storage.apply([todo(4)], to: asha.id, at: moment()) { _, _ in
                [Violation(.title, .required, "")]
            }
            try await storage.push(todo(5), to: asha)
            #expect(await first.next() == 4)
            try await storage.push(todo(1), to: ben)
            #expect(await other.next() == 1)
        }
    }

    @Test("[S7] an account that went back behind a number goes on above it, in order", arguments: StorageKind.allCases)
    func epoch(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            for person in [asha, ben] { try await storage.push(todo(1), todo(2), to: person) }
            var cursors = storage.cursors(of: asha.id).makeAsyncIterator()
            for _ in 1...2 { try await storage.beginEpoch(of: asha.id, below: 9, at: moment()) }
            let epoch = ChangeNumber.epoch(at: moment())
            let expected = (1...3).map { ChangeNumber.number($0, inEpoch: epoch) }
            #expect(await cursors.next() == expected[1])
            try await storage.push(todo(3), to: asha)
            let limit = PageLimit(records: 9, bytes: 9_999)
            let page = try await storage.changes(of: asha.id, after: 2, limit: limit)
            #expect(page.changes.map(\.cursor) == expected)
            #expect(page.changes.map(\.record.id) == (1...3).map { uuid($0) })
            #expect(try await storage.cursor(of: ben.id) == 2)
            // The next epoch is a different one, even within the minute.
            try await storage.beginEpoch(of: asha.id, below: page.cursor + 1, at: moment())
            let next = try await storage.cursor(of: asha.id)
            #expect(ChangeNumber.epoch(of: next) == epoch + 1)
            await #expect(throws: StorageError.accountGone) {
                try await storage.beginEpoch(of: AccountID(uuid(99)), below: 1, at: moment())
            }
        }
    }

    @Test("who looks late gets the newest number alone", arguments: StorageKind.allCases)
    func newest(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            var cursors = storage.cursors(of: asha.id).makeAsyncIterator()
            for number: UInt64 in 1...20 { try await storage.push(todo(number), to: asha) }
            #expect(await cursors.next() == 20)
            try await storage.push(todo(21), to: asha)
            #expect(await cursors.next() == 21)
        }
    }

    @Test("numbers only grow, however many write at once", arguments: StorageKind.allCases)
    func growing(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let cursors = storage.cursors(of: asha.id)
            async let seen = cursors.prefix { $0 < 200 }.reduce(into: [Int64]()) { $0.append($1) }
            try await withThrowingTaskGroup { group in
                for number: UInt64 in 1...200 { group.addTask { try await storage.push(todo(number), to: asha) } }
                try await group.waitForAll()
            }
            let numbers = await seen
            #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
        }
    }

    @Test("a stream ends with the storage, with the account, and where there is none", arguments: StorageKind.allCases)
    func ends(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            var nobody = storage.cursors(of: AccountID(uuid(99))).makeAsyncIterator()
            #expect(await nobody.next() == nil)
            var deleted = storage.cursors(of: asha.id).makeAsyncIterator()
            _ = try await storage.deleteAccount(asha.id)
            #expect(await deleted.next() == nil)
            var open = storage.cursors(of: ben.id).makeAsyncIterator()
            await storage.close()
            #expect(await open.next() == nil)
            var late = storage.cursors(of: ben.id).makeAsyncIterator()
            #expect(await late.next() == nil)
        }
    }

    @Test("who stops listening costs nothing more", arguments: StorageKind.allCases)
    func stopped(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let listener = Task { [cursors = storage.cursors(of: asha.id)] in
                for await cursor in cursors { return cursor }
                return -1
            }
            listener.cancel()
            #expect(await listener.value == -1)
            var again = storage.cursors(of: asha.id).makeAsyncIterator()
            try await storage.push(todo(1), to: asha)
            #expect(await again.next() == 1)
        }
    }
}

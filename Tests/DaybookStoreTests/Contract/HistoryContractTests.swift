import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage keeps what was replaced")
struct HistoryContractTests {
    private func entry(_ number: Int64, _ name: String, _ value: JSON, _ stamp: Stamp, at: Instant) -> HistoryEntry {
        HistoryEntry(number: number, field: Record.Field(name, value, stamp), replacedAt: at)
    }

    @Test("[S12] what a newer value replaced is in the history, newest first", arguments: StorageKind.allCases)
    func replaced(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.push(todo(1, title: "One", at: 1), to: asha, at: moment(10))
            try await storage.push(todo(1, title: "Two", at: 2, device: 9), to: asha, at: moment(20))
            try await storage.push(todo(1, title: "Three", at: 3), to: asha, at: moment(30))
            #expect(
                try await storage.history(of: asha.id, todo(1).key) == [
                    entry(2, "title", .string("Two"), stamp(2, device: 9), at: moment(30)),
                    entry(1, "title", .string("One"), stamp(1), at: moment(20)),
                ]
            )
            #expect(try await storage.history(of: asha.id, todo(2).key).isEmpty)
        }
    }

    @Test(
        "[S12] a value that comes too late is in the history, for it has a writer too",
        arguments: StorageKind.allCases
    )
    func late(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.push(todo(1, title: "New", at: 9), to: asha)
            let cursor = try await storage.cursor(of: asha.id)
            try await storage.push(todo(1, title: "Late", at: 5, device: 2), to: asha, at: moment(50))
            let late = entry(1, "title", .string("Late"), stamp(5, device: 2), at: moment(50))
            #expect(try await storage.history(of: asha.id, todo(1).key) == [late])
            #expect(try await storage.record(todo(1).key, of: asha.id)?.record["title"] == .string("New"))
            #expect(try await storage.cursor(of: asha.id) == cursor)
        }
    }

    @Test("[S12] a field whose name has a zero byte leaves no entry of another field", arguments: StorageKind.allCases)
    func zeroByte(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for value: Int64 in 1...2 {
                let field = Record.Field("title\0x", .integer(value), stamp(value))
                try await storage.push(Record(kind: .todo, id: uuid(1), fields: [field]), to: asha)
            }
            #expect(try await storage.record(todo(1).key, of: asha.id)?.record["title\0x"] == .integer(2))
            #expect(try await storage.history(of: asha.id, todo(1).key).isEmpty)
        }
    }

    @Test("[S8] [S12] the same change again is no second entry", arguments: StorageKind.allCases)
    func again(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for round: Int64 in 1...3 {
                try await storage.push(todo(1, title: "One", at: 1), to: asha, at: moment(round))
                try await storage.push(todo(1, title: "Two", at: 2), to: asha, at: moment(round))
            }
            let first = entry(1, "title", .string("One"), stamp(1), at: moment(1))
            #expect(try await storage.history(of: asha.id, todo(1).key) == [first])
            // The numbers have no gap, so nothing was written in between either.
            try await storage.push(todo(1, title: "Three", at: 3), to: asha)
            #expect(try await storage.history(of: asha.id, todo(1).key).map(\.number) == [2, 1])
        }
    }

    @Test("a first value, an equal one, a delete and a refused one are no entries", arguments: StorageKind.allCases)
    func none(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.push(todo(1, at: 1), to: asha)
            try await storage.push(todo(1, at: 4), to: asha)
            try await storage.push(todo(1, at: 2), to: asha)
            try await storage.push(Record(kind: .todo, id: uuid(1), deleted: stamp(5)), to: asha)
            try await storage.push(Record(kind: .todo, id: uuid(1), deleted: stamp(3)), to: asha)
            _ = try await storage.apply([todo(1, title: "No", at: 9)], to: asha.id, at: moment()) { _, _ in
                [Violation(.title, .tooLong, "")]
            }
            #expect(try await storage.history(of: asha.id, todo(1).key).isEmpty)
        }
    }

    @Test("[S12] several fields of one change are entries of their own", arguments: StorageKind.allCases)
    func fields(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            func record(_ title: String, _ isDone: Bool, _ at: Int64) -> Record {
                Record(
                    kind: .todo,
                    id: uuid(1),
                    fields: [.init("title", .string(title), stamp(at)), .init("done", .bool(isDone), stamp(at))]
                )
            }
            // Also within one call: the second change sees the result of the first.
            try await storage.push(record("One", false, 1), record("Two", true, 2), to: asha, at: moment(7))
            #expect(
                try await storage.history(of: asha.id, todo(1).key) == [
                    entry(2, "title", .string("One"), stamp(1), at: moment(7)),
                    entry(1, "done", .bool(false), stamp(1), at: moment(7)),
                ]
            )
        }
    }

    @Test(
        "[A11] no account reads another's history, and numbers reveal nothing of others",
        arguments: StorageKind.allCases
    )
    func foreign(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            for person in [asha, ben] {
                try await storage.push(todo(1, title: "One", at: 1), to: person)
                try await storage.push(todo(1, title: "Two", at: 2), todo(2, at: 1), to: person)
            }
            try await storage.push(todo(2, title: "Ben's", at: 3), to: ben)
            #expect(try await storage.history(of: asha.id, todo(2).key).isEmpty)
            #expect(try await storage.history(of: ben.id, todo(1).key).map(\.number) == [1])
            #expect(try await storage.historyEntry(2, of: asha.id, todo(2).key) == nil)
            #expect(try await storage.historyEntry(2, of: ben.id, todo(1).key) == nil)
            #expect(try await storage.historyEntry(2, of: ben.id, todo(2).key)?.field.value == .string("Buy milk"))
            _ = try await storage.deleteAccount(ben.id)
            #expect(try await storage.history(of: ben.id, todo(1).key).isEmpty)
            #expect(try await storage.history(of: asha.id, todo(1).key).count == 1)
        }
    }

    @Test("a history comes in pages, by entries and by bytes", arguments: StorageKind.allCases)
    func pages(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for number: Int64 in 0...10 { try await storage.push(todo(1, title: "t\(number)", at: number), to: asha) }
            for limit in [PageLimit(records: 3, bytes: 1 << 20), PageLimit(records: 100, bytes: 13)] {
                var seen: [Int64] = []
                var last: Int64?
                var more = true
                while more {
                    let page = try await storage.history(of: asha.id, todo(1).key, before: last, limit: limit)
                    #expect(page.entries.count <= 3)
                    seen += page.entries.map(\.number)
                    (last, more) = (page.entries.last?.number, page.more)
                }
                #expect(seen == (1...10).reversed())
            }
        }
    }

    @Test("[S12] the trash holds what was deleted, whole, the last first", arguments: StorageKind.allCases)
    func trash(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            func delete(_ number: UInt64, at milliseconds: Int64) -> Record {
                Record(kind: .todo, id: uuid(number), deleted: stamp(milliseconds))
            }
            for number: UInt64 in 1...6 { try await storage.push(todo(number), to: asha) }
            // 3 is revived, 5 is deleted twice, 6 was deleted too long ago.
            for (number, at): (UInt64, Int64) in [(6, 1), (1, 10), (4, 30), (3, 20), (5, 12), (5, 30)] {
                try await storage.push(delete(number, at: at), to: asha)
            }
            try await storage.push(todo(3, title: "Back", at: 21), to: asha)
            try await storage.push(todo(9), delete(9, at: 99), to: ben)
            let whole = try await storage.trash(of: asha.id, since: moment(10), after: nil, limit: .sync)
            #expect(whole.records.map(\.record.id) == [uuid(5), uuid(4), uuid(1)])
            #expect(whole.records.allSatisfy { $0.record["title"] == .string("Buy milk") } && whole.next == nil)
            var seen: [UUID] = []
            var end: TrashPage.End?
            repeat {
                let limit = PageLimit(records: 1, bytes: 1 << 20)
                let page = try await storage.trash(of: asha.id, since: moment(10), after: end, limit: limit)
                seen += page.records.map(\.record.id)
                end = page.next
            } while end != nil
            #expect(seen == [uuid(5), uuid(4), uuid(1)])
        }
    }

    @Test("[S12] a read of the trash looks at so many records and no more", arguments: StorageKind.allCases)
    func revived(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let numbers = (1...1_500).map { UInt64($0) }
            let deletes = numbers.map { Record(kind: .todo, id: uuid($0), deleted: stamp(20)) }
            for changes in [numbers.map { todo($0, at: 1) }, deletes, numbers.map { todo($0, at: 30) }] {
                _ = try await storage.apply(changes, to: asha.id, at: moment()) { _, _ in [] }
            }
            try await storage.push(todo(9_000), Record(kind: .todo, id: uuid(9_000), deleted: stamp(15)), to: asha)
            let first = try await storage.trash(of: asha.id, since: moment(10), after: nil, limit: .sync)
            #expect(first.records.isEmpty)
            let end = try #require(first.next)
            let second = try await storage.trash(of: asha.id, since: moment(10), after: end, limit: .sync)
            #expect(second.records.map(\.record.id) == [uuid(9_000)] && second.next == nil)
        }
    }
}

extension Storage {
    /// The whole history of a record.
    func history(of account: AccountID, _ key: Record.Key) async throws -> [HistoryEntry] {
        try await history(of: account, key, before: nil, limit: .sync).entries
    }
}

import DaybookCore
import DaybookStore
import Testing

@Suite("Every storage keeps records")
struct RecordContractTests {
    @Test("a record comes back exactly as it went in", arguments: StorageKind.allCases)
    func exact(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let strange = Record(
                kind: Record.Kind("later-kind"),
                id: uuid(5),
                fields: [
                    Record.Field("text", .string("\u{0}\u{1F468}\u{200D}\u{1F469} \u{202E}<b>'\"\\"), stamp(1)),
                    Record.Field("number", .number("1e400"), stamp(2)),
                    Record.Field(
                        "nested",
                        .object([.init("a", .array([.null, .bool(true), .integer(.min)]))]),
                        stamp(3)
                    ),
                ],
                deleted: stamp(2, device: .max)
            )
            try await storage.push(strange, to: asha)
            #expect(try await storage.record(strange.key, of: asha.id) == StoredRecord(record: strange, cursor: 1))
            #expect(try await storage.pull(asha).changes.map(\.record) == [strange])
        }
    }

    @Test("[S3] changes merge field by field in the storage", arguments: StorageKind.allCases)
    func merged(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.push(todo(1, title: "Buy milk", at: 1), to: asha)
            let done = Record(kind: .todo, id: uuid(1), fields: [Record.Field("done", .bool(true), stamp(2))])
            try await storage.push(done, to: asha)
            try await storage.push(todo(1, title: "Older words", at: 0), to: asha)
            let record = try #require(try await storage.record(todo(1).key, of: asha.id)?.record)
            #expect(record["title"] == .string("Buy milk"))
            #expect(record["done"] == .bool(true))
        }
    }

    @Test("[S7] changes are numbered without gaps, in their order", arguments: StorageKind.allCases)
    func numbered(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.push(todo(1), todo(2), to: asha)
            try await storage.push(todo(1), to: ben)
            try await storage.push(todo(3), todo(1, title: "Buy bread", at: 5), to: asha)
            #expect(try await storage.cursor(of: asha.id) == 4)
            #expect(try await storage.cursor(of: ben.id) == 1)
            let page = try await storage.pull(asha)
            #expect(page.changes.map(\.cursor) == [2, 3, 4])
            #expect(page.changes.map(\.record.id) == [uuid(2), uuid(3), uuid(1)])
            #expect(page.cursor == 4 && !page.more)
            #expect(try await storage.pull(asha, after: 3).changes.map(\.record.id) == [uuid(1)])
            #expect(try await storage.pull(asha, after: 4) == ChangePage(changes: [], cursor: 4, more: false))
            #expect(try await storage.pull(asha, after: 99).changes.isEmpty)
        }
    }

    @Test("[S8] the same changes again take no number", arguments: StorageKind.allCases)
    func again(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let first = try await storage.push(todo(1), todo(2), to: asha)
            #expect(first[0] == .changed(StoredRecord(record: todo(1), cursor: 1), previous: nil))
            let second = try await storage.push(todo(2), todo(1), to: asha)
            #expect(second[0] == .unchanged(StoredRecord(record: todo(2), cursor: 2)))
            #expect(try await storage.cursor(of: asha.id) == 2)
        }
    }

    @Test("[S9] a refused change is left out by itself", arguments: StorageKind.allCases)
    func refused(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let violation = Violation(.title, .required, "Enter a title.")
            let outcomes = try await storage.apply([todo(1), todo(2), todo(3)], to: asha.id, at: moment()) {
                change,
                existing in
                #expect(existing == nil)
                return change.id == uuid(2) ? [violation] : []
            }
            #expect(outcomes[1] == .refused([violation]))
            #expect(try await storage.pull(asha).changes.map(\.record.id) == [uuid(1), uuid(3)])
            #expect(try await storage.cursor(of: asha.id) == 2)
        }
    }

    @Test("one request may change a record twice; the second sees the first", arguments: StorageKind.allCases)
    func twice(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let outcomes = try await storage.push(
                todo(1, title: "One", at: 1),
                todo(1, title: "Two", at: 2),
                to: asha
            )
            #expect(outcomes[1] == .changed(StoredRecord(record: todo(1, title: "Two", at: 2), cursor: 2), previous: 1))
            #expect(try await storage.pull(asha).changes.map(\.cursor) == [2])
        }
    }

    @Test("pages end at their bounds, by records and by bytes", arguments: StorageKind.allCases)
    func pages(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            for number: UInt64 in 1...10 { try await storage.push(todo(number), to: asha) }
            for limit in [PageLimit(records: 3, bytes: 1 << 20), PageLimit(records: 1_000, bytes: 200)] {
                var seen: [UUID] = []
                var cursor: Int64 = 0
                while true {
                    let page = try await storage.changes(of: asha.id, after: cursor, limit: limit)
                    #expect(page.changes.count <= 3)
                    seen += page.changes.map(\.record.id)
                    cursor = page.cursor
                    if !page.more { break }
                }
                #expect(seen == (1...10).map(uuid))
                #expect(cursor == 10)
            }
        }
    }

    @Test("a record larger than a page comes alone", arguments: StorageKind.allCases)
    func large(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.push(todo(1, title: String(repeating: "x", count: 5_000)), todo(2), to: asha)
            let page = try await storage.changes(
                of: asha.id,
                after: 0,
                limit: PageLimit(records: 10, bytes: 100)
            )
            #expect(page.changes.map(\.record.id) == [uuid(1)])
            #expect(page.more && page.cursor == 1)
        }
    }

    @Test("[A11] no account reads another's record", arguments: StorageKind.allCases)
    func foreign(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ben = try await storage.add(2)
            try await storage.push(todo(1, title: "Asha's"), to: asha)
            #expect(try await storage.record(todo(1).key, of: ben.id) == nil)
            try await storage.push(todo(1, title: "Ben's", at: 9), to: ben)
            #expect(try await storage.record(todo(1).key, of: asha.id)?.record == todo(1, title: "Asha's"))
        }
    }

    @Test("[S2] the installation's stamps exceed all it has taken", arguments: StorageKind.allCases)
    func clock(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            let ahead = stamp(250_000, device: .max)
            try await storage.push(
                Record(kind: .todo, id: uuid(1), fields: [Record.Field("title", .string("Ahead"), ahead)]),
                to: asha
            )
            let outcomes = try await storage.update([todo(2).key], of: asha.id, at: moment()) { _, _, clock in
                let stamp = clock.next(now: moment())
                return Decision<Never>.merge(
                    Record(kind: .todo, id: uuid(2), fields: [Record.Field("title", .string("Here"), stamp)])
                )
            }
            guard case .changed(let stored, _) = outcomes[0] else { return #expect(Bool(false)) }
            #expect(try #require(stored.record.latest) > ahead)
        }
    }

    @Test("keeping a record as it is takes no number", arguments: StorageKind.allCases)
    func kept(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            try await storage.push(todo(1), to: asha)
            let outcomes = try await storage.update([todo(1).key, todo(9).key], of: asha.id, at: moment()) { _, _, _ in
                Decision<Never>.keep
            }
            #expect(outcomes[0] == .unchanged(StoredRecord(record: todo(1), cursor: 1)))
            #expect(outcomes[1] == .unchanged(nil))
        }
    }

    @Test("[S7] many writers at once leave no gap and lose nothing", arguments: StorageKind.allCases)
    func crowd(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let people = try await [storage.add(1), storage.add(2)]
            try await withThrowingTaskGroup { group in
                for number: UInt64 in 0..<200 {
                    let person = people[Int(number % 2)]
                    group.addTask { try await storage.push(todo(number), to: person) }
                }
                try await group.waitForAll()
            }
            for person in people {
                #expect(try await storage.pull(person).changes.map(\.cursor) == Array(1...100))
                #expect(try await storage.cursor(of: person.id) == 100)
            }
        }
    }

    @Test("a closed storage refuses all work", arguments: StorageKind.allCases)
    func closed(_ kind: StorageKind) async throws {
        try await kind.with { storage in
            let asha = try await storage.add(1)
            await storage.close()
            await #expect(throws: StorageError.closed) { try await storage.push(todo(1), to: asha) }
            await #expect(throws: StorageError.closed) { try await storage.cursor(of: asha.id) }
        }
    }
}

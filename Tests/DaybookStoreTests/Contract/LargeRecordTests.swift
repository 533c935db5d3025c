import DaybookCore
import GRDB
import TestSupport
import Testing

@testable import DaybookStore

@Suite("Large records are read outside of transactions", .timeLimit(.minutes(10)))
struct LargeRecordTests {
    private func with(_ test: (SQLiteStorage, StoredAccount) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            try await test(storage, try await storage.add(1))
            await storage.close()
        }
    }

    private func field(_ name: String, _ text: String, at milliseconds: Int64) -> DaybookCore.Record.Field {
        .init(name, .string(text), stamp(milliseconds))
    }

    private func change(_ fields: DaybookCore.Record.Field...) -> DaybookCore.Record {
        DaybookCore.Record(kind: .todo, id: uuid(1), fields: fields)
    }

    /// A record of about 60,000 bytes.
    private var large: DaybookCore.Record {
        change(
            field("a", String(repeating: "ü\n", count: 10_000), at: 1),
            field("m", String(repeating: "b", count: 20_000), at: 1),
            field("title", "Buy milk", at: 1)
        )
    }

    @Test("[S3] a change to a large record is merged as to any other, and its text and the account's bytes are exact")
    func merged() async throws {
        try await with { storage, asha in
            try await storage.push(large, to: asha)
            let changes = [
                change(field("title", "Buy oat milk", at: 5)), change(field("0", "first", at: 6)),
                change(field("z", "last", at: 7), field("m", "late", at: 0)), change(field("m", "short", at: 8)),
                DaybookCore.Record(kind: .todo, id: uuid(1), deleted: stamp(9)), change(field("a", "small", at: 10)),
            ]
            var expected = large
            for change in changes {
                expected.merge(change)
                try await storage.push(change, to: asha)
                #expect(try await storage.record(change.key, of: asha.id)?.record == expected)
                let text = try await storage.pool.read { db in
                    try String.fetchOne(db, sql: "SELECT fields FROM records")
                }
                #expect(text == StoredFields.text(of: expected))
            }
            #expect(try await storage.usage(of: asha.id) == (try await storage.recount(of: asha.id)))
            #expect(try await storage.cursor(of: asha.id) == 7)
        }
    }

    @Test("the fields of a record and of a change make the text of both merged")
    func written() {
        for seed in Seeds.runs(200) {
            var random = SplitMix64(seed: seed)
            func fields(_ random: inout SplitMix64) -> [DaybookCore.Record.Field] {
                random.array(0...6) { random in
                    let name = String("abcdef".randomElement(using: &random) ?? "a")
                    return field(name, "\"\(random.int64(0...3))\u{1F600}", at: random.int64(0...4))
                }
            }
            let existing = DaybookCore.Record(kind: .todo, id: uuid(1), fields: fields(&random))
            let change = DaybookCore.Record(kind: .todo, id: uuid(1), fields: fields(&random))
            var merged = existing
            merged.merge(change)
            let text = WrittenFields(existing).text(of: merged, from: existing, by: change)
            #expect(text == StoredFields.text(of: merged), "\(seed.asSeed)")
        }
    }

    @Test("[S3] [S7] many changes to one large record at once are all there, each with a number")
    func contended() async throws {
        try await with { storage, asha in
            try await storage.push(large, to: asha)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 1...40 {
                    let change = change(field("x\(number)", "value", at: Int64(number)))
                    group.addTask { try await storage.push(change, to: asha) }
                }
                try await group.waitForAll()
            }
            let stored = try #require(try await storage.record(large.key, of: asha.id))
            #expect(stored.cursor == 41 && stored.record.fields.count == 43)
            #expect(try await storage.usage(of: asha.id) == (try await storage.recount(of: asha.id)))
        }
    }

    @Test("a transaction takes a large record as it was read before, as long as its row has the same number")
    func readBefore() async throws {
        try await with { storage, asha in
            try await storage.push(large, to: asha)
            var update = SQLiteStorage.Update(
                account: asha.id,
                moment: moment(),
                bounds: AccountBounds(Budgets()),
                slice: nil
            )
            let key = large.key
            func found(_ update: SQLiteStorage.Update) async throws -> SQLiteStorage.FoundRecord {
                try await storage.pool.read { db in
                    try SQLiteStorage.found(key, update, try AccountNumbers(of: asha.id, db), db)
                }
            }
            guard case .large = try await found(update) else { return #expect(Bool(false), "it is read before") }
            try await storage.readLarge([key], for: &update)
            guard case .record(let held?) = try await found(update) else { return #expect(Bool(false), "it is there") }
            #expect(held.stored.record == large && held.written != nil)
            try await storage.push(change(field("title", "Buy oat milk", at: 5)), to: asha)
            // Another write has changed it: it is read once more, and then within the transaction.
            guard case .large = try await found(update) else { return #expect(Bool(false), "it is read again") }
            update.readsLeft = 0
            guard case .record(let last?) = try await found(update) else { return #expect(Bool(false), "it is there") }
            #expect(last.stored.record["title"] == .string("Buy oat milk") && last.written == nil)
        }
    }

    @Test("what a call has written before it meets a large record is undone, and written once")
    func undone() async throws {
        try await with { storage, asha in
            try await storage.push(large, to: asha)
            let keys = [todo(2).key, large.key]
            let outcomes = try await storage.update(keys, of: asha.id, at: moment()) { index, _, _ in
                Decision<Never>.merge(index == 0 ? todo(2) : change(field("title", "Buy oat milk", at: 5)))
            }
            #expect(outcomes.count == 2)
            #expect(try await storage.pull(asha).changes.map(\.cursor) == [2, 3])
            let many = (3...150).map { todo($0) } + [change(field("title", "Buy tea", at: 6))]
            #expect(try await storage.apply(many, to: asha.id, at: moment()) { _, _ in [] }.count == 149)
            #expect(try await storage.cursor(of: asha.id) == 152)
        }
    }
}

import DaybookCore
import TestSupport
import Testing

@testable import DaybookStore

@Suite("A record and an account have bounds")
struct SizeContractTests {
    private func with(
        _ pairs: (Budget, Int)...,
        meter: BudgetMeter = BudgetMeter(),
        test: (SQLiteStorage, StoredAccount) async throws -> Void
    ) async throws {
        var budgets = Budgets()
        for (budget, number) in pairs { budgets[budget] = number }
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite", budgets: budgets, meter: meter)
            try await test(storage, try await storage.add(1))
            await storage.close()
        }
    }

    private func change(_ number: UInt64, _ name: String, _ count: Int, at milliseconds: Int64 = 9) -> Record {
        let value = JSON.string(String(repeating: "a", count: count))
        return Record(kind: .todo, id: uuid(number), fields: [Record.Field(name, value, stamp(milliseconds))])
    }

    private func delete(_ number: UInt64, at milliseconds: Int64 = 99) -> Record {
        Record(kind: .todo, id: uuid(number), deleted: stamp(milliseconds))
    }

    private func over(_ outcomes: [Outcome<[Violation]>]) -> [Budget?] {
        outcomes.map { if case .overBudget(let budget) = $0 { budget } else { nil } }
    }

    @Test("[S9] the merged record is bounded: a change that would make it too large is refused alone, and counted")
    func record() async throws {
        let meter = BudgetMeter()
        try await with((.recordBytes, 10_000), (.recordFields, 4), meter: meter) { storage, asha in
            try await storage.push(todo(1), todo(2), to: asha)
            let changes = [
                change(1, "x", 6_000), change(1, "y", 6_000), change(2, "x", 10), change(2, "y", 10),
                change(2, "z", 10),
                change(2, "w", 10), delete(1),
            ]
            let outcomes = try await storage.push(changes, to: asha)
            #expect(over(outcomes) == [nil, .recordBytes, nil, nil, nil, .recordFields, nil])
            #expect(meter.refusals(of: .recordBytes) == 1 && meter.refusals(of: .recordFields) == 1)
            // All or nothing for one action of a person.
            await #expect(throws: StorageError.overBudget(.recordFields, by: 1)) {
                try await storage.update([todo(3).key, todo(2).key], of: asha.id, at: moment()) { index, _, _ in
                    Decision<Never>.merge(index == 0 ? todo(3) : change(2, "w", 1, at: 10))
                }
            }
            #expect(try await storage.record(todo(3).key, of: asha.id) == nil)
            #expect(try await storage.usage(of: asha.id) == (try await storage.recount(of: asha.id)))
        }
    }

    @Test("[S9] a record from before that is larger than any may be is read, made smaller, marked and deleted")
    func oversized() async throws {
        try await with { storage, asha in
            // 265 fields of 64,000 bytes: more than 16 MiB, which an earlier version could store.
            let text = JSON.string(String(repeating: "a", count: 64_000))
            var fields = (0..<265).map { Record.Field("x\($0)", text, stamp(1)) }
            fields.append(Record.Field("title", .string("a"), stamp(1)))
            let large = Record(kind: .todo, id: uuid(1), fields: fields)
            try await storage.put(large, of: asha.id)
            #expect(large.fieldsBytes > 16 << 20)
            #expect(try await storage.pull(asha).changes.map(\.record) == [large])
            let done = Record(kind: .todo, id: uuid(1), fields: [Record.Field("done", .bool(true), stamp(5))])
            let outcomes = try await storage.push([done, change(1, "x1", 0), change(1, "y", 1), delete(1)], to: asha)
            #expect(over(outcomes) == [nil, nil, .recordFields, nil])
            let entry = try #require(
                try await storage.history(of: asha.id, large.key, before: nil, limit: .sync).entries.first
            )
            #expect(entry.field.name == "x1")
        }
    }

    @Test("an account has so many records and no more; what is there can be changed and deleted")
    func records() async throws {
        try await with((.accountRecords, 3)) { storage, asha in
            let outcomes = try await storage.push((1...5).map { todo($0) }, to: asha)
            #expect(over(outcomes) == [nil, nil, nil, .accountRecords, .accountRecords])
            #expect(
                over(try await storage.push([change(1, "detail", 5), delete(2), delete(9)], to: asha)) == [
                    nil, nil, .accountRecords,
                ]
            )
            #expect(try await storage.usage(of: asha.id)?.records == 3)
        }
    }

    @Test("[S12] an account has so many entries of history, and loses its oldest ones for new ones")
    func entries() async throws {
        try await with((.accountEntries, 5)) { storage, asha in
            for time in 1...9 { try await storage.push(todo(1, title: "t\(time)", at: Int64(time)), to: asha) }
            let kept = try await storage.history(of: asha.id, todo(1).key, before: nil, limit: .sync).entries
            #expect(kept.map(\.field.value) == ["t8", "t7", "t6", "t5", "t4"].map { .string($0) })
            #expect(try await storage.usage(of: asha.id) == (try await storage.recount(of: asha.id)))
        }
    }

    @Test("[S12] at its bound an account loses its oldest history before a change is refused, and then only what adds")
    func bytes() async throws {
        try await with((.accountBytes, 40_000), (.transactionRows, 3)) { storage, asha in
            try await storage.push(todo(1), todo(2), to: asha)
            // Each change replaces 3,000 bytes: history takes the free room, and then the oldest entries are dropped.
            for time in 1...30 {
                let outcomes = try await storage.push([change(1, "x", 3_000, at: Int64(time)).numbered(time)], to: asha)
                #expect(over(outcomes) == [nil])
                #expect((try await storage.usage(of: asha.id)?.bytes ?? .max) <= 40_000)
            }
            let kept = try await storage.history(of: asha.id, todo(1).key, before: nil, limit: .sync).entries
            #expect((8...12).contains(kept.count))
            #expect(kept.first?.field.stamp == stamp(29))
            // Fields have precedence over history.
            #expect(over(try await storage.push([change(2, "x", 33_000)], to: asha)) == [nil])
            #expect(try await storage.entryCount(of: asha.id) < 2)
            // Now the fields alone reach the bound.
            let more = [change(2, "y", 9_000), todo(3, title: String(repeating: "b", count: 5_000)), todo(4)]
            #expect(over(try await storage.push(more, to: asha)) == [.accountBytes, .accountBytes, nil])
            await #expect(throws: StorageError.self) {
                try await storage.update([todo(2).key], of: asha.id, at: moment()) { _, _, _ in
                    Decision<Never>.merge(change(2, "y", 9_000))
                }
            }
            let smaller = [change(2, "x", 32_000, at: 50), change(2, "x", 32_000, at: 51).numbered(7), delete(1)]
            #expect(over(try await storage.push(smaller, to: asha)) == [nil, nil, nil])
            #expect(try await storage.usage(of: asha.id) == (try await storage.recount(of: asha.id)))
            #expect((try await storage.usage(of: asha.id)?.bytes ?? .max) <= 40_000)
        }
    }

    @Test("a count that is too small keeps nobody from deleting")
    func tooSmall() async throws {
        try await with { storage, asha in
            for time in 1...3 { try await storage.push(todo(1, title: "t\(time)", at: Int64(time)), to: asha) }
            try await storage.push(delete(1), to: asha)
            try await storage.pool.write { db in try db.execute(sql: "UPDATE accounts SET records = 0, bytes = 1") }
            let later = moment().advanced(by: .days(365))
            #expect(try await storage.collectGarbage(at: later).records == 1)
            #expect(try await storage.usage(of: asha.id) == AccountUsage())
            try await storage.push(todo(2, title: "A long title"), to: asha)
            try await storage.pool.write { db in try db.execute(sql: "UPDATE accounts SET records = 0, bytes = 1") }
            try await storage.push(todo(2, title: "t", at: 99), to: asha)
            _ = try await storage.deleteAccount(asha.id)
            #expect(try await storage.account(asha.id) == nil)
        }
    }

    @Test("the counts in an account's row equal a recount, whatever was done")
    func recount() async throws {
        for seed in Seeds.runs(20) {
            var random = SplitMix64(seed: seed)
            try await with((.accountBytes, 30_000), (.accountRecords, 25), (.recordBytes, 9_000), (.transactionRows, 5))
            {
                storage,
                asha in
                let ben = try await storage.add(2)
                for step in 0..<40 {
                    try await act(step, storage, Bool.random(using: &random) ? asha : ben, &random)
                    for account in [asha, ben] {
                        let usage = try #require(try await storage.usage(of: account.id))
                        #expect(usage == (try await storage.recount(of: account.id)), "\(seed.asSeed)")
                        #expect(usage.bytes <= 30_000 && usage.records <= 25, "\(seed.asSeed)")
                    }
                }
                #expect(try await storage.deleteAccount(asha.id))
                #expect(
                    try await storage.usage(of: ben.id) == (try await storage.recount(of: ben.id)),
                    "\(seed.asSeed)"
                )
            }
        }
    }

    private func act(
        _ step: Int,
        _ storage: SQLiteStorage,
        _ account: StoredAccount,
        _ random: inout SplitMix64
    ) async throws {
        let day = Int64(86_400_000)
        let time = Int64(step) * day * 4
        func any() -> Record {
            let number = UInt64.random(in: 1...30, using: &random)
            let at = time + Int64.random(in: -day...day, using: &random)
            switch Int.random(in: 0...5, using: &random) {
            case 0: return delete(number, at: at)
            case 1:
                let fields = [Record.Field("note", .string(uuid(number % 3).description), stamp(at))]
                return Record(kind: .photo, id: uuid(number), fields: fields)
            case 2: return Record(kind: .note, id: uuid(number % 3), deleted: stamp(at))
            default:
                let name = ["x", "y", "title"].randomElement(using: &random) ?? "x"
                return change(number, name, Int.random(in: 0...4_000, using: &random), at: at)
            }
        }
        switch Int.random(in: 0...9, using: &random) {
        case 0: _ = try await storage.collectGarbage(at: moment(time))
        case 1:
            let record = any()
            _ = try? await storage.update([record.key], of: account.id, at: moment(time)) { _, _, _ in
                Decision<Never>.merge(record)
            }
        default:
            let changes = (0..<Int.random(in: 1...12, using: &random)).map { _ in any() }
            _ = try await storage.apply(changes, to: account.id, at: moment(time)) { change, _ in
                change.id == uuid(13) ? [Violation(.title, .other, "")] : []
            }
        }
    }
}

extension Record {
    /// The same with another value of the same length in each field.
    fileprivate func numbered(_ number: Int) -> Record {
        Record(
            kind: kind,
            id: id,
            fields: fields.map { field in
                let text = field.value.stringValue ?? ""
                return Field(field.name, .string(String("\(number)\(text)".prefix(text.count))), field.stamp)
            },
            deleted: deleted
        )
    }
}

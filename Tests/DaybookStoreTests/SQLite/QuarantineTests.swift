import DaybookCore
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: a row that cannot be read stops nothing else", .timeLimit(.minutes(10)))
struct QuarantineTests {
    /// Ways to damage the row of a record: the SQL, and the description of the fault.
    static let damages = [
        ("fields = '{secretword'", RowDamage.fields),
        ("fields = '{\"title\":[\"secretword\"]}'", .field),
        ("fields = '{\"title\":[\"secretword\",\"nostamp\"]}'", .field),
        ("fields = '{' || hex(zeroblob(9000000))", .fields),
        ("deleted = 'secretword' || hex(zeroblob(11))", .deleted),
    ]

    private func with(_ test: (SQLiteStorage, StoredAccount, StoredAccount) async throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            try await test(storage, try await storage.add(1), try await storage.add(2))
            await storage.close()
        }
    }

    private func damage(_ number: UInt64, of account: StoredAccount, _ change: String, in storage: SQLiteStorage)
        async throws
    {
        try await storage.pool.write { db in
            try db.execute(
                sql: "UPDATE records SET \(change) WHERE account = ? AND id = ?",
                arguments: [account.id.blob, uuid(number).blob]
            )
        }
    }

    private func day(_ number: Int64) -> Instant { moment().advanced(by: .days(number)) }

    @Test("[S5] everything but it is read, and it is set aside with all that it held", arguments: damages)
    func read(_ change: String, _ why: RowDamage) async throws {
        try await with { storage, asha, _ in
            try await storage.push(todo(1), todo(2), todo(3), note(4), to: asha)
            try await damage(2, of: asha, change, in: storage)
            let fields = try await storage.pool.read {
                try String.fetchOne($0, sql: "SELECT fields FROM records WHERE cursor = 2")
            }
            #expect(try await storage.pull(asha).changes.map(\.cursor) == [1, 3, 4])
            #expect(try await storage.record(todo(2).key, of: asha.id) == nil)
            let summaries = try await storage.accounts(after: nil, limit: 9)
            #expect(try #require(summaries.first).alive[.note] == 1)
            await storage.suspects.waitUntilEmpty()
            let rows = try await storage.quarantined(after: 0, limit: 9)
            #expect(rows.map(\.key) == [todo(2).key] && rows.map(\.account) == [asha.id])
            #expect(rows.map(\.table) == ["records"] && rows.map(\.why) == [why.rawValue])
            #expect(rows.allSatisfy { !"\($0)".contains("secretword") })
            #expect(try await storage.quarantineCount() == 1)
            let kept = try await storage.pool.read { db in
                try Row.fetchOne(
                    db,
                    sql:
                        "SELECT columns ->> 'fields', columns ->> 'cursor', (SELECT count(*) FROM records) FROM quarantine"
                )
            }
            #expect(kept?[0] == fields && kept?[1] == 2 && kept?[2] == 3)
            #expect(try await storage.pull(asha).cursor == 4)
        }
    }

    @Test("[S3] an unreadable record can be written again, and be deleted", arguments: damages)
    func written(_ change: String, _ why: RowDamage) async throws {
        try await with { storage, asha, _ in
            try await storage.push(todo(1), to: asha)
            try await damage(1, of: asha, change, in: storage)
            let outcomes = try await storage.push(todo(1, title: "New", at: 9), to: asha)
            guard case .changed(let stored, previous: nil) = outcomes[0] else { return #expect(Bool(false)) }
            #expect(stored.record == todo(1, title: "New", at: 9) && stored.cursor == 2)
            #expect(try await storage.quarantineCount() == 1)
            try await storage.push(deletion(of: 1, at: 10), to: asha)
            #expect(try await storage.pull(asha).changes.map(\.record.isAlive) == [false])
        }
    }

    @Test("[S12] in the trash and in a record's history it is left out, and set aside")
    func trashAndHistory() async throws {
        try await with { storage, asha, _ in
            for number: Int64 in 1...3 { try await storage.push(todo(1, title: "t\(number)", at: number), to: asha) }
            try await storage.push(todo(2), todo(3), deletion(of: 2, at: 5), deletion(of: 3, at: 5), to: asha)
            try await damage(2, of: asha, "fields = '{broken'", in: storage)
            try await storage.pool.write { db in
                try db.execute(sql: "UPDATE history SET value = 'secretword' WHERE number = 1")
            }
            let limit = PageLimit(records: 9, bytes: 9_999)
            let trash = try await storage.trash(of: asha.id, since: moment(), after: nil, limit: limit)
            #expect(trash.records.map(\.record.id) == [uuid(3)] && trash.next == nil)
            #expect(try await storage.history(of: asha.id, todo(1).key).map(\.number) == [2])
            #expect(try await storage.historyEntry(1, of: asha.id, todo(1).key) == nil)
            await storage.suspects.waitUntilEmpty()
            let rows = try await storage.quarantined(after: 0, limit: 9)
            #expect(Set(rows.map(\.table)) == ["records", "history"])
            #expect(try await storage.quarantined(after: rows[0].number, limit: 9) == [rows[1]])
        }
    }

    @Test("[N6] garbage of all others is collected, it is counted, and photos that it may use stay")
    func garbage() async throws {
        try await with { storage, asha, ben in
            for person in [asha, ben] {
                for text in ["lake", "hill"] { try await storage.keep(text, of: person) }
                try await storage.push(note(1), photo(2, "lake", in: 1), photo(3, "hill", in: 9), todo(4), to: person)
                try await storage.push(deletion(of: 4, at: 5), to: person)
            }
            try await damage(2, of: asha, "fields = '{broken'", in: storage)
            try await damage(4, of: asha, "fields = '{broken'", in: storage)
            _ = try await storage.collectGarbage(at: day(95))
            let garbage = try await storage.collectGarbage(at: day(97))
            #expect(try await storage.quarantineCount() == 2 && garbage.quarantined == 0)
            #expect(
                try await storage.photos(of: ben.id, after: nil, limit: 9).map(\.facts.sha256) == [digest(of: "lake")]
            )
            #expect(try await storage.photos(of: asha.id, after: nil, limit: 9).count == 2)
            #expect(try await storage.record(todo(4).key, of: ben.id) == nil)
        }
    }

    @Test("garbage collection reports how many rows it set aside")
    func counted() async throws {
        try await with { storage, asha, _ in
            try await storage.push(todo(1), todo(2), to: asha)
            try await storage.push(deletion(of: 1, at: 5), deletion(of: 2, at: 5), to: asha)
            try await damage(1, of: asha, "fields = '{broken'", in: storage)
            let garbage = try await storage.collectGarbage(at: day(91))
            #expect(garbage.quarantined == 1 && garbage.records == 1)
        }
    }

    @Test("[R1] everybody else's reminders go out, and so do the person's other ones", arguments: damages)
    func reminders(_ change: String, _ why: RowDamage) async throws {
        try await with { storage, asha, ben in
            try await storage.push(reminding(1, due: 5_000), reminding(2, due: 5_000), to: asha)
            try await storage.push(reminding(1, due: 5_000), to: ben)
            for (session, person) in [(1, asha), (2, ben)] as [(UInt64, StoredAccount)] {
                try await storage.subscribe(session, of: person)
            }
            try await damage(1, of: asha, change, in: storage)
            // A large row ends a claim early, and the next one goes on.
            var claims: [DeliveryClaim] = []
            for _ in 1...3 {
                claims.append(
                    try await storage.claimDeliveries(at: moment(5_000), limit: 9, reserved: 0, lease: lease)
                )
            }
            let accounts = claims.flatMap(\.deliveries).map(\.account)
            #expect(Set(accounts) == [asha.id, ben.id] && accounts.count == 2)
            #expect(claims.flatMap(\.failures).map(\.key) == [.cancelled])
            #expect(try await storage.quarantineCount() == 1)
            #expect(try await storage.deliveries(of: asha.id, limit: 9).count == 2)
        }
    }

    @Test("[R1] after the clock went back all that waits is looked at, however many slices it takes")
    func reconsidered() async throws {
        try await withTemporaryFolder { folder in
            var budgets = Budgets()
            budgets[.transactionRows] = 2
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite", budgets: budgets)
            for number: UInt64 in 1...5 {
                let person = try await storage.add(number)
                try await storage.subscribe(number, of: person)
                try await storage.push(reminding(1, due: 5_000), to: person)
            }
            let early = try await storage.claimDeliveries(at: moment(86_000_000), limit: 99, reserved: 0, lease: lease)
            #expect(early.deliveries.count == 5)
            try await storage.reconsiderDeliveries(at: moment(5_000), longest: .minutes(10))
            let claim = try await storage.claimDeliveries(at: moment(5_000), limit: 99, reserved: 0, lease: lease)
            #expect(claim.deliveries.count == 5)
            await storage.close()
        }
    }
}

import DaybookCore
import Foundation
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: reminders", .timeLimit(.minutes(10)))
struct ReminderDatabaseTests {
    @Test("[R1] two processes that claim at once send each delivery once between them")
    func twoProcesses() async throws {
        try await TwoProcessTests.with { here, there in
            let accounts: [UInt64] = Array(1...5)
            for number in accounts {
                let account = try await here.add(number, pushingTo: number)
                let changes = (1...40).map { reminding($0, due: 5_000 + Int64($0)) }
                _ = try await here.apply(changes, to: account.id, at: moment()) { _, _ in [] }
            }
            let sent = try await withThrowingTaskGroup(of: [String].self) { group in
                for storage in [here, there, here, there] {
                    group.addTask {
                        var sent: [String] = []
                        while try await storage.nextDelivery() != nil {
                            for delivery in try await storage.claim(at: 6_000, limit: 7) {
                                sent.append("\(delivery.account) \(delivery.todo)")
                                try await storage.finish(delivery, .accepted, at: moment(6_000))
                            }
                        }
                        return sent
                    }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(sent.count == 200)
            #expect(Set(sent).count == 200)
        }
    }

    @Test("[R1] what one process sets another finds due")
    func otherProcess() async throws {
        try await TwoProcessTests.with { here, there in
            let asha = try await here.add(1, pushingTo: 1)
            try await there.push(reminding(1, due: 5_000), to: asha)
            #expect(try await here.next() == 5_000)
            #expect(try await here.claim(at: 5_000).count == 1)
            #expect(try await there.claim(at: 5_001).isEmpty)
        }
    }

    @Test("[R1] a database of the fifth version knows the reminders of its to-dos once it is open")
    func fifthVersion() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let future: Int64 = 9_000_000_000_000
            try await makeDatabase(at: path, version: 5) { try Self.fill($0, future: future) }
            let storage = try SQLiteStorage(path: path)
            let pending = try await storage.pool.read { db in
                try Row.fetchAll(db, sql: "SELECT todo, due FROM reminders ORDER BY todo").map { row in
                    "\(number(try DaybookCore.UUID(row, at: 0))) \((row[1] as Int64) - future)"
                }
            }
            #expect(pending == ["1 5", "6 3"])
            #expect(try await storage.nextDelivery() == Instant(milliseconds: future + 3))
            await storage.close()
        }
    }

    /// To-dos, two of them with a reminder that will fire: open, in the future, alive.
    private static func fill(_ db: Database, future: Int64) throws {
        let (asha, first, deleted, later) = ("x'01900000000070008000000000000001'", stamp(0), stamp(5), stamp(6))
        try db.execute(
            sql: """
                INSERT INTO accounts (id, name, mobile, email, password, created, cursor)
                VALUES (\(asha), 'Person', '9000010001', 'person1@example.com', 'hash 1', 1763700000000, 9)
                """
        )
        let records: [(String, String?)] = [
            (#"{"reminder":[\#(future + 5),"\#(first)"]}"#, nil),
            (#"{"done":[true,"\#(first)"],"reminder":[\#(future + 1),"\#(first)"]}"#, nil),
            (#"{"reminder":[1763700000000,"\#(first)"]}"#, nil),
            (#"{"reminder":[null,"\#(first)"]}"#, nil),
            (#"{"reminder":[\#(future + 2),"\#(first)"]}"#, deleted.description),
            (#"{"reminder":[\#(future + 3),"\#(first)"],"title":["Back","\#(later)"]}"#, deleted.description),
            (#"{"title":["reminder","\#(first)"]}"#, nil),
        ]
        for (index, (fields, deleted)) in records.enumerated() {
            try db.execute(
                sql: "INSERT INTO records (account, kind, id, fields, deleted, cursor) VALUES (?, 'todo', ?, ?, ?, ?)",
                arguments: [uuid(1).blob, uuid(UInt64(index + 1)).blob, fields, deleted, index + 1]
            )
        }
        try db.execute(
            sql: "INSERT INTO records (account, kind, id, fields, cursor) VALUES (?, 'note', ?, ?, 9)",
            arguments: [uuid(1).blob, uuid(1).blob, records[0].0]
        )
    }

    @Test("what is due is found through indexes alone, however much waits")
    func indexes() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let asha = try await storage.add(1, pushingTo: 1)
            try await storage.push(reminding(1, due: 5_000), to: asha)
            let statements = Statements()
            try await storage.pool.write { db in db.trace { statements.add($0.expandedDescription) } }
            let claimed = try await storage.claim(at: 5_000)
            for delivery in claimed { try await storage.finish(delivery, .accepted, at: moment(5_001)) }
            try await storage.push(reminding(1, due: 7_000, at: 1), to: asha)
            let plans = try await storage.pool.write { db in
                db.trace(nil)
                return try statements.plans(naming: ["remind", "deliveries"], db)
            }
            #expect(plans.count > 15)
            let scans = plans.filter { $0.hasPrefix("SCAN") && !$0.contains("reminder_turns_by_next") }
            #expect(scans.isEmpty, "\(scans)")
            await storage.close()
        }
    }
}

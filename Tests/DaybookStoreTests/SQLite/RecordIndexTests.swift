import DaybookCore
import Foundation
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: the indexes of records", .timeLimit(.minutes(10)))
struct RecordIndexTests {
    @Test("records are found through indexes alone, and none is sorted")
    func plans() async throws {
        try await withTemporaryFolder { folder in
            let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
            let statements = Statements()
            let trace: @Sendable (Database) -> Void = { db in db.trace { statements.add($0.expandedDescription) } }
            try await storage.pool.write { trace($0) }
            try await storage.pool.read { trace($0) }

            let asha = try await storage.add(1)
            try await storage.push(todo(1), note(2), photo(3, "one", in: 2), photo(4, "two", in: 9), to: asha)
            try await storage.push(todo(1, title: "Buy bread", at: 5), deletion(of: 5, at: 6), to: asha)
            try await storage.keep("one", of: asha)
            _ = try await storage.pull(asha)
            _ = try await storage.trash(of: asha.id, since: moment(), after: nil, limit: .sync)
            _ = try await storage.notePhotos(of: asha.id, note: uuid(2))
            _ = try await storage.record(todo(1).key, of: asha.id)
            _ = try await storage.collectPhotos(at: moment())
            _ = try await storage.collectGarbage(at: moment(200 * 86_400_000))
            _ = try await storage.deleteAccount(asha.id)

            let plans = try await storage.pool.write { db in
                db.trace(nil)
                return try statements.plans(naming: ["records"], db)
            }
            #expect(plans.count { $0.contains("records_by_id") } >= 3, "\(plans)")
            #expect(plans.contains { $0.contains("records_of_photos") })
            // The orphans of all accounts are read in the order of an index.
            let slow = plans.filter { plan in
                plan.hasPrefix("SCAN") && !plan.hasPrefix("SCAN photo USING INDEX records_by_note")
                    || plan.hasPrefix("USE TEMP B-TREE")
            }
            #expect(slow.isEmpty, "\(slow)")
            await storage.close()
        }
    }
}

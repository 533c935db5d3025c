import GRDBSQLite
import Testing

@testable import DaybookStore

@Suite("SQLite: its memory is not counted")
struct SQLiteMemoryTests {
    /// In a process of its own, because opening the storage has to be the first use of SQLite.
    @Test("SQLite keeps no count of the memory of an open storage")
    func noCount() async {
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                let storage = try SQLiteStorage(path: folder + "/daybook.sqlite")
                let counted = sqlite3_memory_used()
                await storage.close()
                try #require(counted == 0)
            }
        }
    }
}

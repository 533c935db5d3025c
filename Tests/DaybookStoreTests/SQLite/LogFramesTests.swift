import Foundation
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: each frame of the log is written at once")
struct LogFramesTests {
    /// What the operating system's own layer reads of a database.
    private static func read(_ path: String) throws -> (rows: [Int], verdict: String?) {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { db in try db.execute(sql: "PRAGMA query_only = ON") }
        let plain = try DatabaseQueue(path: "file:\(path)?vfs=unix", configuration: configuration)
        return try plain.read { db in
            let rows = try Int.fetchAll(db, sql: "SELECT number FROM numbers WHERE text LIKE '%x' || number")
            return (rows, try String.fetchOne(db, sql: "PRAGMA integrity_check"))
        }
    }

    @Test("what is written through the layer is read without it, from the log and from the file")
    func same() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/numbers.sqlite"
            let numbers = Array(0..<2_000)
            WipingDisk.install()
            let writer = try DatabasePool(path: path)
            try await writer.writeWithoutTransaction { db in
                // The cache is so small that pages go to the log, and come back, before their transaction ends.
                try db.execute(sql: "PRAGMA synchronous = FULL; PRAGMA cache_size = 10; PRAGMA wal_autocheckpoint = 0")
                try db.execute(sql: "CREATE TABLE numbers (number INTEGER PRIMARY KEY, text TEXT NOT NULL)")
                try db.inTransaction {
                    for number in numbers {
                        let text = String(repeating: "x", count: 300)
                        try db.execute(sql: "INSERT INTO numbers VALUES (?, ?)", arguments: [number, text])
                    }
                    try db.execute(sql: "UPDATE numbers SET text = text || number")
                    return .commit
                }
                try db.inTransaction {
                    try db.execute(sql: "DELETE FROM numbers")
                    return .rollback
                }
            }
            for _ in 0..<2 {
                let (rows, verdict) = try Self.read(path)
                #expect(rows == numbers)
                #expect(verdict == "ok")
                try await writer.writeWithoutTransaction { db in _ = try db.checkpoint(.truncate) }
            }
            try writer.close()
        }
    }
}

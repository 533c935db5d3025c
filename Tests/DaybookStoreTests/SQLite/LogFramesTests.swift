import Foundation
import GRDB
import GRDBSQLite
import Synchronization
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

    /// The calls that reach the layer below.
    private static let calls = Mutex<[String]>([])

    @Test("a header and its page are one write; a header alone is written before anything else happens to the log")
    func joined() {
        var below = sqlite3_io_methods()
        below.xWrite = { _, _, count, offset in
            LogFramesTests.calls.withLock { $0.append("\(count) at \(offset)") }
            return SQLITE_OK
        }
        below.xSync = { _, _ in
            LogFramesTests.calls.withLock { $0.append("sync") }
            return SQLITE_OK
        }
        below.xClose = { _ in
            LogFramesTests.calls.withLock { $0.append("close") }
            return SQLITE_OK
        }
        withUnsafePointer(to: below) { below in
            var file = sqlite3_file(pMethods: below)
            withUnsafeMutablePointer(to: &file) { file in
                LogFrames.join(file)
                let bytes = [UInt8](repeating: 7, count: 4_096)
                func write(_ count: Int32, at offset: Int64) {
                    _ = file.pointee.pMethods.pointee.xWrite(file, bytes, count, offset)
                }
                write(32, at: 0)
                write(24, at: 32)
                write(4_096, at: 56)
                write(24, at: 4_152)
                _ = file.pointee.pMethods.pointee.xSync(file, 0)
                write(24, at: 4_152)
                write(24, at: 8_000)
                _ = file.pointee.pMethods.pointee.xClose(file)
            }
        }
        let expected = ["32 at 0", "4120 at 32", "24 at 4152", "sync", "24 at 4152", "24 at 8000", "close"]
        #expect(Self.calls.withLock { $0 } == expected)
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

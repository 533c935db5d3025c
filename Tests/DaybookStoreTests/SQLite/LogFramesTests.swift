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

    /// A log over a layer that notes its calls.
    private final class Wire {
        private static let calls = Mutex<[Int: [String]]>([:])
        private static let isFull = Mutex<Set<Int>>([])

        private let file = UnsafeMutablePointer<sqlite3_file>.allocate(capacity: 1)
        private let below = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        let log: LogFrames.Log

        private static func note(_ call: String, _ file: UnsafeMutablePointer<sqlite3_file>?) -> Int32 {
            let file = Int(bitPattern: file)
            calls.withLock { $0[file, default: []].append(call) }
            return isFull.withLock { $0.contains(file) } ? SQLITE_FULL : SQLITE_OK
        }

        init() throws {
            var methods = sqlite3_io_methods()
            methods.xWrite = { file, _, count, offset in Wire.note("\(count) at \(offset)", file) }
            methods.xRead = { file, _, count, offset in Wire.note("\(count) from \(offset)", file) }
            methods.xSync = { file, _ in Wire.note("sync", file) }
            methods.xClose = { Wire.note("close", $0) }
            below.initialize(to: methods)
            file.initialize(to: sqlite3_file(pMethods: below))
            LogFrames.join(file)
            log = try #require(LogFrames.log(of: file))
        }

        deinit {
            // Another test may get the same address.
            _ = calls
            below.deallocate()
            file.deallocate()
        }

        private var key: Int { Int(bitPattern: file) }

        /// The calls since the last look.
        var calls: [String] {
            let key = key
            return Self.calls.withLock { $0.removeValue(forKey: key) ?? [] }
        }

        func setFull(_ isFull: Bool) {
            let key = key
            Self.isFull.withLock { if isFull { $0.insert(key) } else { $0.remove(key) } }
        }

        @discardableResult
        func write(_ bytes: [UInt8], at offset: Int64) -> Int32 {
            file.pointee.pMethods.pointee.xWrite(file, bytes, Int32(bytes.count), offset)
        }

        /// Writes a frame of 4,120 bytes. The last frame of a transaction says so.
        @discardableResult
        func frame(_ number: Int64, isLast: Bool = false) -> Int32 {
            let place = 32 + number * 4_120
            let result = write([0, 0, 0, 1, 0, 0, isLast ? 1 : 0, 0] + [UInt8](repeating: 7, count: 16), at: place)
            return result == SQLITE_OK ? write([UInt8](repeating: 7, count: 4_096), at: place + 24) : result
        }

        func read() { _ = file.pointee.pMethods.pointee.xRead(file, nil, 24, 32) }
        func sync() { _ = file.pointee.pMethods.pointee.xSync(file, 0) }
        func close() { _ = file.pointee.pMethods.pointee.xClose(file) }
    }

    @Test("a header and its page are one write; a header alone is written before anything else happens to the log")
    func joined() throws {
        let wire = try Wire()
        let header = [UInt8](repeating: 7, count: 24)
        wire.write([UInt8](repeating: 7, count: 32), at: 0)
        wire.frame(0)
        wire.write(header, at: 4_152)
        wire.sync()
        wire.write(header, at: 4_152)
        wire.write(header, at: 8_000)
        wire.close()
        #expect(wire.calls == ["32 at 0", "4120 at 32", "24 at 4152", "sync", "24 at 4152", "24 at 8000", "close"])
    }

    @Test(
        "the frames of a commit are written together, with the last of them, and before anything else happens to the log"
    )
    func commit() throws {
        let wire = try Wire()
        wire.log.commitBegan()
        for number in 0..<3 { wire.frame(Int64(number)) }
        #expect(wire.calls == [])
        wire.frame(3, isLast: true)
        #expect(wire.calls == ["16480 at 32"])
        wire.frame(4)
        wire.read()
        #expect(wire.calls == ["4120 at 16512", "24 from 32"])
        // A page that is in the log already.
        wire.frame(5)
        wire.write([UInt8](repeating: 7, count: 4_096), at: 56)
        #expect(wire.calls == ["4120 at 20632", "4096 at 56"])
        wire.log.commitEnded()
        wire.frame(6)
        #expect(wire.calls == ["4120 at 24752"])
        wire.close()
    }

    @Test("a commit of many frames is written in parts that SQLite's own layer takes")
    func largeCommit() throws {
        let wire = try Wire()
        wire.log.commitBegan()
        for number in 0..<99 { wire.frame(Int64(number)) }
        wire.frame(99, isLast: true)
        wire.log.commitEnded()
        let sizes = wire.calls.compactMap { $0.split(separator: " ").first.flatMap { Int($0) } }
        #expect(sizes.reduce(0, +) == 100 * 4_120)
        #expect(sizes.count == 4 && sizes.allSatisfy { $0 % 4_120 == 0 && $0 < 1 << 17 }, "\(sizes)")
        wire.close()
    }

    @Test("of a commit that fails nothing is written later")
    func failedCommit() throws {
        let wire = try Wire()
        wire.log.commitBegan()
        wire.frame(0)
        wire.setFull(true)
        #expect(wire.frame(1, isLast: true) == SQLITE_FULL)
        wire.setFull(false)
        wire.log.commitEnded()
        wire.log.commitBegan()
        wire.frame(0)
        wire.log.commitEnded()
        #expect(wire.calls == ["8240 at 32"])
        wire.close()
        #expect(wire.calls == ["close"])
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
                var log: LogFrames.Log?
                defer { log?.commitEnded() }
                try db.inTransaction {
                    for number in numbers {
                        let text = String(repeating: "x", count: 300)
                        try db.execute(sql: "INSERT INTO numbers VALUES (?, ?)", arguments: [number, text])
                    }
                    try db.execute(sql: "UPDATE numbers SET text = text || number")
                    let found = try #require(LogFrames.log(of: db))
                    found.commitBegan()
                    log = found
                    return .commit
                }
                log?.commitEnded()
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

import DaybookCore
import Foundation
import GRDB
import Testing

@testable import DaybookStore

@Suite("SQLite: the log is moved into the file beside the writer", .timeLimit(.minutes(10)))
struct CheckpointerTests {
    private static func bytes(of path: String) -> Int {
        ((try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int) ?? 0
    }

    /// The most bytes of a log that is restarted: those of a checkpoint that is due, of what is written while it goes on, and
    /// of another one where the thread gets little of the processor. Twenty thousand pages go through the log.
    private static let short = 3 * Checkpointer.pages * 4_120

    /// Commits some hundred pages.
    private static func write(_ storage: SQLiteStorage, times: Int) async throws {
        for _ in 0..<times {
            try await storage.committer.write { context in
                try context.db.execute(
                    sql: "CREATE TABLE IF NOT EXISTS filler (text TEXT); INSERT INTO filler VALUES (?)",
                    arguments: [String(repeating: "x", count: 400_000)]
                )
            }
        }
    }

    /// Writes until the work in progress has ended, and once more, so that the log is restarted.
    private static func catchUp(_ storage: SQLiteStorage) async throws {
        repeat {
            storage.connections.checkpointer.wait()
            try await write(storage, times: 1)
        } while storage.connections.checkpointer.isUnderWay
    }

    @Test("a log stays short however much is written, and a reader sees one state meanwhile")
    func short() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let storage = try SQLiteStorage(path: path)
            try await Self.write(storage, times: 45)
            try await Self.catchUp(storage)
            for _ in 0..<4 {
                try await Self.write(storage, times: 42)
                try await Self.catchUp(storage)
            }
            #expect(Self.bytes(of: path + "-wal") < Self.short)
            // What the log has no room for is in the file: of 213 texts at least, all but a log's length.
            #expect(Self.bytes(of: path) > 213 * 400_000 - Self.short)
            await storage.close()
            #expect(Self.bytes(of: path + "-wal") == 0)
        }
    }

    @Test(
        "the writer never waits for a reader of an older state; the log goes on and begins again when the reader has gone"
    )
    func reader() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let storage = try SQLiteStorage(path: path)
            try await Self.write(storage, times: 1)
            let snapshot = try storage.pool.makeSnapshot()
            let before = try await snapshot.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM filler") }
            try await Self.write(storage, times: 60)
            storage.connections.checkpointer.wait()
            try await Self.write(storage, times: 2)
            #expect(Self.bytes(of: path + "-wal") > 6_000 * 4_120)
            #expect(try await snapshot.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM filler") } == before)
            try snapshot.close()
            let long = Self.bytes(of: path + "-wal")
            try await Self.write(storage, times: 42)
            try await Self.catchUp(storage)
            for _ in 0..<3 {
                try await Self.write(storage, times: 42)
                try await Self.catchUp(storage)
            }
            // A log's file does not shrink, but it did not go on growing.
            #expect(Self.bytes(of: path + "-wal") < long + Self.short)
            await storage.close()
        }
    }

    @Test("pages that are moved are synced by the thread, not left to the writer")
    func syncs() async throws {
        WatchedDisk.install()
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let storage = try SQLiteStorage(path: path)
            try await Self.write(storage, times: 10)
            // While this reader is there, the last pages stay in the log, and SQLite syncs nothing itself.
            let snapshot = try storage.pool.makeSnapshot()
            let before = WatchedDisk.syncs(ofFile: path)
            while !storage.connections.checkpointer.isUnderWay { try await Self.write(storage, times: 1) }
            storage.connections.checkpointer.wait()
            #expect(WatchedDisk.syncs(ofFile: path) > before)
            try snapshot.close()
            await storage.close()
        }
    }

    @Test("what was committed while the log was moved is there after the process ended at any moment")
    func copy() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let storage = try SQLiteStorage(path: path)
            for round in 1...8 {
                try await Self.write(storage, times: 12)
                // As after a crash: the file and its log, with no connection closed.
                storage.connections.checkpointer.wait()
                let copy = folder + "/copy-\(round).sqlite"
                for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: path + end, toPath: copy + end) }
                let opened = try SQLiteStorage(path: copy)
                let count = try await opened.pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM filler") }
                #expect(count == 12 * round)
                await opened.close()
            }
            await storage.close()
        }
    }
}

import DaybookCore
import Foundation
import GRDB
import Testing

@testable import DaybookStore

#if os(Linux)
@Suite("SQLite: what is remembered between commits")
struct LogStateTests {
    /// A database in WAL mode with one table.
    private func withDatabase(_ body: (String, DatabaseQueue) throws -> Void) async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let queue = try DatabaseQueue(path: path)
            try queue.writeWithoutTransaction { db in
                try db.execute(sql: "PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
            }
            try body(path, queue)
            try queue.close()
        }
    }

    @Test("the moment changes with each commit of any connection, and with nothing else")
    func commits() async throws {
        try await withDatabase { path, queue in
            let other = try DatabaseQueue(path: path)
            let state = queue.inDatabase { LogState(of: $0) }
            var seen = [try #require(state.now)]
            for number in 1...200 {
                let connection = number.isMultiple(of: 2) ? queue : other
                try connection.write { try $0.execute(sql: "INSERT INTO t VALUES (\(number))") }
                let now = try #require(state.now)
                #expect(!seen.contains(now), "commit \(number)")
                seen.append(now)
                // A read, a transaction without a change, and one that is taken back.
                #expect(try other.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == number)
                try queue.inTransaction { _ in .commit }
                try queue.inTransaction { db in
                    try db.execute(sql: "INSERT INTO t VALUES (0)")
                    return .rollback
                }
                #expect(state.now == now, "no commit after \(number)")
                if number.isMultiple(of: 50) { _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) } }
            }
            try other.close()
        }
    }

    @Test("there is no moment without a log, and none after the end, even when no connection is left")
    func none() async throws {
        let plain = try DatabaseQueue()
        #expect(plain.inDatabase { LogState(of: $0) }.now == nil)
        var left: LogState?
        try await withDatabase { _, queue in
            let state = queue.inDatabase { LogState(of: $0) }
            #expect(state.now != nil)
            left = state
        }
        // The memory is still there: a request may be reading it while the last connection closes.
        #expect(left?.now != nil)
        left?.end()
        #expect(left?.now == nil)
    }

    @Test("SQLite keeps its locks on the file of the index")
    func locks() async throws {
        try await withDatabase { path, queue in
            #expect(try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") } == 0)
            let file = try FileManager.default.attributesOfItem(atPath: path + "-shm")
            let inode = try #require(file[.systemFileNumber] as? UInt64)
            // The list comes in parts, and the locks of other tests may shift it between two parts.
            func locks() throws -> Int {
                var times: [Int: Int] = [:]
                for _ in 1...25 {
                    let all = try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
                    times[all.count { $0.contains(":\(inode) ") && $0.contains(" \(getpid()) ") }, default: 0] += 1
                }
                return times.max { $0.value < $1.value }?.key ?? 0
            }
            let before = try locks()
            #expect(before > 0)
            for _ in 1...3 { #expect(queue.inDatabase { LogState(of: $0) }.now != nil) }
            #expect(try locks() == before)
        }
    }

    @Test("a session stays known when records change, with the new cursor, and is read after any other commit")
    func follows() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/daybook.sqlite"
            let storage = try SQLiteStorage(path: path)
            let (asha, ben) = (try await storage.add(1), try await storage.add(2))
            /// The session, if it is known without a read.
            func known(_ number: UInt64) throws -> OpenSession? {
                try storage.rememberedSessions.session(of: token(number)) { nil }
            }
            func readBoth() async throws {
                for number: UInt64 in [1, 2] { #expect(try await storage.session(token: token(number)) != nil) }
            }
            try await readBoth()
            for number: UInt64 in 1...3 {
                try await storage.push(todo(number), to: asha)
                #expect(try known(1)?.cursor == Int64(number))
                #expect(try known(2)?.cursor == 0)
            }
            try await storage.push(todo(9), to: ben)
            #expect(try known(1)?.cursor == 3 && known(2)?.cursor == 1)
            #expect(try await storage.session(token: token(1)) == known(1))

            // Any other job of this process.
            let session = newSession(1, of: asha).session.id
            try await storage.touchSession(session, of: asha.id, at: Instant(milliseconds: 9))
            #expect(try known(1) == nil && known(2) == nil)
            try await readBoth()
            // A choice of limits, which is a record.
            try await storage.push(Limits.Choice.roomy.record(at: stamp(50)), to: asha)
            #expect(try known(1) == nil)
            try await readBoth()
            #expect(try known(1)?.limits == .roomy)
            // Another process, also when a change of records comes next.
            let other = try DatabaseQueue(path: path)
            try await other.write { db in
                try db.execute(sql: "DELETE FROM sessions WHERE account = ?", arguments: [ben.id.blob])
            }
            try await storage.push(todo(4), to: asha)
            #expect(try known(1) == nil && known(2) == nil)
            #expect(try await storage.session(token: token(2)) == nil)
            try other.close()
            // An account that is deleted.
            #expect(try await storage.session(token: token(1)) != nil)
            #expect(try await storage.deleteAccount(asha.id))
            #expect(try known(1) == nil)
            #expect(try await storage.session(token: token(1)) == nil)
            await storage.close()
        }
    }

    @Test("a read that was overtaken by a commit is not kept, and ends nothing that was read since")
    func overtaken() async throws {
        try await withDatabase { _, queue in
            let remembered = RememberedSessions(queue.inDatabase { LogState(of: $0) })
            let session = OpenSession(session: newSession(1, of: person(1)).session, cursor: 1)
            let later = OpenSession(session: newSession(2, of: person(2)).session, cursor: 2)
            for number in 1...3 {
                let result = try remembered.session(of: token(1)) {
                    try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (\(number))") }
                    #expect(remembered.session(of: token(2)) { later } == later)
                    return session
                }
                #expect(result == session)
                #expect(remembered.session(of: token(1)) { nil } == nil)
                #expect(remembered.session(of: token(2)) { nil } == later)
            }
        }
    }

    @Test("a session is read once until something is committed, and not kept when there is none")
    func reads() async throws {
        try await withDatabase { _, queue in
            let remembered = RememberedSessions(queue.inDatabase { LogState(of: $0) })
            let session = OpenSession(session: newSession(1, of: person(1)).session, cursor: 1)
            var reads = 0
            func read(_ result: OpenSession?) throws -> OpenSession? {
                try remembered.session(of: token(1)) {
                    reads += 1
                    return result
                }
            }
            for expected in [1, 2] {
                #expect(try read(nil) == nil)
                #expect(reads == expected)
            }
            for _ in 1...3 { #expect(try read(session) == session) }
            #expect(reads == 3)
            try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (1)") }
            #expect(try read(nil) == nil)
            #expect(reads == 4)
        }
    }
}
#endif

import CSQLite
import Foundation
import NIOCore
import Synchronization

/// Commits what waits in one transaction, with the table and the promises of `raw_sqlite.c`.
final class Writer: Sendable {
    private struct State {
        var waiting: [(body: ByteBuffer, promise: EventLoopPromise<Void>)] = []
        var isBusy = false
    }

    /// Used on the queue only.
    private struct Connection: @unchecked Sendable {
        let database: OpaquePointer
        let insert: OpaquePointer
    }

    private struct Failure: Error {}

    private let connection: Connection
    private let queue = DispatchQueue(label: "writer")
    private let state = Mutex(State())
    private let number = Mutex<Int64>(0)

    init(path: String) throws {
        var database: OpaquePointer?
        guard sqlite3_open(path, &database) == SQLITE_OK, let database else { throw Failure() }
        let schema = """
            PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;
            CREATE TABLE record (account INTEGER NOT NULL, id BLOB NOT NULL, sequence INTEGER NOT NULL,
            body BLOB NOT NULL, PRIMARY KEY (account, id)) STRICT, WITHOUT ROWID;
            CREATE UNIQUE INDEX record_sequence ON record (account, sequence);
            """
        guard sqlite3_exec(database, schema, nil, nil, nil) == SQLITE_OK else { throw Failure() }
        var insert: OpaquePointer?
        let sql = "INSERT INTO record VALUES (1, randomblob(16), ?, ?)"
        guard sqlite3_prepare_v2(database, sql, -1, &insert, nil) == SQLITE_OK, let insert else { throw Failure() }
        connection = Connection(database: database, insert: insert)
    }

    /// Writes a body; the promise succeeds when it is on disk.
    func write(_ body: ByteBuffer, _ promise: EventLoopPromise<Void>) {
        let begins = state.withLock { state in
            state.waiting.append((body, promise))
            defer { state.isBusy = true }
            return !state.isBusy
        }
        if begins { queue.async { self.drain() } }
    }

    private func drain() {
        while let group = next() {
            sqlite3_exec(connection.database, "BEGIN IMMEDIATE", nil, nil, nil)
            for (body, _) in group { insert(body) }
            guard sqlite3_exec(connection.database, "COMMIT", nil, nil, nil) == SQLITE_OK else { exit(1) }
            for (_, promise) in group { promise.succeed() }
        }
    }

    private func next() -> [(body: ByteBuffer, promise: EventLoopPromise<Void>)]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isBusy = false
                return nil
            }
            defer { state.waiting = [] }
            return state.waiting
        }
    }

    private func insert(_ body: ByteBuffer) {
        let number = number.withLock { number in
            number += 1
            return number
        }
        sqlite3_bind_int64(connection.insert, 1, number)
        body.withUnsafeReadableBytes { bytes in
            _ = sqlite3_bind_blob(connection.insert, 2, bytes.baseAddress, Int32(bytes.count), nil)
            guard sqlite3_step(connection.insert) == SQLITE_DONE else { exit(1) }
            sqlite3_reset(connection.insert)
        }
    }
}

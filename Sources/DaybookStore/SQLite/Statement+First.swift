import DaybookCore
import Foundation
import GRDB
import GRDBSQLite

/// For the few statements of each request and each write. GRDB looks up the names of a query's columns, makes a value of each
/// argument, and looks after observers, which Daybook has not: that takes longer than such a statement.
extension Statement {
    /// Runs a query that finds one row or none, and reads the row's columns where SQLite has them.
    func first<Value>(_ bind: (inout Arguments) -> Void, _ read: (Columns) throws -> Value) throws -> Value? {
        try set(bind)
        defer { sqlite3_reset(sqliteStatement) }
        switch sqlite3_step(sqliteStatement) {
        case SQLITE_ROW: return try read(Columns(statement: sqliteStatement))
        case SQLITE_DONE: return nil
        case let code: throw failure(code)
        }
    }

    /// Runs a statement that finds no rows.
    func run(_ bind: (inout Arguments) -> Void = { _ in }) throws {
        try set(bind)
        defer { sqlite3_reset(sqliteStatement) }
        let code = sqlite3_step(sqliteStatement)
        guard code == SQLITE_DONE else { throw failure(code) }
    }

    /// Sets all arguments. None keeps a value of an earlier run.
    private func set(_ bind: (inout Arguments) -> Void) throws {
        var arguments = Arguments(statement: sqliteStatement)
        bind(&arguments)
        guard arguments.code == SQLITE_OK else { throw failure(arguments.code) }
        precondition(
            arguments.count == sqlite3_bind_parameter_count(sqliteStatement),
            "each argument of a statement has a value"
        )
    }

    private func failure(_ code: Int32) -> DatabaseError {
        let message = sqlite3_errmsg(sqlite3_db_handle(sqliteStatement)).map { String(cString: $0) }
        return DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
    }
}

/// The arguments of a statement, which are added in their order.
struct Arguments {
    fileprivate let statement: SQLiteStatement
    fileprivate private(set) var count: Int32 = 0
    /// The first error.
    fileprivate private(set) var code = SQLITE_OK

    /// SQLite copies the bytes of a text or a blob (https://sqlite.org/c3ref/c_static.html).
    private static var copied: sqlite3_destructor_type? { unsafeBitCast(-1, to: sqlite3_destructor_type?.self) }

    fileprivate init(statement: SQLiteStatement) { self.statement = statement }

    mutating func add(_ number: Int64) { added(sqlite3_bind_int64(statement, next, number)) }

    mutating func add(_ text: String) {
        var text = text
        let result = text.withUTF8 { [statement, next] bytes in
            // SQLite would store NULL. Even an empty text has an address.
            guard let start = bytes.baseAddress else { return SQLITE_MISUSE }
            return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) { start in
                // Up to a zero byte, as GRDB sets and reads texts: all statements mean the same text.
                let count = UInt64(strnlen(start, bytes.count))
                return sqlite3_bind_text64(statement, next, start, count, Self.copied, UInt8(SQLITE_UTF8))
            }
        }
        added(result)
    }

    /// Adds NULL for nil.
    mutating func add(_ text: String?) {
        if let text { add(text) } else { addNull() }
    }

    mutating func add(_ id: DaybookCore.UUID) {
        let result = withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { [statement, next] bytes in
            sqlite3_bind_blob64(statement, next, bytes.baseAddress, UInt64(bytes.count), Self.copied)
        }
        added(result)
    }

    /// Adds NULL for nil.
    mutating func add(_ id: DaybookCore.UUID?) {
        if let id { add(id) } else { addNull() }
    }

    mutating func add(_ hash: TokenHash) {
        let result = hash.bytes.withUnsafeBytes { [statement, next] bytes in
            sqlite3_bind_blob64(statement, next, bytes.baseAddress, UInt64(bytes.count), Self.copied)
        }
        added(result)
    }

    private mutating func addNull() { added(sqlite3_bind_null(statement, next)) }

    private var next: Int32 { count + 1 }

    private mutating func added(_ result: Int32) {
        count += 1
        if code == SQLITE_OK { code = result }
    }
}

/// The columns of a row, as long as its statement stands at it. A column of another type is converted as SQLite converts it.
struct Columns {
    fileprivate let statement: SQLiteStatement

    func int64(_ index: Int32) -> Int64 { sqlite3_column_int64(statement, index) }

    func int(_ index: Int32) -> Int { Int(int64(index)) }

    /// Nil for NULL.
    func int64IfAny(_ index: Int32) -> Int64? {
        sqlite3_column_type(statement, index) == SQLITE_NULL ? nil : int64(index)
    }

    /// Nil for NULL.
    func text(_ index: Int32) -> String? {
        guard let text = sqlite3_column_text(statement, index) else { return nil }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, index)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The bytes of a text or a blob; none for NULL.
    func bytes(_ index: Int32) -> UnsafeRawBufferPointer {
        let start = sqlite3_column_blob(statement, index)
        return UnsafeRawBufferPointer(
            start: start,
            count: start == nil ? 0 : Int(sqlite3_column_bytes(statement, index))
        )
    }

    /// Throws when the column is not 16 bytes, which the schema's checks rule out.
    func uuid(_ index: Int32) throws -> DaybookCore.UUID { try DaybookCore.UUID(blob: bytes(index)) }
}

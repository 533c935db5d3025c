import DaybookCore
import Foundation
import GRDB
import GRDBSQLite

extension Statement {
    /// Runs a query that finds one row or none, and reads the row's columns where SQLite has them.
    ///
    /// For the few queries of each request and each write: GRDB's `Row` looks up the names of all columns first, which takes longer than
    /// such a query.
    func first<Value>(_ arguments: StatementArguments, _ read: (Columns) throws -> Value) throws -> Value? {
        try setArguments(arguments)
        defer { sqlite3_reset(sqliteStatement) }
        switch sqlite3_step(sqliteStatement) {
        case SQLITE_ROW: return try read(Columns(statement: sqliteStatement))
        case SQLITE_DONE: return nil
        case let code:
            let message = sqlite3_errmsg(sqlite3_db_handle(sqliteStatement)).map { String(cString: $0) }
            throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message, sql: sql)
        }
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

import DaybookCore
import Foundation
import GRDB
import GRDBSQLite

extension NotebookReader {
    /// Shows what a list tells of each to-do of a query, in its order: its short name, and a glance at it. Neither the to-dos
    /// nor their records are made, since a list of all may be long.
    public func glances(_ query: TodoQuery, _ show: (String, TodoGlance) throws -> Void) throws {
        var names = SharedNames(db)
        if query.isAllByCreation { return try newestFirst(query, &names, show) }
        try rows(query.sql) { row, blob in
            guard let glance = try glance(Array(blob(0))) else { return }
            try show(try names.text(ShortName(code: row[1]), isShared: row[2]), glance)
        }
    }

    /// The same of all, newest first. They are sorted here: rows stand nearly in the order of creation, of which SQLite's
    /// sorting makes no use.
    private func newestFirst(
        _ query: TodoQuery,
        _ names: inout SharedNames,
        _ show: (String, TodoGlance) throws -> Void
    ) throws {
        var found: [Found] = []
        var records: [UInt8] = []
        try rows(query.unsorted) { row, blob in
            let start = records.count
            records.append(contentsOf: blob(0))
            guard let id = DaybookCore.UUID(bytes: blob(3)) else {
                throw NotebookFileError.unreadable("an id", path: path)
            }
            found.append(Found(created: row[2], id: id, code: row[1], bytes: start..<records.count))
        }
        found.sort()
        for one in found {
            guard let glance = try glance(Array(records[one.bytes])) else { continue }
            try show(try names.text(ShortName(code: one.code), isShared: nil), glance)
        }
    }

    /// A row, by what sorts it.
    private struct Found: Comparable {
        var created: Int64
        var id: DaybookCore.UUID
        var code: Int64
        /// Where its record is.
        var bytes: Range<Int>

        /// The newest comes first, and then the order of ids, as in Core's index.
        static func < (left: Found, right: Found) -> Bool {
            left.created == right.created ? left.id < right.id : left.created > right.created
        }
    }

    /// Reads the rows of a statement, with a function for the bytes of a column as SQLite has them until the next row.
    private func rows(
        _ query: (text: String, arguments: StatementArguments),
        _ read: (Row, (_ column: CInt) -> UnsafeRawBufferPointer) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(sql: query.text)
        let rows = try Row.fetchCursor(statement, arguments: query.arguments)
        func blob(_ column: CInt) -> UnsafeRawBufferPointer {
            let start = sqlite3_column_blob(statement.sqliteStatement, column)
            let count = sqlite3_column_bytes(statement.sqliteStatement, column)
            return UnsafeRawBufferPointer(start: start, count: Int(count))
        }
        while let row = try rows.next() { try read(row, blob) }
    }

    /// Nil for what no list shows. What is damaged throws.
    private func glance(_ bytes: [UInt8]) throws -> TodoGlance? {
        if let glance = ReplicaDisk.glance(of: bytes) { return glance }
        guard try Todo(record(Data(bytes))) == nil else { throw NotebookFileError.unreadable("a record", path: path) }
        return nil
    }
}

import DaybookCore
import Foundation
import GRDB
import GRDBSQLite

extension NotebookReader {
    /// Shows what a list tells of each to-do of a query: its short name, and a glance at it. Neither the to-dos nor their records
    /// are made, since a list of all may be long.
    ///
    /// Returns the order of the query: the places of what was shown, which are counted from 0. Nil when it was shown in that order.
    @discardableResult
    public func glances(_ query: TodoQuery, _ show: (String, TodoGlance) throws -> Void) throws -> [Int]? {
        var names = SharedNames(db)
        if query.isAllByCreation { return try newestFirst(query, &names, show) }
        try rows(query.sql) { row, record in
            guard let glance = try glance(record) else { return }
            // A statement for all has no answer to whether a name is shared.
            let isShared = query.limit.map { _ in row.integer(2) != 0 }
            try show(try names.text(ShortName(code: row.integer(1)), isShared: isShared), glance)
        }
        return nil
    }

    /// Shows the glances of all to-dos in the order of the rows. Returns the order that has the newest first. It is found
    /// here: the rows stand nearly in the order of creation, of which SQLite's sorting makes no use.
    private func newestFirst(
        _ query: TodoQuery,
        _ names: inout SharedNames,
        _ show: (String, TodoGlance) throws -> Void
    ) throws -> [Int] {
        var shown: [Shown] = []
        try rows(query.unsorted) { row, record in
            guard let glance = try glance(record) else { return }
            guard let id = DaybookCore.UUID(bytes: row.bytes(3)) else {
                throw NotebookFileError.unreadable("an id", path: path)
            }
            shown.append(Shown(created: row.integer(2), id: id, place: shown.count))
            try show(try names.text(ShortName(code: row.integer(1)), isShared: nil), glance)
        }
        shown.sort()
        return shown.map { $0.place }
    }

    /// What was shown, by what sorts it.
    private struct Shown: Comparable {
        var created: Int64
        var id: DaybookCore.UUID
        var place: Int

        /// The newest comes first, and then the order of ids, as in Core's index.
        static func < (left: Shown, right: Shown) -> Bool {
            left.created == right.created ? left.id < right.id : left.created > right.created
        }
    }

    /// A row as SQLite has it until the next one.
    private struct RawRow {
        let statement: OpaquePointer?

        func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(statement, column) }

        func bytes(_ column: CInt) -> UnsafeRawBufferPointer {
            let start = sqlite3_column_blob(statement, column)
            return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        }
    }

    /// Reads the rows of a statement, with the bytes of each first column, which is a record.
    private func rows(
        _ query: (text: String, arguments: StatementArguments),
        _ read: (RawRow, [UInt8]) throws -> Void
    ) throws {
        let statement = try db.cachedStatement(sql: query.text)
        let rows = try Row.fetchCursor(statement, arguments: query.arguments)
        let row = RawRow(statement: statement.sqliteStatement)
        // One array for all records, since each of its own would take longer than reading it.
        var record: [UInt8] = []
        while try rows.next() != nil {
            record.removeAll(keepingCapacity: true)
            record.append(contentsOf: row.bytes(0))
            try read(row, record)
        }
    }

    /// The glance at a record; nil for a record that no list shows. Throws for damaged bytes.
    private func glance(_ bytes: [UInt8]) throws -> TodoGlance? {
        if let glance = ReplicaDisk.glance(of: bytes) { return glance }
        guard try Todo(record(Data(bytes))) == nil else { throw NotebookFileError.unreadable("a record", path: path) }
        return nil
    }
}

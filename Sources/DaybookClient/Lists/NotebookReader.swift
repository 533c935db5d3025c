import DaybookCore
import Foundation
import GRDB

/// Reads one state of a notebook's file.
public struct NotebookReader {
    let db: Database
    let path: String

    /// The to-dos of a query, in its order.
    public func todos(_ query: TodoQuery) throws -> [ListedTodo] {
        let (text, arguments) = query.sql
        let rows = try Row.fetchCursor(db, sql: text, arguments: arguments)
        var found: [ListedTodo] = []
        while let row = try rows.next() {
            guard let todo = Todo(try record(row[0])) else { continue }
            found.append(ListedTodo(todo: todo, name: TodoName(code: row[1]).text(isShared: row[2])))
        }
        return found
    }

    /// The tags in use, in alphabetical order.
    public func tags() throws -> [TagUse] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT min(tags.name), count(*), sum(todos.done = 0) FROM tags CROSS JOIN todos ON todos.row = tags.row
                GROUP BY tags.tag ORDER BY tags.tag
                """
        )
        return rows.map { TagUse(name: $0[0], count: $0[1], openCount: $0[2]) }
    }

    /// The to-dos that were deleted in the last 30 days, latest first.
    public func trash(now: Instant) throws -> [ListedTodo] {
        let oldest = now.advanced(by: -Rules.historyLifetime)
        return try listed(
            "names.deleted > ? ORDER BY names.deleted DESC, names.code",
            [oldest.milliseconds],
            from: "names INDEXED BY names_by_delete"
        )
    }

    /// The to-do that a person names: by the first digits of its short name, or by its whole id.
    ///
    /// Throws a ``NameError`` when that is not one to-do. `isDeleted`: it is looked for in the trash.
    public func todo(named name: String, isDeleted: Bool = false) throws -> ListedTodo {
        let codes: ClosedRange<Int64>
        let id = DaybookCore.UUID(name)
        if let id {
            codes = TodoName(id).code...TodoName(id).code
        } else {
            guard let range = TodoName.codes(beginningWith: name) else { throw NameError.malformed(name) }
            codes = range
        }
        let all = try listed(
            "names.code BETWEEN ? AND ? ORDER BY names.code LIMIT 1000",
            [codes.lowerBound, codes.upperBound]
        )
        let matching = all.filter { id == nil || $0.todo.id.uuid == id }
        let found = matching.filter { ($0.deleted != nil) == isDeleted }
        guard let only = found.first else {
            if matching.isEmpty { throw NameError.unknown(name) }
            throw isDeleted ? NameError.notInTrash(name) : NameError.inTrash(name)
        }
        if found.count > 1 { throw NameError.several(name, Array(found.prefix(5)), count: found.count) }
        return only
    }

    /// The to-do of a record, with its name; nil when there is none, or it is deleted.
    public func todo(_ id: Todo.ID) throws -> ListedTodo? {
        let code = TodoName(id.uuid).code
        return try listed("names.code = ?", [code]).first { $0.todo.id == id && $0.deleted == nil }
    }

    private func listed(
        _ condition: String,
        _ arguments: StatementArguments,
        from names: String = "names"
    ) throws -> [ListedTodo] {
        let sql = """
            SELECT records.record, names.code, \(TodoQuery.isShared("names.code")), names.deleted \
            FROM \(names) CROSS JOIN records ON records.row = names.row WHERE \(condition)
            """
        let rows = try Row.fetchCursor(db, sql: sql, arguments: arguments)
        var found: [ListedTodo] = []
        while let row = try rows.next() {
            guard let todo = Todo(try record(row[0]), evenIfDeleted: true) else { continue }
            let deleted = (row[3] as Int64?).map { Instant(milliseconds: $0) }
            let name = TodoName(code: row[1]).text(isShared: row[2])
            found.append(ListedTodo(todo: todo, name: name, deleted: deleted))
        }
        return found
    }

    func record(_ bytes: Data?) throws -> DaybookCore.Record {
        guard let bytes, let record = ReplicaDisk.record(of: [UInt8](bytes)) else {
            throw NotebookFileError.unreadable("a record", path: path)
        }
        return record
    }
}

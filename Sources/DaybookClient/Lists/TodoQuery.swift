import DaybookCore
import Foundation
import GRDB

/// A query for a list of to-dos.
public struct TodoQuery: Equatable, Sendable {
    /// Open or done to-dos, a tag, and a search, as in the web app.
    public var filter: Filter
    /// The order.
    public var order: Order
    /// Only what is due before this moment.
    public var dueBefore: Instant?
    /// Only what is overdue or planned for this day (L9).
    public var planned: Today?
    /// To-dos at most; nil for all.
    public var limit: Int?

    /// A query; by default for everything, newest first.
    public init(
        filter: Filter = Filter(),
        order: Order = .created,
        dueBefore: Instant? = nil,
        planned: Today? = nil,
        limit: Int? = nil
    ) {
        self.filter = filter
        self.order = order
        self.dueBefore = dueBefore
        self.planned = planned
        self.limit = limit
    }
}

extension TodoQuery {
    /// The query in SQL, with its arguments. Its columns: the record, the code, and whether the short name is shared, which
    /// is NULL in a list of all, whose reader knows it.
    var sql: (text: String, arguments: StatementArguments) {
        limit.map(firstOnes) ?? all
    }

    /// The first to-dos are chosen by the columns of the lists alone, and only their records are read.
    private func firstOnes(_ limit: Int) -> (text: String, arguments: StatementArguments) {
        let states: [Filter.State] = filter.state == .all ? [.open, .done] : [filter.state]
        var arguments: StatementArguments = []
        let pages = states.map { state in
            let conditions = conditions(state)
            arguments += conditions.arguments
            return page(conditions, limit)
        }
        let text = """
            SELECT (SELECT record FROM records WHERE records.row = todos.row), todos.code, \
            \(ShortName.isShared("todos.code")) FROM (\(pages.joined(separator: " UNION ALL "))) AS todos \
            ORDER BY \(order.sql) LIMIT \(limit)
            """
        return (text, arguments)
    }

    /// The first to-dos of one state. The indexes have open ones before done ones, so the first of both together are among
    /// the first of each.
    private func page(_ conditions: Conditions, _ limit: Int) -> String {
        let columns = "todos.row, todos.id, todos.code, todos.created, todos.deadline, todos.title, todos.position"
        let all = "SELECT \(columns) FROM \(conditions.tables) \(conditions.text)"
        return "SELECT * FROM (\(all) ORDER BY \(order.sql) LIMIT \(limit))"
    }

    /// For a list of all, both tables are read from end to end in the order of their rows, and sorted afterwards. In the order
    /// of an index SQLite would search both tables for each row.
    private var all: (text: String, arguments: StatementArguments) {
        let conditions = conditions(filter.state)
        let text = "SELECT records.record, todos.code, NULL \(conditions.ofRecords) ORDER BY \(order.sql)"
        return (text, conditions.arguments)
    }

    /// Whether the query is for a list of all in the default order.
    var isAllByCreation: Bool { limit == nil && order == .created }

    /// The query for a list of all to-dos, unsorted. Its columns: the record, the code, and the value by which the
    /// default order sorts.
    var unsorted: (text: String, arguments: StatementArguments) {
        let conditions = conditions(filter.state)
        let text = "SELECT records.record, todos.code, todos.created, todos.id \(conditions.ofRecords)"
        return (text, conditions.arguments)
    }

    private struct Conditions {
        var text: String
        var arguments: StatementArguments
        /// The tables that are searched.
        var tables: String

        /// The records of the to-dos that meet the conditions.
        var ofRecords: String { "FROM \(tables) CROSS JOIN records ON records.row = todos.row \(text)" }
    }

    private func conditions(_ state: Filter.State) -> Conditions {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        func add(_ condition: String, _ argument: any DatabaseValueConvertible) {
            conditions.append(condition)
            arguments += [argument]
        }
        let words = SearchWords(filter.search).words
        // A text that an earlier version stored has its tags without their signs.
        let tags = words.filter { $0.first == UInt8(ascii: "#") }
        let search = TextSearch(words.filter { !tags.contains($0) })
        if let match = search.match { add("search MATCH ?", match) }
        for word in search.words { add("instr(todos.text, ?) > 0", word) }
        for tag in tags {
            let hasTag = TodoQuery.hasTag("substr(tag, 1, \(tag.count - 1)) = ?")
            add("(instr(todos.text, ?) > 0 OR \(hasTag))", String(decoding: tag, as: UTF8.self))
            arguments += [Data(tag.dropFirst())]
        }
        if let tag = filter.tag { add(TodoQuery.hasTag("tag = ?"), Data(Fold.bytes(tag))) }
        if let dueBefore { add("todos.deadline < ?", dueBefore.milliseconds) }
        if let planned {
            // A reminder of an earlier day gives way to a deadline.
            conditions.append(
                "(todos.deadline < ? OR todos.reminder < ? AND (todos.reminder >= ? OR todos.deadline = ?))"
            )
            let end = planned.end.milliseconds
            arguments += [end, end, planned.start.milliseconds, TodoTables.noDeadline.milliseconds]
        }
        // All open or all done to-dos are about half of all. Reading the whole table finds them fastest.
        let isScan = conditions.isEmpty && limit == nil
        if state != .all { conditions.append("todos.done = \(state == .done ? 1 : 0)") }
        return Conditions(
            text: conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "),
            arguments: arguments,
            // CROSS JOIN has SQLite search first.
            tables: isScan
                ? "todos NOT INDEXED"
                : search.match == nil ? "todos" : "search CROSS JOIN todos ON todos.row = search.rowid"
        )
    }

    private static func hasTag(_ condition: String) -> String {
        "EXISTS (SELECT 1 FROM tags WHERE tags.row = todos.row AND \(condition))"
    }
}

extension Order {
    /// The order of Core's index: of equals the newest comes first, then by id.
    fileprivate var sql: String {
        switch self {
        case .created: "todos.created DESC, todos.id"
        case .deadline: "todos.deadline, todos.created DESC, todos.id"
        case .title: "todos.title, todos.created DESC, todos.id"
        case .titleDescending: "todos.title DESC, todos.created DESC, todos.id"
        case .own: "todos.position, todos.created DESC, todos.id"
        }
    }
}

import DaybookCore
import Foundation
import GRDB

/// What a list asks for.
public struct TodoQuery: Equatable, Sendable {
    /// Open ones or done ones, a tag, and a search: the same as in the page.
    public var filter: Filter
    /// The order.
    public var order: Order
    /// Only what is due before this moment.
    public var dueBefore: Instant?
    /// To-dos at most; nil for all.
    public var limit: Int?

    /// A query; by default for everything, newest first.
    public init(filter: Filter = Filter(), order: Order = .created, dueBefore: Instant? = nil, limit: Int? = nil) {
        self.filter = filter
        self.order = order
        self.dueBefore = dueBefore
        self.limit = limit
    }
}

extension TodoQuery {
    /// The query in SQL, with its arguments. Its columns: the record, the code, and whether the short name is shared.
    var sql: (text: String, arguments: StatementArguments) {
        let states: [Filter.State] = filter.state == .all && limit != nil ? [.open, .done] : [filter.state]
        var arguments: StatementArguments = []
        let pages = states.map { state in
            let conditions = conditions(state)
            arguments += conditions.arguments
            return page(conditions.text, isSearch: conditions.isSearch)
        }
        let text = """
            SELECT (SELECT record FROM records WHERE records.row = todos.row), todos.code, \
            \(TodoQuery.isShared("todos.code")) FROM (\(pages.joined(separator: " UNION ALL "))) AS todos \
            ORDER BY \(order.sql) LIMIT \(limit ?? -1)
            """
        return (text, arguments)
    }

    /// The first to-dos of one state, chosen by the columns of the lists alone. The indexes have open ones before done
    /// ones, so the first of both together are among the first of each.
    private func page(_ conditions: String, isSearch: Bool) -> String {
        // CROSS JOIN has SQLite search first.
        let tables = isSearch ? "search CROSS JOIN todos ON todos.row = search.rowid" : "todos"
        let columns = "todos.row, todos.id, todos.code, todos.created, todos.deadline, todos.title"
        let all = "SELECT \(columns) FROM \(tables) \(conditions)"
        return limit.map { "SELECT * FROM (\(all) ORDER BY \(order.sql) LIMIT \($0))" } ?? all
    }

    private func conditions(_ state: Filter.State) -> (text: String, arguments: StatementArguments, isSearch: Bool) {
        var conditions: [String] = []
        var arguments: StatementArguments = []
        func add(_ condition: String, _ argument: any DatabaseValueConvertible) {
            conditions.append(condition)
            arguments += [argument]
        }
        let words = SearchWords(filter.search, readsTags: true)
        let trigrams = words.words.flatMap(TodoQuery.trigrams)
        if !trigrams.isEmpty { add("search MATCH ?", trigrams.map { "\"\($0)\"" }.joined(separator: " AND ")) }
        for word in words.words { add("instr(todos.text, ?) > 0", String(decoding: word, as: UTF8.self)) }
        for tag in words.tags { add(TodoQuery.hasTag("substr(tag, 1, \(tag.count)) = ?"), Data(tag)) }
        if let tag = filter.tag { add(TodoQuery.hasTag("tag = ?"), Data(Fold.bytes(tag))) }
        if let dueBefore { add("todos.deadline < ?", dueBefore.milliseconds) }
        if state != .all { conditions.append("todos.done = \(state == .done ? 1 : 0)") }
        let text = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        return (text, arguments, !trigrams.isEmpty)
    }

    private static func hasTag(_ condition: String) -> String {
        "EXISTS (SELECT 1 FROM tags WHERE tags.row = todos.row AND \(condition))"
    }

    /// Whether another to-do's name begins with the digits that are shown of this one's.
    static func isShared(_ code: String) -> String {
        let shift = (12 - TodoName.digits) * 4
        let first = "(\(code) >> \(shift) << \(shift))"
        return """
            (SELECT count(*) FROM (SELECT 1 FROM names AS others WHERE others.code BETWEEN \(first) AND \
            \(first) + \((1 << shift) - 1) LIMIT 2)) > 1
            """
    }

    /// Runs of three characters that stand in every text with the word, side by side; none when it is shorter.
    static func trigrams(_ word: [UInt8]) -> [String] {
        let scalars = Array(String(decoding: word, as: UTF8.self).unicodeScalars)
        guard scalars.count >= 3 else { return [] }
        var starts = Array(stride(from: 0, through: scalars.count - 3, by: 3))
        if starts.last != scalars.count - 3 { starts.append(scalars.count - 3) }
        return starts.prefix(8).map { start in
            var text = String.UnicodeScalarView()
            for scalar in scalars[start..<start + 3] {
                text.append(scalar)
                // A quote within quotes is written twice.
                if scalar == "\"" { text.append(scalar) }
            }
            return String(text)
        }
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
        }
    }
}

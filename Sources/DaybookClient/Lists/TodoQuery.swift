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
        var conditions: [String] = []
        var arguments: StatementArguments = []
        let words = SearchWords(filter.search, readsTags: true)
        let trigrams = words.words.flatMap(TodoQuery.trigrams)
        if !trigrams.isEmpty {
            conditions.append("search MATCH ?")
            arguments += [trigrams.map { "\"\($0)\"" }.joined(separator: " AND ")]
        }
        for word in words.words {
            conditions.append("instr(todos.text, ?) > 0")
            arguments += [String(decoding: word, as: UTF8.self)]
        }
        for tag in words.tags { add("substr(tag, 1, \(tag.count)) = ?", tag) }
        if let tag = filter.tag { add("tag = ?", Fold.bytes(tag)) }
        func add(_ condition: String, _ tag: [UInt8]) {
            conditions.append("EXISTS (SELECT 1 FROM tags WHERE tags.row = todos.row AND \(condition))")
            arguments += [Data(tag)]
        }
        if filter.state != .all { conditions.append("todos.done = \(filter.state == .done ? 1 : 0)") }
        if let dueBefore {
            conditions.append("todos.deadline < ?")
            arguments += [dueBefore.milliseconds]
        }
        // CROSS JOIN keeps SQLite to this order of tables: what is searched first, records last.
        let matching = """
            \(trigrams.isEmpty ? "todos" : "search CROSS JOIN todos ON todos.row = search.rowid") \
            \(conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND "))
            """
        // A page is chosen by its columns alone; only the to-dos in it are read.
        let page = limit.map {
            """
            (SELECT todos.row, todos.id, todos.code, todos.created, todos.deadline, todos.title \
            FROM \(matching) ORDER BY \(order.sql) LIMIT \($0)) AS todos
            """
        }
        let text = """
            SELECT (SELECT record FROM records WHERE records.row = todos.row), todos.code, \
            \(TodoQuery.isShared("todos.code")) FROM \(page ?? matching) ORDER BY \(order.sql)
            """
        return (text, arguments)
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

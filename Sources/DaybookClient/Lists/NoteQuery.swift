import DaybookCore
import Foundation
import GRDB

/// A query for a list of notes.
public struct NoteQuery: Equatable, Sendable {
    /// The words of a search; blank for all notes.
    public var search: String
    /// A tag, whatever the case of its letters; nil for all notes.
    public var tag: String?
    /// The order.
    public var order: NoteOrder
    /// Notes at most; nil for all.
    public var limit: Int?

    /// A query; by default for all notes, the one changed last first, as in the web app. Pinned notes come first in each order
    /// (N7).
    public init(search: String = "", tag: String? = nil, order: NoteOrder = .modified, limit: Int? = nil) {
        self.search = search
        self.tag = tag
        self.order = order
        self.limit = limit
    }
}

extension NoteQuery {
    /// The query in SQL, with its arguments. Its columns: the record, the code, and whether the short name is shared.
    var sql: (text: String, arguments: StatementArguments) {
        let search = TextSearch(SearchWords(search).words)
        var conditions: [String] = []
        var arguments: StatementArguments = []
        func add(_ condition: String, _ argument: any DatabaseValueConvertible) {
            conditions.append(condition)
            arguments += [argument]
        }
        if let match = search.match { add("note_search MATCH ?", match) }
        for word in search.words { add("instr(notes.text, ?) > 0", word) }
        if let tag {
            add("EXISTS (SELECT 1 FROM tags WHERE tags.row = notes.row AND tag = ?)", Data(Fold.bytes(tag)))
        }
        // CROSS JOIN has SQLite search first.
        let tables = search.match == nil ? "notes" : "note_search CROSS JOIN notes ON notes.row = note_search.rowid"
        let columns = "notes.row, notes.id, notes.code, notes.pinned, notes.modified, notes.created, notes.title"
        let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        // The first notes are chosen by the columns of the list alone.
        let text = """
            SELECT (SELECT record FROM records WHERE records.row = notes.row), notes.code, \
            \(ShortName.isShared("notes.code")) FROM (SELECT \(columns) FROM \(tables) \(condition) \
            ORDER BY \(order.sql) LIMIT \(limit ?? -1)) AS notes ORDER BY \(order.sql)
            """
        return (text, arguments)
    }
}

extension NoteOrder {
    /// The order of Core's index: pinned notes first, and of equals the newest, then by id.
    fileprivate var sql: String {
        switch self {
        case .modified: "notes.pinned DESC, notes.modified DESC, notes.created DESC, notes.id"
        case .created: "notes.pinned DESC, notes.created DESC, notes.id"
        case .title: "notes.pinned DESC, notes.title, notes.created DESC, notes.id"
        case .titleDescending: "notes.pinned DESC, notes.title DESC, notes.created DESC, notes.id"
        }
    }
}

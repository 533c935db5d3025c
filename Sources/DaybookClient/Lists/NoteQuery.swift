import DaybookCore
import Foundation
import GRDB

/// What a list of notes asks for.
public struct NoteQuery: Equatable, Sendable {
    /// The words of a search; blank for all notes.
    public var search: String
    /// The order.
    public var order: NoteOrder
    /// Notes at most; nil for all.
    public var limit: Int?

    /// A query; by default for all notes, the one changed last first, as in the page.
    public init(search: String = "", order: NoteOrder = .modified, limit: Int? = nil) {
        self.search = search
        self.order = order
        self.limit = limit
    }
}

extension NoteQuery {
    /// The query in SQL, with its arguments. Its columns: the record, the code, and whether the short name is shared.
    var sql: (text: String, arguments: StatementArguments) {
        let search = TextSearch(SearchWords(search, readsTags: false))
        var conditions = search.words.map { _ in "instr(notes.text, ?) > 0" }
        var arguments = search.words
        if let match = search.match {
            conditions.insert("note_search MATCH ?", at: 0)
            arguments.insert(match, at: 0)
        }
        // CROSS JOIN has SQLite search first.
        let tables = search.match == nil ? "notes" : "note_search CROSS JOIN notes ON notes.row = note_search.rowid"
        let columns = "notes.row, notes.id, notes.code, notes.modified, notes.created, notes.title"
        let condition = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
        // The first ones are chosen by the columns of the list alone.
        let text = """
            SELECT (SELECT record FROM records WHERE records.row = notes.row), notes.code, \
            \(ShortName.isShared("notes.code")) FROM (SELECT \(columns) FROM \(tables) \(condition) \
            ORDER BY \(order.sql) LIMIT \(limit ?? -1)) AS notes ORDER BY \(order.sql)
            """
        return (text, StatementArguments(arguments))
    }
}

extension NoteOrder {
    /// The order of Core's index: of equals the newest comes first, then by id.
    fileprivate var sql: String {
        switch self {
        case .modified: "notes.modified DESC, notes.created DESC, notes.id"
        case .created: "notes.created DESC, notes.id"
        case .title: "notes.title, notes.created DESC, notes.id"
        case .titleDescending: "notes.title DESC, notes.created DESC, notes.id"
        }
    }
}

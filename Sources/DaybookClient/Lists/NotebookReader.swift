import DaybookCore
import Foundation
import GRDB

/// Reads one state of a notebook's file.
public struct NotebookReader {
    let db: Database
    let path: String

    /// The to-dos of a query, in its order.
    public func todos(_ query: TodoQuery) throws -> [ListedTodo] {
        try listed(query.sql).todos
    }

    /// Shows each to-do of a query, in its order. The to-dos are made one at a time, since a list of all may be long.
    public func eachTodo(_ query: TodoQuery, _ show: (ListedTodo) throws -> Void) throws {
        try each(query.sql) { record in
            if case .todo(let todo) = record { try show(todo) }
        }
    }

    /// The notes of a query, in its order, each with its photos.
    public func notes(_ query: NoteQuery) throws -> [ListedNote] {
        try listed(query.sql).notes
    }

    /// Shows each note of a query in the same way, with its photos.
    public func eachNote(_ query: NoteQuery, _ show: (ListedNote) throws -> Void) throws {
        try each(query.sql) { record in
            if case .note(let note) = record { try show(note) }
        }
    }

    /// The number of notes that a search finds.
    public func noteCount(search: String) throws -> Int {
        let (text, arguments) = NoteQuery(search: search).sql
        return try Int.fetchOne(db, sql: "SELECT count(*) FROM (\(text))", arguments: arguments) ?? 0
    }

    /// The tags in use, in alphabetical order.
    public func tags() throws -> [TagUse] {
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT min(tags.name), count(todos.row), coalesce(sum(todos.done = 0), 0), count(notes.row)
                FROM tags LEFT JOIN todos ON todos.row = tags.row LEFT JOIN notes ON notes.row = tags.row
                GROUP BY tags.tag ORDER BY tags.tag
                """
        )
        return rows.map { TagUse(name: $0[0], count: $0[1], openCount: $0[2], noteCount: $0[3]) }
    }

    /// The to-dos and notes that were deleted in the last 30 days, and the photos that were taken off their notes,
    /// latest first.
    public func trash(now: Instant) throws -> [ListedRecord] {
        let oldest = now.advanced(by: -Rules.historyLifetime)
        return try named(
            "names.deleted > ? ORDER BY names.deleted DESC, names.code",
            [oldest.milliseconds],
            from: "names INDEXED BY names_by_delete"
        )
    }

    /// The rules in force: those that the server last sent, with the limits that the person chose.
    public func rules() throws -> Rules {
        var part = try NotebookPart(db: db, path: path)
        let limits = Limits.Choice(try part.load(Limits.Choice.key))
        return (try serverRules() ?? .standard).choosing(limits)
    }

    func serverRules() throws -> Rules? { try NotebookPart(db: db, path: path).replica().serverRules }

    // MARK: - By name

    /// The to-do that a person names: by the first digits of its short name, or by its whole id.
    ///
    /// Throws a ``NameError`` when that is not one to-do.
    public func todo(named name: String) throws -> ListedTodo {
        guard case .todo(let todo) = try record(named: name, .todo) else { throw NameError.unknown(name, .todo) }
        return todo
    }

    /// The note that a person names, in the same ways.
    public func note(named name: String) throws -> ListedNote {
        guard case .note(let note) = try record(named: name, .note) else { throw NameError.unknown(name, .note) }
        return note
    }

    /// The to-do or note that a person names. `kind`: which of them; nil for both. `isDeleted`: it is looked for in the
    /// trash.
    public func record(
        named name: String,
        _ kind: DaybookCore.Record.Kind? = nil,
        isDeleted: Bool = false
    ) throws -> ListedRecord {
        let codes: ClosedRange<Int64>
        let id = DaybookCore.UUID(name)
        if let id {
            codes = ShortName(id).code...ShortName(id).code
        } else {
            guard let range = ShortName.codes(beginningWith: name) else { throw NameError.malformed(name, kind) }
            codes = range
        }
        func matching(_ kinds: [DaybookCore.Record.Kind]) throws -> [ListedRecord] {
            let places = kinds.map { _ in "?" }.joined(separator: ", ")
            let sql = "names.code BETWEEN ? AND ? AND records.kind IN (\(places)) ORDER BY names.code LIMIT 1000"
            let all = try named(sql, [codes.lowerBound, codes.upperBound] + StatementArguments(kinds.map { $0.name }))
            return all.filter { id == nil || $0.key.id == id }
        }
        let matching = try matching(kind.map { [$0] } ?? [.todo, .note, .photo])
        let found = matching.filter { ($0.deleted != nil) == isDeleted }
        guard let only = found.first else {
            if !matching.isEmpty {
                throw isDeleted ? NameError.notInTrash(name, kind) : NameError.inTrash(name, kind)
            }
            guard let kind else { throw NameError.unknown(name, nil) }
            let other: DaybookCore.Record.Kind = kind == .todo ? .note : .todo
            let isOther = try self.named(
                "names.code BETWEEN ? AND ? AND records.kind = ? AND names.deleted IS NULL LIMIT 10",
                [codes.lowerBound, codes.upperBound, other.name]
            ).contains { id == nil || $0.key.id == id }
            throw isOther ? NameError.otherKind(name, other) : NameError.unknown(name, kind)
        }
        if found.count > 1 { throw NameError.several(name, kind, Array(found.prefix(5)), count: found.count) }
        return only
    }

    /// The to-do or note of a record, with its name; nil when there is no such record, or it is deleted.
    public func record(_ key: DaybookCore.Record.Key) throws -> ListedRecord? {
        try named("names.code = ?", [ShortName(key.id).code]).first { $0.key == key && $0.deleted == nil }
    }

    /// The to-do of an id, in the same way.
    public func todo(_ id: Todo.ID) throws -> ListedTodo? {
        try record(.init(kind: .todo, id: id.uuid)).flatMap { [$0].todos.first }
    }

    /// The note of an id, in the same way.
    public func note(_ id: Note.ID) throws -> ListedNote? {
        try record(.init(kind: .note, id: id.uuid)).flatMap { [$0].notes.first }
    }

    private func named(
        _ condition: String,
        _ arguments: StatementArguments,
        from names: String = "names"
    ) throws -> [ListedRecord] {
        let sql = """
            SELECT records.record, names.code, \(ShortName.isShared("names.code")), names.deleted \
            FROM \(names) CROSS JOIN records ON records.row = names.row WHERE \(condition)
            """
        return try listed((sql, arguments))
    }

    // MARK: - Rows

    /// The to-dos and notes of a statement's rows: the record, the code, whether the short name is shared, and for
    /// names of the trash also when it was deleted.
    func listed(_ query: (text: String, arguments: StatementArguments)) throws -> [ListedRecord] {
        var found: [ListedRecord] = []
        try each(query) { found.append($0) }
        return found
    }

    /// Shows the to-dos and notes of a statement's rows, one after another.
    private func each(
        _ query: (text: String, arguments: StatementArguments),
        _ show: (ListedRecord) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(db, sql: query.text, arguments: query.arguments)
        var names = SharedNames(db)
        while let row = try rows.next() {
            let name = try names.text(ShortName(code: row[1]), isShared: row[2])
            let deleted = row.count > 3 ? (row[3] as Int64?).map { Instant(milliseconds: $0) } : nil
            if let listed = try listed(try record(row[0]), name, deleted) { try show(listed) }
        }
    }

    private func listed(
        _ record: DaybookCore.Record,
        _ name: String,
        _ deleted: Instant?
    ) throws -> ListedRecord? {
        if let todo = Todo(record, evenIfDeleted: true) {
            return .todo(ListedTodo(todo: todo, name: name, deleted: deleted))
        }
        if record.kind == .photo { return try listed(photo: record, name, deleted) }
        guard record.kind == .note else { return nil }
        let photos = try photos(of: Note.ID(record.id))
        guard let note = Note(record, photos: photos.inOrder, evenIfDeleted: true) else { return nil }
        // A note in which nothing was ever written is not in the trash.
        if deleted != nil, note.title.isEmpty, note.description.isEmpty, photos.isEmpty { return nil }
        return .note(ListedNote(note: note, name: name, deleted: deleted))
    }

    /// A photo that was taken off its note; nil when the note is gone too, or has the same picture again.
    private func listed(
        photo record: DaybookCore.Record,
        _ name: String,
        _ deleted: Instant?
    ) throws -> ListedRecord? {
        guard let deleted, let photo = Photo(record, evenIfDeleted: true),
            let owner = try self.record(DaybookCore.Record.Key(kind: .note, id: photo.note.uuid)),
            case .note(let note) = owner,
            !note.note.photos.contains(where: { $0.sha256 == photo.sha256 })
        else { return nil }
        return .photo(ListedPhoto(photo: photo, noteTitle: owner.title, name: name, deleted: deleted))
    }

    /// All records of photos, and whether each has changes that wait to be sent, or that the server refused.
    func photoRecords() throws -> [(record: DaybookCore.Record, isUnsent: Bool, isRefused: Bool)] {
        let sql = """
            SELECT record, outbox.row IS NOT NULL, rejections.row IS NOT NULL \
            FROM records LEFT JOIN outbox USING (row) LEFT JOIN rejections USING (row) WHERE kind = ?
            """
        return try Row.fetchAll(db, sql: sql, arguments: [DaybookCore.Record.Kind.photo.name]).map { row in
            (try record(row[0] as Data), row[1], row[2])
        }
    }

    private func photos(of note: Note.ID) throws -> [Photo] {
        let one = try db.cachedStatement(sql: "SELECT record FROM records WHERE row = ?")
        return try NoteTables(db).photoRows(of: note).compactMap { row in
            try Photo(record(try Data.fetchOne(one, arguments: [row])))
        }
    }

    func record(_ bytes: Data?) throws -> DaybookCore.Record {
        guard let bytes, let record = ReplicaDisk.record(of: [UInt8](bytes)) else {
            throw NotebookFileError.unreadable("a record", path: path)
        }
        return record
    }
}

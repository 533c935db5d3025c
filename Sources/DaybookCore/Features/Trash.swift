/// Something that was deleted and can be brought back (S12).
public struct Trashed: Equatable, Sendable {
    /// What it was: a to-do or a note.
    public let key: Record.Key
    /// What it was called.
    public let title: String
    /// When it was deleted, by the clock of the device that did.
    public let deleted: Instant
}

extension Home {
    /// What was deleted in the last 30 days, latest first. Reads every record.
    public func trash(now: Instant) -> [Trashed] {
        let oldest = now.advanced(by: .milliseconds(-Rules.historyLifetime.milliseconds))
        var found: [Trashed] = []
        for record in replica.records.values {
            guard let deleted = record.deleted, deleted.wall > oldest, !record.isAlive, let title = title(of: record)
            else { continue }
            found.append(Trashed(key: record.key, title: title, deleted: deleted.wall))
        }
        let order = IndexSort.order(found.count) {
            found[$0].deleted == found[$1].deleted
                ? found[$1].key.id < found[$0].key.id : found[$1].deleted < found[$0].deleted
        }
        return order.map { found[Int($0)] }
    }

    /// What the trash calls a record; nil for what is not in the trash by itself. A note in which nothing was ever
    /// written is no loss.
    private func title(of record: Record) -> String? {
        if let todo = Todo(record, evenIfDeleted: true) { return todo.title }
        guard let note = Note(record, evenIfDeleted: true) else { return nil }
        let hasPhotos = !notes.shelf[note.id].isEmpty
        if note.title.isEmpty { return note.description.isEmpty && !hasPhotos ? nil : Texts.untitledNote }
        return note.title
    }

    /// Brings a deleted to-do back as it was; nothing happens when it is not deleted.
    mutating func revive(_ id: Todo.ID, _ now: Instant) -> [Effect] {
        // One field stamped after the delete revives the record (S4). It is the one nobody edits, so an edit that
        // another device made meanwhile is not overridden.
        guard let record = replica.records[Record.Key(kind: .todo, id: id.uuid)], !record.isAlive,
            let created = record[Todo.Field.created]
        else { return [] }
        let field = Record.Field(Todo.Field.created, created, replica.stamp(now: now))
        let effects = make(Record(kind: .todo, id: id.uuid, fields: [field]))
        return effects + [.announce(Texts.restored(todos[id]?.title ?? ""))]
    }
}

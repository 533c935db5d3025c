/// Something that was deleted and can be brought back (S12).
public struct Trashed: Equatable, Sendable {
    /// What it was: a to-do or a note.
    public let key: Record.Key
    /// What it was called.
    public let title: String
    /// When it was deleted, by the clock of the device that did.
    public let deleted: Instant
}

extension Notebook {
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
}

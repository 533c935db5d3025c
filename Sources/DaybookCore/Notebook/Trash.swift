/// A deleted to-do or note that can be restored (S12).
public struct Trashed: Equatable, Sendable {
    /// Its kind: a to-do or a note.
    public let key: Record.Key
    /// Its title.
    public let title: String
    /// The time of the delete, by the clock of the device that deleted it.
    public let deleted: Instant
}

extension Notebook {
    /// The to-dos and notes that were deleted in the last 30 days, latest first. Reads every record.
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

    /// The title of a record in the trash; nil for a record that the trash does not show, such as a note in which
    /// nothing was ever written.
    private func title(of record: Record) -> String? {
        if let todo = Todo(record, evenIfDeleted: true) { return todo.title }
        guard let note = Note(record, evenIfDeleted: true) else { return nil }
        let hasPhotos = !notes.shelf[note.id].isEmpty
        if note.title.isEmpty { return note.description.isEmpty && !hasPhotos ? nil : Texts.untitledNote }
        return note.title
    }
}

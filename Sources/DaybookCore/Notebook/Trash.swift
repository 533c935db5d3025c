/// A deleted to-do, note or photo that can be restored (S12).
public struct Trashed: Equatable, Sendable {
    /// Its kind: a to-do, a note, or a photo that was taken off a note.
    public let key: Record.Key
    /// Its title; of a photo, the title of its note.
    public let title: String
    /// The time of the delete, by the clock of the device that deleted it.
    public let deleted: Instant
    /// The photo, if the record is a photo.
    public let photo: Photo?
}

extension Notebook {
    /// The to-dos, notes and photos that were deleted in the last 30 days, latest first. Reads every record.
    ///
    /// `note`: only the photos that were taken off this note.
    public func trash(now: Instant, of note: Note.ID? = nil) -> [Trashed] {
        let oldest = now.advanced(by: .milliseconds(-Rules.historyLifetime.milliseconds))
        var found: [Trashed] = []
        for record in replica.records.values {
            guard let deleted = record.deleted, deleted.wall > oldest, !record.isAlive,
                let trashed = trashed(record, deleted.wall)
            else { continue }
            if let note, trashed.photo?.note != note { continue }
            found.append(trashed)
        }
        let order = IndexSort.order(found.count) {
            found[$0].deleted == found[$1].deleted
                ? found[$1].key.id < found[$0].key.id : found[$1].deleted < found[$0].deleted
        }
        return order.map { found[Int($0)] }
    }

    private func trashed(_ record: Record, _ deleted: Instant) -> Trashed? {
        let photo = Photo(record, evenIfDeleted: true)
        let name = photo.map { title(of: $0) } ?? title(of: record)
        return name.map { Trashed(key: record.key, title: $0, deleted: deleted, photo: photo) }
    }

    /// The title of a record in the trash; nil for a record that the trash does not show, such as a note in which
    /// nothing was ever written.
    private func title(of record: Record) -> String? {
        if let todo = Todo(record, evenIfDeleted: true) { return todo.title }
        guard let note = Note(record, evenIfDeleted: true) else { return nil }
        let hasPhotos = !notes.photos[note.id].isEmpty
        if note.title.isEmpty { return note.description.isEmpty && !hasPhotos ? nil : Texts.untitledNote }
        return note.title
    }

    /// The title of a photo's note; nil when the note is gone too, or has the same picture again.
    private func title(of photo: Photo) -> String? {
        guard let note = notes[photo.note], !note.photos.contains(where: { $0.sha256 == photo.sha256 }) else {
            return nil
        }
        return Texts.named(note.title)
    }
}

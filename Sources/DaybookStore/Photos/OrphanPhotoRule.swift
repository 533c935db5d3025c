import DaybookCore

/// Finds records of photos that have outlived their notes: no screen shows them, but devices would keep them.
///
/// Pure: the caller reads the records, so that no two storages can differ in the rule.
struct OrphanPhotoRule {
    private let oldest: Instant

    init(at moment: Instant) {
        oldest = moment.advanced(by: -Rules.historyLifetime)
    }

    /// Whether a photo's record is to be deleted: its note was deleted and has left the trash, or the note has not
    /// arrived within the same time. `changed` is the time of the record's latest change.
    func takes(_ photo: Record, changed: Instant, note: Record?) -> Bool {
        guard photo.kind == .photo, photo.isAlive, photo.noteOfPhoto != nil else { return false }
        guard let note else { return changed < oldest }
        guard !note.isAlive else { return false }
        return note.deleted.map { $0.wall < oldest } ?? true
    }
}

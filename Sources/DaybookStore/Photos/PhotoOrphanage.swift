import DaybookCore

/// Tells which records of photos have outlived their notes: nobody will see them again, but devices would keep them.
///
/// Pure: where records are read from is the caller's affair, so that no two storages can differ in it.
struct PhotoOrphanage {
    private let oldest: Instant

    init(at moment: Instant) {
        oldest = moment.advanced(by: -Rules.historyLifetime)
    }

    /// Whether a photo's record, whose latest change came at a moment, is to be deleted: its note was deleted and is in
    /// the trash no longer, or has not come in as long.
    func takes(_ photo: Record, changed: Instant, note: Record?) -> Bool {
        guard photo.kind == .photo, photo.isAlive, photo.noteOfPhoto != nil else { return false }
        guard let note else { return changed < oldest }
        guard !note.isAlive else { return false }
        return note.deleted.map { $0.wall < oldest } ?? true
    }
}

import DaybookCore

/// Counts the photos of notes while more are added. Two devices may each have added ten, and all of them stay (N2, S4).
/// Photos beyond ``/DaybookCore/Rules/notePhotosBound`` are refused: no person adds this many.
package struct NotePhotoCounts: Sendable {
    /// The living photos of each note.
    private var alive: [UUID: Set<UUID>] = [:]

    /// Counts these records.
    package init(_ records: some Sequence<Record>) {
        for record in records where record.kind == .photo && record.isAlive {
            if let note = record.noteOfPhoto { alive[note, default: []].insert(record.id) }
        }
    }

    /// The living photos of each note, by their ids.
    package init(alive: [UUID: Set<UUID>]) {
        self.alive = alive
    }

    /// The violation of a change that would add one photo too many; empty otherwise. Counts the photo when it is
    /// allowed.
    package mutating func violations(of change: Record, existing: Record?) -> [Violation] {
        guard change.kind == .photo else { return [] }
        var merged = existing ?? Record(kind: change.kind, id: change.id)
        merged.merge(change)
        guard let note = merged.noteOfPhoto else { return [] }
        guard merged.isAlive else {
            alive[note]?.remove(change.id)
            return []
        }
        let photos = alive[note] ?? []
        if existing?.isAlive == true || photos.contains(change.id) || photos.count < Rules.notePhotosBound {
            alive[note, default: []].insert(change.id)
            return []
        }
        return [Rules.notePhotosBoundViolation]
    }
}

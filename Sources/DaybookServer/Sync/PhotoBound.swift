import DaybookCore
import DaybookStore
import Synchronization

/// Counts the photos of notes while a request brings more. Two devices may each have added ten and all stay (N2, S4).
/// Photos beyond ``Rules/notePhotosBound`` are refused: no person adds so many.
///
/// Counted before the transaction that writes: requests at the same moment may each go up to the bound. It guards
/// memory and screens, not a promise.
final class PhotoBound: Sendable {
    /// The photos of each note that are there.
    private let alive: Mutex<[UUID: Set<UUID>]>

    /// Counts the photos of all notes that these changes may add photos to.
    init(for changes: [Record], of account: AccountID, in storage: any Storage) async throws(StorageError) {
        var notes: Set<UUID> = []
        for change in changes where change.kind == .photo && !change.fields.isEmpty {
            if let note = change.noteOfPhoto {
                notes.insert(note)
            } else if let stored = try await storage.record(change.key, of: account), !stored.record.isAlive,
                let note = stored.record.noteOfPhoto
            {
                notes.insert(note)
            }
        }
        var alive: [UUID: Set<UUID>] = [:]
        for stored in notes.isEmpty ? [] : try await storage.photoRecords(of: account, notes: Array(notes)) {
            guard stored.record.isAlive, let note = stored.record.noteOfPhoto else { continue }
            alive[note, default: []].insert(stored.record.id)
        }
        self.alive = Mutex(alive)
    }

    /// Why a change is refused that is fine otherwise: it would be one photo too many. Counts it when it is not.
    func violations(of change: Record, existing: Record?) -> [Violation] {
        guard change.kind == .photo else { return [] }
        var merged = existing ?? Record(kind: change.kind, id: change.id)
        merged.merge(change)
        guard let note = merged.noteOfPhoto else { return [] }
        return alive.withLock { alive in
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
}

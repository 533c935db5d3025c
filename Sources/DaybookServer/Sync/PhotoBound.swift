import DaybookCore
import DaybookStore
import Synchronization

/// Counts the photos of notes while a request adds more. Two devices may each have added ten, and all of them stay (N2,
/// S4). Photos beyond ``Rules/notePhotosBound`` are refused: no person adds this many.
///
/// Counted before the transaction that writes, so each of several concurrent requests may reach the bound. It protects
/// memory and screens; it is not an exact limit.
final class PhotoBound: Sendable {
    /// The living photos of each note.
    private let alive: Mutex<[UUID: Set<UUID>]>

    /// Counts the photos of all notes to which these changes may add photos.
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

    /// The violation of a change that would add one photo too many; empty otherwise. Counts the photo when it is
    /// allowed.
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

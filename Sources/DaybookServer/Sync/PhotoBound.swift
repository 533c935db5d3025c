import DaybookCore
import DaybookExport
import DaybookStore
import Synchronization

/// Counts the photos of notes while a request adds more.
///
/// Counted before the transaction that writes, so each of several concurrent requests may reach the bound. It protects
/// memory and screens; it is not an exact limit.
final class PhotoBound: Sendable {
    /// The number of records of photos that are read before other calls have their turns. Each may be large.
    private static let recordsAtOnce = 8
    /// The number of notes whose photos are read before other calls have their turns.
    private static let notesAtOnce = 32

    private let counts: Mutex<NotePhotoCounts>

    /// For changes of other records than photos.
    init() { counts = Mutex(NotePhotoCounts(EmptyCollection<Record>())) }

    /// Counts the photos of all notes to which these changes may add photos.
    init(for changes: [Record], of account: AccountID, in storage: any Storage) async throws(StorageError) {
        var notes: Set<UUID> = []
        var read = 0
        for change in changes where change.kind == .photo && !change.fields.isEmpty {
            if let note = change.noteOfPhoto {
                notes.insert(note)
                continue
            }
            let stored = try await storage.record(change.key, of: account)?.record
            if let stored, !stored.isAlive, let note = stored.noteOfPhoto { notes.insert(note) }
            read += 1
            if read.isMultiple(of: Self.recordsAtOnce) { await Task.yield() }
        }
        var alive: [UUID: Set<UUID>] = [:]
        for note in notes {
            alive[note] = Set(try await storage.notePhotos(of: account, note: note).lazy.map(\.id))
            if alive.count.isMultiple(of: Self.notesAtOnce) { await Task.yield() }
        }
        counts = Mutex(NotePhotoCounts(alive: alive))
    }

    /// The violation of a change that would add one photo too many; empty otherwise. Counts the photo when it is
    /// allowed.
    func violations(of change: Record, existing: Record?) -> [Violation] {
        counts.withLock { $0.violations(of: change, existing: existing) }
    }
}

import DaybookCore
import DaybookStore

extension History {
    /// Restores a photo of a note, or its earlier place in the note. This also changes the note, which is itself
    /// restored if it was deleted.
    func restorePhoto(
        _ key: Record.Key,
        _ restoration: Restoration,
        of account: AccountID,
        at moment: Instant
    ) async throws -> Outcome<Restoration.Refusal>? {
        guard let photo = try await storage.record(key, of: account)?.record, let id = photo.noteOfPhoto else {
            throw Problem.notFound
        }
        if !photo.isAlive {
            let present = try await photos(of: [id], in: account)[id] ?? []
            if let broken = rules.notePhotosViolation(present.count + 1) { throw Problem.broken([broken]) }
        }
        let note = Record.Key(kind: .note, id: id)
        let isMerged = Flag()
        let outcomes = try await storage.update([key, note], of: account, at: moment) { index, existing, clock in
            let stamp = clock.next(now: moment)
            if index == 0 {
                let decision = restoration.decision(about: existing, stamp: stamp)
                if case .merge = decision { isMerged.isUp = true } else { isMerged.isUp = false }
                return decision
            }
            guard isMerged.isUp, existing != nil else { return .keep }
            return .merge(Record(kind: .note, id: id, fields: [Note.photosChanged(at: stamp)]))
        }
        return outcomes.first
    }

    /// The photos of notes, by note.
    func photos(of notes: [DaybookCore.UUID], in account: AccountID) async throws -> [DaybookCore.UUID: [Photo]] {
        if notes.isEmpty { return [:] }
        let photos = try await storage.photoRecords(of: account, notes: notes).compactMap { Photo($0.record) }
        return Dictionary(grouping: photos) { $0.note.uuid }
    }
}

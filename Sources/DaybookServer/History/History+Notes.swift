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
            let present = try await storage.photos(of: account, note: id)
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

    /// The most photos of all notes on a page of the trash together: more than 500 notes of ten have.
    private static let photosOfPage = 8_192

    /// The photos of the deleted notes on a page of the trash, by note. A page with too many photos is cut off before
    /// the note that brings too many, unless that is the first record.
    func photos(of page: inout TrashPage, in account: AccountID) async throws -> [DaybookCore.UUID: [Photo]] {
        var photos: [DaybookCore.UUID: [Photo]] = [:]
        var count = 0
        for (place, stored) in page.records.enumerated() where stored.record.kind == .note {
            let ofNote = try await storage.photos(of: account, note: stored.record.id)
            count += ofNote.count
            if count > Self.photosOfPage, place > 0 {
                page = page.first(place)
                break
            }
            photos[stored.record.id] = ofNote
            if place.isMultiple(of: Self.notesAtOnce) { await Task.yield() }
        }
        return photos
    }

    /// The number of notes whose photos are read before other calls have their turns.
    private static let notesAtOnce = 32
}

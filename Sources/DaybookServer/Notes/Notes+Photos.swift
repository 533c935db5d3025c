import DaybookCore
import DaybookStore

extension Notes {
    /// The photos of a note that are there, in their order.
    func photos(of note: UUID, in account: AccountID) async throws -> [Photo] {
        try await storage.photoRecords(of: account, notes: [note]).compactMap { Photo($0.record) }.inOrder
    }

    /// The photos of a request as photos of a note that may have some of them already, and the rules that they break.
    ///
    /// The same picture may be in a note more than once. Each is taken for one that the note has, as long as there are
    /// such; the rest are new. `id` names the new one at a place.
    func arrangement(
        of bodies: [PhotoBody],
        in note: UUID,
        having present: [Photo],
        of account: AccountID,
        at moment: Instant,
        id: (Int) -> UUID
    ) async throws -> (PhotoArrangement, [Violation]) {
        if let broken = rules.notePhotosViolation(bodies.count, having: present.count) {
            return (PhotoArrangement(present, present: present), [broken])
        }
        var rest = present
        var wanted: [Photo] = []
        var violations: [Violation] = []
        for (place, body) in bodies.enumerated() {
            let photo: Photo
            if let known = rest.firstIndex(where: { $0.sha256 == body.sha256 }) {
                photo = rest.remove(at: known)
            } else if let new = try await uploaded(body, in: note, of: account, at: moment, id: id(place)) {
                photo = new
            } else {
                violations.append(Violation(.photos, .unknown, Texts.photoUnknown))
                continue
            }
            if !body.agrees(with: photo) { violations.append(Self.otherPhoto) }
            wanted.append(photo)
        }
        return (PhotoArrangement(wanted, present: present), violations)
    }

    /// A photo whose bytes are here; nil when they, or those of its thumbnail, are not.
    private func uploaded(
        _ body: PhotoBody,
        in note: UUID,
        of account: AccountID,
        at moment: Instant,
        id: UUID
    ) async throws -> Photo? {
        guard let stored = try await storage.touchPhoto(body.sha256, of: account, at: moment) else { return nil }
        let thumbnail = body.thumbnail ?? nil
        if let thumbnail, try await storage.touchPhoto(thumbnail, of: account, at: moment) == nil { return nil }
        return Photo(
            id: Photo.ID(id),
            note: Note.ID(note),
            sha256: body.sha256,
            type: stored.facts.type,
            width: stored.facts.width,
            height: stored.facts.height,
            bytes: stored.bytes,
            position: 0,
            thumbnail: thumbnail
        )
    }

    private static let otherPhoto = Violation(
        .photos,
        .fixed,
        "The photo's data does not match the stored photo. Give its sha256 only."
    )
}

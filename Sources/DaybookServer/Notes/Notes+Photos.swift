import DaybookCore
import DaybookStore

extension Notes {
    /// The living photos of a note, in order.
    func photos(of note: UUID, in account: AccountID) async throws -> [Photo] {
        try await storage.photos(of: account, note: note).inOrder
    }

    /// Matches the photos of a request with the photos that the note has already, and collects the rules that they
    /// break.
    ///
    /// A note may have the same picture more than once. Each picture of the request is matched with a photo of the note
    /// as long as there is one; the rest are new. `id` makes the id of the new photo at an index.
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

    /// A photo whose bytes are on the server; nil when its bytes or those of its thumbnail are not.
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

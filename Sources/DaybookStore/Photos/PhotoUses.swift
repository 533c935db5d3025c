import DaybookCore

/// The photos that an account's records use at a moment (N6): the record of the photo and its note are both alive or in
/// the trash. A note that has not arrived is waited for as long.
///
/// Pure: the caller reads the records, so that no two storages can differ in the rule.
struct PhotoUses {
    /// The digests of the photos and their thumbnails.
    private(set) var digests: Set<Digest> = []
    private let oldest: Instant
    private var notes: [UUID: Bool] = [:]

    init(at moment: Instant) {
        oldest = moment.advanced(by: -Rules.historyLifetime)
    }

    /// Adds one record of a photo. `changed` is the time of its latest change.
    mutating func add(_ photo: Record, changed: Instant, note find: (UUID) throws -> Record?) rethrows {
        guard isKept(photo) else { return }
        if let id = photo[Photo.Field.note]?.stringValue.flatMap({ UUID($0) }) {
            if notes[id] == nil, let note = try find(id) { notes[id] = isKept(note) }
            // A photo that was deleted without a note has no note to return to.
            guard notes[id] ?? (photo.isAlive && changed > oldest) else { return }
        }
        for field in [Photo.Field.sha256, Photo.Field.thumbnail] {
            if let digest = photo[field]?.stringValue.flatMap({ Digest($0) }) { digests.insert(digest) }
        }
    }

    private func isKept(_ record: Record) -> Bool {
        record.isAlive || record.deleted.map { $0.wall >= oldest } ?? false
    }
}

/// The changes to an account's photos: those that came into use, those that went out of use, and those to remove.
struct PhotoPlan {
    private(set) var nowUsed: [StoredPhoto] = []
    private(set) var nowUnused: [StoredPhoto] = []
    private(set) var dropped: [StoredPhoto] = []

    var isEmpty: Bool { nowUsed.isEmpty && nowUnused.isEmpty && dropped.isEmpty }

    init(_ photos: some Sequence<StoredPhoto>, _ uses: PhotoUses, at moment: Instant) {
        let latest = moment.advanced(by: -StoredPhoto.unusedLifetime)
        for photo in photos {
            switch (uses.digests.contains(photo.facts.sha256), photo.unusedSince) {
            case (true, nil),
                (false, _?) where photo.unusedSince.map { $0 > latest } ?? true:
                continue
            case (true, _): nowUsed.append(photo)
            case (false, nil): nowUnused.append(photo)
            case (false, _?): dropped.append(photo)
            }
        }
    }
}

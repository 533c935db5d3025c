import DaybookCore

/// The photos that a note is to have, and the photos that are added, moved and removed for that (N1).
struct PhotoArrangement: Sendable {
    /// All photos that the note is to have, in order.
    private(set) var photos: [Photo] = []
    private(set) var new: [Photo] = []
    private(set) var moved: [Photo] = []
    private(set) var removed: [Photo] = []

    /// Whether it changes anything.
    var isEmpty: Bool { new.isEmpty && moved.isEmpty && removed.isEmpty }

    /// The records that change.
    var keys: [Record.Key] { (new + moved + removed).map { Record.Key(kind: .photo, id: $0.id.uuid) } }

    /// `wanted` in order. A photo that the note has already is in `present`. Positions are chosen so that few photos
    /// move.
    init(_ wanted: [Photo], present: [Photo]) {
        let known = Set(present.map(\.id))
        let positions = Photo.positions(for: wanted.map { known.contains($0.id) ? $0 : nil })
        for (photo, position) in zip(wanted, positions) {
            var placed = photo
            placed.position = position
            photos.append(placed)
            if !known.contains(photo.id) {
                new.append(placed)
            } else if photo.position != position {
                moved.append(placed)
            }
        }
        let kept = Set(wanted.map(\.id))
        removed = present.filter { !kept.contains($0.id) }
    }

    /// The change of the record at an index of ``keys``.
    func change(_ place: Int, at stamp: Stamp) -> Record {
        let id = keys[place].id
        if place < new.count { return Record(kind: .photo, id: id, fields: new[place].fields(at: stamp)) }
        let place = place - new.count
        guard place < moved.count else { return Record(kind: .photo, id: id, deleted: stamp) }
        let position = Record.Field(Photo.Field.position, .integer(moved[place].position), stamp)
        return Record(kind: .photo, id: id, fields: [position])
    }
}

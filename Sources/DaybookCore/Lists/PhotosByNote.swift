/// All photos of one person, by note. A photo's record may come before its note's, and stay when that is deleted; so
/// photos are kept whether their note is there or not.
public struct PhotosByNote: Sendable {
    private var photos: [Note.ID: [Photo]] = [:]
    private var notes: [Photo.ID: Note.ID] = [:]

    /// An index without photos.
    public init() {}

    /// A note's photos, in their order.
    public subscript(note: Note.ID) -> [Photo] { photos[note] ?? [] }

    /// A note with its photos.
    func fill(_ note: Note) -> Note {
        var note = note
        note.photos = self[note.id]
        return note
    }

    /// The number of photos of all notes.
    public var count: Int { notes.count }

    /// Puts a new or changed photo in its place.
    public mutating func upsert(_ photo: Photo) {
        // A photo never changes its note, but a record from elsewhere may hold any value.
        if let old = notes[photo.id], old != photo.note { remove(photo.id) }
        notes[photo.id] = photo.note
        var siblings = photos.removeValue(forKey: photo.note) ?? []
        siblings.removeAll { $0.id == photo.id }
        let place = siblings.firstIndex { photo.precedes($0) } ?? siblings.count
        siblings.insert(photo, at: place)
        photos[photo.note] = siblings
    }

    /// Removes a photo and returns its note; nil when the photo is not there.
    @discardableResult
    public mutating func remove(_ id: Photo.ID) -> Note.ID? {
        guard let note = notes.removeValue(forKey: id) else { return nil }
        var siblings = photos.removeValue(forKey: note) ?? []
        siblings.removeAll { $0.id == id }
        if !siblings.isEmpty { photos[note] = siblings }
        return note
    }

    /// The note of a photo that is there.
    public func note(of id: Photo.ID) -> Note.ID? { notes[id] }
}

import DaybookCore
import DaybookStore

/// The notes of an export until all of their photos are known. Their text is spooled; only a few numbers for each note
/// stay in memory.
final class NoteSpool {
    private struct Place {
        let id: Note.ID
        let created: Instant
        let modified: Instant
        let bytes: Range<Int>

        /// Orders by the latest change, newest first.
        static func precedes(_ left: Place, _ right: Place) -> Bool {
            if left.modified != right.modified { return left.modified > right.modified }
            return left.created != right.created ? left.created > right.created : left.id < right.id
        }
    }

    /// The most bytes of notes that are compressed at once.
    private static let piece = 64 << 10

    private let texts: BufferedSpool
    private var places: [Place] = []
    private var waiting: [UInt8] = []
    private var photos = PhotosByNote()

    /// The notes of an account.
    init(_ spools: Spools, of account: AccountID) {
        texts = BufferedSpool(spools, of: account)
    }

    /// Adds a note or a photo; ignores other records.
    func add(_ record: Record) {
        if let photo = Photo(record) { photos.upsert(photo) }
        guard let note = Note(record) else { return }
        let start = texts.count + waiting.count
        record.write(to: &waiting)
        let bytes = start..<texts.count + waiting.count
        places.append(Place(id: note.id, created: note.created, modified: note.modified, bytes: bytes))
    }

    /// Spools the notes so far, to free memory for further records.
    func flush() async throws {
        try await texts.append(waiting)
        waiting.removeAll(keepingCapacity: true)
    }

    /// Writes all notes with their photos, as JSON, in order.
    func write(to entry: PackedSpool) async throws {
        try await flush()
        var bytes = Array("{\"notes\":[".utf8)
        var isFirst = true
        for place in places.sorted(by: Place.precedes) {
            guard let note = try await note(at: place) else { continue }
            bytes.append(ascii: isFirst ? "\n" : ",\n")
            isFirst = false
            note.write(to: &bytes)
            guard bytes.count >= Self.piece else { continue }
            try await entry.write(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        bytes.append(ascii: "\n]}\n")
        try await entry.write(bytes)
    }

    private func note(at place: Place) async throws -> Note? {
        let limits = JSON.Limits(size: .max, depth: JSON.Limits.standard.depth)
        let record = try Record(json: try JSON(try await texts.bytes(place.bytes), limits: limits))
        return Note(record, photos: photos[place.id])
    }
}

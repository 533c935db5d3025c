import DaybookCore
import DaybookExport
import DaybookStore
import DaybookZip

/// Writes an account's export from the first byte to the last, a page of records at a time.
///
/// daybook.json is sent while it is made. todos.json is made from the same pages and kept, compressed, on the disk
/// until its turn comes, so that both files hold the same state; notes.json is kept as well, until all photos are
/// known. Only the records' names and the photos' facts stay in memory. Photos follow one by one, in pieces.
struct ExportWriter {
    private let zip: ZipWriter
    private let todos: PackedSpool
    private var hasTodos = false
    private var seen: Set<Record.Key> = []
    private let notes: NoteSpool
    private let readableNotes: PackedSpool
    /// The pictures and thumbnails that the records of photos name.
    private(set) var pictures: Set<Digest> = []

    /// Begins an export that holds every change up to `cursor`.
    init(of account: StoredAccount, at moment: Instant, cursor: Int64, spools: Spools) async throws {
        todos = PackedSpool(spools, of: account.id)
        notes = NoteSpool(spools, of: account.id)
        readableNotes = PackedSpool(spools, of: account.id)
        zip = ZipWriter(modified: ZipTime(moment))
        zip.begin(ExportFormat.File.data)
        let head = JSON.object([
            .init("format", .string(ExportFormat.name)), .init("version", .integer(ExportFormat.version)),
            .init("exportedAt", .string(moment.rfc3339)), .init("cursor", .integer(cursor)),
            .init("account", Self.json(account)),
        ])
        var bytes = Array(head.encoded.dropLast())
        bytes.append(ascii: ",\"records\":[")
        zip.write(bytes)
        try await todos.write(Array("{\"todos\":[".utf8))
    }

    private static func json(_ account: StoredAccount) -> JSON {
        .object((Account(account).json.objectValue ?? []) + [.init("createdAt", .string(account.createdAt.rfc3339))])
    }

    /// Adds records. A record that was added before is ignored: it was changed during the export, and the export holds
    /// its earlier state.
    mutating func add(_ records: [StoredRecord]) async throws {
        var data: [UInt8] = []
        var readable: [UInt8] = []
        for record in records.map(\.record) {
            let isFirst = seen.isEmpty
            guard seen.insert(record.key).inserted else { continue }
            data.append(ascii: isFirst ? "\n" : ",\n")
            record.write(to: &data)
            note(record)
            guard let todo = Todo(record) else { continue }
            readable.append(ascii: hasTodos ? ",\n" : "\n")
            todo.write(to: &readable)
            hasTodos = true
        }
        zip.write(data)
        try await todos.write(readable)
        try await notes.flush()
    }

    private mutating func note(_ record: Record) {
        notes.add(record)
        guard let photo = Photo(record) else { return }
        pictures.insert(photo.sha256)
        if let thumbnail = photo.thumbnail { pictures.insert(thumbnail) }
    }

    /// Ends the records, and adds the other files except the photos. `send` takes the bytes that are ready after each
    /// piece.
    func endRecords(
        sessions: [StoredSession],
        activity: [ActivityEntry],
        send: ([UInt8]) async throws -> Void
    ) async throws {
        zip.write(Array("\n]}\n".utf8))
        try zip.end()
        try await todos.write(Array("\n]}\n".utf8))
        try await add(ExportFormat.File.todos, todos, send: send)
        try await notes.write(to: readableNotes)
        try await add(ExportFormat.File.notes, readableNotes, send: send)
        let history = Self.json(sessions, activity).encoded
        try zip.add(ExportFormat.File.activity, PackedEntry(deflated: history))
        try zip.add(ExportFormat.File.readme, PackedEntry(deflated: Array(ExportFormat.readme.utf8)))
    }

    private func add(_ name: String, _ entry: PackedSpool, send: ([UInt8]) async throws -> Void) async throws {
        try await entry.finish { facts in
            try zip.begin(name, facts)
        } _: { piece in
            try zip.writePacked(piece)
            try await send(zip.drain())
        }
    }

    /// Begins a photo. It is stored without compression, because its format is compressed already.
    func begin(_ photo: PhotoFacts, bytes: Int, checksum: CRC32) throws(ZipError) {
        try zip.begin(ExportFormat.File.photo(photo.sha256, photo.type), .stored(checksum: checksum, size: bytes))
    }

    /// Adds a piece of the photo that was begun.
    func add(_ piece: [UInt8]) throws(ZipError) { try zip.writePacked(piece) }

    /// Ends the export.
    func finish() { zip.finish() }

    /// Removes and returns the bytes that are ready to be sent.
    func drain() -> [UInt8] { zip.drain() }

    private static func json(_ sessions: [StoredSession], _ activity: [ActivityEntry]) -> JSON {
        let sessions = sessions.map { session in
            JSON.object([
                .init("id", .string(session.id.description)), .init("device", .optional(session.device)),
                .init("createdAt", .string(session.createdAt.rfc3339)),
                .init("lastUsedAt", .string(session.lastUsedAt.rfc3339)),
            ])
        }
        let activity = activity.map { entry in
            JSON.object([
                .init("at", .string(entry.at.rfc3339)), .init("kind", .string(entry.kind.rawValue)),
                .init("device", .optional(entry.device)),
            ])
        }
        return .object([.init("sessions", .array(sessions)), .init("activity", .array(activity))])
    }
}

extension ZipTime {
    /// A moment in UTC.
    fileprivate init(_ instant: Instant) {
        let seconds = instant.milliseconds / 1_000
        let date = CivilDate(daysSince1970: Int(seconds / 86_400))
        self.init(
            year: date.year,
            month: date.month,
            day: date.day,
            hour: Int(seconds % 86_400 / 3_600),
            minute: Int(seconds % 3_600 / 60),
            second: Int(seconds % 60)
        )
    }
}

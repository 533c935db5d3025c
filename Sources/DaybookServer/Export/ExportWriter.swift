import DaybookCore
import DaybookStore
import DaybookZip

/// Writes an account's export from the first byte to the last, a page of records at a time.
///
/// daybook.json goes out as it is made. todos.json is made of the same pages and kept, compressed, until its turn
/// comes, so that the two never tell different states; besides it, the records' names are all that is kept.
struct ExportWriter {
    private let zip: ZipWriter
    private let todos = EntryPacker()
    private var hasTodos = false
    private var seen: Set<Record.Key> = []

    /// Begins an export that holds every change up to `cursor`.
    init(of account: StoredAccount, at moment: Instant, cursor: Int64) {
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
        todos.write(Array("{\"todos\":[".utf8))
    }

    private static func json(_ account: StoredAccount) -> JSON {
        .object((Account(account).json.objectValue ?? []) + [.init("createdAt", .string(account.createdAt.rfc3339))])
    }

    /// Adds records. One that came before is passed over: it was changed while the export was being read, and the
    /// export holds it as it was.
    mutating func add(_ records: [StoredRecord]) {
        var data: [UInt8] = []
        var readable: [UInt8] = []
        for record in records.map(\.record) {
            let isFirst = seen.isEmpty
            guard seen.insert(record.key).inserted else { continue }
            data.append(ascii: isFirst ? "\n" : ",\n")
            record.write(to: &data)
            guard let todo = Todo(record) else { continue }
            readable.append(ascii: hasTodos ? ",\n" : "\n")
            todo.write(to: &readable)
            hasTodos = true
        }
        zip.write(data)
        todos.write(readable)
    }

    /// Ends the records, and adds the other files.
    func finish(sessions: [StoredSession], activity: [ActivityEntry]) throws(ZipError) {
        zip.write(Array("\n]}\n".utf8))
        try zip.end()
        todos.write(Array("\n]}\n".utf8))
        try zip.add(ExportFormat.File.todos, todos.finish())
        let history = Self.json(sessions, activity).encoded
        try zip.add(ExportFormat.File.activity, PackedEntry(deflated: history))
        try zip.add(ExportFormat.File.readme, PackedEntry(deflated: Array(ExportFormat.readme.utf8)))
        zip.finish()
    }

    /// Takes out what is ready to be sent.
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

import Foundation

/// The beginning of a SQLite file, which says whose file it is. It is read without SQLite, which may change a file that it
/// opens.
///
/// https://sqlite.org/fileformat2.html#the_database_header
struct FileHeader {
    /// The program's number; 0 when the file has none.
    let application: Int32
    /// The version of the schema.
    let version: Int
    /// Whether the file's first page has tables.
    let hasTables: Bool

    /// The bytes of the header, and those behind it that begin the table of all tables.
    static let length = 105

    /// Nil when a SQLite file does not begin with these bytes.
    init?(_ bytes: Data) {
        guard bytes.count >= 100, bytes.starts(with: "SQLite format 3\0".utf8) else { return nil }
        version = Int(Int32(truncatingIfNeeded: bytes.number(at: 60, bytes: 4)))
        application = Int32(truncatingIfNeeded: bytes.number(at: 68, bytes: 4))
        // A page above others, or a leaf with cells.
        hasTables = bytes.byte(100) == 0x05 || bytes.byte(100) == 0x0D && bytes.number(at: 103, bytes: 2) > 0
    }

    /// The header of a file; nil when the file does not begin as a SQLite file does.
    init?(of path: String) {
        guard let file = FileHandle(forReadingAtPath: path) else { return nil }
        defer { try? file.close() }
        self.init((try? file.read(upToCount: FileHeader.length)) ?? Data())
    }

    /// The headers in the log beside a file, which are later than the file's own.
    static func logged(besides path: String) -> [FileHeader] {
        let log = (try? Data(contentsOf: URL(fileURLWithPath: path + "-wal"), options: .mappedIfSafe)) ?? Data()
        let pageSize = log.number(at: 8, bytes: 4)
        guard (512...65_536).contains(pageSize) else { return [] }
        return stride(from: 32, to: log.count, by: 24 + pageSize).compactMap { frame in
            log.number(at: frame, bytes: 4) == 1 ? FileHeader(log.dropFirst(frame + 24).prefix(length)) : nil
        }
    }

    /// Refuses a file of another program or of a newer Daybook. A file with a damaged beginning passes.
    static func checkOwner(_ path: String) throws(NotebookFileError) {
        let own = FileHeader(of: path)
        if let own, own.isForeign { throw .foreign(path: path) }
        let newer = ([own].compactMap(\.self) + logged(besides: path)).first { $0.isNewer }
        if let newer { throw .newer(path: path, version: newer.version, known: NotebookSchema.version) }
    }

    /// Whether another program made the file. A notebook that is new, with its tables in the log, has no number yet.
    private var isForeign: Bool {
        application == 0 ? version != 0 || hasTables : application != NotebookSchema.applicationID
    }

    private var isNewer: Bool { application == NotebookSchema.applicationID && version > NotebookSchema.version }
}

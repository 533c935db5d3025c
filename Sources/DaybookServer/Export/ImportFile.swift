import DaybookCore
import DaybookZip

/// What a zip brings: the records of an export, checked as far as they can be without the account they go to, and photos
/// that they name.
///
/// The records are held as the text that they came as, and made again when they are asked for: as records they take
/// several times the memory.
struct ImportFile: Sendable {
    /// The records' names, in their order.
    let keys: [Record.Key]
    /// Entries that are said to be photos, by the digest that they are to have; each is named by a record.
    let photos: [(digest: Digest, entry: ZipEntry)]
    private let zip: ZipReader
    private let data: DaybookFile

    /// Limits on what a file may unpack to, so that nobody's file takes the memory of all.
    struct Limits {
        /// Entries of the zip.
        var entries = 100_000
        /// Bytes of the records' file, unpacked.
        var bytes = 128 << 20
        /// Bytes of all other entries, unpacked.
        var photoBytes = Int.max / 2
        /// Records, deleted ones included.
        var records = 200_000
        /// Bytes of a record's text.
        var recordBytes = 32 << 20
        /// Commas in it, of which a tree of values has nearly as many as values.
        var recordCommas = 500_000
        /// Values in all records, items of lists and objects included.
        var values = 4_000_000
    }

    /// Reads an export. Takes a while for a large one.
    init(zip bytes: ArchiveBytes, now: Instant, limits: Limits = Limits()) throws(ImportFailure) {
        let (zip, entry) = try Self.open(bytes, limits)
        do { data = try DaybookFile(try zip.bytes(of: entry), limits: limits.ofData) } catch {
            throw error as? ImportFailure ?? .archive(error as? ZipError ?? .damaged)
        }
        try Self.check(data.head)
        var check = RecordCheck(valuesLeft: limits.values)
        var keys: [Record.Key] = []
        keys.reserveCapacity(data.count)
        for index in 0..<data.count {
            let record = try data.record(index)
            try check.add(record)
            keys.append(record.key)
        }
        try check.finish(now: now)
        self.keys = keys
        self.zip = zip
        photos = check.photos(in: zip)
    }

    /// How many bytes the records' file of an export says to have, without unpacking it.
    static func dataBytes(of bytes: ArchiveBytes, limits: Limits = Limits()) throws(ImportFailure) -> Int {
        try open(bytes, limits).data.size
    }

    /// Some of the records, by their places in ``keys``.
    func records(_ places: Range<Int>) throws(ImportFailure) -> [Record] {
        var records: [Record] = []
        records.reserveCapacity(places.count)
        for index in places { records.append(try data.record(index)) }
        return records
    }

    /// The bytes of one of ``photos``. Throws when they are damaged.
    func bytes(of photo: ZipEntry) throws(ZipError) -> [UInt8] { try zip.bytes(of: photo) }

    private static func open(
        _ bytes: ArchiveBytes,
        _ limits: Limits
    ) throws(ImportFailure) -> (zip: ZipReader, data: ZipEntry) {
        do {
            let zip = try ZipReader(
                bytes,
                limits: .init(entries: limits.entries, bytes: limits.bytes + limits.photoBytes)
            )
            guard let entry = zip.entry(named: ExportFormat.File.data) else { throw ImportFailure.noData }
            guard entry.size <= limits.bytes else { throw ZipError.tooLarge }
            return (zip, entry)
        } catch {
            throw error as? ImportFailure ?? .archive(error as? ZipError ?? .damaged)
        }
    }

    /// Members that this version does not know are passed over: docs/export.md says when they may appear.
    private static func check(_ head: JSON) throws(ImportFailure) {
        guard head["format"]?.stringValue == ExportFormat.name else { throw .otherFormat }
        guard let version = head["version"]?.integerValue else { throw .shape("version") }
        guard version == ExportFormat.version else { throw .unknownVersion(version) }
    }
}

extension ImportFile.Limits {
    fileprivate var ofData: DaybookFile.Limits {
        .init(records: records, recordBytes: recordBytes, recordCommas: recordCommas)
    }
}

/// What is to be known of all records of a file together.
private struct RecordCheck {
    var valuesLeft: Int
    private var latest: Stamp?
    private var named: Set<Digest> = []

    init(valuesLeft: Int) {
        self.valuesLeft = valuesLeft
    }

    mutating func add(_ record: Record) throws(ImportFailure) {
        for field in record.fields { valuesLeft -= field.value.count }
        guard valuesLeft >= 0 else { throw .tooManyRecords }
        if let stamp = record.latest { latest = latest.map { max($0, stamp) } ?? stamp }
        guard let photo = Photo(record, evenIfDeleted: true) else { return }
        named.insert(photo.sha256)
        if let thumbnail = photo.thumbnail { named.insert(thumbnail) }
    }

    /// One stamp from the future would win over every honest edit for a while (S2), and nothing may be stamped anew
    /// here: it would no longer be the same data.
    func finish(now: Instant) throws(ImportFailure) {
        guard let latest, latest.wall > now.advanced(by: Rules.stampTolerance) else { return }
        throw .ahead(latest: latest.wall, now: now)
    }

    /// The entries whose names say that they are photos of the records.
    func photos(in zip: ZipReader) -> [(Digest, ZipEntry)] {
        var named = named
        return zip.entries.compactMap { entry in
            // Once each, should it be there under two endings.
            ExportFormat.File.photo(named: entry.name).flatMap { named.remove($0) }.map { ($0, entry) }
        }
    }
}

extension JSON {
    /// This value and all in it.
    fileprivate var count: Int {
        switch self {
        case .array(let items): items.reduce(1) { $0 + $1.count }
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        default: 1
        }
    }
}

import DaybookCore
import DaybookZip

/// The facts of an export that was uploaded as a zip. Its records are checked as far as possible without the account.
///
/// The facts include neither the text of the records nor the directory of the zip, which may take much memory. Both are
/// read from the zip again, by ``data(of:limits:)`` and ``archive(_:limits:)``.
package struct ImportFile: Sendable {
    /// The index of a photo among the entries of the zip.
    package typealias Photo = UInt32

    /// The records' keys, in the order of the file.
    package let keys: [Record.Key]
    /// Entries that are named like photos. A record names the digest of each.
    package let photos: [Photo]

    /// Limits on the unpacked size of a file, so that no file exhausts the memory.
    package struct Limits: Sendable {
        /// Entries of the zip.
        package let entries: Int
        /// Bytes of the records' file, unpacked.
        package let bytes: Int
        /// Bytes of all other entries, unpacked.
        package let photoBytes: Int
        /// Records, deleted ones included.
        package let records: Int
        /// Bytes of a record's text.
        package let recordBytes: Int
        /// Commas in a record's text. It has nearly as many commas as its tree has values.
        package let recordCommas: Int
        /// Values in all records, items of lists and objects included.
        package let values: Int

        /// Limits, of which each is the one of the format unless it is named. An import takes as many records, photos
        /// and previews as an account may have by default, and a thousand other entries.
        package init(
            entries: Int = 101_000,
            bytes: Int = 128 << 20,
            photoBytes: Int = .max / 2,
            records: Int = 250_000,
            recordBytes: Int = 32 << 20,
            recordCommas: Int = 500_000,
            values: Int = 4_000_000
        ) {
            (self.entries, self.bytes, self.photoBytes, self.records) = (entries, bytes, photoBytes, records)
            (self.recordBytes, self.recordCommas, self.values) = (recordBytes, recordCommas, values)
        }
    }

    /// Reads an export. Takes a while for a large file.
    package init(zip bytes: ArchiveBytes, now: Instant, limits: Limits = Limits()) throws(ImportFailure) {
        let (zip, entry) = try Self.open(bytes, limits)
        let data = try Self.data(entry, of: zip, limits)
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
        photos = check.photos(in: zip)
    }

    /// The unpacked size of an export's records, from the zip's directory, without unpacking them.
    package static func dataBytes(of bytes: ArchiveBytes, limits: Limits = Limits()) throws(ImportFailure) -> Int {
        try open(bytes, limits).data.size
    }

    /// The records of an export, in the order of ``keys``. They are held as text: parsed records take several times the
    /// memory.
    package static func data(of bytes: ArchiveBytes, limits: Limits = Limits()) throws(ImportFailure) -> DaybookFile {
        let (zip, entry) = try open(bytes, limits)
        return try data(entry, of: zip, limits)
    }

    /// The zip itself, with the entries that ``photos`` refers to.
    package static func archive(_ bytes: ArchiveBytes, limits: Limits = Limits()) throws(ImportFailure) -> ZipReader {
        try open(bytes, limits).zip
    }

    private static func data(
        _ entry: ZipEntry,
        of zip: ZipReader,
        _ limits: Limits
    ) throws(ImportFailure) -> DaybookFile {
        do { return try DaybookFile(try zip.bytes(of: entry), limits: limits.ofData) } catch {
            throw error as? ImportFailure ?? .archive(error as? ZipError ?? .damaged)
        }
    }

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

    /// Ignores members that this version does not know: docs/export.md states when they may appear.
    private static func check(_ head: JSON) throws(ImportFailure) {
        guard head["format"]?.stringValue?.isSame(as: ExportFormat.name) == true else { throw .otherFormat }
        guard let version = head["version"]?.integerValue else { throw .shape("version") }
        guard version == ExportFormat.version else { throw .unknownVersion(version) }
    }
}

extension ImportFile.Limits {
    fileprivate var ofData: DaybookFile.Limits {
        .init(records: records, recordBytes: recordBytes, recordCommas: recordCommas)
    }
}

/// The checks that need all records of a file.
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

    /// A stamp from the future would win over every correct edit for a while (S2). An import makes no new stamps,
    /// because the data would no longer be the same.
    func finish(now: Instant) throws(ImportFailure) {
        guard let latest, latest.wall > now.advanced(by: Rules.stampTolerance) else { return }
        throw .ahead(latest: latest.wall, now: now)
    }

    /// The entries that are named like photos of the records.
    func photos(in zip: ZipReader) -> [ImportFile.Photo] {
        var named = named
        return zip.entries.indices.compactMap { index in
            // Each photo once, even if it is there with two file extensions.
            let digest = ExportFormat.File.photo(named: zip.entries[index].name)
            return digest.flatMap { named.remove($0) }.map { _ in ImportFile.Photo(index) }
        }
    }
}

extension JSON {
    /// The number of values in this value, itself included.
    fileprivate var count: Int {
        switch self {
        case .array(let items): items.reduce(1) { $0 + $1.count }
        case .object(let members): members.reduce(1) { $0 + $1.value.count }
        default: 1
        }
    }
}

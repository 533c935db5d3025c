import DaybookCore
import DaybookZip

/// What a zip brings: the records of an export, checked as far as they can be without the account they go to, and photos
/// that they name.
struct ImportFile: Sendable {
    let records: [Record]
    /// Entries that are said to be photos, by the digest that they are to have; each is named by a record.
    let photos: [(digest: Digest, entry: ZipEntry)]
    private let zip: ZipReader

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
        /// Values in all records, items of lists and objects included.
        var values = 4_000_000
    }

    /// Reads an export. Takes a while for a large one.
    init(zip bytes: ArchiveBytes, now: Instant, limits: Limits = Limits()) throws(ImportFailure) {
        let (zip, data) = try Self.open(bytes, limits)
        let file = try DaybookFile(data)
        try Self.check(file.head)
        guard file.count <= limits.records else { throw .tooManyRecords }
        var records: [Record] = []
        records.reserveCapacity(file.count)
        var valuesLeft = limits.values
        for index in 0..<file.count {
            let record = try file.record(index)
            for field in record.fields { valuesLeft -= field.value.count }
            guard valuesLeft >= 0 else { throw .tooManyRecords }
            records.append(record)
        }
        // One stamp from the future would win over every honest edit for a while (S2), and nothing may be stamped
        // anew here: it would no longer be the same data.
        let latest = records.compactMap(\.latest).max()
        if let latest, latest.wall > now.advanced(by: Rules.stampTolerance) {
            throw .ahead(latest: latest.wall, now: now)
        }
        self.records = records
        self.zip = zip
        photos = Self.photos(in: zip, of: records)
    }

    /// The bytes of one of ``photos``. Throws when they are damaged.
    func bytes(of photo: ZipEntry) throws(ZipError) -> [UInt8] { try zip.bytes(of: photo) }

    private static func photos(in zip: ZipReader, of records: [Record]) -> [(Digest, ZipEntry)] {
        var named: Set<Digest> = []
        for photo in records.lazy.compactMap({ Photo($0, evenIfDeleted: true) }) {
            named.insert(photo.sha256)
            if let thumbnail = photo.thumbnail { named.insert(thumbnail) }
        }
        return zip.entries.compactMap { entry in
            // Once each, should it be there under two endings.
            ExportFormat.File.photo(named: entry.name).flatMap { named.remove($0) }.map { ($0, entry) }
        }
    }

    private static func open(_ bytes: ArchiveBytes, _ limits: Limits) throws(ImportFailure) -> (ZipReader, [UInt8]) {
        do {
            let zip = try ZipReader(
                bytes,
                limits: .init(entries: limits.entries, bytes: limits.bytes + limits.photoBytes)
            )
            guard let entry = zip.entry(named: ExportFormat.File.data) else { throw ImportFailure.noData }
            guard entry.size <= limits.bytes else { throw ZipError.tooLarge }
            return (zip, try zip.bytes(of: entry))
        } catch let failure as ImportFailure {
            throw failure
        } catch let error as ZipError {
            throw .archive(error)
        } catch {
            throw .archive(.damaged)
        }
    }

    /// Members that this version does not know are passed over: docs/export.md says when they may appear.
    private static func check(_ head: JSON) throws(ImportFailure) {
        guard head["format"]?.stringValue == ExportFormat.name else { throw .otherFormat }
        guard let version = head["version"]?.integerValue else { throw .shape("version") }
        guard version == ExportFormat.version else { throw .unknownVersion(version) }
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

import Crypto
import DaybookCore
import DaybookExport
import DaybookZip
import Foundation

/// Reads an export in the background: its facts, then its photos one by one, then its records in slices.
actor ExportReader {
    private let bytes: ArchiveBytes
    private var zip: ZipReader?
    private var data: DaybookFile?

    /// Opens a file; nil when it cannot be read.
    init?(_ file: URL) {
        guard let open = FileBytes(path: file.path) else { return nil }
        bytes = open.archive
    }

    /// Checks the whole file without the account.
    func check(_ now: Instant) throws(ImportFailure) -> ImportFile {
        let file = try ImportFile(zip: bytes, now: now)
        zip = try ImportFile.archive(bytes)
        return file
    }

    /// The digest and the bytes of a photo. The bytes are nil when they are not a photo by the rules (N4).
    func photo(_ place: ImportFile.Photo, _ rules: Rules) -> (digest: DaybookCore.Digest, bytes: [UInt8]?)? {
        guard let zip, let digest = ExportFormat.File.photo(named: zip.entries[Int(place)].name) else { return nil }
        let entry = zip.entries[Int(place)]
        guard entry.size <= rules.photoBytesMaximum, let bytes = try? zip.bytes(of: entry) else { return (digest, nil) }
        var header = ImageHeaderReader()
        guard case .found(let found) = header.read(bytes), header.isWhole, !found.isTooLarge,
            DaybookCore.Digest(bytes: Array(Crypto.SHA256.hash(data: bytes))) == digest
        else { return (digest, nil) }
        return (digest, bytes)
    }

    /// The records from a place on, with the verdicts on their texts; an empty list after the last record.
    func records(from start: Int, _ rules: Rules) throws(ImportFailure) -> [(Record, Rules.TextVerdicts)] {
        if data == nil { data = try ImportFile.data(of: bytes) }
        guard let data else { return [] }
        var records: [(Record, Rules.TextVerdicts)] = []
        for place in start..<max(start, min(start + Self.slice, data.count)) {
            let record = try data.record(place)
            records.append((record, rules.textVerdicts(on: record)))
        }
        return records
    }

    /// The number of records that are in memory at once.
    private static let slice = 1_000
}

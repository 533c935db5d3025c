import DaybookCore
import DaybookZip

/// Why a file cannot be imported.
package enum ImportFailure: Error, Equatable {
    case archive(ZipError)
    /// The zip has no daybook.json.
    case noData
    case json(JSON.ParseError)
    /// This member does not have the shape that an export has.
    case shape(String)
    /// The name of a member is longer than ``DaybookFile/nameBytes``.
    case longName
    /// The value at this index, from 0, is not a record.
    case record(Int, Record.WireError)
    /// The text of the record at this index, from 0, is longer than a record can be.
    case largeRecord(Int)
    /// The file has another program's format.
    case otherFormat
    case unknownVersion(Int64)
    case tooManyRecords
    /// Its newest change is later than the server's clock allows.
    case ahead(latest: Instant, now: Instant)
}

extension ImportFailure {
    /// The status of the answer to a call with such a file.
    package var status: Int {
        switch self {
        case .archive(.tooLarge), .archive(.tooManyEntries), .largeRecord, .tooManyRecords: 413
        case .archive(.encrypted): 422
        case .archive, .json: 400
        case .noData, .shape, .longName, .record, .otherFormat, .unknownVersion, .ahead: 422
        }
    }

    /// The words for the person.
    package var text: String {
        switch self {
        case .archive(let error): Self.text(error)
        case .noData: "There is no \(ExportFormat.File.data) in this zip. Is it an export of Daybook?"
        case .json(let error): "\(ExportFormat.File.data) is damaged: \(error.reason) at byte \(error.offset)."
        case .shape(let member):
            "\(ExportFormat.File.data) does not have the format of an export. Check \"\(member)\"."
        case .longName:
            "\(ExportFormat.File.data) has a member with a name of more than \(DaybookFile.nameBytes) bytes."
        case .record(let index, let error):
            "Record \(index + 1) in \(ExportFormat.File.data) is not a record: \(error)."
        case .largeRecord(let index): "Record \(index + 1) in \(ExportFormat.File.data) is too large."
        case .otherFormat: "This is not an export of Daybook."
        case .unknownVersion(let version):
            "This export has version \(version); this Daybook knows version \(ExportFormat.version). Update Daybook."
        case .tooManyRecords: "This export has too many records to import."
        case .ahead(let latest, let now):
            "This export holds changes from the future: the newest is from \(latest.rfc3339), and it is"
                + " \(now.rfc3339) now. Nothing was imported. Set the clock that is wrong, then try again."
        }
    }

    private static func text(_ error: ZipError) -> String {
        switch error {
        case .tooLarge, .tooManyEntries: "This zip is too large for an export."
        case .encrypted: "This zip is encrypted. Import the file that Daybook made."
        case .notAnArchive: "This file is not a whole zip."
        default: "This zip is damaged, or another program changed it. Import the file that Daybook made."
        }
    }
}

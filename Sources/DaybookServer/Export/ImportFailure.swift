import DaybookCore
import DaybookZip

/// Why a file cannot be imported.
enum ImportFailure: Error, Equatable {
    case archive(ZipError)
    /// The zip has no daybook.json.
    case noData
    case json(JSON.ParseError)
    /// This member does not have the shape that an export has.
    case shape(String)
    /// The value at this index, from 0, is not a record.
    case record(Int, Record.WireError)
    /// The text of the record at this index, from 0, is longer than any record's can be.
    case largeRecord(Int)
    /// The file has another program's format.
    case otherFormat
    case unknownVersion(Int64)
    case tooManyRecords
    /// Its newest change is later than the server's clock allows.
    case ahead(latest: Instant, now: Instant)
}

extension ImportFailure {
    /// The problem for the person.
    var problem: Problem {
        switch self {
        case .archive(let error): Self.problem(error)
        case .noData: Self.broken("There is no \(ExportFormat.File.data) in this zip. Is it an export of Daybook?")
        case .json(let error):
            .malformed("\(ExportFormat.File.data) is damaged: \(error.reason) at byte \(error.offset).")
        case .shape(let member):
            Self.broken(
                "\(ExportFormat.File.data) does not have the format of an export. Check \"\(member.prefix(64))\"."
            )
        case .record(let index, let error):
            Self.broken("Record \(index + 1) in \(ExportFormat.File.data) is not a record: \(error).")
        case .largeRecord(let index):
            Problem(
                .contentTooLarge,
                "Record \(index + 1) in \(ExportFormat.File.data) is too large for this server."
            )
        case .otherFormat: Self.broken("This is not an export of Daybook.")
        case .unknownVersion(let version):
            Self.broken(
                "This export has version \(version); this server knows version \(ExportFormat.version). Update Daybook."
            )
        case .tooManyRecords:
            Problem(.contentTooLarge, "This export has too many records to import.")
        case .ahead(let latest, let now):
            Self.broken(
                "This export holds changes from the future: the newest is from \(latest.rfc3339), and it is"
                    + " \(now.rfc3339) now. Nothing was imported. Set the clock that is wrong, then try again."
            )
        }
    }

    private static func broken(_ detail: String) -> Problem { Problem(.unprocessableContent, detail) }

    private static func problem(_ error: ZipError) -> Problem {
        switch error {
        case .tooLarge, .tooManyEntries: Problem(.contentTooLarge, "This zip is too large for an export.")
        case .encrypted: broken("This zip is encrypted. Import the file that Daybook made.")
        case .notAnArchive: .malformed("This file is not a whole zip.")
        default: .malformed("This zip is damaged, or another program changed it. Import the file that Daybook made.")
        }
    }
}

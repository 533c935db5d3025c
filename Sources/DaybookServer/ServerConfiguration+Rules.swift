import DaybookCore
import DaybookExport
import DaybookStore

extension ServerConfiguration {
    /// The answer to `GET /api/v1/rules`: the rules in force for the caller, and the bounds for programs that sync or
    /// import. Each of those bounds is a `maximum`, null when there is no bound.
    func rulesJSON(for session: OpenSession?) -> JSON {
        .object(
            (rules.choosing(session?.limits).within(budgets).json.objectValue ?? []) + [
                Self.maximum("accountPhotos", Int64(budgets[.accountPhotos])),
                Self.maximum("accountPhotoBytes", photoQuota),
                Self.maximum("syncBytes", Int64(SyncRequest.bytesMaximum)),
                Self.maximum("syncRecords", Int64(SyncRequest.limitMaximum)),
                Self.maximum("importDataBytes", Int64(Imports.dataBytesMaximum)),
                Self.maximum("importRecords", Int64(ImportFile.Limits().records)),
            ]
        )
    }

    private static func maximum(_ name: String, _ value: Int64?) -> JSON.Member {
        .init(name, .object([.init("maximum", value.map { .integer($0) } ?? .null)]))
    }
}

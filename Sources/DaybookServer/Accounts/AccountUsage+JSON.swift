import DaybookCore
import DaybookStore

extension AccountUsage {
    /// The used part of each bound, under the names of `GET /api/v1/rules`: `{"used","maximum"}`. The maximum is null
    /// when there is no bound.
    func json(of configuration: ServerConfiguration) -> JSON {
        let budgets = configuration.budgets
        return .object([
            Self.member("accountRecords", records, of: Int64(budgets[.accountRecords])),
            Self.member("accountBytes", bytes, of: Int64(budgets[.accountBytes])),
            Self.member("accountPhotos", photos.count, of: Int64(budgets[.accountPhotos])),
            Self.member("accountPhotoBytes", Int(photos.bytes), of: configuration.photoQuota),
        ])
    }

    private static func member(_ name: String, _ used: Int, of maximum: Int64?) -> JSON.Member {
        let maximum = maximum.map { JSON.integer($0) } ?? .null
        return .init(name, .object([.init("used", .integer(Int64(used))), .init("maximum", maximum)]))
    }
}

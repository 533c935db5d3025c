import DaybookCore
import DaybookStore

extension AccountUsage {
    /// How much of each bound is used, by the names that `GET /api/v1/rules` gives them: `{"used","maximum"}`, with null
    /// where there is no bound.
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

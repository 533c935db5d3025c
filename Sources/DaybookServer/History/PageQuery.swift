import DaybookCore
import DaybookStore

/// The page that a request asks for, of a list with only one order: `limit` and `after`.
struct PageQuery<End> {
    private(set) var limit = PageQueryLimits.usual
    /// The end of the page before; nil for the first page.
    private(set) var after: End?

    /// Reads a query, of which a parameter without a value counts as absent; `end` parses the text of `after`. Throws 422 with every parameter that is wrong.
    init(_ query: String?, end: (String) -> End?) throws {
        var violations: [Violation] = []
        for pair in try QueryString.pairs(query) {
            switch pair.name {
            case "limit":
                if let limit = Int(pair.value), PageQueryLimits.all.contains(limit) {
                    self.limit = limit
                    continue
                }
            case "after":
                if let place = end(pair.value) {
                    after = place
                    continue
                }
            default: break
            }
            let hint = Self.hint(pair.name)
            if hint == nil || !pair.value.isEmpty { violations.append(Violation(parameter: pair.name, hint)) }
        }
        if !violations.isEmpty { throw Problem.broken(violations) }
    }

    /// The limit for a storage: the same number of items, and at most the bytes of a sync answer.
    var pageLimit: PageLimit { PageLimit(records: limit, bytes: PageLimit.sync.bytes) }

    private static func hint(_ name: String) -> String? {
        switch name {
        case "limit": "Give a number from \(PageQueryLimits.all.lowerBound) to \(PageQueryLimits.all.upperBound)."
        case "after": "Give the value of next from a page of the same list."
        default: nil
        }
    }
}

/// The number of items that a page may have.
enum PageQueryLimits {
    static let all = 1...500
    static let usual = 100

    /// The parameters' descriptions for the OpenAPI document.
    static var parameters: [Operation.Parameter] {
        [
            .init(
                name: "limit",
                description: "The most items of the page; \(usual) by default. A page of about 1 MiB ends earlier.",
                schema: OpenAPISchemas.integer(all)
            ),
            .init(
                name: "after",
                description: "The value of next from the previous page.",
                schema: OpenAPISchemas.filledString
            ),
        ]
    }
}

import DaybookCore

/// The page of a list that a request asks for.
struct ListPage<Index: ListIndex>: Hashable, Sendable {
    var order = Index.usualOrder
    var criteria = Index.Criteria()
    var limit = PageQueryLimits.usual
    /// The end of the page before; nil for the first page.
    var after: PageEnd<Index.Item>?
}

extension ListPage {
    /// Reads a query: `sort`, `q`, `limit`, `after`, and the parameters of the criteria; one without a value counts as
    /// absent. Throws 422 with every parameter that is wrong.
    init(query: String?) throws {
        self.init()
        var violations: [Violation] = []
        for pair in try QueryString.pairs(query) {
            let hint = Self.hint(pair.name)
            if hint != nil, pair.value.isEmpty || read(pair.name, pair.value) { continue }
            violations.append(Violation(parameter: pair.name, hint))
        }
        if let after, after.order != order {
            violations.append(
                Violation(
                    Violation.Field("after"),
                    .badForm,
                    "This value belongs to a list in another order. Give the value of next from a page of the same list."
                )
            )
        }
        if !violations.isEmpty { throw Problem.broken(violations) }
    }

    /// False when the value is not allowed.
    private mutating func read(_ name: String, _ value: String) -> Bool {
        switch name {
        case "sort":
            guard let order = Index.Item.Order(rawValue: value) else { return false }
            self.order = order
        case "q": criteria.search = value
        case "limit":
            guard let limit = Int(value), PageQueryLimits.all.contains(limit) else { return false }
            self.limit = limit
        case "after":
            guard let end = PageEnd<Index.Item>(value) else { return false }
            after = end
        default: return criteria.read(name, value)
        }
        return true
    }

    /// The values that a parameter accepts; nil when the name is unknown.
    private static func hint(_ name: String) -> String? {
        switch name {
        case "sort":
            let names = Index.Item.Order.allCases.map(\.rawValue)
            return "Give \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")."
        case "limit":
            return "Give a number from \(PageQueryLimits.all.lowerBound) to \(PageQueryLimits.all.upperBound)."
        case "after": return "Give the value of next from a page of the same list."
        case "q": return "Give a text."
        default: return Index.Criteria.hint(name)
        }
    }
}

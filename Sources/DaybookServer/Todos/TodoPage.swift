import DaybookCore

/// Which page of the list is asked for.
struct TodoPage: Hashable, Sendable {
    var order: Order = .created
    var state: Filter.State = .all
    var tag: String?
    var search = ""
    var limit = 100
    /// Where to go on; nil for the first page.
    var after: PageMark?

    static let limits = 1...500

    /// What the filter leaves.
    var filter: Filter { Filter(state: state, tag: tag, search: search) }
}

extension TodoPage {
    /// Reads a query: `sort`, `q`, `done`, `tag`, `limit`, `after`. Throws 422 with every parameter that is wrong.
    init(query: String?) throws {
        self.init()
        var violations: [Violation] = []
        for pair in QueryString.pairs(query) {
            if !read(pair.name, pair.value) {
                violations.append(Violation(Violation.Field(pair.name), .badForm, Self.hint(pair.name)))
            }
        }
        if let after, after.order != order {
            violations.append(Violation(Violation.Field("after"), .badForm, "This mark is of a list in another order."))
        }
        if !violations.isEmpty { throw Problem.broken(violations) }
    }

    /// False when the parameter is unknown or its value is none of the possible.
    private mutating func read(_ name: String, _ value: String) -> Bool {
        switch name {
        case "sort":
            guard let order = Order(rawValue: value) else { return false }
            self.order = order
        case "q": search = value
        case "done":
            guard value == "true" || value == "false" else { return false }
            state = value == "true" ? .done : .open
        case "tag": tag = value
        case "limit":
            guard let limit = Int(value), Self.limits.contains(limit) else { return false }
            self.limit = limit
        case "after":
            guard let mark = PageMark(value) else { return false }
            after = mark
        default: return false
        }
        return true
    }

    private static func hint(_ name: String) -> String {
        switch name {
        case "sort": "Give created, deadline, title or -title."
        case "done": "Give true or false."
        case "limit": "Give a number from \(limits.lowerBound) to \(limits.upperBound)."
        case "after": "Give the value of next from a page of the same list."
        default: "There is no such parameter."
        }
    }
}

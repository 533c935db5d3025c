/// A place, and what the list below it shows: `/`, `/?state=done&tag=home`, `/?due=today`, `/notes?q=milk`,
/// `/todo/<id>?tag=home`.
public struct Address: Equatable, Sendable {
    /// The place.
    public var route: Route
    /// The filter and the search of the list.
    public var filter: Filter

    /// A longer search, in bytes, is left out of addresses, because a server need not take more than 8,192 bytes.
    static let searchMaximum = 200

    private enum Name {
        static var state: String { "state" }
        static var tag: String { "tag" }
        static var search: String { "q" }
        static var due: String { "due" }
    }

    /// A place above a list.
    public init(_ route: Route, _ filter: Filter = Filter()) {
        self.route = route
        self.filter = filter
    }

    /// Reads an address. An unknown place is home, and an unknown filter shows everything.
    public init(path: String) {
        let halves = Text.parts(path, between: "?")
        self.init(Route(path: halves[0]))
        guard halves.count > 1 else { return }
        for pair in Text.parts(halves[1], between: "&") {
            let sides = Text.parts(pair, between: "=")
            guard sides.count == 2 else { continue }
            let value = Text.oneLine(Text.queryDecoded(sides[1]))
            switch sides[0] {
            case Name.state: filter.state = Filter.State(rawValue: value) ?? .all
            case Name.due: filter.due = Filter.Due(rawValue: value) ?? .any
            case Name.tag: filter.tag = Text.isShown(value) ? Text.trimmed(value) : nil
            case Name.search where value.utf8.count <= Address.searchMaximum: filter.search = value
            default: break
            }
        }
        // A list by dates has open to-dos only.
        if filter.due != .any { filter.state = .all }
    }

    /// The address as text.
    public var path: String {
        var query = ""
        func add(_ name: String, _ value: String) {
            query += (query.isEmpty ? "?" : "&") + name + "=" + Text.queryEncoded(value)
        }
        if filter.due != .any { add(Name.due, filter.due.rawValue) }
        if filter.state != .all { add(Name.state, filter.state.rawValue) }
        if let tag = filter.tag { add(Name.tag, tag) }
        if !filter.search.isEmpty, filter.search.utf8.count <= Address.searchMaximum { add(Name.search, filter.search) }
        return route.path + query
    }
}

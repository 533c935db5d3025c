import DaybookCore

/// The browser's history, kept equal to the places of the app (``App/addresses``).
///
/// Each entry carries its depth, 0 for the list. A deeper place is pushed, a shallower place is reached by going back,
/// and another place of the same depth replaces the entry. The browser reports a step back later, so nothing is changed
/// while such a step is in progress.
struct TabHistory {
    /// The depth of the entry that the browser is at.
    private(set) var depth = 0
    /// The address of that entry.
    private var path = ""
    /// The depth that the browser was asked to go back to, until it reports its new place.
    private var goal: Int?

    /// A step for the browser to take.
    enum Step: Equatable {
        case replace(depth: Int, path: String)
        case push(depth: Int, path: String)
        /// So many entries back.
        case back(Int)
    }

    /// The browser is at an entry: at the start, or because the person or a step led there.
    /// - Returns: whether a step led there, so that the app is where it wants to be.
    @discardableResult
    mutating func arrived(atDepth depth: Int, path: String) -> Bool {
        defer { goal = nil }
        self.depth = depth
        self.path = path
        return depth == goal
    }

    /// The steps that lead to where the app is.
    mutating func steps(to places: [String]) -> [Step] {
        guard !places.isEmpty, goal == nil else { return [] }
        if depth >= places.count {
            goal = places.count - 1
            return [.back(depth - places.count + 1)]
        }
        var steps: [Step] = []
        if path != places[depth] {
            path = places[depth]
            steps.append(.replace(depth: depth, path: path))
        }
        while depth < places.count - 1 {
            depth += 1
            path = places[depth]
            steps.append(.push(depth: depth, path: path))
        }
        return steps
    }
}

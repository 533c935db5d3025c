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
    /// The browser was asked to go back and has not reported its new place yet.
    private var isGoingBack = false

    /// A step for the browser to take.
    enum Step: Equatable {
        case replace(depth: Int, path: String)
        case push(depth: Int, path: String)
        /// So many entries back.
        case back(Int)
    }

    /// The browser is at an entry: at the start, or because the person or a step led there.
    mutating func arrived(atDepth depth: Int, path: String) {
        self.depth = depth
        self.path = path
        isGoingBack = false
    }

    /// The steps that lead to where the app is.
    mutating func steps(to places: [String]) -> [Step] {
        guard !places.isEmpty, !isGoingBack else { return [] }
        if depth >= places.count {
            isGoingBack = true
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

import DaybookCore

/// Where each list was scrolled to when another took its place, kept while the page lives.
///
/// The page remembers the row at the top of each list that it shows whole. A long list is drawn in part, so its place
/// is kept here too, in pixels.
struct ListPlaces {
    private var shown: ListScreen.View?
    private var isSearching = false
    private var tops = 0
    private var places: [(list: ListScreen.View, name: Int, top: Int)] = []

    /// A command to the page about its list.
    enum Step: Equatable {
        /// Remember the row at the top, by a name.
        case keep(name: Int)
        /// Scroll to the list's beginning.
        case toTop
        /// Scroll to the row that was remembered by a name, or to this many pixels from the first row.
        case back(name: Int, top: Int)
    }

    /// The steps that follow from a state, while the page's list is scrolled `top` pixels from its first row.
    mutating func steps(to list: ListScreen?, top: Int) -> [Step] {
        guard let list else {
            self = ListPlaces()
            return []
        }
        let before = (list: shown, isSearching: isSearching, tops: tops)
        (shown, isSearching, tops) = (list.view, !list.filter.search.isEmpty, list.tops)
        guard let left = before.list else { return [] }
        if left == list.view, before.isSearching == isSearching { return before.tops == tops ? [] : [.toTop] }
        let kept = before.isSearching ? [] : [Step.keep(name: keep(left, at: top))]
        guard !isSearching, let place = places.first(where: { $0.list == list.view }) else { return kept + [.toTop] }
        return kept + [.back(name: place.name, top: place.top)]
    }

    /// Keeps the place of a list that goes, and names it.
    private mutating func keep(_ list: ListScreen.View, at top: Int) -> Int {
        if let place = places.firstIndex(where: { $0.list == list }) {
            places[place].top = top
            return places[place].name
        }
        places.append((list, places.count, top))
        return places.count - 1
    }
}

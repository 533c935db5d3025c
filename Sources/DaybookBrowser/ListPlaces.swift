import DaybookCore
import DaybookViews

/// The scroll position of each list at the moment when another list took its place, kept while the tab lives.
///
/// The host remembers the row at the top of each list, to the pixel. A long list is drawn in part, so its place is kept
/// here too: the part with that row is to be drawn.
struct ListPlaces {
    private var shown: ListScreen.View?
    private var isSearching = false
    private var tops = 0
    private var places: [(list: ListScreen.View, name: Int, place: Painter.Place)] = []

    /// A command to the host about its list.
    enum Step: Equatable {
        /// Remember the row at the top, by a name.
        case keep(name: Int)
        /// Scroll to the list's beginning.
        case toTop
        /// Scroll to the row that was remembered by a name, or else to the place.
        case back(name: Int, Painter.Place)
    }

    /// The steps that follow from a state, while the list is scrolled to a place.
    mutating func steps(to list: ListScreen?, from present: Painter.Place) -> [Step] {
        guard let list else {
            self = ListPlaces()
            return []
        }
        let before = (list: shown, isSearching: isSearching, tops: tops)
        (shown, isSearching, tops) = (list.view, !list.filter.search.isEmpty, list.tops)
        guard let left = before.list else { return [] }
        if left == list.view, before.isSearching == isSearching { return before.tops == tops ? [] : [.toTop] }
        let kept = before.isSearching ? [] : [Step.keep(name: keep(left, at: present))]
        guard !isSearching, let known = places.first(where: { $0.list == list.view }) else { return kept + [.toTop] }
        // The field of a search that began while some of it was in sight would come back half under the bar.
        if before.isSearching, known.place.top < 0 { return [.toTop] }
        return kept + [.back(name: known.name, known.place)]
    }

    /// Keeps the place of a list that goes, and names it.
    private mutating func keep(_ list: ListScreen.View, at place: Painter.Place) -> Int {
        if let known = places.firstIndex(where: { $0.list == list }) {
            places[known].place = place
            return places[known].name
        }
        places.append((list, places.count, place))
        return places.count - 1
    }
}

extension TodoIndex {
    /// The slots that a filter leaves; all of them, and `true`, when the search finds nothing (L4). To-dos in `keeping`
    /// were marked a moment ago, and keep their place. Done to-dos come after open ones. With `foldsCompleted` and no
    /// search, only their number is returned.
    public func select(
        _ filter: Filter,
        on today: Today,
        keeping: [Kept] = [],
        foldsCompleted: Bool = false
    ) -> Selection {
        let search = SearchWords(filter.search)
        if search.isEmpty { return select(filter, search, today, keeping, foldsCompleted) }
        let found = select(filter, search, today, keeping, false)
        if !found.slots.isEmpty { return found }
        var all = select(filter, SearchWords(""), today, keeping, foldsCompleted)
        all.isSearchEmpty = true
        return all
    }

    private func select(
        _ filter: Filter,
        _ search: SearchWords,
        _ today: Today,
        _ keeping: [Kept],
        _ foldsCompleted: Bool
    ) -> Selection {
        let found = slots(filter, search, keeping)
        if filter.due != .any { return arrange(found, filter.due, today, keeping: keeping) }
        if filter.state != .all { return Selection(slots: found) }
        return divide(found, keeping: keeping, isFolded: foldsCompleted)
    }

    /// Only the matches, which may be empty, for the REST interface.
    public func matches(_ filter: Filter) -> [Slot] {
        slots(filter, SearchWords(filter.search))
    }

    /// The slots of a filter in a list of any length. Nil when `goesOn`, which is asked every few milliseconds, returns
    /// false.
    public func matches(_ filter: Filter, goesOn: () -> Bool) -> [Slot]? {
        let search = SearchWords(filter.search)
        guard let found = list.slots(containing: search.words, goesOn: goesOn) else { return nil }
        let criteria = Criteria(filter)
        if criteria.isEmpty { return found }
        var kept: [Slot] = []
        for (place, slot) in found.enumerated() {
            if place % 1_024 == 0, !goesOn() { return nil }
            if isCandidate(slot, criteria) { kept.append(slot) }
        }
        return kept
    }

    /// The conditions of a filter besides words in a text. Tags are folded.
    private struct Criteria {
        var state: Filter.State
        /// The tag of the filter.
        var tag: [UInt8]?
        /// The to-dos that are done or not, whatever the state.
        var keeping: [Kept]

        init(_ filter: Filter, keeping: [Kept] = []) {
            self.keeping = keeping
            state = filter.state
            tag = filter.tag.map { Fold.bytes($0) }
        }

        var isEmpty: Bool { state == .all && tag == nil }
    }

    private func slots(_ filter: Filter, _ search: SearchWords, _ keeping: [Kept] = []) -> [Slot] {
        // The text comes first: it is one pass over memory, and leaves few to-dos for the other conditions.
        let found = list.slots(containing: search.words)
        let criteria = Criteria(filter, keeping: keeping)
        return criteria.isEmpty ? found : found.filter { isCandidate($0, criteria) }
    }

    private func isCandidate(_ slot: Slot, _ criteria: Criteria) -> Bool {
        let isOther = criteria.state != .all && list.has(.isDone, slot) != (criteria.state == .done)
        if isOther, criteria.keeping.isEmpty { return false }
        if !isOther, criteria.tag == nil { return true }
        return list.read(slot) { todo in
            if isOther, !criteria.keeping.contains(where: { $0.id == todo.id }) { return false }
            return criteria.tag.map { tag in todo.tags.contains { Fold.bytes($0) == tag } } ?? true
        } ?? false
    }
}

extension TodoIndex {
    /// The slots that a filter leaves; all of them, with a mark, when the search finds nothing (L4).
    public func select(_ filter: Filter) -> Selection {
        let needle = Fold.bytes(Text.trimmed(filter.search))
        if needle.isEmpty { return Selection(slots: slots(state: filter.state, tag: filter.tag, needle: nil)) }
        let found = slots(state: filter.state, tag: filter.tag, needle: needle)
        if !found.isEmpty { return Selection(slots: found) }
        return Selection(slots: slots(state: filter.state, tag: filter.tag, needle: nil), isSearchEmpty: true)
    }

    /// Only what matches, even if that is nothing: what a program that asks wants.
    public func matches(_ filter: Filter) -> [Slot] {
        let needle = Fold.bytes(Text.trimmed(filter.search))
        return slots(state: filter.state, tag: filter.tag, needle: needle.isEmpty ? nil : needle)
    }

    /// The same for a list of any length. Nil when `goesOn`, which is asked every few milliseconds, has said no.
    public func matches(_ filter: Filter, goesOn: () -> Bool) -> [Slot]? {
        let needle = Fold.bytes(Text.trimmed(filter.search))
        var found = list.arrangement
        if !needle.isEmpty {
            guard let slots = list.slots(containing: needle, goesOn: goesOn) else { return nil }
            found = slots
        }
        if filter.state == .all, filter.tag == nil { return found }
        let tag = filter.tag.map { Fold.bytes($0) }
        var kept: [Slot] = []
        for (place, slot) in found.enumerated() {
            if place % 1_024 == 0, !goesOn() { return nil }
            if isMeant(slot, state: filter.state, tag: tag) { kept.append(slot) }
        }
        return kept
    }

    private func slots(state: Filter.State, tag: String?, needle: [UInt8]?) -> [Slot] {
        // The text first: it is one pass over memory, and leaves few to ask the rest of.
        let found = needle.map { list.slots(containing: $0) } ?? list.arrangement
        if state == .all, tag == nil { return found }
        let tag = tag.map { Fold.bytes($0) }
        return found.filter { isMeant($0, state: state, tag: tag) }
    }

    private func isMeant(_ slot: Slot, state: Filter.State, tag: [UInt8]?) -> Bool {
        list.read(slot) { todo in
            if state != .all, todo.isDone != (state == .done) { return false }
            guard let tag else { return true }
            return todo.tags.contains { Fold.bytes($0) == tag }
        } ?? false
    }
}

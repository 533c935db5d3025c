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

    private func slots(state: Filter.State, tag: String?, needle: [UInt8]?) -> [Slot] {
        // The text first: it is one pass over memory, and leaves few to ask the rest of.
        let found = needle.map { list.slots(containing: $0) } ?? list.arrangement
        if state == .all, tag == nil { return found }
        let tag = tag.map { Fold.bytes($0) }
        return found.filter { slot in
            list.read(slot) { todo in
                if state != .all, todo.isDone != (state == .done) { return false }
                guard let tag else { return true }
                return todo.tags.contains { Fold.bytes($0) == tag }
            } ?? false
        }
    }
}

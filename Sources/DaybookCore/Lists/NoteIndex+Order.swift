/// The order of a list of notes.
public enum NoteOrder: String, Sendable, CaseIterable {
    /// The one changed last first.
    case modified
    /// Newest first.
    case created
    /// A to Z.
    case title
    /// Z to A.
    case titleDescending = "-title"
}

extension NoteIndex {
    /// A key of fixed size that decides almost every comparison, so that sorting moves and reads no note.
    private struct SortKey {
        /// The chosen order, smaller first; equal keys may still differ behind it.
        var primary: UInt64
        var slot: Slot
    }

    mutating func sort() {
        var keys: [SortKey] = []
        keys.reserveCapacity(arrangement.count)
        for slot in arrangement {
            guard let entry = entries[Int(slot)] else { continue }
            keys.append(SortKey(primary: primaryKey(entry), slot: slot))
        }
        let sorted = IndexSort.order(keys.count) { left, right in
            let (left, right) = (keys[left], keys[right])
            if left.primary != right.primary { return left.primary < right.primary }
            guard let left = entries[Int(left.slot)], let right = entries[Int(right.slot)] else { return false }
            return precedes(left, right)
        }
        arrangement = sorted.map { keys[Int($0)].slot }
    }

    private func primaryKey(_ entry: Entry) -> UInt64 {
        switch order {
        case .modified: return ~(UInt64(bitPattern: entry.note.modified.milliseconds) ^ 1 << 63)
        case .created: return ~(UInt64(bitPattern: entry.note.created.milliseconds) ^ 1 << 63)
        case .title: return TodoIndex.prefix(entry.title)
        case .titleDescending: return ~TodoIndex.prefix(entry.title)
        }
    }

    /// The index in ``arrangement`` before which nothing comes after `entry`: its own, if it is arranged.
    func place(of entry: Entry) -> Int {
        var low = 0
        var high = arrangement.count
        while low < high {
            let middle = (low + high) / 2
            if let other = entries[Int(arrangement[middle])], precedes(other, entry) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    /// A strict total order: the one chosen, then newest first, then by id.
    func precedes(_ left: Entry, _ right: Entry) -> Bool {
        switch order {
        case .created: break
        case .modified:
            if left.note.modified != right.note.modified { return left.note.modified > right.note.modified }
        case .title:
            let comparison = TodoIndex.compare(left.title, right.title)
            if comparison != 0 { return comparison < 0 }
        case .titleDescending:
            let comparison = TodoIndex.compare(left.title, right.title)
            if comparison != 0 { return comparison > 0 }
        }
        if left.note.created != right.note.created { return left.note.created > right.note.created }
        return left.note.id < right.note.id
    }

    /// How many arranged notes come before a note, which need not itself be in the index. For paging.
    public func rank(of note: Note) -> Int {
        place(of: Entry(note))
    }
}

// MARK: - Search

extension NoteIndex {
    /// What a search leaves, in the current order; everything, with a mark, when it finds nothing (L4).
    public func select(_ search: String) -> TodoIndex.Selection {
        let found = matches(search)
        if !found.isEmpty || arrangement.isEmpty && Fold.bytes(Text.trimmed(search)).isEmpty {
            return TodoIndex.Selection(slots: found)
        }
        return TodoIndex.Selection(slots: arrangement, isSearchEmpty: true)
    }

    /// The notes in whose title or description a text stands, without case or accents; blank finds all. Only what
    /// matches, even if that is nothing: what one search over several lists wants.
    public func matches(_ search: String) -> [Slot] {
        let needle = Fold.bytes(Text.trimmed(search))
        return needle.isEmpty ? arrangement : searchText.filter(arrangement, containing: needle)
    }
}

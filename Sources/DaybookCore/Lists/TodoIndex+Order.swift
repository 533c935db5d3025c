extension TodoIndex {
    /// A key of fixed size that decides almost every comparison, so that sorting moves and reads no to-do.
    private struct SortKey {
        /// The chosen order, smaller first; equal keys may still differ behind it.
        var primary: UInt64
        var created: Int64
        var slot: Slot
    }

    mutating func sort() {
        var keys: [SortKey] = []
        keys.reserveCapacity(arrangement.count)
        for slot in arrangement {
            guard let entry = entries[Int(slot)] else { continue }
            keys.append(
                SortKey(primary: primaryKey(entry), created: entry.todo.created.milliseconds, slot: slot)
            )
        }
        let isByTitle = order == .title || order == .titleDescending
        let sorted = IndexSort.order(keys.count) { left, right in
            let (left, right) = (keys[left], keys[right])
            if left.primary != right.primary { return left.primary < right.primary }
            if !isByTitle, left.created != right.created { return left.created > right.created }
            guard let left = entries[Int(left.slot)], let right = entries[Int(right.slot)] else { return false }
            return precedes(left, right)
        }
        arrangement = sorted.map { keys[Int($0)].slot }
    }

    private func primaryKey(_ entry: Entry) -> UInt64 {
        switch order {
        case .created: return 0
        case .deadline: return UInt64(bitPattern: entry.todo.deadline?.milliseconds ?? .max) ^ 1 << 63
        case .title: return TodoIndex.prefix(entry.title)
        case .titleDescending: return ~TodoIndex.prefix(entry.title)
        }
    }

    /// The first eight bytes as a number that orders like them.
    static func prefix(_ bytes: [UInt8]) -> UInt64 {
        var key: UInt64 = 0
        for index in 0..<8 { key = key << 8 | UInt64(index < bytes.count ? bytes[index] : 0) }
        return key
    }

    /// The index in ``arrangement`` before which nothing comes after `entry`: its own, if it is arranged (L2).
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

    /// A strict total order: the one chosen, then newest first, then by id (L1 to L3).
    func precedes(_ left: Entry, _ right: Entry) -> Bool {
        switch order {
        case .created: break
        case .deadline:
            let (first, second) = (left.todo.deadline?.milliseconds ?? .max, right.todo.deadline?.milliseconds ?? .max)
            if first != second { return first < second }
        case .title:
            let comparison = TodoIndex.compare(left.title, right.title)
            if comparison != 0 { return comparison < 0 }
        case .titleDescending:
            let comparison = TodoIndex.compare(left.title, right.title)
            if comparison != 0 { return comparison > 0 }
        }
        if left.todo.created != right.todo.created { return left.todo.created > right.todo.created }
        return left.todo.id < right.todo.id
    }

    /// Negative, zero or positive as `left` comes before, with or after `right`, byte by byte.
    static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
        let shared = min(left.count, right.count)
        var index = 0
        while index < shared {
            if left[index] != right[index] { return left[index] < right[index] ? -1 : 1 }
            index += 1
        }
        return left.count - right.count
    }

    /// How many arranged to-dos come before a to-do, which need not itself be in the index. For paging.
    public func rank(of todo: Todo) -> Int {
        place(of: Entry(todo))
    }
}

extension SlotIndex {
    /// The part of a thing that decides almost every comparison. It has a fixed size, so that sorting moves and reads
    /// no thing.
    private struct SortKey {
        /// The chosen order, smaller first; equal keys may still differ behind it.
        var primary: UInt64
        var created: Int64
        var slot: Slot
    }

    mutating func sort() {
        let direction = Item.titleDirection(in: order)
        var keys: [SortKey] = []
        keys.reserveCapacity(arrangement.count)
        for slot in arrangement {
            guard let entry = entries[Int(slot)] else { continue }
            let primary =
                switch direction {
                case .ascending: Fold.prefix(entry.title)
                case .descending: ~Fold.prefix(entry.title)
                case nil: entry.item.timeKey(in: order)
                }
            keys.append(SortKey(primary: primary, created: entry.item.created.milliseconds, slot: slot))
        }
        let sorted = IndexSort.order(keys.count) { left, right in
            let (left, right) = (keys[left], keys[right])
            if left.primary != right.primary { return left.primary < right.primary }
            if direction == nil, left.created != right.created { return left.created > right.created }
            guard let left = entries[Int(left.slot)], let right = entries[Int(right.slot)] else { return false }
            return precedes(left, right)
        }
        arrangement = sorted.map { keys[Int($0)].slot }
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
        switch Item.titleDirection(in: order) {
        case nil:
            let (first, second) = (left.item.timeKey(in: order), right.item.timeKey(in: order))
            if first != second { return first < second }
        case .ascending:
            let comparison = Fold.compare(left.title, right.title)
            if comparison != 0 { return comparison < 0 }
        case .descending:
            let comparison = Fold.compare(left.title, right.title)
            if comparison != 0 { return comparison > 0 }
        }
        if left.item.created != right.item.created { return left.item.created > right.item.created }
        return left.item.id < right.item.id
    }

    /// The number of things that come before a thing in the order. The thing need not be in the index.
    func rank(of item: Item) -> Int { place(of: Entry(item)) }
}

extension Instant {
    /// The moment as a number without a sign that orders as moments do.
    var sortKey: UInt64 { UInt64(bitPattern: milliseconds) ^ 1 << 63 }
}

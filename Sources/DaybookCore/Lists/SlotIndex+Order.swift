extension SlotIndex {
    /// Sorts by numbers that decide almost every comparison. Only things with equal numbers are compared themselves.
    mutating func sort() {
        let direction = Item.titleDirection(in: order)
        var primary: [UInt64] = []
        var created: [UInt64] = []
        var places: [Int32] = []
        primary.reserveCapacity(arrangement.count)
        created.reserveCapacity(arrangement.count)
        places.reserveCapacity(arrangement.count)
        for (place, slot) in arrangement.enumerated() {
            guard let entry = entries[Int(slot)] else { preconditionFailure("what stood in the slot is gone") }
            let key =
                switch direction {
                case .ascending: Fold.prefix(entry.title)
                case .descending: ~Fold.prefix(entry.title)
                case nil: entry.item.timeKey(in: order)
                }
            primary.append(key)
            // Behind a part of a title comes the rest of it, and not the time.
            created.append(direction == nil ? ~entry.item.created.sortKey : 0)
            places.append(Int32(place))
        }
        IndexSort.sort(&places, by: created)
        IndexSort.sort(&places, by: primary)
        let before = arrangement
        arrangement.removeAll(keepingCapacity: true)
        var start = 0
        while start < places.count {
            var end = start + 1
            let first = Int(places[start])
            while end < places.count, primary[Int(places[end])] == primary[first],
                created[Int(places[end])] == created[first]
            {
                end += 1
            }
            if end == start + 1 {
                arrangement.append(before[first])
            } else {
                append(places[start..<end].map { before[Int($0)] })
            }
            start = end
        }
    }

    /// Appends things whose numbers are equal, in their order.
    private mutating func append(_ alike: [Slot]) {
        let order = IndexSort.order(alike.count) { left, right in
            guard let left = entries[Int(alike[left])], let right = entries[Int(alike[right])] else { return false }
            return precedes(left, right)
        }
        for place in order { arrangement.append(alike[Int(place)]) }
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

    /// A strict total order: the chosen order, then newest first, then by id (L1 to L3).
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

extension SlotIndex {
    /// Sorts by numbers that decide almost every comparison, and reads only things whose numbers are equal.
    mutating func sort() {
        let direction = Item.titleDirection(in: order)
        var first: [UInt64] = []
        var second: [UInt64] = []
        first.reserveCapacity(arrangement.count)
        second.reserveCapacity(arrangement.count)
        for slot in arrangement {
            let keys =
                if let direction {
                    searchText.titleKeys(Int(slot), direction)
                } else {
                    (Item.timeKey(times[Int(slot)], in: order), times[Int(slot)].created)
                }
            first.append(keys.0)
            second.append(keys.1)
        }
        let before = arrangement
        arrangement.removeAll(keepingCapacity: true)
        let places = IndexSort.order(by: first, then: second)
        var start = 0
        while start < places.count {
            var end = start + 1
            let place = Int(places[start])
            while end < places.count, first[Int(places[end])] == first[place], second[Int(places[end])] == second[place]
            {
                end += 1
            }
            if end == start + 1 {
                arrangement.append(before[place])
            } else {
                append(places[start..<end].map { before[Int($0)] })
            }
            start = end
        }
    }

    /// Appends things whose numbers are equal, in their order.
    private mutating func append(_ alike: [Slot]) {
        let standings = alike.map { standing($0) }
        for place in IndexSort.order(alike.count, by: { precedes(alike[$0], standings[$1]) }) {
            arrangement.append(alike[Int(place)])
        }
    }

    /// The index in ``arrangement`` before which nothing comes after a thing: its own, if it is arranged (L2).
    func place(of standing: Standing) -> Int {
        var low = 0
        var high = arrangement.count
        while low < high {
            let middle = (low + high) / 2
            if precedes(arrangement[middle], standing) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// What the place of the thing in a slot depends on.
    func standing(_ slot: Slot) -> Standing {
        Standing(id: self[slot].id, times: times[Int(slot)], title: searchText.title(Int(slot)))
    }

    /// A strict total order: the chosen order, then newest first, then by id (L1 to L3).
    private func precedes(_ slot: Slot, _ other: Standing) -> Bool {
        let times = times[Int(slot)]
        if let direction = Item.titleDirection(in: order) {
            let comparison = searchText.compareTitle(Int(slot), other.title)
            if comparison != 0 { return direction == .ascending ? comparison < 0 : comparison > 0 }
        } else {
            let (left, right) = (Item.timeKey(times, in: order), Item.timeKey(other.times, in: order))
            if left != right { return left < right }
        }
        if times.created != other.times.created { return times.created < other.times.created }
        return self[slot].id < other.id
    }

    /// The number of things that come before a thing in the order. The thing need not be in the index.
    func rank(of item: Item) -> Int { place(of: Standing(item)) }
}

extension Instant {
    /// The moment as a number without a sign that orders as moments do.
    var sortKey: UInt64 { UInt64(bitPattern: milliseconds) ^ 1 << 63 }

    /// The key in the place of a moment that there is not: after all others.
    static var noSortKey: UInt64 { .max }

    /// The moment with a key; nil for ``noSortKey``.
    init?(sortKey: UInt64) {
        if sortKey == Instant.noSortKey { return nil }
        self.init(milliseconds: Int64(bitPattern: sortKey ^ 1 << 63))
    }
}

/// Sorts places instead of things.
///
/// Whatever is to be put in order, what moves is a number of 32 bits: one sort serves all, and none moves, copies or
/// retains what it compares. (The standard library's sort is compiled again for every type that it sorts.)
enum IndexSort {
    /// The places `0..<count` in the order that `precedes` gives the things at them. A merge sort from the bottom up;
    /// stable: two things stay in their order if neither precedes the other.
    static func order(_ count: Int, by precedes: (Int, Int) -> Bool) -> [Int32] {
        var places: [Int32] = []
        places.reserveCapacity(count)
        for place in 0..<count { places.append(Int32(place)) }
        var merged = places
        var width = 1
        while width < count {
            var start = 0
            while start < count {
                let middle = min(start + width, count)
                let end = min(middle + width, count)
                var left = start
                var right = middle
                for target in start..<end {
                    // The right one only when it must: this is what keeps equal things in their order.
                    let takesRight =
                        left == middle || right < end && precedes(Int(places[right]), Int(places[left]))
                    merged[target] = takesRight ? places[right] : places[left]
                    if takesRight { right += 1 } else { left += 1 }
                }
                start = end
            }
            swap(&places, &merged)
            width *= 2
        }
        return places
    }

    /// For each text, whether an equal text comes before it.
    static func repeats(_ texts: [String]) -> [Bool] {
        var repeats = [Bool](repeating: false, count: texts.count)
        var last: Int?
        for place in order(texts.count, by: { texts[$0].precedes(texts[$1]) }) {
            if let last { repeats[Int(place)] = texts[last].isSame(as: texts[Int(place)]) }
            last = Int(place)
        }
        return repeats
    }
}

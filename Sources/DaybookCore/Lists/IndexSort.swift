/// Sorts places instead of things.
///
/// Sorting moves numbers of 32 bits, whatever is put in order. So one sort serves all types, and does not move, copy or
/// retain the compared values. (The standard library's sort is compiled again for every type that it sorts.)
enum IndexSort {
    /// The places `0..<count` in the order that `precedes` gives the things at them. A merge sort from the bottom up;
    /// stable: two things keep their order if neither precedes the other.
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
                    // The right thing is taken only when it precedes: this keeps equal things in their order.
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

    /// The places in the order of the first keys at them, and of the second where those are equal.
    static func order(by first: [UInt64], then second: [UInt64]) -> [Int32] {
        var places: [Int32] = []
        places.reserveCapacity(first.count)
        for place in first.indices { places.append(Int32(place)) }
        sort(&places, by: second)
        sort(&places, by: first)
        return places
    }

    /// Puts places in the order of the keys at them. Places with equal keys keep their order. Goes by one byte of the
    /// keys after another, from the last on, without those in which all keys are alike: no two keys are ever compared.
    static func sort(_ places: inout [Int32], by keys: [UInt64]) {
        guard let first = keys.first else { return }
        var differing: UInt64 = 0
        for key in keys { differing |= key ^ first }
        var sorted = places
        for shift in stride(from: 0, to: 64, by: 8) where differing >> UInt64(shift) & 0xFF != 0 {
            // Where the places go whose keys have a byte.
            var starts = [Int32](repeating: 0, count: 257)
            for key in keys { starts[Int(key >> UInt64(shift) & 0xFF) + 1] += 1 }
            for byte in 0..<256 { starts[byte + 1] += starts[byte] }
            for place in places {
                let byte = Int(keys[Int(place)] >> UInt64(shift) & 0xFF)
                sorted[Int(starts[byte])] = place
                starts[byte] += 1
            }
            swap(&places, &sorted)
        }
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

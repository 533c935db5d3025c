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

    /// Puts places in the order of the keys at them. Places with equal keys keep their order. A radix sort from the least
    /// significant digit on (Knuth, The Art of Computer Programming, 5.2.5); it leaves out bits that are the same in all keys.
    static func sort(_ places: inout [Int32], by keys: [UInt64]) {
        if isSorted(places, by: keys) { return }
        let (ranks, differing) = ranks(of: keys)
        let width = digitWidth(places.count)
        let digits = 1 << width
        var sorted = places
        var shift = 0
        while shift < 64, differing >> UInt64(shift) != 0 {
            shift += (differing >> UInt64(shift)).trailingZeroBitCount
            scatter(places.span, into: sorted.mutableSpan, by: ranks.span, shift, digits)
            swap(&places, &sorted)
            shift += width
        }
    }

    /// One pass: puts places in the order of a digit of their ranks. (An array is asked at each write whether others share its memory,
    /// a span is not.)
    private static func scatter(
        _ places: Span<Int32>,
        into sorted: consuming MutableSpan<Int32>,
        by ranks: Span<UInt64>,
        _ shift: Int,
        _ digits: Int
    ) {
        // Where the places go whose ranks have a digit.
        var counts = [Int32](repeating: 0, count: digits + 1)
        var starts = counts.mutableSpan
        for place in ranks.indices { starts[digit(ranks[place], shift, digits) + 1] += 1 }
        for digit in 0..<digits { starts[digit + 1] += starts[digit] }
        for index in places.indices {
            let place = places[index]
            let digit = digit(ranks[Int(place)], shift, digits)
            let start = starts[digit]
            sorted[Int(start)] = place
            starts[digit] = start + 1
        }
    }

    private static func digit(_ rank: UInt64, _ shift: Int, _ digits: Int) -> Int {
        Int(truncatingIfNeeded: rank >> UInt64(shift)) & (digits - 1)
    }

    /// The number of bits of a digit, 4 to 11. More bits make fewer passes, but each value of a digit needs a counter.
    private static func digitWidth(_ count: Int) -> Int {
        min(max(Int.bitWidth - count.leadingZeroBitCount - 2, 4), 11)
    }

    private static func isSorted(_ places: [Int32], by keys: [UInt64]) -> Bool {
        var last: UInt64 = 0
        for place in places {
            let key = keys[Int(place)]
            if key < last { return false }
            last = key
        }
        return true
    }

    /// Smaller numbers that have the order of the keys, and the bits in which they differ. The least key becomes 0. The greatest
    /// possible key, which stands for a missing time, becomes the number after the last of the others: times then differ in half of their bits.
    private static func ranks(of keys: [UInt64]) -> (ranks: [UInt64], differing: UInt64) {
        var least = UInt64.max
        for key in keys where key < least { least = key }
        var span: UInt64 = 0
        for key in keys where key != .max && key - least > span { span = key - least }
        var ranks = keys
        var differing: UInt64 = 0
        for place in ranks.indices {
            ranks[place] = keys[place] == .max ? span + 1 : keys[place] - least
            differing |= ranks[place]
        }
        return (ranks, differing)
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

/// Positions in the person's own order. A move changes the position of one to-do, so that the moves of two devices both
/// stay.
extension Todo {
    /// The number of positions for each millisecond of creation: the room between two to-dos that were not moved.
    private static var positionsPerMillisecond: Int64 { 1 << 10 }
    /// The distance beyond the first or the last to-do at which another is put: that of a second of creation.
    private static var positionGap: Int64 { 1_000 * positionsPerMillisecond }
    /// The greatest distance from 0, which every JSON reader keeps exact.
    static var positionMaximum: Int64 { 1 << 52 }

    /// The position of a to-do that was not moved: the newest to-do comes first.
    static func position(created: Instant) -> Int64 {
        let (product, overflows) = created.milliseconds.multipliedReportingOverflow(by: -positionsPerMillisecond)
        if overflows { return created.milliseconds > 0 ? -positionMaximum : positionMaximum }
        return min(max(product, -positionMaximum), positionMaximum)
    }

    /// The positions that put a to-do at another place of a list. They change that to-do alone, or with it the fewest
    /// neighbours that leave no room. `order` has the present positions, in the wanted order.
    static func positions(moved place: Int, in order: [Int64]) -> (places: Range<Int>, positions: [Int64]) {
        var places = place..<place + 1
        while true {
            let before = places.lowerBound > 0 ? order[places.lowerBound - 1] : nil
            let after = places.upperBound < order.count ? order[places.upperBound] : nil
            if let positions = spread(places.count, after: before, before: after) { return (places, positions) }
            // Alternates between both sides, so that in the middle of many equal positions as few as possible move.
            let growsDown = places.count % 2 == 1 ? after != nil : before == nil
            places = growsDown ? places.lowerBound..<places.upperBound + 1 : places.lowerBound - 1..<places.upperBound
        }
    }

    /// Evenly spaced positions between two others; nil when there is no room. Without any others there is always room.
    private static func spread(_ count: Int, after low: Int64?, before high: Int64?) -> [Int64]? {
        let number = Int64(count)
        // The positions of another program's records may be any numbers.
        let low = low.map { min(max($0, -positionMaximum), positionMaximum) }
        let high = high.map { min(max($0, -positionMaximum), positionMaximum) }
        let start: Int64
        var step = positionGap
        switch (low, high) {
        case (let low?, let high?):
            step = (high - low) / (number + 1)
            start = low
        case (let low?, nil): start = low
        case (nil, let high?): start = high - (number + 1) * positionGap
        case (nil, nil): start = -number / 2 * positionGap
        }
        let isFar = low == nil && start < -positionMaximum || high == nil && start > positionMaximum - number * step
        if step < 1 || isFar && (low != nil || high != nil) { return nil }
        return (1...number).map { start + $0 * step }
    }
}

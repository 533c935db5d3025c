/// The positions of photos. Moving a photo changes one record, so the moves of two devices that move different photos
/// both stay.
extension Photo {
    /// The distance between two photos that were added one after the other.
    static var positionGap: Int64 { 1 << 16 }
    /// The greatest distance from 0: every JSON reader keeps it exact, and sums of it do not overflow.
    static var positionMaximum: Int64 { 1 << 52 }

    /// Positions for photos in a wanted order; nil in `wanted` stands for a photo without a position. As many photos as
    /// possible keep their positions. All get new ones when two neighbours leave no room between them.
    public static func positions(for wanted: [Photo?]) -> [Int64] {
        let stays = longestRun(wanted)
        var positions: [Int64] = []
        positions.reserveCapacity(wanted.count)
        var before: Int64?
        var place = 0
        while place < wanted.count {
            if stays[place], let photo = wanted[place] {
                positions.append(photo.position)
                before = photo.position
                place += 1
                continue
            }
            var end = place
            while end < wanted.count, !stays[end] { end += 1 }
            let after = end < wanted.count ? wanted[end]?.position : nil
            guard let new = spread(end - place, after: before, before: after) else { return renumbered(wanted.count) }
            positions += new
            before = new.last
            place = end
        }
        return positions
    }

    /// Evenly spaced positions between two others; nil when there is no room.
    private static func spread(_ count: Int, after low: Int64?, before high: Int64?) -> [Int64]? {
        let needed = Int64(count) * positionGap
        let start: Int64
        let step: Int64
        switch (low, high) {
        case (let low?, let high?):
            step = min(positionGap, (high - low) / Int64(count + 1))
            start = low
        case (let low?, nil):
            step = positionGap
            start = low
        case (nil, let high?):
            step = positionGap
            start = high - needed - positionGap
        case (nil, nil):
            step = positionGap
            start = 0
        }
        guard step > 0, start >= -positionMaximum, start <= positionMaximum - needed else { return nil }
        var positions: [Int64] = []
        for index in 0..<count { positions.append(start + step * Int64(index + 1)) }
        return positions
    }

    private static func renumbered(_ count: Int) -> [Int64] {
        var positions: [Int64] = []
        for index in 0..<count { positions.append(Int64(index + 1) * positionGap) }
        return positions
    }

    /// The longest run of the wanted photos that already stand in the wanted order.
    private static func longestRun(_ wanted: [Photo?]) -> [Bool] {
        var lengths = [Int](repeating: 0, count: wanted.count)
        var previous = [Int](repeating: -1, count: wanted.count)
        var best = -1
        for place in wanted.indices {
            guard let photo = wanted[place] else { continue }
            lengths[place] = 1
            for earlier in 0..<place where lengths[earlier] >= lengths[place] {
                guard let other = wanted[earlier], other.precedes(photo) else { continue }
                lengths[place] = lengths[earlier] + 1
                previous[place] = earlier
            }
            if best < 0 || lengths[place] > lengths[best] { best = place }
        }
        var stays = [Bool](repeating: false, count: wanted.count)
        while best >= 0 {
            stays[best] = true
            best = previous[best]
        }
        return stays
    }
}

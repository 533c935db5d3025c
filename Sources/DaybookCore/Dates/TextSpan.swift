/// A piece of a text, in UTF-16 units as browsers count, the end not included.
public struct TextSpan: Hashable, Sendable {
    /// The first unit.
    public var start: Int
    /// The unit after the last.
    public var end: Int

    /// A piece by its ends.
    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    /// Whether a caret at a place is in the span or at one of its ends.
    public func touches(_ place: Int) -> Bool { start <= place && place <= end }
}

extension [TextSpan] {
    /// The pieces in a text that one edit changed: pieces before the edit stay, pieces behind it move, and pieces that
    /// it touched from inside are removed.
    func carried(from old: String, to new: String) -> [TextSpan] {
        if isEmpty { return [] }
        let old = [UInt16](old.utf16)
        let new = [UInt16](new.utf16)
        var front = 0
        while front < old.count, front < new.count, old[front] == new[front] { front += 1 }
        var back = 0
        while back < old.count - front, back < new.count - front,
            old[old.count - 1 - back] == new[new.count - 1 - back]
        { back += 1 }
        var carried: [TextSpan] = []
        for span in self {
            if span.end <= front {
                carried.append(span)
            } else if span.start >= old.count - back {
                let moved = new.count - old.count
                carried.append(TextSpan(start: span.start + moved, end: span.end + moved))
            }
        }
        return carried
    }
}

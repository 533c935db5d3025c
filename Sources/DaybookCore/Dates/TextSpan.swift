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

    /// Whether a caret at a place stands in it or at one of its ends.
    public func touches(_ place: Int) -> Bool { start <= place && place <= end }
}

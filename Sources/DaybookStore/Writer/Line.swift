/// First in, first out, each step in constant time on average.
struct Line<Element> {
    private var elements: [Element?] = []
    private var start = 0

    /// How many wait.
    var count: Int { elements.count - start }
    /// Whether nobody waits.
    var isEmpty: Bool { count == 0 }

    /// Puts one at the end.
    mutating func append(_ element: Element) { elements.append(element) }

    /// Takes the one at the front; nil when there is none.
    mutating func removeFirst() -> Element? {
        guard start < elements.count else { return nil }
        let first = elements[start]
        elements[start] = nil
        start += 1
        // Once half of the array is used up, the rest moves to its front: as many steps as elements were taken.
        if start * 2 >= elements.count {
            elements.removeFirst(start)
            start = 0
        }
        return first
    }

    /// Takes out the first for which this is true; nil when there is none. Costs as many steps as wait.
    mutating func removeFirst(where isWanted: (Element) -> Bool) -> Element? {
        guard let place = elements[start...].firstIndex(where: { $0.map(isWanted) ?? false }) else { return nil }
        return place == start ? removeFirst() : elements.remove(at: place)
    }
}

extension Line: Sendable where Element: Sendable {}

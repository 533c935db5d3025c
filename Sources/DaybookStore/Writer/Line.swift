/// First in, first out, each step in constant time on average.
struct Line<Element> {
    private var elements: [Element?] = []
    private var start = 0

    /// The number of waiting elements.
    var count: Int { elements.count - start }
    /// Whether nobody waits.
    var isEmpty: Bool { count == 0 }

    /// Puts one at the end.
    mutating func append(_ element: Element) { elements.append(element) }

    /// Takes the element at the front; nil when the line is empty.
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

    /// Takes out the first element for which this is true, or returns nil. Takes a step for each element.
    mutating func removeFirst(where isWanted: (Element) -> Bool) -> Element? {
        guard let place = elements[start...].firstIndex(where: { $0.map(isWanted) ?? false }) else { return nil }
        return place == start ? removeFirst() : elements.remove(at: place)
    }
}

extension Line: Sendable where Element: Sendable {}

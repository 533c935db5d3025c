/// A queue in which keys take turns: of each key the oldest element, one at a time, round after round.
///
/// However many elements one key has, another key waits for one element of each key before its turn. Elements have weights,
/// such as bytes. The weight of all elements and the weight of each key's elements are bounded. An element beyond a bound
/// is refused, and nothing changes.
///
/// A pure value without time or threads. Code that shares it must guard it.
package struct FairQueue<Key: Hashable & Sendable, Element> {
    /// The bounds of the waiting elements.
    package struct Bounds: Equatable, Sendable {
        /// The weight of all elements together.
        package var total: Int
        /// The weight of one key's elements together.
        package var each: Int

        /// Bounds of all and of one key.
        package init(total: Int, each: Int) {
            self.total = total
            self.each = each
        }
    }

    /// The bound that an element would have gone over.
    package enum Refusal: Error, Equatable {
        case total
        case each
    }

    fileprivate struct Entry {
        let element: Element
        let weight: Int
    }

    fileprivate struct Lane {
        var line = Line<Entry>()
        var weight = 0
        /// Whether the key stands among the ``turns``; one whose last element was taken out does so until its turn comes.
        var hasTurn = false
    }

    /// The bounds of the waiting elements.
    package let bounds: Bounds
    /// The weight of all that wait.
    package private(set) var weight = 0
    /// The number of waiting elements.
    package private(set) var count = 0
    private var lanes: [Key: Lane] = [:]
    /// Each key that has an element, once, in the order of their turns. One that has no element any more is passed over.
    private var turns = Line<Key>()

    /// An empty queue.
    package init(bounds: Bounds) {
        self.bounds = bounds
    }

    /// Whether nothing waits.
    package var isEmpty: Bool { count == 0 }

    /// The weight of what waits of one key.
    package func weight(of key: Key) -> Int { lanes[key]?.weight ?? 0 }

    /// Puts an element behind those of its key.
    ///
    /// An element that is heavier than a bound by itself is taken when nothing else counts towards that bound, since it
    /// would never fit otherwise. `always` takes it in any case.
    package mutating func append(_ element: Element, of key: Key, weight: Int, always: Bool = false) throws(Refusal) {
        var lane = lanes[key] ?? Lane()
        if !always {
            if lane.weight > 0, lane.weight + weight > bounds.each { throw .each }
            if self.weight > 0, self.weight + weight > bounds.total { throw .total }
        }
        if !lane.hasTurn { turns.append(key) }
        lane.hasTurn = true
        lane.line.append(Entry(element: element, weight: weight))
        lane.weight += weight
        lanes[key] = lane
        self.weight += weight
        count += 1
    }

    /// Takes the oldest element of the key whose turn it is; nil when nothing waits.
    package mutating func next() -> Element? {
        while let key = turns.removeFirst() {
            guard let entry = lanes[key]?.line.removeFirst() else {
                lanes[key] = nil
                continue
            }
            if lanes[key]?.line.isEmpty == true { lanes[key] = nil } else { turns.append(key) }
            lanes[key]?.weight -= entry.weight
            weight -= entry.weight
            count -= 1
            return entry.element
        }
        return nil
    }

    /// Takes out the oldest element of a key for which this is true; nil when there is none. Looks at those of this key
    /// alone, and costs as many steps as there are.
    package mutating func remove(of key: Key, where isWanted: (Element) -> Bool) -> Element? {
        guard let entry = lanes[key]?.line.removeFirst(where: { isWanted($0.element) }) else { return nil }
        lanes[key]?.weight -= entry.weight
        weight -= entry.weight
        count -= 1
        return entry.element
    }
}

extension FairQueue: Sendable where Element: Sendable {}
extension FairQueue.Lane: Sendable where Element: Sendable {}
extension FairQueue.Entry: Sendable where Element: Sendable {}

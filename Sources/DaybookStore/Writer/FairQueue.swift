/// A queue in which keys take turns: of each key the oldest element, one at a time, round after round.
///
/// However much one key puts in, another waits for one element of each key before it gets its turn. Elements have weights,
/// bytes for example. What all of them weigh together is bounded, and what those of one key weigh; who would go over a
/// bound is refused, and nothing changes.
///
/// A pure value without time or threads: whoever shares it guards it.
struct FairQueue<Key: Hashable & Sendable, Element> {
    /// How much may wait.
    struct Bounds: Equatable, Sendable {
        /// The weight of all elements together.
        var total: Int
        /// The weight of one key's elements together.
        var each: Int
    }

    /// Which bound an element would have gone over.
    enum Refusal: Error, Equatable {
        case total
        case each
    }

    private struct Entry {
        let element: Element
        let weight: Int
    }

    private struct Lane {
        var line = Line<Entry>()
        var weight = 0
    }

    /// How much may wait.
    let bounds: Bounds
    /// The weight of all that wait.
    private(set) var weight = 0
    /// How many wait.
    private(set) var count = 0
    private var lanes: [Key: Lane] = [:]
    /// Each key that has an element, once, in the order of their turns.
    private var turns = Line<Key>()

    /// An empty queue.
    init(bounds: Bounds) {
        self.bounds = bounds
    }

    /// Whether nothing waits.
    var isEmpty: Bool { count == 0 }

    /// The weight of what waits of one key.
    func weight(of key: Key) -> Int { lanes[key]?.weight ?? 0 }

    /// Puts an element behind those of its key.
    ///
    /// An element that is heavier than a bound by itself is taken when nothing else counts towards that bound, since it
    /// would never fit otherwise. `always` takes it in any case.
    mutating func append(_ element: Element, of key: Key, weight: Int, always: Bool = false) throws(Refusal) {
        var lane = lanes[key] ?? Lane()
        if !always {
            if lane.weight > 0, lane.weight + weight > bounds.each { throw .each }
            if self.weight > 0, self.weight + weight > bounds.total { throw .total }
        }
        if lane.line.isEmpty { turns.append(key) }
        lane.line.append(Entry(element: element, weight: weight))
        lane.weight += weight
        lanes[key] = lane
        self.weight += weight
        count += 1
    }

    /// Takes the oldest element of the key whose turn it is; nil when nothing waits.
    mutating func next() -> Element? {
        guard let key = turns.removeFirst(), let entry = lanes[key]?.line.removeFirst() else { return nil }
        lanes[key]?.weight -= entry.weight
        if lanes[key]?.line.isEmpty == true { lanes[key] = nil } else { turns.append(key) }
        weight -= entry.weight
        count -= 1
        return entry.element
    }
}

import DequeModule
import HeapModule

/// A queue in which keys take turns, so that no key waits because another has put in much.
///
/// Without ``charge(_:for:)`` each key gets one element out in each round. With it each key gets the same share of
/// the time that its elements take: this is start-time fair queueing (Goyal, Vin and Cheng, "Start-time Fair Queuing",
/// SIGCOMM 1996), with the cost of an element charged after it ran, because nobody knows it before. Each key has a
/// *start*, a point of virtual time. The key with the earliest start is next, and a charge moves its start on. A key that
/// comes back after a pause starts at the present virtual time: it has not saved up what it did not use, and it goes
/// before all keys that have used more than their share.
///
/// Elements have weights, bytes for example. The weight of all elements together is bounded, and that of one key's. An
/// element that would go over a bound is refused, and nothing changes.
///
/// A pure value without threads and clocks. A step takes logarithmic time in the number of keys.
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

        /// No bounds, for elements that are bounded elsewhere.
        package static var none: Self { Self(total: .max, each: .max) }
    }

    /// The bound that an element would have gone over.
    package enum Refusal: Error, Equatable {
        case total
        case each
    }

    @usableFromInline
    struct Entry {
        @usableFromInline let element: Element
        @usableFromInline let weight: Int

        @inlinable
        init(element: Element, weight: Int) {
            self.element = element
            self.weight = weight
        }
    }

    @usableFromInline
    struct Lane {
        @usableFromInline var line = Deque<Entry>()
        @usableFromInline var weight = 0
        /// When the next element of this key is due, in virtual time.
        @usableFromInline var start: Duration
        /// Whether the key stands among the ``turns``. It does so until its turn comes, even if all of its elements were
        /// removed.
        @usableFromInline var hasTurn = false

        @inlinable
        init(start: Duration) { self.start = start }

        /// Puts an entry at the end of the line. Returns the start at which the key is to be queued, if it has no turn.
        @inlinable
        mutating func append(_ entry: Entry, at present: Duration) -> Duration? {
            line.append(entry)
            weight += entry.weight
            if hasTurn { return nil }
            hasTurn = true
            start = max(start, present)
            return start
        }
    }

    /// A key's place in the order. Of equal starts the one that was queued first is served first.
    @usableFromInline
    struct Turn: Comparable {
        @usableFromInline let start: Duration
        @usableFromInline let number: UInt64
        @usableFromInline let key: Key

        @inlinable
        init(start: Duration, number: UInt64, key: Key) {
            self.start = start
            self.number = number
            self.key = key
        }

        @inlinable
        static func < (a: Turn, b: Turn) -> Bool { (a.start, a.number) < (b.start, b.number) }
        @inlinable
        static func == (a: Turn, b: Turn) -> Bool { (a.start, a.number) == (b.start, b.number) }
    }

    /// The bounds of the waiting elements.
    package let bounds: Bounds
    /// The weight of all that wait.
    @usableFromInline package internal(set) var weight = 0
    /// The number of elements that wait.
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var lanes: [Key: Lane] = [:]
    @usableFromInline var turns = Heap<Turn>()
    @usableFromInline var lastTurn: UInt64 = 0
    /// The present virtual time: the start of the key that was served last.
    @usableFromInline var present = Duration.zero
    /// The number of lanes at which those without elements are forgotten.
    @usableFromInline var sweepAt = 1_024

    /// An empty queue.
    package init(bounds: Bounds) {
        self.bounds = bounds
    }

    /// Whether nothing waits.
    package var isEmpty: Bool { count == 0 }

    /// The number of keys that are remembered: those with elements, and those that have used more than their share.
    package var keyCount: Int { lanes.count }

    /// The weight of what waits of one key.
    package func weight(of key: Key) -> Int { lanes[key]?.weight ?? 0 }

    /// Puts an element behind those of its key.
    ///
    /// An element that is heavier than a bound by itself is taken when nothing else counts towards that bound, since it
    /// would never fit otherwise. `always` takes it in any case.
    @inlinable
    package mutating func append(_ element: Element, of key: Key, weight: Int, always: Bool = false) throws(Refusal) {
        if !always {
            let waiting = lanes[key]?.weight ?? 0
            if waiting > 0, waiting + weight > bounds.each { throw .each }
            if self.weight > 0, self.weight + weight > bounds.total { throw .total }
        }
        // In its place: a copy of the lane would copy its line.
        let entry = Entry(element: element, weight: weight)
        if let start = lanes[key, default: Lane(start: present)].append(entry, at: present) { queue(key, at: start) }
        self.weight += weight
        count += 1
        if lanes.count >= sweepAt { sweep() }
    }

    /// Takes the oldest element of the key whose turn it is; nil when nothing waits.
    @inlinable
    package mutating func next() -> Element? {
        while let turn = turns.popMin() {
            guard let place = lanes.index(forKey: turn.key) else { continue }
            let start = lanes.values[place].start
            if start > turn.start {
                // The key was charged while its turn waited.
                queue(turn.key, at: start)
                continue
            }
            present = max(present, start)
            let entry = lanes.values[place].line.popFirst()
            lanes.values[place].weight -= entry?.weight ?? 0
            lanes.values[place].hasTurn = !lanes.values[place].line.isEmpty
            if lanes.values[place].hasTurn { queue(turn.key, at: start) }
            guard let entry else { continue }
            weight -= entry.weight
            count -= 1
            return entry.element
        }
        return nil
    }

    /// Adds to what a key has used the time that one of its elements took after it was taken.
    @inlinable
    package mutating func charge(_ key: Key, for time: Duration) {
        lanes[key]?.start += max(time, .zero)
    }

    /// Takes out the oldest element of a key for which this is true; nil when there is none. Looks at those of this key
    /// alone, and costs as many steps as there are.
    package mutating func remove(of key: Key, where isWanted: (Element) -> Bool) -> Element? {
        guard let place = lanes[key]?.line.firstIndex(where: { isWanted($0.element) }),
            let entry = lanes[key]?.line.remove(at: place)
        else { return nil }
        lanes[key]?.weight -= entry.weight
        weight -= entry.weight
        count -= 1
        return entry.element
    }

    @usableFromInline
    mutating func queue(_ key: Key, at start: Duration) {
        lastTurn += 1
        turns.insert(Turn(start: start, number: lastTurn, key: key))
    }

    /// Forgets the keys without elements. Keys that have used more than their share are forgiven with them, so that those
    /// who come once, however many, take no memory.
    @usableFromInline
    mutating func sweep() {
        lanes = lanes.filter { $0.value.hasTurn }
        sweepAt = 1_024 + 2 * lanes.count
    }
}

extension FairQueue: Sendable where Element: Sendable {}
extension FairQueue.Lane: Sendable where Element: Sendable {}
extension FairQueue.Entry: Sendable where Element: Sendable {}

import DequeModule
import HeapModule

/// A queue in which keys take turns, so that no key waits because another key has added many elements.
///
/// Without ``charge(_:for:)`` each key gets one element out in each round. With it each key gets the same share of the
/// time that its elements take: this is start-time fair queueing (Goyal, Vin and Cheng, "Start-time Fair Queuing",
/// SIGCOMM 1996), except that an element's cost is charged after it ran, because it is not known before. Each key has a
/// *start*, a point of virtual time. The key with the earliest start is next, and a charge moves its start on. A key
/// that returns after a pause starts at the present virtual time: it has not saved up the time that it did not use, and
/// it goes before all keys that have used more than their share.
///
/// Elements have weights, such as bytes. The weight of all elements together is bounded, and so is that of one key's.
/// An element that would exceed a bound is refused, and nothing changes.
///
/// It is public and inlinable, which makes another module's compiler write its code for the module's own types. With
/// `package` access it calls the generic code, which looks up its types at each step.
///
/// A pure value without threads or clocks. A step takes logarithmic time in the number of keys.
public struct FairQueue<Key: Hashable & Sendable, Element> {
    /// The bounds of the waiting elements.
    public struct Bounds: Equatable, Sendable {
        /// The weight of all elements together.
        public var total: Int
        /// The weight of one key's elements together.
        public var each: Int

        /// Bounds of all and of one key.
        public init(total: Int, each: Int) {
            self.total = total
            self.each = each
        }

        /// No bounds, for elements that are bounded elsewhere.
        public static var none: Self { Self(total: .max, each: .max) }
    }

    /// The bound that an element would have exceeded.
    public enum Refusal: Error, Equatable {
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
        /// Whether the key is among the ``turns``. It stays there until its turn comes, even if all of its elements
        /// were removed.
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

    /// A key's place in the order. Among equal starts, the key that was queued first is served first.
    @usableFromInline
    struct Turn: Comparable, Sendable {
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
    public let bounds: Bounds
    /// The weight of all waiting elements.
    @inlinable public var weight: Int { waitingWeight }
    /// The number of waiting elements.
    @inlinable public var count: Int { waitingCount }
    @usableFromInline var waitingWeight = 0
    @usableFromInline var waitingCount = 0
    @usableFromInline var lanes: [Key: Lane] = [:]
    @usableFromInline var turns = Heap<Turn>()
    @usableFromInline var lastTurn: UInt64 = 0
    /// The present virtual time: the start of the key that was served last.
    @usableFromInline var present = Duration.zero
    /// The number of lanes at which lanes without elements are removed.
    @usableFromInline var sweepAt = 1_024

    /// An empty queue.
    public init(bounds: Bounds) {
        self.bounds = bounds
    }

    /// Whether the queue is empty.
    public var isEmpty: Bool { count == 0 }

    /// The number of keys that are remembered: keys with elements, and keys that have used more than their share.
    public var keyCount: Int { lanes.count }

    /// The weight of a key's waiting elements.
    public func weight(of key: Key) -> Int { lanes[key]?.weight ?? 0 }

    /// Puts an element behind those of its key.
    ///
    /// An element that alone is heavier than a bound is taken when no other element counts towards that bound, since it
    /// would never fit otherwise. `always` takes it in every case.
    @inlinable
    public mutating func append(_ element: Element, of key: Key, weight: Int, always: Bool = false) throws(Refusal) {
        if !always {
            let waiting = lanes[key]?.weight ?? 0
            if waiting > 0, waiting + weight > bounds.each { throw .each }
            if waitingWeight > 0, waitingWeight + weight > bounds.total { throw .total }
        }
        // In place: a copy of the lane would copy its line.
        let entry = Entry(element: element, weight: weight)
        if let start = lanes[key, default: Lane(start: present)].append(entry, at: present) { queue(key, at: start) }
        waitingWeight += weight
        waitingCount += 1
        if lanes.count >= sweepAt { sweep() }
    }

    /// Takes the oldest element of the next key in turn; nil when the queue is empty.
    @inlinable
    public mutating func next() -> Element? {
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
            waitingWeight -= entry.weight
            waitingCount -= 1
            return entry.element
        }
        return nil
    }

    /// The key that is next in turn and its point of virtual time; nil when the queue is empty.
    public mutating func nextTurn() -> (key: Key, start: Duration)? {
        while let turn = turns.min {
            guard let lane = lanes[turn.key], !lane.line.isEmpty else {
                // All of its elements were removed.
                turns.removeMin()
                lanes[turn.key]?.hasTurn = false
                continue
            }
            if lane.start <= turn.start { return (turn.key, turn.start) }
            // The key was charged while its turn waited.
            turns.removeMin()
            queue(turn.key, at: lane.start)
        }
        return nil
    }

    /// A key's point of virtual time: its used time, as far as that counts. Nil for a key that is not remembered.
    public func start(of key: Key) -> Duration? { lanes[key]?.start }

    /// Adds the time of a finished element to its key's used time.
    @inlinable
    public mutating func charge(_ key: Key, for time: Duration) {
        lanes[key]?.start += max(time, .zero)
    }

    /// Charges a key for work that it had at once while no element waited: as if an element had been queued, taken and
    /// charged.
    ///
    /// The present moves on, as with every turn. Otherwise a key that is served at once for an hour would wait for an
    /// hour when another one comes.
    @inlinable
    public mutating func served(_ key: Key, for time: Duration) {
        guard let place = lanes.index(forKey: key) else { return }
        present = max(present, lanes.values[place].start)
        lanes.values[place].start = present + max(time, .zero)
    }

    /// Removes the oldest element of a key for which `isWanted` is true; nil when there is none. It looks at this key's
    /// elements only, in linear time.
    public mutating func remove(of key: Key, where isWanted: (Element) -> Bool) -> Element? {
        guard let place = lanes[key]?.line.firstIndex(where: { isWanted($0.element) }),
            let entry = lanes[key]?.line.remove(at: place)
        else { return nil }
        lanes[key]?.weight -= entry.weight
        waitingWeight -= entry.weight
        waitingCount -= 1
        return entry.element
    }

    @inlinable
    mutating func queue(_ key: Key, at start: Duration) {
        lastTurn += 1
        turns.insert(Turn(start: start, number: lastTurn, key: key))
    }

    /// Removes the keys without elements, even those that have used more than their share, so that keys that come only
    /// once take no memory.
    @usableFromInline
    mutating func sweep() {
        lanes = lanes.filter { $0.value.hasTurn }
        sweepAt = 1_024 + 2 * lanes.count
    }
}

extension FairQueue: Sendable where Element: Sendable {}
extension FairQueue.Lane: Sendable where Element: Sendable {}
extension FairQueue.Entry: Sendable where Element: Sendable {}

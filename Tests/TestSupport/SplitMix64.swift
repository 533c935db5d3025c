/// A small generator whose whole state is its seed: the same seed makes the same test.
///
/// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
public struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// The generator of a seed.
    public init(seed: UInt64) {
        state = seed
    }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    // MARK: - Random values for tests

    /// A number of a range.
    public mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// A number of a range.
    public mutating func int64(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &self) }

    /// True with a probability of 1 in `count`.
    public mutating func oneIn(_ count: Int) -> Bool { int(1...count) == 1 }

    /// One of a list that is not empty.
    public mutating func pick<Item>(_ items: [Item]) -> Item { items[int(0...items.count - 1)] }

    /// A list of values that are made one after another.
    public mutating func array<Item>(_ count: ClosedRange<Int>, of make: (inout SplitMix64) -> Item) -> [Item] {
        (0..<int(count)).map { _ in make(&self) }
    }

    /// Damages some bytes in one of the ways of disks and networks.
    public mutating func mutate(_ bytes: inout [UInt8]) {
        if bytes.isEmpty { return bytes.append(UInt8(truncatingIfNeeded: next())) }
        let place = int(0...bytes.count - 1)
        switch int(0...5) {
        case 0: bytes[place] ^= 1 << UInt8(int(0...7))
        case 1: bytes[place] = UInt8(truncatingIfNeeded: next())
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(pick([0, 0x22, 0x2C, 0x5B, 0x5C, 0x7B, 0x7F, 0x80, 0xFF]), at: place)
        case 4: bytes.removeSubrange(place...)
        default: bytes.insert(contentsOf: bytes[place..<min(place + int(1...8), bytes.count)], at: place)
        }
    }
}

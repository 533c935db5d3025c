import Testing

@testable import DaybookCore

@Suite("Sorting places")
struct IndexSortTests {
    @Test("[L1] Places sorted by keys stand as a stable sort puts them, by one key after another too")
    func byKeys() {
        property(runs: 60) { random in
            let count = random.int(0...random.pick([3, 120, 3000]))
            // Keys of few and of many bytes, often equal.
            let bits = random.pick([UInt64(3), 0xFF, 0x3_0000_0001, .max])
            // Times are far from 0, and many things have none.
            let base = random.pick([UInt64(0), 1 << 63, .max - bits])
            var keys: [[UInt64]] = []
            for _ in 0..<2 {
                keys.append((0..<count).map { _ in random.int(0...4) == 0 ? .max : base | random.next() & bits })
            }
            var places = (0..<Int32(count)).map { $0 }
            IndexSort.sort(&places, by: keys[1])
            IndexSort.sort(&places, by: keys[0])
            let expected = (0..<count).sorted { left, right in
                (keys[0][left], keys[1][left], left) < (keys[0][right], keys[1][right], right)
            }
            try hold(places, equals: expected.map { Int32($0) }, "\(count) places")
        }
    }
}

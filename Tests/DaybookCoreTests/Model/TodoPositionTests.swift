import Testing

@testable import DaybookCore

/// Places in the person's own order.
@Suite struct TodoPositionTests {
    @Test("[L1] The newest comes first, and the ends of time have positions that JSON keeps exact")
    func unmoved() {
        let older = Todo.position(created: Instant(milliseconds: 1_800_000_000_000))
        let newer = Todo.position(created: Instant(milliseconds: 1_800_000_000_001))
        #expect(older - newer == 1_024)
        for extreme in [Int64.min, .max, -1 << 52, 1 << 52] {
            let position = Todo.position(created: Instant(milliseconds: extreme))
            #expect(position == (extreme < 0 ? Todo.positionMaximum : -Todo.positionMaximum))
        }
        #expect(Todo.position(created: Instant(milliseconds: 0)) == 0)
    }

    @Test("[L1] One that is moved between two others changes alone, and so does one that is moved to an end")
    func alone() {
        #expect(Todo.positions(moved: 1, in: [10, 999, 20]) == (1..<2, [15]))
        let (places, last) = Todo.positions(moved: 2, in: [10, 20, 5])
        #expect(places == 2..<3 && last[0] > 20)
        let (first, top) = Todo.positions(moved: 0, in: [50, 10, 20])
        #expect(first == 0..<1 && top[0] < 10)
    }

    @Test("[L1] Where there is no room, the fewest neighbours make it")
    func crowded() {
        let (places, positions) = Todo.positions(moved: 2, in: [0, 8, 3, 8, 100])
        #expect(places == 2..<4)
        #expect(positions == [38, 68])
    }

    @Test("[L1] Any move gives the wanted order and changes nothing beyond the places that it names")
    func law() {
        property(runs: 300) { random in
            let count = random.int(1...30)
            let spread = random.pick([0, 1, 5, 1_000, 1 << 40])
            var order = random.array(count...count) { $0.int64(0...Int64(spread)) }.sorted()
            if random.oneIn(5) { order = order.map { $0 + Todo.positionMaximum - Int64(spread) } }
            if random.oneIn(10), let last = order.indices.last { order[last] = random.pick([Int64.max, 1 << 52]) }
            let moved = order.remove(at: random.int(0...count - 1))
            let place = random.int(0...count - 1)
            order.insert(moved, at: place)
            let (places, positions) = Todo.positions(moved: place, in: order)
            try hold(places.contains(place) && places.count == positions.count, "the moved one is among them")
            try hold(positions.allSatisfy { $0.magnitude <= UInt64(Todo.positionMaximum) }, "within the limits")
            order.replaceSubrange(places, with: positions)
            for index in order.indices.dropLast() where places.contains(index) || places.contains(index + 1) {
                let limited = min(max(order[index + 1], -Todo.positionMaximum), Todo.positionMaximum)
                try hold(order[index] < limited, "in order at \(index): \(order)")
            }
        }
    }
}

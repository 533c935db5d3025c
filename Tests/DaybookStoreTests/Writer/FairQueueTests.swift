import TestSupport
import Testing

@testable import DaybookStore

@Suite("A queue in which keys take turns")
struct FairQueueTests {
    private typealias Queue = FairQueue<Int, Int>

    private func queue(total: Int = 1_000, each: Int = 1_000) -> Queue {
        Queue(bounds: .init(total: total, each: each))
    }

    @Test("who has put in a thousand and who has put in one take turns")
    func turns() throws {
        var queue = queue()
        for element in 0..<900 { try queue.append(element, of: 1, weight: 1) }
        try queue.append(1_000, of: 2, weight: 1)
        try queue.append(2_000, of: 3, weight: 1)
        try queue.append(1_001, of: 2, weight: 1)
        let order = (0..<6).compactMap { _ in queue.next() }
        #expect(order == [0, 1_000, 2_000, 1, 1_001, 2])
    }

    @Test("what would go over a bound is refused, alone and with its reason; the other keys go on")
    func bounds() throws {
        var queue = queue(total: 100, each: 60)
        try queue.append(1, of: 1, weight: 50)
        #expect(throws: Queue.Refusal.each) { try queue.append(2, of: 1, weight: 11) }
        try queue.append(3, of: 1, weight: 10)
        #expect(throws: Queue.Refusal.total) { try queue.append(4, of: 2, weight: 41) }
        try queue.append(5, of: 2, weight: 40)
        #expect(queue.weight == 100 && queue.count == 3)
        try queue.append(6, of: 3, weight: 70, always: true)
        #expect([queue.next(), queue.next(), queue.next(), queue.next(), queue.next()] == [1, 5, 6, 3, nil])
        #expect(queue.isEmpty && queue.weight == 0)
        // Alone it fits, since otherwise it never would.
        try queue.append(7, of: 1, weight: 5_000)
        #expect(queue.next() == 7)
    }

    @Test("what is taken out is gone, its key keeps its turn, and a key without elements has no turn")
    func removal() throws {
        var queue = queue(total: 100, each: 60)
        for element in 1...3 { try queue.append(element, of: 1, weight: 20) }
        try queue.append(4, of: 2, weight: 7)
        #expect(queue.remove(of: 2) { $0 == 1 } == nil && queue.remove(of: 1) { $0 > 1 } == 2)
        #expect(queue.remove(of: 2) { _ in true } == 4 && queue.remove(of: 2) { _ in true } == nil)
        #expect(queue.weight == 40 && queue.count == 2 && queue.weight(of: 1) == 40)
        // Its turn has not come yet, so it does not get a second one.
        try queue.append(5, of: 2, weight: 1)
        try queue.append(6, of: 2, weight: 1)
        #expect((0..<5).map { _ in queue.next() } == [1, 5, 3, 6, nil])
        #expect(queue.weight == 0 && queue.weight(of: 2) == 0)
    }

    /// A simple queue: every element with its key and weight, in order of arrival.
    private struct Model {
        struct Entry {
            let element: Int
            let key: Int
            let weight: Int
        }

        var entries: [Entry] = []
        var turns: [Int] = []

        func weight(of key: Int) -> Int { entries.filter { $0.key == key }.reduce(0) { $0 + $1.weight } }
        var weight: Int { entries.reduce(0) { $0 + $1.weight } }

        mutating func append(_ entry: Entry) {
            if !turns.contains(entry.key) { turns.append(entry.key) }
            entries.append(entry)
        }

        mutating func next() -> Int? {
            while !turns.isEmpty {
                let key = turns.removeFirst()
                guard let place = entries.firstIndex(where: { $0.key == key }) else { continue }
                let entry = entries.remove(at: place)
                if entries.contains(where: { $0.key == key }) { turns.append(key) }
                return entry.element
            }
            return nil
        }

        mutating func remove(_ element: Int, of key: Int) -> Int? {
            guard let place = entries.firstIndex(where: { $0.key == key && $0.element == element }) else { return nil }
            return entries.remove(at: place).element
        }
    }

    @Test("it does what an obvious queue does, whatever comes, and counts right throughout")
    func model() {
        for seed in Seeds.runs(200) {
            var random = SplitMix64(seed: seed)
            var (queue, model) = (queue(total: 300, each: 120), Model())
            for element in 0..<200 {
                let step = Int.random(in: 0..<6, using: &random)
                if step == 5 {
                    let key = Int.random(in: 0...6, using: &random)
                    let other = model.entries.filter { $0.key == key }.randomElement(using: &random)?.element ?? -1
                    #expect(queue.remove(of: key) { $0 == other } == model.remove(other, of: key), "\(seed.asSeed)")
                } else if step < 3 {
                    let (key, weight) = (Int.random(in: 0...6, using: &random), Int.random(in: 1...60, using: &random))
                    let always = Int.random(in: 0..<20, using: &random) == 0
                    let (mine, all) = (model.weight(of: key), model.weight)
                    let fits = always || ((mine == 0 || mine + weight <= 120) && (all == 0 || all + weight <= 300))
                    let isTaken = (try? queue.append(element, of: key, weight: weight, always: always)) != nil
                    #expect(isTaken == fits, "\(seed.asSeed)")
                    if isTaken { model.append(.init(element: element, key: key, weight: weight)) }
                } else {
                    #expect(queue.next() == model.next(), "\(seed.asSeed)")
                }
                #expect(queue.weight == model.weight && queue.count == model.entries.count, "\(seed.asSeed)")
            }
        }
    }

    @Test("no element waits for more than one element of each other key")
    func waiting() {
        for seed in Seeds.runs(100) {
            var random = SplitMix64(seed: seed)
            var queue = queue(total: .max, each: .max)
            for element in 0..<Int.random(in: 0...300, using: &random) {
                try? queue.append(element, of: Int.random(in: 0...9, using: &random), weight: 1)
            }
            for _ in 0..<Int.random(in: 0...50, using: &random) { _ = queue.next() }
            try? queue.append(-1, of: 99, weight: 1)
            var waited = 0
            while let element = queue.next(), element != -1 { waited += 1 }
            #expect(waited <= 10, "\(seed.asSeed)")
        }
    }
}

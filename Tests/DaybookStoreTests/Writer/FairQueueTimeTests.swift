import TestSupport
import Testing

@testable import DaybookStore

@Suite("Keys that are charged share the time")
struct FairQueueTimeTests {
    private typealias Queue = FairQueue<String, String>

    private func queue() -> Queue { Queue(bounds: .none) }

    private func append(_ count: Int = 1, of key: String, to queue: inout Queue) throws {
        for _ in 0..<count { try queue.append(key, of: key, weight: 1) }
    }

    /// Takes the next element, returns its key, and charges the key.
    private func run(_ queue: inout Queue, _ cost: (String) -> Int = { _ in 1 }) -> String? {
        guard let key = queue.next() else { return nil }
        queue.charge(key, for: .milliseconds(cost(key)))
        return key
    }

    @Test("a key that comes among many elements of another is next")
    func newcomer() throws {
        var queue = queue()
        try append(1_000, of: "many", to: &queue)
        for _ in 0..<10 { _ = run(&queue) }
        try append(of: "one", to: &queue)
        // Both are due now. The first one queued goes first.
        #expect([run(&queue), run(&queue)].contains("one"))
    }

    @Test("a key whose elements take ten times as long gets a tenth as many")
    func costs() throws {
        var queue = queue()
        try append(2_000, of: "long", to: &queue)
        try append(2_000, of: "short", to: &queue)
        var taken: [String: Int] = [:]
        for _ in 0..<1_100 { if let key = run(&queue, { $0 == "long" ? 10 : 1 }) { taken[key, default: 0] += 1 } }
        #expect((98...102).contains(taken["long"] ?? 0), "\(taken)")
    }

    @Test("a key that paused has not saved up the time of its pause")
    func pause() throws {
        var queue = queue()
        try append(1_000, of: "busy", to: &queue)
        for _ in 0..<500 { _ = run(&queue) }
        try append(100, of: "back", to: &queue)
        var taken: [String: Int] = [:]
        for _ in 0..<100 { if let key = run(&queue) { taken[key, default: 0] += 1 } }
        #expect((48...52).contains(taken["back"] ?? 0), "\(taken)")
    }

    @Test("a key that was served at once while none waited owes nothing to a key that comes later")
    func servedAtOnce() throws {
        var queue = queue()
        try append(of: "early", to: &queue)
        _ = run(&queue)
        for _ in 0..<1_000 { queue.served("early", for: .milliseconds(1)) }
        try append(20, of: "early", to: &queue)
        try append(20, of: "late", to: &queue)
        var taken: [String: Int] = [:]
        for _ in 0..<20 { if let key = run(&queue) { taken[key, default: 0] += 1 } }
        #expect((8...12).contains(taken["early"] ?? 0), "\(taken)")
    }

    @Test("a key that was served at once goes behind one that has had nothing since")
    func servedIsCharged() throws {
        var queue = queue()
        for key in ["served", "idle"] {
            try append(of: key, to: &queue)
            _ = run(&queue)
        }
        for _ in 0..<10 { queue.served("served", for: .milliseconds(1)) }
        try append(of: "served", to: &queue)
        try append(of: "idle", to: &queue)
        #expect(run(&queue) == "idle")
    }

    @Test("a key that used more than its share waits, also when nothing of it waited in between")
    func debt() throws {
        var queue = queue()
        try append(100, of: "steady", to: &queue)
        try append(of: "heavy", to: &queue)
        while queue.count > 0, run(&queue, { $0 == "heavy" ? 20 : 1 }) != "heavy" {}
        try append(of: "heavy", to: &queue)
        for _ in 0..<15 { #expect(run(&queue) == "steady") }
    }

    @Test("what was taken before it was charged counts, and is charged for each element")
    func together() throws {
        var queue = queue()
        try append(4, of: "a", to: &queue)
        _ = queue.next()
        _ = queue.next()
        try append(2, of: "b", to: &queue)
        queue.charge("a", for: .milliseconds(1))
        queue.charge("a", for: .milliseconds(1))
        #expect(run(&queue) == "b")
        #expect(run(&queue) == "b")
        #expect(run(&queue) == "a")
    }

    @Test("keys that came once are forgotten, however many come")
    func bounded() throws {
        var queue = queue()
        try append(50_000, of: "always", to: &queue)
        for number in 0..<20_000 {
            try append(of: "caller \(number)", to: &queue)
            _ = run(&queue)
            _ = run(&queue)
        }
        #expect(queue.keyCount < 3_000)
    }

    @Test("no key gets more than its share and one element, while another waits throughout")
    func share() throws {
        for seed in Seeds.runs(100) {
            var random = SplitMix64(seed: seed)
            var queue = queue()
            let keys = (0..<Int.random(in: 2...8, using: &random)).map { "\($0)" }
            for key in keys { try append(400, of: key, to: &queue) }
            var used: [String: Int] = [:]
            for _ in 0..<300 {
                guard let key = queue.next() else { break }
                let cost = Int.random(in: 0...50, using: &random)
                queue.charge(key, for: .milliseconds(cost))
                used[key, default: 0] += cost
            }
            let amounts = keys.map { used[$0] ?? 0 }
            #expect((amounts.max() ?? 0) - (amounts.min() ?? 0) <= 50, "\(seed.asSeed)")
        }
    }

    @Test("the next turn is that of the element that comes next, whatever was charged and removed before")
    func nextTurn() throws {
        for seed in Seeds.runs(100) {
            var random = SplitMix64(seed: seed)
            var queue = queue()
            for _ in 0..<200 {
                let key = "\(Int.random(in: 0..<6, using: &random))"
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1: try append(of: key, to: &queue)
                case 2: _ = queue.remove(of: key) { _ in true }
                default:
                    let turn = queue.nextTurn()
                    let taken = queue.next()
                    #expect(turn?.key == taken, "seed \(seed)")
                    if let taken {
                        #expect(turn?.start == queue.start(of: taken), "seed \(seed)")
                        queue.charge(taken, for: .milliseconds(Int.random(in: 0..<9, using: &random)))
                    }
                }
            }
        }
    }
}

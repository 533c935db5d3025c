import Testing

@testable import DaybookServer

@Suite("Who waits for a thread")
struct LongTaskQueueTests {
    @Test("owners take turns, and each one's first comes first")
    func fair() {
        var queue = LongTaskQueue<String, String>(limit: 100, share: 100)
        for number in 1...4 { #expect(queue.add("a\(number)", number: number, of: "a") == nil) }
        #expect(queue.add("b1", number: 5, of: "b") == nil)
        #expect(queue.add("c1", number: 6, of: "c") == nil)
        #expect(queue.next() == "a1")
        #expect(queue.add("b2", number: 7, of: "b") == nil)
        var rest: [String] = []
        while let next = queue.next() { rest.append(next) }
        #expect(rest == ["b1", "c1", "a2", "b2", "a3", "a4"])
        #expect(queue.count == 0)
    }

    @Test("nobody waits for more than one of each other owner, however many these have")
    func bounded() {
        var queue = LongTaskQueue<Int, Int>(limit: 1_000, share: 1_000)
        for owner in 0..<5 {
            for _ in 0..<100 { #expect(queue.add(owner, number: 0, of: owner) == nil) }
        }
        for _ in 0..<17 { _ = queue.next() }
        #expect(queue.add(9, number: 1, of: 9) == nil)
        var before = 0
        while let next = queue.next(), next != 9 { before += 1 }
        #expect(before == 5)
    }

    @Test("as many wait as may, of one owner and of all")
    func full() {
        var queue = LongTaskQueue<String, Int>(limit: 5, share: 3)
        #expect((1...4).map { queue.add($0, number: $0, of: "a") } == [nil, nil, nil, .share])
        #expect((5...7).map { queue.add($0, number: $0, of: "b") } == [nil, nil, .full])
        #expect(queue.next() == 1)
        #expect(queue.add(8, number: 8, of: "a") == nil)
    }

    @Test("who leaves is found by number, once, and leaves no empty line behind")
    func leaving() {
        var queue = LongTaskQueue<String, Int>(limit: 5, share: 5)
        for number in 1...3 { _ = queue.add(number, number: number, of: "a") }
        _ = queue.add(4, number: 4, of: "b")
        #expect(queue.remove(2, of: "a") == 2 && queue.remove(2, of: "a") == nil)
        #expect(queue.remove(4, of: "a") == nil && queue.remove(4, of: "b") == 4)
        #expect(queue.count == 2)
        #expect(queue.next() == 1 && queue.next() == 3 && queue.next() == nil)
        #expect(queue.remove(3, of: "a") == nil && queue.count == 0)
    }
}

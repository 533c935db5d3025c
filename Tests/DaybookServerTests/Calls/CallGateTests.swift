import TestSupport
import Testing

@testable import DaybookServer

@Suite("Places for calls")
struct CallGateTests {
    private static func gate(_ places: Int, waiting: Int, total: Int = .max) -> CallGate<Int> {
        CallGate(total: total) { _ in .init(places: places, waiting: waiting) }
    }

    @Test("so many go, so many wait in their order, the rest is refused; another caller does not notice")
    func lines() {
        var gate = Self.gate(2, waiting: 2)
        let verdicts = (1...5).map { gate.enter(UInt64($0), of: 1) }
        #expect(verdicts == [.goes, .goes, .waits, .waits, .refused(.each)])
        #expect(gate.enter(6, of: 2) == .goes && gate.waitingCount == 2)
        #expect(gate.leave(1) == 3)
        #expect(gate.enter(7, of: 1) == .waits)
        #expect(gate.leave(1) == 4)
        #expect(gate.leave(1) == 7)
        #expect(gate.leave(1) == nil)
        #expect(gate.leave(1) == nil)
        #expect(gate.leave(2) == nil)
        #expect(gate.callers == 0 && gate.count == 0)
    }

    @Test("all calls together have a bound, and a caller without one is let in all the same")
    func total() {
        var gate = Self.gate(2, waiting: 5, total: 4)
        #expect((1...5).map { gate.enter(UInt64($0), of: 1) } == [.goes, .goes, .waits, .waits, .refused(.total)])
        let isLetIn = [gate.goes(1), gate.goes(2), gate.goes(2)]
        #expect(isLetIn == [false, true, false])
        #expect(gate.enter(6, of: 2) == .refused(.total) && gate.enter(7, of: 3) == .goes)
        // There are six calls: two must leave before a caller with a call here may add another.
        for _ in 1...2 { _ = gate.leave(1) }
        #expect(gate.enter(8, of: 2) == .refused(.total))
        let isCancelled = gate.cancel(4, of: 1)
        _ = gate.leave(1)
        #expect(!isCancelled && gate.count == 3 && gate.enter(9, of: 2) == .goes)
    }

    @Test("who waits no longer is passed over")
    func cancel() {
        var gate = Self.gate(2, waiting: 2)
        for ticket: UInt64 in 1...4 { _ = gate.enter(ticket, of: 1) }
        // The second time the call is no longer waiting, and the first call has a place already.
        let cancelled = [gate.cancel(3, of: 1), gate.cancel(3, of: 1), gate.cancel(1, of: 1)]
        #expect(cancelled == [true, false, false])
        #expect(gate.leave(1) == 4)
    }

    @Test(
        "whatever happens: no more places than there are, first come, first served, nobody forgotten",
        arguments: 0..<20
    )
    func anything(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let (places, line) = (Int.random(in: 1...3, using: &random), Int.random(in: 0...4, using: &random))
        let total = Int.random(in: 1...12, using: &random)
        var gate = Self.gate(places, waiting: line, total: total)
        var underWay: [Int: Int] = [:]
        var waiting: [Int: [UInt64]] = [:]
        for ticket: UInt64 in 1...1_000 {
            let caller = Int.random(in: 1...3, using: &random)
            switch Int.random(in: 0...4, using: &random) {
            case 0...1:
                let mine = waiting[caller, default: []]
                let hasRoom = gate.count < total || underWay[caller, default: 0] + mine.count == 0
                let isFree = underWay[caller, default: 0] < places && hasRoom
                switch gate.enter(ticket, of: caller) {
                case .goes:
                    #expect(isFree && mine.isEmpty)
                    underWay[caller, default: 0] += 1
                case .waits:
                    #expect(!isFree && gate.count <= total)
                    waiting[caller, default: []].append(ticket)
                case .refused(.each): #expect(!isFree && hasRoom && mine.count == line)
                case .refused(.total): #expect(!hasRoom)
                }
            case 2...3:
                guard underWay[caller, default: 0] > 0 else { continue }
                let next = gate.leave(caller)
                #expect(next == waiting[caller]?.first)
                if next == nil { underWay[caller, default: 0] -= 1 } else { waiting[caller]?.removeFirst() }
            default:
                guard let other = waiting[caller]?.randomElement(using: &random) else { continue }
                let isCancelled = gate.cancel(other, of: caller)
                #expect(isCancelled)
                waiting[caller]?.removeAll { $0 == other }
            }
            #expect(underWay[caller, default: 0] <= places)
            #expect(gate.waitingCount == waiting.values.reduce(0) { $0 + $1.count })
            #expect(gate.count == gate.waitingCount + underWay.values.reduce(0, +))
        }
        for caller in 1...3 {
            for _ in 0..<underWay[caller, default: 0] + waiting[caller, default: []].count { _ = gate.leave(caller) }
        }
        #expect(gate.callers == 0)
    }
}

import TestSupport
import Testing

@testable import DaybookServer

@Suite("Places for calls")
struct CallGateTests {
    private static let limits = CallGate<Int>.Limits(places: 2, waiting: 2)

    @Test("so many go, so many wait in their order, the rest is refused; another caller does not notice")
    func lines() {
        var gate = CallGate<Int>()
        let verdicts = (1...5).map { gate.enter(UInt64($0), of: 1, Self.limits) }
        #expect(verdicts == [.goes, .goes, .waits, .waits, .refused])
        #expect(gate.enter(6, of: 2, Self.limits) == .goes)
        #expect(gate.leave(1) == 3)
        #expect(gate.enter(7, of: 1, Self.limits) == .waits)
        #expect(gate.leave(1) == 4)
        #expect(gate.leave(1) == 7)
        #expect(gate.leave(1) == nil)
        #expect(gate.leave(1) == nil)
        #expect(gate.leave(2) == nil)
        #expect(gate.callers == 0)
    }

    @Test("who waits no longer is passed over")
    func cancel() {
        var gate = CallGate<Int>()
        for ticket: UInt64 in 1...4 { _ = gate.enter(ticket, of: 1, Self.limits) }
        // The second time it waits no longer, and the first call goes already.
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
        let limits = CallGate<Int>.Limits(
            places: Int.random(in: 1...3, using: &random),
            waiting: Int.random(in: 0...4, using: &random)
        )
        var gate = CallGate<Int>()
        var underWay: [Int: Int] = [:]
        var waiting: [Int: [UInt64]] = [:]
        for ticket: UInt64 in 1...1_000 {
            let caller = Int.random(in: 1...3, using: &random)
            switch Int.random(in: 0...4, using: &random) {
            case 0...1:
                let isFree = underWay[caller, default: 0] < limits.places
                switch gate.enter(ticket, of: caller, limits) {
                case .goes:
                    #expect(isFree && waiting[caller, default: []].isEmpty)
                    underWay[caller, default: 0] += 1
                case .waits:
                    #expect(!isFree)
                    waiting[caller, default: []].append(ticket)
                case .refused: #expect(!isFree && waiting[caller, default: []].count == limits.waiting)
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
            #expect(underWay[caller, default: 0] <= limits.places)
        }
        for caller in 1...3 {
            for _ in 0..<underWay[caller, default: 0] + waiting[caller, default: []].count { _ = gate.leave(caller) }
        }
        #expect(gate.callers == 0)
    }
}

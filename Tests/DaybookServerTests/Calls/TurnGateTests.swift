import TestSupport
import Testing

@testable import DaybookServer

@Suite("Places before which callers take turns")
struct TurnGateTests {
    private func gate(_ places: Int, total: Int = .max, each: Int = .max) -> TurnGate<String> {
        TurnGate(places: places, waiting: .init(total: total, each: each))
    }

    @Test("so many go; of those that wait, callers take turns, and each one's first comes first")
    func turns() {
        var gate = gate(2)
        let verdicts = (1...5).map { gate.enter(UInt64($0), of: "a") }
        #expect(verdicts == [.goes, .goes, .waits, .waits, .waits])
        #expect(gate.enter(6, of: "b") == .waits && gate.enter(7, of: "c") == .waits && gate.waitingCount == 5)
        #expect((1...5).map { _ in gate.leave("a") } == [3, 6, 7, 4, 5])
        let left = [gate.leave("b"), gate.leave("c")]
        #expect(left == [nil, nil])
        let isLetIn = [gate.goes("a"), gate.goes("a"), gate.goes("a")]
        #expect(isLetIn == [true, true, false])
    }

    @Test("as many wait as may, of one caller and of all")
    func full() {
        var gate = gate(0, total: 5, each: 3)
        #expect((1...4).map { gate.enter($0, of: "a") } == [.waits, .waits, .waits, .refused(.each)])
        #expect((5...7).map { gate.enter($0, of: "b") } == [.waits, .waits, .refused(.total)])
        #expect(gate.leave("c") == 1 && gate.enter(8, of: "a") == .waits)
    }

    @Test("who waits no longer is passed over, once, and gives no place")
    func cancel() {
        var gate = gate(1)
        for ticket: UInt64 in 1...4 { _ = gate.enter(ticket, of: ticket == 4 ? "b" : "a") }
        let isCancelled = [gate.cancel(3, of: "a"), gate.cancel(3, of: "a"), gate.cancel(1, of: "a")]
        #expect(isCancelled == [true, false, false] && gate.waitingCount == 2)
        let isOther = gate.cancel(4, of: "a")
        #expect(!isOther && !gate.goes("c"))
        #expect(gate.leave("a") == 2 && gate.leave("a") == 4 && gate.leave("b") == nil)
    }
}

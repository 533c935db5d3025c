import DaybookStore
import TestSupport
import Testing

@testable import DaybookServer

@Suite("Which connections there are")
struct ConnectionTableTests {
    private static func address(_ number: UInt32) -> ConnectionTable.Holder { .address(IPAddress(v4: number)) }

    @Test("at the limit, the longest idle connection of the holder with the most is closed")
    func longestIdle() {
        var table = ConnectionTable(limit: 4, limitOfOne: 4)
        for id: UInt64 in 1...3 { #expect(table.opened(id, by: Self.address(1)) == .stays) }
        #expect(table.opened(4, by: Self.address(2)) == .stays)
        // The first has answered a request since, so the second has been idle for longer.
        table.began(1)
        table.ended(1)
        #expect(table.opened(5, by: Self.address(3)) == .replaces(2))
        #expect(table.count == 4)
    }

    @Test("a connection with a request under way never goes")
    func busy() {
        var table = ConnectionTable(limit: 2, limitOfOne: 2)
        for id: UInt64 in 1...2 {
            _ = table.opened(id, by: Self.address(1))
            table.began(id)
        }
        #expect(table.opened(3, by: Self.address(2)) == .refused(.connections))
        table.began(2)
        table.ended(2)
        #expect(table.opened(4, by: Self.address(2)) == .refused(.connections), "one of its two is answered")
        table.ended(2)
        #expect(table.opened(5, by: Self.address(2)) == .replaces(2))
    }

    @Test("who has much takes nothing from who has little")
    func noRobbery() {
        var table = ConnectionTable(limit: 4, limitOfOne: 4)
        _ = table.opened(1, by: Self.address(1))
        for id: UInt64 in 2...4 {
            _ = table.opened(id, by: Self.address(2))
            table.began(id)
        }
        #expect(table.opened(5, by: Self.address(2)) == .refused(.connections))
        table.closed(4)
        #expect(table.opened(6, by: Self.address(2)) == .stays)
    }

    @Test("one address has so many and no more; a trusted proxy has all that there are")
    func ofOneAddress() {
        var table = ConnectionTable(limit: 10, limitOfOne: 2)
        _ = table.opened(1, by: Self.address(1))
        _ = table.opened(2, by: Self.address(1))
        #expect(table.opened(3, by: Self.address(1)) == .replaces(1))
        table.began(2)
        table.began(3)
        #expect(table.opened(4, by: Self.address(1)) == .refused(.addressConnections))
        for id: UInt64 in 5...12 { #expect(table.opened(id, by: .trusted) == .stays) }
        #expect(table.opened(13, by: .trusted) == .replaces(5))
    }

    @Test("addresses of one household of version 6 are one holder")
    func household() throws {
        let (one, other) = (IPAddress("2001:db8:1:2::1"), IPAddress("2001:db8:1:2:ffff::9"))
        #expect(try #require(one).household == (try #require(other)).household)
        #expect(try #require(IPAddress("192.0.2.1")).household != (try #require(IPAddress("192.0.2.2"))).household)
    }

    @Test("in random histories, no limit is exceeded, and no busy connection is closed", arguments: 0..<20)
    func anything(_ seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let (limit, limitOfOne) = (Int.random(in: 1...8, using: &random), Int.random(in: 1...4, using: &random))
        var table = ConnectionTable(limit: limit, limitOfOne: limitOfOne)
        var open: [UInt64: (holder: UInt32, requests: Int)] = [:]
        for id: UInt64 in 1...600 {
            switch Int.random(in: 0...3, using: &random) {
            case 0:
                if let other = open.keys.sorted().randomElement(using: &random) {
                    table.closed(other)
                    open[other] = nil
                }
            case 1:
                if let other = open.keys.sorted().randomElement(using: &random) {
                    table.began(other)
                    open[other]?.requests += 1
                }
            case 2:
                if let other = open.keys.sorted().randomElement(using: &random), open[other]?.requests ?? 0 > 0 {
                    table.ended(other)
                    open[other]?.requests -= 1
                }
            default:
                let holder = UInt32.random(in: 1...4, using: &random)
                switch table.opened(id, by: Self.address(holder)) {
                case .stays: open[id] = (holder, 0)
                case .replaces(let victim):
                    #expect(open[victim]?.requests == 0)
                    open[victim] = nil
                    open[id] = (holder, 0)
                case .refused: break
                }
            }
            #expect(table.count == open.count && open.count <= limit)
            for holder: UInt32 in 1...4 { #expect(open.values.filter { $0.holder == holder }.count <= limitOfOne) }
        }
    }
}

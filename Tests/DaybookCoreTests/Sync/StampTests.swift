import Testing

@testable import DaybookCore

@Suite struct StampTests {
    @Test("[S2] A stamp is 32 hexadecimal digits: wall time, counter, device")
    func literal() {
        let stamp = Stamp(wall: Instant(milliseconds: 0x19A_A5C2_3E80), counter: 0x00FF, device: 0xDEAD_BEEF_0000_0001)
        #expect(stamp.description == "019aa5c23e8000ffdeadbeef00000001")
        #expect(Stamp("019aa5c23e8000ffdeadbeef00000001") == stamp)
        #expect(stamp.wall.milliseconds == 0x19A_A5C2_3E80)
    }

    @Test(
        "[S2] What is no stamp is refused",
        arguments: [
            "", "019aa5c23e8000ffdeadbeef0000000", "019aa5c23e8000ffdeadbeef000000011",
            "019AA5C23E8000FFDEADBEEF00000001",
            "019aa5c23e8000ffdeadbeef0000000g", " 19aa5c23e8000ffdeadbeef00000001", "019aa5c23e8000ffdeadbeef0000000１",
        ]
    )
    func refuses(text: String) {
        #expect(Stamp(text) == nil)
    }

    @Test("[S2] Stamps are totally ordered, and their texts order alike")
    func order() {
        property(runs: 2_000) { random in
            let (a, b, c) = (random.stamp(), random.stamp(), random.stamp())
            try hold([a < b, b < a, a == b].filter { $0 }.count, equals: 1, "one of <, >, = for \(a) and \(b)")
            try hold(!(a < b && b < c) || a < c, "transitive for \(a), \(b), \(c)")
            try hold(a < b, equals: a.description < b.description, "the text's order of \(a) and \(b)")
            try hold(Stamp(a.description), equals: a, "round trip of \(a)")
        }
    }

    @Test("[S2] A wall time that 48 bits do not hold is clamped")
    func clamps() {
        #expect(Stamp(wall: Instant(milliseconds: -1), counter: 1, device: 2).wall.milliseconds == 0)
        #expect(Stamp(wall: Instant(milliseconds: .max), counter: 1, device: 2).wall.milliseconds == 0xFFFF_FFFF_FFFF)
    }
}

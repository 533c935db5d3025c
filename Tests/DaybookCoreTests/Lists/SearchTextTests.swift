import Testing

@testable import DaybookCore

@Suite("Texts of a search")
struct SearchTextTests {
    @Test("[L4] What is found is what contains the searched bytes, whatever other bytes a text has")
    func finds() {
        property(runs: 60) { random in
            // Folded texts have no capital letters.
            func text(_ lengths: ClosedRange<Int>) -> [UInt8] {
                (0..<random.int(lengths)).map { _ in
                    let byte = UInt8(random.int(0...255))
                    return (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
                }
            }
            let texts = (0..<random.int(0...60)).map { _ in text(0...12) }
            var search = SearchText()
            for (slot, text) in texts.enumerated() { search.set(slot, to: text) }
            let slots = texts.indices.map { Slot($0) }
            let letters = (UInt8(ascii: "a")...UInt8(ascii: "z")).map { [$0] }
            for needle in letters + (0..<20).map({ _ in text(0...2) }) {
                let wanted = slots.filter { Fold.contains(texts[Int($0)], needle) }
                try hold(search.filter(slots, containing: needle), equals: wanted, "\(needle) in \(texts)")
                try hold(search.filter(slots, containing: needle) { true }, equals: wanted, "\(needle) in \(texts)")
            }
        }
    }

    @Test("[L2] Keys of titles order as their first sixteen bytes do, in both directions, whatever follows a title")
    func titleKeys() {
        property(runs: 60) { random in
            let titles = (0..<20).map { _ in
                (0..<random.int(0...18)).map { _ in UInt8(random.pick([0x61, 0x62, 0xFE])) }
            }
            var search = SearchText()
            for (slot, title) in titles.enumerated() {
                search.set(slot, to: title + [0xFF] + (0..<random.int(0...9)).map { _ in UInt8(random.int(0...255)) })
            }
            for (left, title) in titles.enumerated() {
                for (right, other) in titles.enumerated() {
                    let precedes = title.prefix(16).lexicographicallyPrecedes(other.prefix(16))
                    let (up, down) = (TitleDirection.ascending, TitleDirection.descending)
                    try hold(
                        search.titleKeys(left, up) < search.titleKeys(right, up),
                        equals: precedes,
                        "\(title), \(other)"
                    )
                    try hold(
                        search.titleKeys(right, down) < search.titleKeys(left, down),
                        equals: precedes,
                        "\(title), \(other)"
                    )
                }
            }
        }
    }
}

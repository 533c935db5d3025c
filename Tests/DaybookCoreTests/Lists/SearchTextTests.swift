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
}

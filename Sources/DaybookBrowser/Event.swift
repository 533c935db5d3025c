import DaybookCore

/// An event of the host: its kind, its texts, and bytes beside them.
struct Event {
    /// The kind of event; nil for a kind that this version does not know.
    let kind: Kind?
    private let texts: [String]
    let bytes: ArraySlice<UInt8>

    /// Splits a message at U+001F.
    init(kind: Int32, message: UnsafeBufferPointer<UInt8>, bytes: ArraySlice<UInt8>) {
        var texts: [String] = []
        var start = 0
        for index in 0...message.count where index == message.count || message[index] == 0x1F {
            texts.append(String(decoding: message[start..<index], as: UTF8.self))
            start = index + 1
        }
        self.kind = Kind(rawValue: kind)
        self.texts = texts
        self.bytes = bytes
    }

    var count: Int { texts.count }

    /// The text at a place; empty when the event is shorter.
    subscript(place: Int) -> String { place < texts.count ? texts[place] : "" }

    func isSet(_ place: Int) -> Bool { self[place] == "1" }

    /// A whole number; nil for an empty text, and 0, which no field takes, for a text that is not a number.
    func number(_ place: Int) -> Int? {
        let text = self[place]
        return text.isEmpty ? nil : Int(decimal: text) ?? 0
    }

    /// A number with a fraction, rounded to a whole number; 0 when the text is not a number.
    func pixels(_ place: Int) -> Int {
        var number = 0
        var isNegative = false
        var rest = self[place].bytes.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            // The bound is more pixels than any document has.
            case 0x30...0x39 where number < 100_000_000: number = number * 10 + Int(byte - 0x30)
            case UInt8(ascii: "."):
                if let first = rest.next(), first >= UInt8(ascii: "5") { number += 1 }
                return isNegative ? -number : number
            default: return 0
            }
        }
        return isNegative ? -number : number
    }

    /// An id; nil when the text is not an id.
    func uuid(_ place: Int) -> UUID? { UUID(self[place]) }

    /// A to-do's id; nil when the text is not an id.
    func id(_ place: Int) -> Todo.ID? { UUID(self[place]).map { Todo.ID($0) } }

    /// Blocks with their lengths in front, each in four bytes, least significant first.
    var blocks: [[UInt8]] {
        var blocks: [[UInt8]] = []
        var position = bytes.startIndex
        while bytes.endIndex - position >= 4 {
            var length = 0
            for offset in (0..<4).reversed() { length = length << 8 | Int(bytes[position + offset]) }
            position += 4
            guard length >= 0, length <= bytes.endIndex - position else { break }
            blocks.append(Array(bytes[position..<position + length]))
            position += length
        }
        return blocks
    }

    /// The content of a vault: the first block is the snapshot.
    func content(sequence: Int, through: String) -> DiskContent {
        let blocks = blocks
        return DiskContent(
            snapshot: blocks.first ?? [],
            journal: Array(blocks.dropFirst()),
            sequence: sequence,
            through: Int(decimal: through) ?? 0
        )
    }
}

import DaybookCore

/// What the page tells: texts, the first of which names what happened, and bytes beside them.
struct Event {
    private let texts: [String]
    let bytes: ArraySlice<UInt8>

    /// Splits a message at U+001F.
    init(message: UnsafeBufferPointer<UInt8>, bytes: ArraySlice<UInt8>) {
        var texts: [String] = []
        var start = 0
        for index in 0...message.count where index == message.count || message[index] == 0x1F {
            texts.append(String(decoding: UnsafeBufferPointer(rebasing: message[start..<index]), as: UTF8.self))
            start = index + 1
        }
        self.texts = texts
        self.bytes = bytes
    }

    var name: String { texts[0] }
    var count: Int { texts.count }

    /// The text at a place; empty when there is none.
    subscript(place: Int) -> String { place < texts.count ? texts[place] : "" }

    func isSet(_ place: Int) -> Bool { self[place] == "1" }

    /// A number with a fraction, rounded to a whole one; 0 when it is none.
    func pixels(_ place: Int) -> Int {
        let text = self[place]
        let whole = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let number = whole.first.flatMap({ Int($0) }) ?? (text.utf8.first == UInt8(ascii: "-") ? 0 : nil) else {
            return 0
        }
        guard whole.count > 1, let first = whole[1].utf8.first, first >= UInt8(ascii: "5") else { return number }
        return text.utf8.first == UInt8(ascii: "-") ? number - 1 : number + 1
    }

    /// A to-do's id; nil when the text is none.
    func id(_ place: Int) -> Todo.ID? { UUID(self[place]).map { Todo.ID($0) } }
}

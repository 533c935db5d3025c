/// The searchable texts of many things in one run of bytes, so that a search reads memory once, in order.
struct SearchText: Sendable {
    private var bytes: [UInt8] = []
    private var ranges: [Range] = []
    /// The letters of each text (``letters(_:)``), so that a search reads only texts that have all of its own.
    private var letters: [UInt64] = []
    /// Bytes that belong to no text any more.
    private var waste = 0

    private struct Range: Sendable {
        var start: Int32
        var length: Int32
        /// The capacity of the place in bytes. A shorter text may stand where a longer one stood.
        var capacity: Int32
    }

    /// Sets the text of a slot. Slots are small numbers from 0.
    mutating func set(_ slot: Int, to text: [UInt8]) {
        while ranges.count <= slot {
            ranges.append(Range(start: 0, length: 0, capacity: 0))
            letters.append(0)
        }
        letters[slot] = SearchText.letters(text)
        let old = ranges[slot]
        if text.count <= Int(old.capacity) {
            bytes.replaceSubrange(Int(old.start)..<Int(old.start) + text.count, with: text)
            ranges[slot].length = Int32(text.count)
            return
        }
        waste += Int(old.capacity)
        ranges[slot] = Range(start: Int32(bytes.count), length: Int32(text.count), capacity: Int32(text.count))
        bytes.append(contentsOf: text)
        if waste > 1 << 16, waste > bytes.count / 2 { compact() }
    }

    /// The set of a text's bytes. Small letters have a bit each, since folded texts have no capital ones; other bytes share theirs.
    @inline(never)
    private static func letters(_ text: [UInt8]) -> UInt64 {
        var found: UInt64 = 0
        for byte in text { found |= 1 << UInt64(byte & 31 | (byte < 0x80 ? byte & 64 : 0) >> 1) }
        return found
    }

    /// Whether each text that has all letters of this one contains it: it is one small letter.
    private static func isLetter(_ needle: [UInt8]) -> Bool {
        needle.count == 1 && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(needle[0])
    }

    private mutating func compact() {
        var packed: [UInt8] = []
        packed.reserveCapacity(bytes.count - waste)
        for slot in ranges.indices {
            let range = ranges[slot]
            ranges[slot] = Range(start: Int32(packed.count), length: range.length, capacity: range.length)
            packed.append(contentsOf: bytes[Int(range.start)..<Int(range.start + range.length)])
        }
        bytes = packed
        waste = 0
    }

    /// The most bytes that are compared before `goesOn` is asked again: some milliseconds of work.
    private static var comparisons: Int { 1 << 22 }

    /// The slots among `slots`, in their order, whose text contains `needle`. Nil when `goesOn` returns false.
    func filter(_ slots: [Slot], containing needle: [UInt8], goesOn: () -> Bool) -> [Slot]? {
        var found: [Slot] = []
        let wanted = SearchText.letters(needle)
        let isLetter = SearchText.isLetter(needle)
        // A text of one repeated letter takes as many steps as both lengths multiplied.
        var left = 0
        let isWhole = bytes.withUnsafeBufferPointer { bytes in
            needle.withUnsafeBufferPointer { needle in
                for slot in slots {
                    if left <= 0 {
                        guard goesOn() else { return false }
                        left = Self.comparisons
                    }
                    left -= 64
                    if letters[Int(slot)] & wanted != wanted { continue }
                    left -= Int(ranges[Int(slot)].length) * needle.count
                    if isLetter || text(slot, in: bytes, contains: needle) { found.append(slot) }
                }
                return true
            }
        }
        return isWhole ? found : nil
    }

    /// The slots among `slots`, in their order, whose text contains `needle`.
    func filter(_ slots: [Slot], containing needle: [UInt8]) -> [Slot] {
        var found: [Slot] = []
        let wanted = SearchText.letters(needle)
        let isLetter = SearchText.isLetter(needle)
        bytes.withUnsafeBufferPointer { bytes in
            needle.withUnsafeBufferPointer { needle in
                for slot in slots where letters[Int(slot)] & wanted == wanted {
                    if isLetter || text(slot, in: bytes, contains: needle) { found.append(slot) }
                }
            }
        }
        return found
    }
}

extension SearchText {
    private func text(
        _ slot: Slot,
        in bytes: UnsafeBufferPointer<UInt8>,
        contains needle: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        let range = ranges[Int(slot)]
        let place = Int(range.start)..<Int(range.start + range.length)
        return Fold.contains(UnsafeBufferPointer(rebasing: bytes[place]), needle)
    }
}

// Titles, which are the beginnings of the texts. No title contains the byte 0xFF, which stands behind each.
extension SearchText {
    /// The byte of a slot's title at a place; 0xFF behind its end.
    private func titleByte(_ range: Range, _ place: Int) -> UInt8 {
        place < range.length ? bytes[Int(range.start) + place] : 0xFF
    }

    /// The first 16 bytes of a slot's title as numbers that order like titles in a direction.
    func titleKeys(_ slot: Int, _ direction: TitleDirection) -> (UInt64, UInt64) {
        let range = ranges[slot]
        let keys = bytes.withUnsafeBytes { bytes in
            let first = SearchText.titleWord(bytes, Int(range.start), range.length)
            return (first, first & 0xFF == 0 ? 0 : SearchText.titleWord(bytes, Int(range.start) + 8, range.length - 8))
        }
        return direction == .ascending ? keys : (~keys.0, ~keys.1)
    }

    /// Eight bytes of a title, the first of them in the highest bits; 0 from the title's end on. `left` is how much of the text follows.
    private static func titleWord(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ left: Int32) -> UInt64 {
        var word: UInt64 = 0
        if left >= 8 {
            word = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self))
        } else {
            for place in 0..<8 { word = word << 8 | UInt64(place < left ? bytes[start + place] : 0xFF) }
        }
        // The highest bit of each byte that is 0xFF, which ends a title: exact for all of them, since no addition leaves its byte.
        let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
        let ends = ~((~word & low) + low | ~word | low)
        return ends == 0 ? word : word & ~(UInt64.max >> UInt64(ends.leadingZeroBitCount))
    }

    /// The title of a slot.
    func title(_ slot: Int) -> [UInt8] {
        let range = ranges[slot]
        var length = 0
        while titleByte(range, length) != 0xFF { length += 1 }
        return [UInt8](bytes[Int(range.start)..<Int(range.start) + length])
    }

    /// Negative, zero or positive as the title of a slot comes before, with or after a title, byte by byte.
    func compareTitle(_ slot: Int, _ title: [UInt8]) -> Int {
        let range = ranges[slot]
        for (place, byte) in title.enumerated() {
            let own = titleByte(range, place)
            if own != byte { return own == 0xFF || own < byte ? -1 : 1 }
        }
        return titleByte(range, title.count) == 0xFF ? 0 : 1
    }
}

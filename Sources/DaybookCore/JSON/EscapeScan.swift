extension UnsafeBufferPointer<UInt8> {
    /// The place of the first byte from `start` on that a JSON string must escape (RFC 8259, section 7), or the count
    /// if no byte must be escaped.
    ///
    /// Eight bytes are examined at once. Subtracting borrows from a byte's high bit exactly when the byte is less than
    /// what is subtracted ("Bit Twiddling Hacks", Sean Eron Anderson: determine if a word has a byte less than n).
    func firstEscape(from start: Int) -> Int {
        var index = start
        while index + 8 <= count {
            let word = UnsafeRawPointer(baseAddress.unsafelyUnwrapped).loadUnaligned(
                fromByteOffset: index,
                as: UInt64.self
            )
            if Self.mayNeedEscape(word) { break }
            index += 8
        }
        while index < count, !Self.needsEscape(self[index]) { index += 1 }
        return index
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private static func mayNeedEscape(_ word: UInt64) -> Bool {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quote = word ^ (ones &* 0x22)
        let backslash = word ^ (ones &* 0x5C)
        let found =
            ((word &- ones &* 0x20) & ~word) | ((quote &- ones) & ~quote) | ((backslash &- ones) & ~backslash)
        return found & (ones &* 0x80) != 0
    }
}

extension [UInt8] {
    /// Appends the low `digits` hexadecimal digits of a number, lowercase, most significant first.
    mutating func appendHex(_ number: UInt64, digits: Int) {
        var shift = (digits - 1) * 4
        while shift >= 0 {
            let nibble = UInt8(truncatingIfNeeded: number >> UInt64(shift)) & 0xF
            append(nibble < 10 ? 0x30 + nibble : 0x57 + nibble)
            shift -= 4
        }
    }

    /// Appends a character's UTF-8.
    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x80 { return append(UInt8(scalar.value)) }
        for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { append(unit) }
    }

    /// Appends eight bytes, most significant first.
    mutating func appendBigEndian(_ number: UInt64) {
        var shift: UInt64 = 64
        while shift > 0 {
            shift -= 8
            append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

extension String {
    /// The text in UTF-8, for code that need not be fast. A loop over `utf8` itself is compiled, with all forms that a
    /// string may have, into every place that contains it.
    @inline(never)
    public var bytes: [UInt8] { Array(utf8) }
}

extension String {
    /// The text of bytes in UTF-8; what is none becomes U+FFFD. `String(decoding:as:)` is compiled, with the check and the repair,
    /// into every place that contains it.
    @inline(never)
    public init(utf8 bytes: [UInt8]) {
        self.init(decoding: bytes, as: UTF8.self)
    }

    /// The text of some of these bytes.
    @inline(never)
    public init(utf8 bytes: ArraySlice<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// Whether two texts have the same bytes.
    ///
    /// `==` compares normalised forms. To normalise a run of combining marks takes the square of its length: 6.7 seconds
    /// for 250 KB. So texts that other people may have written are not compared by `==`, `<` or `hash`.
    @inline(never)
    public func isSame(as other: String) -> Bool {
        let (one, other) = (utf8, other.utf8)
        guard one.count == other.count else { return false }
        let quick = one.withContiguousStorageIfAvailable { one in
            other.withContiguousStorageIfAvailable { other in
                for index in 0..<one.count where one[index] != other[index] { return false }
                return true
            }
        }
        if let quick, let quick { return quick }
        return one.elementsEqual(other)
    }

    /// Whether this text comes before another in the order of their bytes, which is that of their scalars.
    @inline(never)
    public func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}

extension [String] {
    /// Whether a text with the same bytes is among these texts.
    func hasText(_ text: String) -> Bool {
        for other in self where other.isSame(as: text) { return true }
        return false
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit in ASCII, either case.
    var hexDigit: UInt64? {
        switch self {
        case 0x30...0x39: UInt64(self - 0x30)
        case 0x41...0x46: UInt64(self - 0x37)
        case 0x61...0x66: UInt64(self - 0x57)
        default: nil
        }
    }
}

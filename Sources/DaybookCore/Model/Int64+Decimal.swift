extension Int64 {
    /// Reads a whole number in decimal, with or without a minus sign in front; nil for other text and for a number that
    /// 64 bits cannot hold.
    public init?(decimal text: String) {
        self.init(decimal: text.bytes[...])
    }

    /// As above, of ASCII.
    init?(decimal text: ArraySlice<UInt8>) {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text
        if digits.isEmpty { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte.isASCIIDigit else { return nil }
            let digit = Int64(byte - 0x30)
            // Counts towards the number's own sign from the start, since the least number has no positive counterpart.
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) =
                isNegative
                ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
            if overflow || carry { return nil }
            value = sum
        }
        self = value
    }
}

extension Int {
    /// As `Int64(decimal:)`; nil also for a number that this machine's `Int` cannot hold.
    public init?(decimal text: String) {
        guard let value = Int64(decimal: text), let narrow = Int(exactly: value) else { return nil }
        self = narrow
    }
}

extension Instant {
    /// The moment in RFC 3339, in UTC with milliseconds: `2026-11-22T09:00:00.000Z`.
    ///
    /// For years 0 to 9999, which is all that RFC 3339 can write; others are clamped to them.
    public var rfc3339: String {
        var bytes: [UInt8] = []
        writeRFC3339(to: &bytes)
        return String(utf8: bytes)
    }

    /// Appends ``rfc3339`` without making a string of it.
    public func writeRFC3339(to bytes: inout [UInt8]) {
        let clamped = min(max(milliseconds, Instant.firstWritable), Instant.lastWritable)
        let (day, inDay) = clamped.flooredDivision(by: 86_400_000)
        let date = CivilDate(daysSince1970: Int(day))
        bytes.appendDecimal(date.year, width: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDecimal(date.month, width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDecimal(date.day, width: 2)
        bytes.append(UInt8(ascii: "T"))
        bytes.appendDecimal(Int(inDay / 3_600_000), width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDecimal(Int(inDay / 60_000 % 60), width: 2)
        bytes.append(UInt8(ascii: ":"))
        bytes.appendDecimal(Int(inDay / 1_000 % 60), width: 2)
        bytes.append(UInt8(ascii: "."))
        bytes.appendDecimal(Int(inDay % 1_000), width: 3)
        bytes.append(UInt8(ascii: "Z"))
    }

    /// Reads an RFC 3339 date and time with any offset and any number of fraction digits, of which the first
    /// three count. Nil for anything else, a leap second (`:60`) included.
    public init?(rfc3339 text: String) {
        var reader = DigitReader(text)
        guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2), reader.skip("T"), let hour = reader.digits(2), hour < 24, reader.skip(":"),
            let minute = reader.digits(2), minute < 60, reader.skip(":"), let second = reader.digits(2), second < 60,
            let date = CivilDate(year: year, month: month, day: day),
            let fraction = Instant.fraction(&reader), let offset = Instant.offset(&reader), reader.isAtEnd
        else { return nil }
        let seconds = Int64(date.daysSince1970) * 86_400 + Int64(hour * 3_600 + minute * 60 + second) - offset
        self.init(milliseconds: seconds * 1_000 + fraction)
    }

    /// The first and the last millisecond of the years 0 to 9999.
    static let firstWritable: Int64 = -62_167_219_200_000
    static let lastWritable: Int64 = 253_402_300_799_999

    /// The milliseconds after the point; 0 without a point, nil for a point without a digit.
    private static func fraction(_ reader: inout DigitReader) -> Int64? {
        guard reader.skip(".") else { return 0 }
        var value: Int64 = 0
        var count = 0
        while let digit = reader.digits(1) {
            if count < 3 { value = value * 10 + Int64(digit) }
            count += 1
        }
        guard count > 0 else { return nil }
        while count < 3 {
            value *= 10
            count += 1
        }
        return value
    }

    /// Seconds east of UTC.
    private static func offset(_ reader: inout DigitReader) -> Int64? {
        if reader.skip("Z") { return 0 }
        let sign: Int64
        if reader.skip("+") { sign = 1 } else if reader.skip("-") { sign = -1 } else { return nil }
        guard let hours = reader.digits(2), hours < 24, reader.skip(":"), let minutes = reader.digits(2), minutes < 60
        else { return nil }
        return sign * Int64(hours * 3_600 + minutes * 60)
    }
}

extension Int64 {
    /// Quotient rounded down, and the remainder that is never negative. `divisor` is positive.
    func flooredDivision(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}

/// A day of the proleptic Gregorian calendar, without a time zone.
public struct CivilDate: Hashable, Comparable, Sendable {
    /// Astronomical year: 0 is 1 BC.
    public var year: Int
    /// 1 to 12.
    public var month: Int
    /// 1 to 31.
    public var day: Int

    /// A day by its parts, or nil when there is no such day ("31 June").
    public init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), day >= 1, day <= CivilDate.daysIn(month: month, of: year) else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that lies `daysSince1970` days after 1970-01-01.
    ///
    /// Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", `civil_from_days`.
    public init(daysSince1970: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days after 1970-01-01; negative before. Source: `days_from_civil`, as above.
    public var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// 0 for Sunday to 6 for Saturday.
    public var weekday: Int {
        let shifted = (daysSince1970 + 4) % 7
        return shifted < 0 ? shifted + 7 : shifted
    }

    /// Earlier days first.
    public static func < (left: CivilDate, right: CivilDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// 28 to 31.
    static func daysIn(month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CivilDate: CustomStringConvertible {
    /// `2026-11-22`, as `<input type="date">` writes it. Only for years 0 to 9999.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.appendDecimal(year, width: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDecimal(month, width: 2)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendDecimal(day, width: 2)
        return String(utf8: bytes)
    }

    /// Reads `2026-11-22`; nil for anything else.
    public init?(_ text: String) {
        var reader = DigitReader(text)
        guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2), reader.skip("-"),
            let day = reader.digits(2), reader.isAtEnd
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

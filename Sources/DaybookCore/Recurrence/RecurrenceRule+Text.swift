extension RecurrenceRule {
    /// Reads the value of an RRULE, such as `FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE`, letters in either case.
    ///
    /// Nil for a text that is not a rule, and for a rule with a part that ``RecurrenceRule`` does not support, because
    /// a half-understood rule gives wrong days. UNTIL is a day without a time, since only days repeat.
    public init?(rfc5545 text: String) {
        guard text.utf8.count <= RecurrenceRule.bytesMaximum else { return nil }
        // Letters of ASCII alone: an `ı` is not an `I` here, although it becomes one in capitals.
        let capitals = text.bytes.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        var values = [String?](repeating: nil, count: RecurrenceRule.names.count)
        for part in Text.parts(String(utf8: capitals), between: ";") {
            let pair = Text.parts(part, between: "=")
            guard pair.count == 2, let place = RecurrenceRule.names.firstIndex(of: pair[0]), values[place] == nil else {
                return nil
            }
            values[place] = pair[1]
        }
        guard let frequency = values[0].flatMap({ RecurrenceRule.frequencies.firstIndex(of: $0) }),
            let frequency = Frequency(rawValue: frequency),
            let interval = RecurrenceRule.numbers(values[1] ?? "1"), interval.count == 1,
            let months = RecurrenceRule.numbers(values[2]), let monthDays = RecurrenceRule.numbers(values[3]),
            let weekdays = RecurrenceRule.weekdays(values[4]), let setPositions = RecurrenceRule.numbers(values[5]),
            let weekStart = RecurrenceRule.dayNames.firstIndex(of: values[6] ?? "MO"),
            let end = RecurrenceRule.end(until: values[7], count: values[8])
        else { return nil }
        self.init(
            frequency,
            interval: interval[0],
            months: months,
            monthDays: monthDays,
            weekdays: weekdays,
            setPositions: setPositions,
            weekStart: weekStart,
            end: end
        )
    }

    /// The rule in the form of RFC 5545. Equal rules have equal texts, and default parts are left out.
    public var rfc5545: String {
        var text = "FREQ=" + RecurrenceRule.frequencies[frequency.rawValue]
        func add(_ part: Int, _ values: [String]) {
            if values.isEmpty { return }
            text += ";" + RecurrenceRule.names[part] + "=" + values.joined(separator: ",")
        }
        if interval != 1 { add(1, [interval.description]) }
        add(2, months.map { $0.description })
        add(3, monthDays.map { $0.description })
        add(4, weekdays.map { ($0.ordinal == 0 ? "" : $0.ordinal.description) + RecurrenceRule.dayNames[$0.day] })
        add(5, setPositions.map { $0.description })
        if weekStart != 1 { add(6, [RecurrenceRule.dayNames[weekStart]]) }
        switch end {
        case .never: break
        case .until(let day): add(7, [Text.parts(day.description, between: "-").joined()])
        case .count(let count): add(8, [count.description])
        }
        return text
    }

    /// The most bytes of a rule. A rule that names every day of a month needs half of them.
    private static var bytesMaximum: Int { 500 }

    /// The parts' names, in the order in which they are written.
    private static var names: [String] {
        ["FREQ", "INTERVAL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST", "UNTIL", "COUNT"]
    }

    private static var frequencies: [String] { ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] }

    private static var dayNames: [String] { ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] }

    /// A list of numbers, with or without a plus sign in front; empty for a missing part.
    private static func numbers(_ text: String?) -> [Int]? {
        guard let text else { return [] }
        var numbers: [Int] = []
        for item in Text.parts(text, between: ",") {
            guard let number = number(item.bytes[...]) else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// Four characters at most, which is enough for the longest number of a rule.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        let unsigned = bytes.first == UInt8(ascii: "+") ? bytes.dropFirst() : bytes
        guard unsigned.count <= 4, bytes.count == unsigned.count || unsigned.first != UInt8(ascii: "-"),
            let number = Int64(decimal: unsigned)
        else { return nil }
        return Int(number)
    }

    private static func weekdays(_ text: String?) -> [Weekday]? {
        guard let text else { return [] }
        var weekdays: [Weekday] = []
        for item in Text.parts(text, between: ",") {
            let bytes = item.bytes
            guard let day = dayNames.firstIndex(of: String(utf8: bytes.suffix(2))) else {
                return nil
            }
            let ordinal = bytes.count == 2 ? 0 : number(bytes.dropLast(2))
            // An ordinal of zero is not allowed.
            guard let ordinal, ordinal != 0 || bytes.count == 2 else { return nil }
            weekdays.append(Weekday(day, ordinal: ordinal))
        }
        return weekdays
    }

    private static func end(until: String?, count: String?) -> End? {
        switch (until, count) {
        case (nil, nil): return .never
        case (let until?, nil):
            var reader = DigitReader(until)
            guard let year = reader.digits(4), let month = reader.digits(2), let day = reader.digits(2),
                reader.isAtEnd
            else { return nil }
            return CivilDate(year: year, month: month, day: day).map { .until($0) }
        case (nil, let count?):
            guard let numbers = numbers(count), numbers.count == 1 else { return nil }
            return .count(numbers[0])
        case (.some, .some): return nil
        }
    }
}

extension RecurrenceRule.Weekday {
    /// Puts weekdays in order: those without an ordinal first, then by ordinal, Monday first of each.
    var rank: Int { ordinal * 7 + (ordinal < 0 ? -7 : 0) + (day + 6) % 7 }

    init(rank: Int) {
        let place = ((rank % 7) + 7) % 7
        let ordinal = (rank - place) / 7
        self.init((place + 1) % 7, ordinal: ordinal < 0 ? ordinal + 1 : ordinal)
    }
}

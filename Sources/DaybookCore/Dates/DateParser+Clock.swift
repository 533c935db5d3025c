extension DateParser {
    /// "at 17:30", "5 pm", "noon", "half past nine", "in the morning".
    mutating func timeOfDay(isFirst: Bool) -> Bool {
        let start = at
        let isAt = skip(.at) || skip("@")
        let isExpected = isAt || !isFirst || isAlone
        if spoken.clock == nil,
            named() || relative(isExpected: isExpected) || span(isExpected: isExpected)
                || digits(isAt: isAt, isFirst: isFirst) || clock(isAt: isAt, isExpected: isExpected)
        {
            if isAt { spoken.clarity += 1 }
            return true
        }
        if spoken.part == nil {
            if close() { return true }
            if isAt {
                // "at night"
                if let part = value(.part), part == DayPart.night.rawValue { return set(part: part, 1) }
            } else if let part = value(.part) {
                return set(part: part, 0)
            } else if skip(.in), skip(.the), let part = value(.part) {
                return set(part: part, 1)
            }
        }
        at = start
        return false
    }

    /// "eod", "end of the day", and "end of" in front of a day.
    private mutating func close() -> Bool {
        let start = at
        if value(.endOf) == 0 { return set(part: DayPart.close.rawValue, 1) }
        _ = skip(.the)
        if skip(.end) {
            _ = skip(.of)
            if let token = token(), spoken.day == nil,
                token.word.kind == .weekday || token.is(.tomorrow) || token.is(.today)
            {
                return set(part: DayPart.close.rawValue, 1)
            }
            _ = skip(.the)
            if value(.unit) == DateUnit.day.rawValue { return set(part: DayPart.close.rawValue, 1) }
        }
        at = start
        return false
    }

    private mutating func set(part: Int, _ clarity: Int) -> Bool {
        spoken.part = DayPart(rawValue: part)
        add(clarity)
        return true
    }

    private mutating func set(_ clock: SpokenTime.Clock, _ clarity: Int) -> Bool {
        spoken.clock = clock
        add(clarity)
        return true
    }

    private mutating func named() -> Bool {
        if skip(.noon) { return set(SpokenTime.Clock(minute: 720), 1) }
        if skip(.midnight) { return set(SpokenTime.Clock(minute: 1_440, isMidnight: true), 1) }
        return false
    }

    /// "half past nine", "quarter to five"; "ten past 9" where a time is expected.
    private mutating func relative(isExpected: Bool) -> Bool {
        let start = at
        var minutes: Int?
        if skip(.half) {
            minutes = 30
        } else {
            _ = skip(.a)
            minutes = skip(.quarter) ? 15 : isExpected && at == start ? numeral() : nil
        }
        let isPast = `is`(.past)
        if let minutes, (1...30).contains(minutes), skip(.past) || skip(.to), let hour = numeral(), isHour(hour) {
            return half(hour * 60 + (isPast ? minutes : -minutes), hour, 1)
        }
        at = start
        return false
    }

    private mutating func numeral() -> Int? { number() ?? value(.number) }

    private func isHour(_ hour: Int) -> Bool { hour >= 1 && hour <= 12 }

    /// "9-10am", "14:00-15:30", "tomorrow 9-10": an event begins at the first time. Such a time is not a deadline.
    private mutating func span(isExpected: Bool) -> Bool {
        let start = at
        if spoken.role != .deadline, let first = hourAndMinute(), skip("-", glued: true), token()?.isSpaced == false,
            let last = hourAndMinute(), isBoundary(at),
            last.half != nil
                || first.half == nil && (first.isWhole && last.isWhole || isExpected && first.minute < last.minute)
        {
            // "9-10am" is in one half of the day, "11-1pm" in both.
            var half = first.half
            if half == nil, let other = last.half {
                half = first.minute % 720 < last.minute % 720 ? other : 720 - other
            }
            var clock = SpokenTime.Clock(minute: first.minute, isAmbiguous: half == nil && first.isOpen)
            if let half { clock.minute = first.minute % 720 + half }
            return set(clock, 1)
        }
        at = start
        return false
    }

    /// An hour of the clock, with its minutes and its half of the day if they are there.
    private struct Hour {
        var minute = 0
        /// Minutes were written.
        var isWhole = false
        /// It could be of either half of the day.
        var isOpen = false
        var half: Int?
    }

    private mutating func hourAndMinute() -> Hour? {
        guard let token = token(), token.count <= 2, let hour = number(), hour <= 23 else { return nil }
        var read = Hour(minute: hour * 60, isOpen: isHour(hour) && (token.count == 1 || hour >= 10))
        if skip(":", glued: true) {
            guard let minute = gluedNumber(digits: 2...2), minute < 60 else { return nil }
            read.minute += minute
            read.isWhole = true
        }
        if let meridiem = meridiem(at), isHour(hour) {
            at = meridiem.end
            read.half = meridiem.minutes
        }
        return read
    }

    /// "530pm", and "1930" where the number can only be a time: behind "at", "by" or a day.
    private mutating func digits(isAt: Bool, isFirst: Bool) -> Bool {
        let start = at
        if let token = token(), token.count == 3 || token.count == 4, let number = number(), number % 100 < 60 {
            let (hour, minute) = (number / 100, number % 100)
            if meridiem(at) != nil, isHour(hour) { return half(hour * 60 + minute, hour, 0, minute: minute) }
            // A year to come is a year: "retire by 2030".
            let isBy = spoken.role == .deadline && number < today.year
            if hour < 24, token.count == 4 ? isAt || isBy || !isFirst : !isFirst {
                return half(hour * 60 + minute, token.count == 4 ? 24 : hour, 0, minute: minute)
            }
        }
        at = start
        return false
    }

    /// "17:30", "5pm", "17h30", "9 o’clock", and "9" where a time is expected.
    private mutating func clock(isAt: Bool, isExpected: Bool) -> Bool {
        let start = at
        if let token = token(), let hour = isExpected ? numeral() : number(), token.kind == .word || token.count <= 2,
            hour <= 24, clock(token, hour, isAt: isAt, isExpected: isExpected)
        {
            return true
        }
        at = start
        return false
    }

    private mutating func clock(_ token: DateLine.Token, _ hour: Int, isAt: Bool, isExpected: Bool) -> Bool {
        let written = token.kind == .number && token.count == 2 && hour < 10 ? 24 : hour
        let from = at
        if skip(":", glued: true), let minute = gluedNumber(digits: 2...2) {
            return half(hour * 60 + minute, written, token.count == 2 ? 2 : 1, minute: minute)
        }
        at = from
        // "9.30" may be a price, and a version.
        if skip(".", glued: true), let minute = gluedNumber(digits: 2...2), isExpected || meridiem(at) != nil {
            return half(hour * 60 + minute, written, 1, minute: minute)
        }
        at = from
        if skip(.oClock) { return half(hour * 60, written, 1) }
        // "17h" is a time, as the French write it; "8h" is a duration.
        if let next = self.token(), !next.isSpaced, value(.unitLetter) == DateUnit.hour.rawValue {
            let minute = gluedNumber(digits: 2...2)
            return half(hour * 60 + (minute ?? 0), 24, minute == nil ? 0 : 1, minute: minute ?? 0)
        }
        at = from
        // A number alone, behind a day, ends the line.
        let isLast = isExpected && (self.token().map { $0.kind == .sign } ?? true)
        guard isAt || isAlone || isLast || meridiem(at) != nil || isBeforePart || isBeforeDay(hour) else {
            return false
        }
        return half(hour * 60, written, 0)
    }

    /// "in the morning" follows.
    private var isBeforePart: Bool { `is`(.in) && `is`(.the, 1) && token(2)?.word.kind == .part }

    /// A day follows: "5 tomorrow". A number that belongs to the word before it is not an hour: "chapter 5 tomorrow".
    private func isBeforeDay(_ hour: Int) -> Bool {
        guard isHour(hour), let token = token(), token.isSpaced, tokens[at - 1].kind == .number else { return false }
        let before = at > 1 && tokens[at - 2].kind == .word ? tokens[at - 2].word : .none
        if before.blocks || before.kind == .numbered { return false }
        return token.is(.today) || token.is(.tomorrow) || token.word.kind == .weekday
    }

    /// Sets the clock after a search for "am" or "pm". `hour` is the written hour; above 12 it is in the afternoon.
    private mutating func half(_ total: Int, _ hour: Int, _ clarity: Int, minute: Int = 0) -> Bool {
        guard minute < 60 else { return false }
        if hour == 12, total == 720, named() { return true }
        if let meridiem = meridiem(at) {
            at = meridiem.end
            guard total >= 15, total < 780 else { return false }
            spoken.clock = SpokenTime.Clock(minute: total % 720 + meridiem.minutes)
            add(tokens[at - 1].count == 1 && tokens[at - 2].kind == .number ? 1 : 2)
            return true
        }
        guard total <= 1_440 else { return false }
        spoken.clock = SpokenTime.Clock(minute: total, isAmbiguous: isHour(hour))
        add(clarity)
        return true
    }

    /// "am", "p.m.": the minutes that it adds, and where it ends.
    private func meridiem(_ place: Int) -> (minutes: Int, end: Int)? {
        guard place < tokens.count, tokens[place].kind == .word else { return nil }
        let word = tokens[place].word
        if word.is(.am) { return (0, place + 1) }
        if word.is(.pm) { return (720, place + 1) }
        // "5p" is a time. "5a" may be the number of a flat, unless it follows a day.
        if !tokens[place].isSpaced, tokens[place].count == 1, isBoundary(place + 1) {
            if word.is(.p) { return (720, place + 1) }
            if word.is(.a), parts > 0 { return (0, place + 1) }
        }
        guard word.is(.a) && tokens[place].count == 1 || word.is(.p), place + 2 < tokens.count,
            tokens[place + 1].isSign("."), !tokens[place + 1].isSpaced, !tokens[place + 2].isSpaced,
            tokens[place + 2].word == DateWord(kind: .unitLetter, value: 0)
        else { return nil }
        let end = place + 3
        let isDotted = end < tokens.count && tokens[end].isSign(".") && !tokens[end].isSpaced
        return (word.is(.p) ? 720 : 0, isDotted ? end + 1 : end)
    }
}

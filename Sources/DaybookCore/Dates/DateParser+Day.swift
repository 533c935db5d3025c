extension DateParser {
    /// "friday", "on 25 dec", "the day after tomorrow", "end of next month".
    mutating func day() -> Bool {
        let start = at
        if skip(.on) || skip(.at) {
            // "at" may stand before days that are a stretch of time, such as a weekend. Before other days it begins a
            // time of day.
            let isOn = tokens[start].is(.on)
            if isOn ? namedDay() || date() || period() : period() {
                spoken.clarity += 1
                return true
            }
            at = start
            return false
        }
        return namedDay() || date() || period() || daysFromNow()
    }

    mutating func set(_ date: CivilDate?, _ again: SpokenTime.Day.Again = .never, _ clarity: Int = 2) -> Bool {
        guard let date, date.year <= 9_999 else { return false }
        spoken.day = SpokenTime.Day(date: date, again: again)
        add(clarity)
        return true
    }

    // MARK: - Names

    private mutating func namedDay() -> Bool {
        let start = at
        if skip(.today) { return set(today) }
        if skip(.tomorrow) { return set(today.advanced(days: 1)) }
        if tom() { return set(today.advanced(days: 1), .never, 1) }
        if skip(.tonight) {
            if spoken.part != nil { return false }
            spoken.part = .night
            return set(today)
        }
        if `is`(.this), let word = token(1)?.word, word.kind == .part, spoken.part == nil {
            at += 2
            spoken.part = DayPart(rawValue: word.value)
            return set(today)
        }
        _ = skip(.the)
        if let unit = value(.unit), unit == DateUnit.day.rawValue, skip(.after), skip(.tomorrow) {
            return set(today.advanced(days: 2))
        }
        at = start
        return weekday()
    }

    /// "tom" means tomorrow, and Tom is a person: "call tom". It counts in small letters, behind two or more words, or
    /// in front of a time.
    private mutating func tom() -> Bool {
        guard let token = token(), token.is(.tom), !token.isTitled, !wordBefore.blocks else { return false }
        let isFirst = at == 0 && self.token(1).map { $0.kind == .number || $0.is(.at) } ?? false
        guard isAlone || isFirst || at > 1 || wordBefore.is(.by) else { return false }
        at += 1
        return true
    }

    private mutating func weekday() -> Bool {
        let before = self
        let isNext = skip(.next)
        let isThis = skip(.this)
        if let token = token(), let weekday = value(.weekday) {
            if isNext || !isThis && nextWeek() { return set(inNextWeek(weekday)) }
            // Sun, sat and wed are words of their own.
            let isWord = token.count == 3 && (weekday == 0 || weekday == 3 || weekday == 6)
            let date = today.advanced(days: (weekday - today.weekday + 7) % 7)
            if set(date, .weekly, isThis ? 2 : isWord ? 0 : 1), dateOfWeekday(weekday) { return true }
        }
        self = before
        return false
    }

    /// "wednesday next week"
    private mutating func nextWeek() -> Bool {
        guard `is`(.next), token(1)?.word == DateWord(kind: .unit, value: DateUnit.week.rawValue) else { return false }
        at += 2
        return true
    }

    private func inNextWeek(_ weekday: Int) -> CivilDate {
        nextWeek(from: weekStart).advanced(days: (weekday - weekStart + 7) % 7)
    }

    /// "friday, 25 dec": the date counts, and has to be that weekday.
    private mutating func dateOfWeekday(_ weekday: Int) -> Bool {
        let before = self
        guard separator(), date(), isBoundary(at) else {
            self = before
            return true
        }
        spoken.day?.again = .never
        return spoken.day?.date.weekday == weekday
    }

    // MARK: - Stretches of time

    private mutating func period() -> Bool {
        let start = at
        if let unit = value(.endOf) {
            // The end of a day is a time of day.
            if unit > 0, boundary(DateUnit(rawValue: DateUnit.day.rawValue + unit), isEnd: true, isNext: false) {
                return true
            }
            at = start
            return false
        }
        _ = skip(.the)
        let isEnd = `is`(.end)
        if skip(.end) || skip(.start) {
            _ = skip(.of)
            _ = skip(.the)
            if boundary(isEnd: isEnd) { return true }
        } else if nextPeriod() {
            return true
        }
        at = start
        return false
    }

    /// "next week" is its first day, "next month" its first.
    private mutating func nextPeriod() -> Bool {
        if skip(.this) { return skip(.weekend) && weekend(today, 2) }
        guard skip(.next) else { return skip(.weekend) && weekend(today, 0) }
        if skip(.weekend) { return weekend(nextWeek(from: 1), 2) }
        guard let unit = value(.unit) else { return false }
        switch DateUnit(rawValue: unit) {
        case .week:
            // "next week on wednesday"
            let start = at
            _ = skip(.on)
            if let weekday = value(.weekday), isBoundary(at) { return set(inNextWeek(weekday)) }
            at = start
            return set(nextWeek(from: weekStart))
        case .month: return set(today.inMonth(after: 1, day: 1))
        case .year: return set(CivilDate(year: today.year + 1, month: 1, day: 1))
        default: return false
        }
    }

    /// The end or the start of a day, week, month or year.
    private mutating func boundary(isEnd: Bool) -> Bool {
        let isNext = skip(.next)
        if !isNext, let month = value(.month) {
            let months = (month + 1 - today.month + 12) % 12
            if isEnd { return set(today.lastOfMonth(after: months), .never, 1) }
            return set(today.inMonth(after: months == 0 ? 12 : months, day: 1), .never, 1)
        }
        if isEnd, !isNext, let token = token(), token.count == 4, let year = number() {
            return year >= today.year && set(CivilDate(year: year, month: 12, day: 31), .never, 1)
        }
        return boundary(value(.unit).flatMap { DateUnit(rawValue: $0) }, isEnd: isEnd, isNext: isNext)
    }

    private mutating func boundary(_ unit: DateUnit?, isEnd: Bool, isNext: Bool) -> Bool {
        switch unit {
        case .week:
            if !isNext, !isEnd { return false }
            if !isEnd { return set(nextWeek(from: weekStart), .never, 1) }
            // A working week ends on Friday; on a weekend it ends on Sunday.
            let monday = isNext ? nextWeek(from: 1) : nextWeek(from: 1).advanced(days: -7)
            let friday = monday.advanced(days: 4)
            return set(friday < today ? monday.advanced(days: 6) : friday, .never, 1)
        case .month:
            if isEnd { return set(today.lastOfMonth(after: isNext ? 1 : 0), .never, 1) }
            return isNext && set(today.inMonth(after: 1, day: 1), .never, 1)
        case .year:
            let year = today.year + (isNext ? 1 : 0)
            if isEnd { return set(CivilDate(year: year, month: 12, day: 31), .never, 1) }
            return isNext && set(CivilDate(year: year, month: 1, day: 1), .never, 1)
        default: return false
        }
    }

    /// The Saturday of a week, or what is left of its weekend.
    private mutating func weekend(_ day: CivilDate, _ clarity: Int) -> Bool {
        let saturday = day.weekday == 0 ? day : day.advanced(days: 6 - day.weekday)
        guard set(saturday, .daily, clarity) else { return false }
        spoken.day?.isWeekend = true
        return true
    }

    /// The first day of next week, where weeks begin on a day of the week. Working weeks and weekends follow Monday,
    /// whatever day the person's weeks begin on.
    private func nextWeek(from start: Int) -> CivilDate { today.advanced(days: 7 - (today.weekday - start + 7) % 7) }

    // MARK: - So many days from now

    private mutating func daysFromNow() -> Bool {
        let start = at
        let begins = skip(.in) || plus()
        if let count = count(), let unit = value(.unit) ?? letter(), let unit = DateUnit(rawValue: unit),
            let from = begins || fromNow() ? today : fromDay(), set(from.advanced(count, unit))
        {
            return true
        }
        at = start
        return false
    }

    /// "from friday", behind "a week".
    private mutating func fromDay() -> CivilDate? {
        guard skip(.from) else { return nil }
        return dateAlone { $0.namedDay() || $0.date() }?.date
    }

    /// A day that does not belong to the expression.
    mutating func dateAlone(_ read: (inout DateParser) -> Bool) -> SpokenTime.Day? {
        let outer = self
        spoken = SpokenTime()
        let day = read(&self) && spoken.part == nil ? spoken.day : nil
        spoken = outer.spoken
        parts = outer.parts
        return day
    }
}

extension CivilDate {
    /// The day this many units later; nil for a unit shorter than a day, and when the count exceeds what the calendar
    /// holds.
    fileprivate func advanced(_ count: Int, _ unit: DateUnit) -> CivilDate? {
        switch unit {
        case .minute, .hour: nil
        case .day: advanced(days: count)
        case .week: advanced(days: count * 7)
        case .fortnight: advanced(days: count * 14)
        case .month: advanced(months: count)
        case .year: advanced(months: count * 12)
        }
    }
}

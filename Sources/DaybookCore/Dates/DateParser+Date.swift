extension DateParser {
    /// "25 dec", "dec 25th, 2027", "25/12", "2026-12-25", "the 15th".
    mutating func date() -> Bool {
        let start = at
        _ = skip(.the)
        let isThe = at > start
        if dayAndMonth() || !isThe && (monthAndDay() || numbers()) || countedDay() || dayOfMonth() {
            return true
        }
        at = start
        return false
    }

    /// "25 dec", "25th of december 2027".
    private mutating func dayAndMonth() -> Bool {
        let start = at
        guard let day = number() else { return false }
        _ = suffix()
        _ = skip(.of)
        if let token = token(), token.isSpaced || tokens[at - 1].kind == .number, let month = value(.month) {
            return set(day: day, month: month, token)
        }
        at = start
        return false
    }

    /// "dec 25", "december 25th, 2027", "may the 4th".
    private mutating func monthAndDay() -> Bool {
        let start = at
        if let token = token(), let month = value(.month), self.token()?.isSpaced == true {
            let isThe = skip(.the)
            guard let day = number(), suffix() || !isThe else {
                at = start
                return false
            }
            // "may 5:30" is not a date.
            if self.token()?.isSign(":") != true, set(day: day, month: month, token) { return true }
        }
        at = start
        return false
    }

    /// The year may follow. Words that are more than months ask for the end of the line.
    private mutating func set(day: Int, month: Int, _ name: DateLine.Token) -> Bool {
        let start = at
        _ = skip(",")
        if let token = token(), token.kind == .number, token.isSpaced, token.count == 4 {
            at += 1
            return set(year: token.number, month: month + 1, day: day)
        }
        at = start
        let isWord = month == 4 || month == 2
        return set(month: month + 1, day: day, isWord ? 1 : 2)
    }

    /// "25/12", "25/12/26", "25.12.2026", "25-12-2026", "2026-12-25": the day before the month, or a year of four
    /// digits before both.
    private mutating func numbers() -> Bool {
        let start = at
        guard let token = token(), let first = number() else { return false }
        for sign in ["/", ".", "-"] as [Unicode.Scalar] where skip(sign, glued: true) {
            if let second = gluedNumber(digits: 1...2) {
                if numbers(token, first, sign, second) { return true }
            }
        }
        at = start
        return false
    }

    private mutating func numbers(_ token: DateLine.Token, _ first: Int, _ sign: Unicode.Scalar, _ second: Int) -> Bool
    {
        let middle = at
        if skip(sign, glued: true) {
            if token.count == 4 {
                guard let day = gluedNumber(digits: 1...2) else { return false }
                return set(year: first, month: second, day: day)
            }
            if let year = gluedNumber(digits: 2...4) {
                if year >= 1_000 { return set(year: year, month: second, day: first) }
                return sign == "/" && year < 100 && set(year: 2_000 + year, month: second, day: first)
            }
            // "25.12."
            at = sign == "." ? middle + 1 : middle
        }
        guard token.count <= 2, sign != "-", sign == "/" || at > middle || isAlone else { return false }
        // "1/2" means one half, not a day of February, and "24/7" is not a day of July.
        let isFraction = first <= 12 || first == 24 && second == 7
        return set(month: second, day: first, sign == "/" && !isFraction ? 1 : 0)
    }

    /// "th" right behind its number.
    private mutating func suffix() -> Bool { token()?.isSpaced == false && skip(.suffix) }

    /// "15th", "first"; 0 for the last.
    mutating func ordinal() -> Int? {
        if let ordinal = value(.ordinal) { return ordinal }
        let start = at
        if let day = number(), suffix(), (1...31).contains(day) { return day }
        at = start
        return nil
    }

    /// "3rd thursday" is the next such day. "first monday of december", "last day of next month". Without a month
    /// behind it, "first monday of" belongs to the title.
    private mutating func countedDay() -> Bool {
        let start = at
        let isWord = token()?.kind == .word
        if let ordinal = ordinal(), ordinal <= 5 {
            let weekday = value(.weekday)
            let isDay = weekday == nil && value(.unit) == DateUnit.day.rawValue
            if weekday != nil || isDay {
                let named = monthNamed()
                // A month with a fifth such day may be three months away.
                let last = named ?? (isWord || isDay ? -1 : 3)
                var month = named ?? 0
                while month <= last {
                    if let date = today.inMonth(after: month, ordinal, weekday), date >= today {
                        return set(date, .never, named == nil ? 1 : 2)
                    }
                    month += 1
                }
            }
        }
        at = start
        return false
    }

    /// "the 15th" is the next such day; "15th of next month" is in that month.
    private mutating func dayOfMonth() -> Bool {
        let start = at
        if let day = number(), suffix(), (1...31).contains(day) {
            if let months = ofMonth() {
                if let date = today.inMonth(after: months, day: day), date >= today { return set(date) }
                at = start
                return false
            }
            for months in 0...2 {
                if let date = today.inMonth(after: months, day: day), date >= today {
                    return set(date, .monthly(day), 1)
                }
            }
        }
        at = start
        return false
    }

    /// "of december", "of the month", "next month": how many months from now.
    private mutating func monthNamed() -> Int? {
        if let months = ofMonth() { return months }
        let start = at
        if skip(.of) {
            if skip(.the), value(.unit) == DateUnit.month.rawValue { return 0 }
            at = start + 1
            if let month = value(.month) { return (month + 1 - today.month + 12) % 12 }
        }
        at = start
        return nil
    }

    /// "of next month", "this month": how many months from now.
    private mutating func ofMonth() -> Int? {
        let start = at
        _ = skip(.of)
        let isNext = skip(.next)
        if isNext || skip(.this), value(.unit) == DateUnit.month.rawValue { return isNext ? 1 : 0 }
        at = start
        return nil
    }

    private mutating func set(year: Int, month: Int, day: Int) -> Bool {
        guard let date = CivilDate(year: year, month: month, day: day) else { return false }
        spoken.day = SpokenTime.Day(date: date)
        add(2)
        return true
    }

    /// The next such day; today counts.
    private mutating func set(month: Int, day: Int, _ clarity: Int) -> Bool {
        for year in today.year...today.year + 8 {
            guard let date = CivilDate(year: year, month: month, day: day), date >= today else { continue }
            spoken.day = SpokenTime.Day(date: date, again: .yearly(month: month, day: day))
            add(clarity)
            return true
        }
        return false
    }
}

extension CivilDate {
    /// The nth weekday of the month this many months later, or its nth day; 0 is the last. Nil when
    /// that month has no such day.
    fileprivate func inMonth(after months: Int, _ ordinal: Int, _ weekday: Int?) -> CivilDate? {
        guard let last = lastOfMonth(after: months) else { return nil }
        guard let weekday else { return ordinal == 0 ? last : inMonth(after: months, day: ordinal) }
        if ordinal == 0 { return last.advanced(days: -((last.weekday - weekday + 7) % 7)) }
        guard let first = inMonth(after: months, day: 1) else { return nil }
        return inMonth(after: months, day: 1 + (weekday - first.weekday + 7) % 7 + 7 * (ordinal - 1))
    }
}

extension DateParser {
    /// The parts of a rule while it is read.
    private struct Pattern {
        var unit = DateUnit.day
        var interval = 1
        var weekdays: [RecurrenceRule.Weekday] = []
        var monthDays: [Int] = []
        var months: [Int] = []
        /// Without a time of day the words may mean a duration.
        var needsTime = false

        var rule: RecurrenceRule? {
            let frequency: RecurrenceRule.Frequency
            switch unit {
            case .minute, .hour, .fortnight: return nil
            case .day: frequency = .daily
            case .week: frequency = .weekly
            case .month: frequency = .monthly
            case .year: frequency = .yearly
            }
            return RecurrenceRule(
                frequency,
                interval: interval,
                months: months,
                monthDays: monthDays,
                weekdays: weekdays
            )
        }
    }

    /// "every monday", "every 2 weeks", "every! 3 days", "daily", "mon/wed/fri", with a time, a start and an end. The
    /// time may stand in front.
    mutating func repetition() -> Bool {
        let before = self
        if !timeOfDay(isFirst: true) || !isBoundary(at) || !separator() { self = before }
        if days() { return true }
        self = before
        return false
    }

    private mutating func days() -> Bool {
        var basis = RecurrenceBasis.due
        var pattern = Pattern()
        let isRead: Bool
        if skip(.every) {
            if skip("!", glued: true) { basis = .completion }
            isRead = every(&pattern)
            add(2)
        } else {
            isRead = adverb(&pattern)
        }
        guard isRead, isBoundary(at), exception(&pattern), let rule = pattern.rule?.counting(weeksFrom: weekStart)
        else { return false }
        spoken.repetition = SpokenTime.Repetition(rule: rule, basis: basis)
        while clause() {}
        return !pattern.needsTime && !isCutShort || pattern.needsTime && spoken.minute != nil
    }

    /// "except sunday", behind days of the week. Without a rule for the exception there is no repetition.
    private mutating func exception(_ pattern: inout Pattern) -> Bool {
        guard skip(.except) else { return true }
        _ = skip(.on)
        var all = pattern.weekdays
        if pattern.unit == .day { for day in 0...6 { all.append(RecurrenceRule.Weekday(day)) } }
        var excepted: [RecurrenceRule.Weekday] = []
        if skip(.weekend) {
            excepted = [RecurrenceRule.Weekday(6), RecurrenceRule.Weekday(0)]
        } else if let list = weekdays() {
            excepted = list.days
        }
        let left = all.filter { !excepted.contains($0) }
        guard pattern.interval == 1, pattern.unit == .day || pattern.unit == .week, !excepted.isEmpty, !left.isEmpty,
            left.count < all.count, isBoundary(at)
        else { return false }
        pattern.unit = .week
        pattern.weekdays = left
        return true
    }

    /// An end follows that is a date and was not understood: "until march".
    private var isCutShort: Bool {
        if `is`(.except) { return true }
        guard `is`(.until) || `is`(.starting) || `is`(.from), let next = token(1) else { return false }
        return next.word.kind == .month || next.word.kind == .weekday || next.kind == .number && next.count == 4
    }

    /// Reads the words after "every".
    private mutating func every(_ pattern: inout Pattern) -> Bool {
        let start = at
        if skip(.weekday) {
            pattern.unit = .week
            for day in 1...5 { pattern.weekdays.append(RecurrenceRule.Weekday(day)) }
            return true
        }
        if skip(.weekend) {
            pattern.unit = .week
            pattern.weekdays = [RecurrenceRule.Weekday(6), RecurrenceRule.Weekday(0)]
            return true
        }
        if let part = value(.part) {
            spoken.part = DayPart(rawValue: part)
            return true
        }
        if daysOfMonth(&pattern), ofMonth(&pattern) { return true }
        at = start
        pattern = Pattern()
        if yearly(&pattern) { return true }
        at = start
        pattern = Pattern()
        if skip(.other) {
            pattern.interval = 2
        } else if let ordinal = ordinal() {
            guard ordinal > 1 else { return false }
            pattern.interval = ordinal
        } else if let count = number() ?? value(.number) {
            pattern.interval = count
        }
        if let list = weekdays() {
            pattern.unit = .week
            pattern.weekdays = list.days
            return true
        }
        return unit(&pattern)
    }

    /// "weeks", "fortnight", "quarter", with their days.
    private mutating func unit(_ pattern: inout Pattern) -> Bool {
        if skip(.quarter) {
            pattern.unit = .month
            pattern.interval *= 3
        } else if let unit = value(.unit).flatMap({ DateUnit(rawValue: $0) }) {
            pattern.unit = unit == .fortnight ? .week : unit
            if unit == .fortnight { pattern.interval *= 2 }
        } else {
            return false
        }
        daysOfUnit(&pattern)
        return true
    }

    /// "daily", "on mondays", "weekdays", "at weekends", "mon/wed/fri".
    private mutating func adverb(_ pattern: inout Pattern) -> Bool {
        if let cadence = value(.repeated).flatMap({ DateWord.Cadence(rawValue: $0) }) {
            switch cadence {
            case .daily: pattern.unit = .day
            case .weekly: pattern.unit = .week
            case .monthly: pattern.unit = .month
            case .yearly: pattern.unit = .year
            case .quarterly: (pattern.unit, pattern.interval) = (.month, 3)
            case .fortnightly: (pattern.unit, pattern.interval) = (.week, 2)
            }
            daysOfUnit(&pattern)
            add(1)
            return true
        }
        let start = at
        _ = skip(.on)
        if let list = weekdays(), list.isRepeated {
            pattern.unit = .week
            pattern.weekdays = list.days
            pattern.needsTime = list.needsTime
            add(1)
            return true
        }
        at = start
        let isOn = skip(.on) || skip(.at)
        guard let token = token(), token.kind == .word else { return false }
        // "monday" is one day, "mondays" are all; so are "weekdays" and "weekends".
        let isPlural = (token.is(.weekday) || token.is(.weekend)) && token.count > 7
        guard token.word.kind == .weekdays || isPlural else { return false }
        add(isOn ? 2 : 0)
        return every(&pattern)
    }

    /// "on mon and thu", "on the 15th", "on the last friday", "on 25 dec".
    private mutating func daysOfUnit(_ pattern: inout Pattern) {
        let before = self
        _ = skip(.on)
        switch pattern.unit {
        case .week:
            if let list = weekdays() {
                pattern.weekdays = list.days
                return
            }
        case .month:
            if daysOfMonth(&pattern) { return }
        case .year:
            if yearly(&pattern) { return }
        default: break
        }
        self = before
    }

    /// "the 15th", "1st and 15th", "last day", "first monday".
    private mutating func daysOfMonth(_ pattern: inout Pattern) -> Bool {
        _ = skip(.the)
        var isFirst = true
        while true {
            let start = at
            if !isFirst {
                _ = skip(",")
                if !skip(.and) { _ = skip("&") }
                _ = skip(.the)
            }
            guard let ordinal = ordinal(), add(ordinal, to: &pattern) else {
                at = start
                return !isFirst
            }
            pattern.unit = .month
            isFirst = false
        }
    }

    private mutating func add(_ ordinal: Int, to pattern: inout Pattern) -> Bool {
        let isWord = tokens[at - 1].kind == .word && tokens[at - 1].word.kind == .ordinal
        if ordinal <= 5, let day = value(.weekday) {
            pattern.weekdays.append(RecurrenceRule.Weekday(day, ordinal: ordinal == 0 ? -1 : ordinal))
        } else if ordinal == 0 {
            guard value(.unit) == DateUnit.day.rawValue else { return false }
            pattern.monthDays.append(-1)
        } else {
            // "every second week" names no day of a month, and "every second counts" is not a repetition.
            let next = token()?.word.kind
            if isWord ? !`is`(.of) : next == .weekday || next == .unit && !dayOfTheMonth() { return false }
            pattern.monthDays.append(ordinal)
        }
        return true
    }

    /// "3rd day of the month": the cursor moves behind "day".
    private mutating func dayOfTheMonth() -> Bool {
        guard token()?.word.value == DateUnit.day.rawValue, `is`(.of, 1) else { return false }
        at += 1
        return true
    }

    /// "of the month" behind its day; "of november" makes it a day of a year.
    private mutating func ofMonth(_ pattern: inout Pattern) -> Bool {
        let start = at
        if skip(.of) {
            if let month = value(.month) {
                pattern.unit = .year
                pattern.months = [month + 1]
                return true
            }
            if !skip(.the) { _ = skip(.every) }
            if value(.unit) == DateUnit.month.rawValue { return true }
        }
        at = start
        // A day of one month is a day of a year.
        return token()?.word.kind != .month && !`is`(.of)
    }

    /// "25 dec", "jan 14 and apr 14". A rule can name one day in several months, but not several days.
    private mutating func yearly(_ pattern: inout Pattern) -> Bool {
        while true {
            let start = at
            let isFirst = pattern.months.isEmpty
            if !isFirst, !skip(","), !skip(.and), !skip("&") { return true }
            guard let day = dateAlone({ $0.date() }), case .yearly(let month, let number) = day.again else {
                at = start
                return !isFirst
            }
            if !isFirst, pattern.monthDays != [number] { return false }
            pattern.unit = .year
            pattern.months.append(month)
            pattern.monthDays = [number]
        }
    }

    // MARK: - Clauses

    /// A time of day, a first day or an end.
    private mutating func clause() -> Bool {
        let before = self
        if separator() {
            let start = self
            if timeOfDay(isFirst: false), isBoundary(at) { return true }
            self = start
            if begin() || end(), isBoundary(at) { return true }
        }
        self = before
        return false
    }

    private mutating func begin() -> Bool {
        guard spoken.repetition?.start == nil, skip(.starting) || skip(.from) else { return false }
        _ = skip(.from)
        guard let day = dateAlone({ $0.day() }) else { return false }
        spoken.repetition?.start = day.date
        return true
    }

    private mutating func end() -> Bool {
        guard let repetition = spoken.repetition, repetition.rule.end == .never else { return false }
        if skip(.until) {
            // A repetition that ends with a year that is to come ends before it.
            if let token = token(), token.count == 4, token.number > today.year, let year = number() {
                return CivilDate(year: year - 1, month: 12, day: 31).map { set(.until($0)) } ?? false
            }
            return dateAlone { $0.day() }.map { set(.until($0.date)) } ?? false
        }
        guard skip(.for), let count = count() else { return false }
        if skip(.times) { return set(.count(count)) }
        let start = repetition.start ?? today
        switch value(.unit).flatMap({ DateUnit(rawValue: $0) }) {
        case .day: return set(.until(start.advanced(days: count - 1)))
        case .week: return set(.until(start.advanced(days: count * 7 - 1)))
        case .month: return start.advanced(months: count).map { set(.until($0.advanced(days: -1))) } ?? false
        case .year: return start.advanced(months: count * 12).map { set(.until($0.advanced(days: -1))) } ?? false
        default: return false
        }
    }

    private mutating func set(_ end: RecurrenceRule.End) -> Bool {
        guard let rule = spoken.repetition?.rule.ending(end) else { return false }
        spoken.repetition?.rule = rule
        return true
    }
}

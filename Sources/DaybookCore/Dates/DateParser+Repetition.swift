extension DateParser {
    /// The parts of a rule while it is read.
    private struct Pattern {
        var unit = DateUnit.day
        var interval = 1
        var weekdays: [RecurrenceRule.Weekday] = []
        var monthDays: [Int] = []
        var month: Int?

        var rule: RecurrenceRule? {
            let frequency: RecurrenceRule.Frequency
            switch unit {
            case .minute, .hour: return nil
            case .day: frequency = .daily
            case .week: frequency = .weekly
            case .month: frequency = .monthly
            case .year: frequency = .yearly
            }
            var months: [Int] = []
            if let month { months.append(month) }
            return RecurrenceRule(
                frequency,
                interval: interval,
                months: months,
                monthDays: monthDays,
                weekdays: weekdays
            )
        }
    }

    /// "every monday", "every 2 weeks", "every! 3 days", "daily", with a time, a start and an end.
    mutating func repetition() -> Bool {
        let before = self
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
        guard isRead, isBoundary(at), let rule = pattern.rule else {
            self = before
            return false
        }
        spoken.repetition = SpokenTime.Repetition(rule: rule, basis: basis)
        while clause() {}
        return true
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
        if skip(.other) {
            pattern.interval = 2
        } else if let count = number() ?? value(.number) {
            pattern.interval = count
        } else if let ordinal = ordinal(), ordinal > 1 {
            pattern.interval = ordinal
        }
        if let days = weekdays() {
            pattern.unit = .week
            pattern.weekdays = days
            return true
        }
        guard let unit = value(.unit).flatMap({ DateUnit(rawValue: $0) }) else { return false }
        pattern.unit = unit
        daysOfUnit(&pattern)
        return true
    }

    /// "daily", "on mondays", "weekdays", "at weekends".
    private mutating func adverb(_ pattern: inout Pattern) -> Bool {
        if let unit = value(.repeated).flatMap({ DateUnit(rawValue: $0 + DateUnit.day.rawValue) }) {
            pattern.unit = unit
            daysOfUnit(&pattern)
            add(1)
            return true
        }
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
            if let days = weekdays() {
                pattern.weekdays = days
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

    /// "mon, wed and fri".
    private mutating func weekdays() -> [RecurrenceRule.Weekday]? {
        var days: [RecurrenceRule.Weekday] = []
        while true {
            let start = at
            if !days.isEmpty {
                _ = skip(",")
                if !skip(.and) { _ = skip("&") }
            }
            guard let day = value(.weekday) ?? value(.weekdays) else {
                at = start
                return days.isEmpty ? nil : days
            }
            days.append(RecurrenceRule.Weekday(day))
        }
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
            // "every second week" is not of a month, and "every second counts" is none of ours.
            if isWord ? !`is`(.of) : token()?.word.kind == .unit { return false }
            pattern.monthDays.append(ordinal)
        }
        return true
    }

    /// "of the month" behind its day. Without it "every second monday" is every other one.
    private mutating func ofMonth(_ pattern: inout Pattern) -> Bool {
        let start = at
        if skip(.of) {
            if !skip(.the) { _ = skip(.every) }
            if value(.unit) == DateUnit.month.rawValue { return true }
        }
        at = start
        if pattern.monthDays.isEmpty, pattern.weekdays.count == 1, pattern.weekdays[0].ordinal == 2 {
            pattern.unit = .week
            pattern.interval = 2
            pattern.weekdays = [RecurrenceRule.Weekday(pattern.weekdays[0].day)]
        }
        // A day of one month is a day of a year.
        return token()?.word.kind != .month && !`is`(.of)
    }

    /// "15th", "first"; 0 for the last.
    private mutating func ordinal() -> Int? {
        if let ordinal = value(.ordinal) { return ordinal }
        let start = at
        if let day = number(), token()?.isSpaced == false, skip(.suffix), (1...31).contains(day) { return day }
        at = start
        return nil
    }

    /// "25 dec".
    private mutating func yearly(_ pattern: inout Pattern) -> Bool {
        guard let day = dateAlone(), case .yearly(let month, let number) = day.again else { return false }
        pattern.unit = .year
        pattern.month = month
        pattern.monthDays = [number]
        return true
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
        guard let day = dateAlone() else { return false }
        spoken.repetition?.start = day.date
        return true
    }

    private mutating func end() -> Bool {
        guard let repetition = spoken.repetition, repetition.rule.end == .never else { return false }
        if skip(.until) {
            guard let day = dateAlone() else { return false }
            return set(.until(day.date))
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

    /// A day that is not the expression's own.
    private mutating func dateAlone() -> SpokenTime.Day? {
        let outer = self
        spoken = SpokenTime()
        let day = day() ? spoken.day : nil
        spoken = outer.spoken
        return day
    }
}

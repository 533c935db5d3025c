/// Finds times in a line that has been taken apart.
///
/// Each function reads from `at` and moves it behind the tokens that it read. A function that reads nothing does not
/// move it.
struct DateParser {
    let tokens: [DateLine.Token]
    let now: Instant
    let today: CivilDate
    /// The day with which the person's weeks begin, 0 for Sunday.
    let weekStart: Int
    /// The whole text is a time, as in a field for a time. Words count there that would not count in a sentence.
    var isAlone: Bool
    var at = 0
    /// The parts of the expression that were read so far.
    var spoken = SpokenTime()
    /// Parts that the expression has.
    var parts = 0
    /// The half of the day that the line's subject suggests: "dinner at 7" is in the evening.
    private let half: DayPart?

    init(_ line: DateLine, now: Instant, zone: TimeZone, isAlone: Bool) {
        tokens = line.tokens
        self.now = now
        today = zone.date(at: now)
        weekStart = zone.habits.weekStart
        self.isAlone = isAlone
        let event = tokens.first { $0.kind == .word && $0.word.kind == .event }
        half = event.map { $0.word.value == 0 ? .morning : .evening }
    }

    // MARK: - Tokens, looked at from so many places that copies of these would be most of the code

    /// The token this many places ahead of the cursor.
    @inline(never)
    func token(_ ahead: Int = 0) -> DateLine.Token? {
        at + ahead < tokens.count ? tokens[at + ahead] : nil
    }

    @inline(never)
    func `is`(_ keyword: DateWord.Keyword, _ ahead: Int = 0) -> Bool { token(ahead)?.is(keyword) ?? false }

    @inline(never)
    mutating func skip(_ keyword: DateWord.Keyword) -> Bool {
        guard `is`(keyword) else { return false }
        at += 1
        return true
    }

    /// The value of a word of this kind.
    @inline(never)
    mutating func value(_ kind: DateWord.Kind) -> Int? {
        guard let token = token(), token.kind == .word, token.word.kind == kind else { return nil }
        at += 1
        return token.word.value
    }

    /// A sign, with a space in front or without.
    @inline(never)
    mutating func skip(_ sign: Unicode.Scalar, glued: Bool = false) -> Bool {
        guard let token = token(), token.isSign(sign), !glued || !token.isSpaced else { return false }
        at += 1
        return true
    }

    /// A number with nothing in front of it since the token before.
    mutating func gluedNumber(digits: ClosedRange<Int>) -> Int? {
        guard let token = token(), token.kind == .number, !token.isSpaced, digits.contains(token.count) else {
            return nil
        }
        at += 1
        return token.number
    }

    @inline(never)
    mutating func number() -> Int? {
        guard let token = token(), token.kind == .number else { return nil }
        at += 1
        return token.number
    }

    /// The token before the cursor, if it is a word.
    var wordBefore: DateWord { at > 0 && tokens[at - 1].kind == .word ? tokens[at - 1].word : .none }

    /// Whether nothing but a space, a closing sign or the end follows, so that the word before is whole.
    func isBoundary(_ place: Int) -> Bool {
        var place = place
        while place < tokens.count, !tokens[place].isSpaced {
            guard tokens[place].kind == .sign else { return false }
            switch Unicode.Scalar(UInt8(tokens[place].number)) {
            case ",", ".", ";", ":", "!", "?", ")", "]", "}": place += 1
            default: return false
            }
        }
        return true
    }

    /// Adds a part to the expression. With more parts it is more certain that a time was meant.
    @inline(never)
    mutating func add(_ clarity: Int) {
        spoken.clarity += clarity + (parts > 0 ? 1 : 0)
        parts += 1
    }

    // MARK: - Expressions

    /// The time that begins at a token; nil when no time begins there. `at` is behind it.
    mutating func expression(from start: Int) -> SpokenTime? {
        at = start
        spoken = SpokenTime()
        parts = 0
        role()
        let isPrefixed = at > start
        if isPrefixed, tokens[start].is(.before) { return before() ? spoken : nil }
        guard elapsed() || repetition() || dayAndTime(), isBoundary(at) else { return nil }
        // "Paris by night" has no deadline.
        let isNight = spoken.part == .night && spoken.day == nil && spoken.clock == nil
        if isPrefixed, !isNight { spoken.clarity += 1 }
        inItsHalf()
        return spoken
    }

    /// Reads the words after "before": "before friday" is Thursday, "before 5pm" is 17:00. They are less clear than
    /// "by": "before friday lunch".
    private mutating func before() -> Bool {
        let isEnd = `is`(.end) || `is`(.the) && `is`(.end, 1)
        guard dayAndTime(), isBoundary(at) else { return false }
        spoken.clarity = 1
        inItsHalf()
        guard let day = spoken.day, spoken.minute == nil, !isEnd else { return true }
        // The weekend may have begun: on Sunday it is two days since Friday.
        let days = day.isWeekend && day.date.weekday == 0 ? 2 : 1
        spoken.day = SpokenTime.Day(date: day.date.advanced(days: -days), again: day.isDate ? .never : .weekly)
        return true
    }

    /// Takes the half of the day from the subject of the line, when the hour leaves it open.
    private mutating func inItsHalf() {
        guard let half, let clock = spoken.clock, clock.isAmbiguous, spoken.part == nil else { return }
        if half == .morning || (7 * 60..<11 * 60).contains(clock.minute) { spoken.part = half }
    }

    /// "by", "due", "before", "remind me", "!".
    private mutating func role() {
        if skip(.due) {
            spoken.role = .deadline
            if !skip(.by), !skip(.at) { _ = skip(.on) }
            _ = skip(":")
        } else if skip(.by) || skip(.before) {
            spoken.role = .deadline
        } else if skip(.remind) {
            spoken.role = .reminder
            _ = skip(.me)
            _ = skip(":")
        } else if let sign = token(), sign.isSign("!"), sign.isSpaced, let next = token(1), !next.isSpaced {
            at += 1
            spoken.role = .reminder
        }
    }

    /// A day, a time of day, or both in either order.
    private mutating func dayAndTime() -> Bool {
        var found = false
        while true {
            let before = self
            if found, !separator() { break }
            let start = self
            if spoken.day == nil, day(), isBoundary(at) {
                found = true
                continue
            }
            self = start
            if timeOfDay(isFirst: !found), isBoundary(at) {
                found = true
                continue
            }
            self = start
            // "friday by 5pm"
            if found, spoken.role == nil, spoken.minute == nil, skip(.by), timeOfDay(isFirst: false), isBoundary(at) {
                spoken.role = .deadline
                continue
            }
            self = before
            break
        }
        return found
    }

    /// A space between two parts, and a comma perhaps.
    mutating func separator() -> Bool {
        _ = skip(",")
        return token()?.isSpaced == true
    }

    // MARK: - So long from now

    /// "in 2 hours", "in an hour and a half", "+1h 30m", "90 min from now".
    private mutating func elapsed() -> Bool {
        let start = at
        let begins = skip(.in) || plus()
        guard let minutes = duration(), minutes > 0, begins || fromNow() else {
            at = start
            return false
        }
        spoken.elapsed = minutes
        add(2)
        return true
    }

    /// "+" in front of its number.
    mutating func plus() -> Bool {
        guard let sign = token(), sign.isSign("+"), sign.isSpaced, token(1)?.isSpaced == false else { return false }
        at += 1
        return true
    }

    /// "from now", "from today".
    mutating func fromNow() -> Bool {
        guard `is`(.from), `is`(.now, 1) || `is`(.today, 1) else { return false }
        at += 2
        return true
    }

    /// Hours and minutes, in minutes.
    private mutating func duration() -> Int64? {
        var minutes: Int64 = 0
        var found = false
        while true {
            let start = at
            if found { _ = skip(.and) }
            guard let more = amount() else {
                at = start
                return found ? minutes : nil
            }
            minutes += more
            found = true
        }
    }

    private mutating func amount() -> Int64? {
        let start = at
        if skip(.half) {
            _ = skip(.a)
            if let unit = value(.unit), unit == DateUnit.hour.rawValue { return 30 }
        } else if let tenths = tenths() {
            let unit = value(.unit) ?? letter()
            if unit == DateUnit.minute.rawValue, tenths % 10 == 0 { return Int64(tenths / 10) }
            if unit == DateUnit.hour.rawValue {
                guard `is`(.and), `is`(.a, 1), `is`(.half, 2) else { return Int64(tenths) * 6 }
                at += 3
                return Int64(tenths) * 6 + 30
            }
        }
        at = start
        return nil
    }

    /// A number of tenths: "2", "1.5", "an", "three".
    private mutating func tenths() -> Int? {
        guard let whole = count() else { return nil }
        let start = at
        if tokens[at - 1].kind == .number, skip(".", glued: true), let tenth = gluedNumber(digits: 1...1) {
            return whole * 10 + tenth
        }
        at = start
        return whole * 10
    }

    /// A number in digits or letters, "a" for one.
    mutating func count() -> Int? {
        if skip(.a) { return 1 }
        return number() ?? value(.number)
    }

    /// "h" right behind its number, or behind a space as in "2 h".
    mutating func letter() -> Int? { value(.unitLetter) }
}

/// Reads a line that adds a to-do: `Pay rent tomorrow 9am #home`.
///
/// A time is a reminder, or a deadline behind "by" or "due" and in braces; `#` begins a tag; "every" begins a
/// repetition. Of two times for the same field the last counts, and the other stays in the title. A word with another
/// common meaning counts only where that meaning is unlikely ("sun", "may", "9"), or at the end of the line ("monday",
/// "at 9"). A time that cannot be right stays in the title as a whole.
public struct QuickAddReader: Sendable {
    private let rules: Rules
    private let now: Instant
    private let zone: TimeZone

    /// A reader for a person's time zone.
    public init(rules: Rules, now: Instant, zone: TimeZone) {
        self.rules = rules
        self.now = now
        self.zone = zone
    }

    /// Reads a line. Text in quotes and text in `plain` belongs to the title.
    public func read(_ line: String, plain: [TextSpan] = []) -> QuickAdd {
        read(DateLine(line, plain: plain), isAlone: false)
    }

    /// Reads words about to-dos that exist. The words that are not understood are the title, which is empty when all
    /// are understood. Words count as in a field for a time.
    func readAlone(_ words: String) -> QuickAdd { read(DateLine(words), isAlone: true) }

    private func read(_ line: DateLine, isAlone: Bool) -> QuickAdd {
        var work = QuickAddWork(line, isAlone: isAlone, rules: rules, now: now, zone: zone)
        work.findTags()
        work.findTimes()
        return work.result()
    }
}

/// The reading of one line.
private struct QuickAddWork {
    private let line: DateLine
    /// The words contain no title.
    private let isAlone: Bool
    private let rules: Rules
    private let now: Instant
    private let zone: TimeZone
    private var tags: [String] = []
    /// The recognised pieces, first to last.
    private var found: [Found] = []

    /// A run of tokens with a meaning.
    private struct Found {
        var kind: QuickAdd.Span.Kind
        var start: Int
        var end: Int
        var spoken = SpokenTime()
        var when: When?
        var isTaken = false
        /// One of several times, of which no reminder can be made.
        var isText = false
    }

    init(_ line: DateLine, isAlone: Bool, rules: Rules, now: Instant, zone: TimeZone) {
        self.line = line
        self.isAlone = isAlone
        self.rules = rules
        self.now = now
        self.zone = zone
    }

    private var tokens: [DateLine.Token] { line.tokens }

    // MARK: - Tags (T3)

    mutating func findTags() {
        var at = 0
        while at < tokens.count {
            defer { at += 1 }
            guard tokens[at].isSign("#"), tokens[at].isSpaced else { continue }
            var end = at + 1
            while end < tokens.count, !tokens[end].isSpaced, !isClosing(line.bytes[tokens[end].start]) { end += 1 }
            guard end > at + 1, let tag = tag(at + 1, end) else { continue }
            tags.append(tag)
            found.append(Found(kind: .tag, start: at, end: end, isTaken: true))
            at = end - 1
        }
    }

    /// A character that ends the words before it.
    private func isClosing(_ byte: UInt8) -> Bool {
        switch Unicode.Scalar(byte) {
        case ",", ";", ":", "!", "?", ")", "]", "}", ".": return true
        default: return false
        }
    }

    /// The tag between two tokens; nil when a rule does not allow the tag. "#1" is a number.
    private func tag(_ start: Int, _ end: Int) -> String? {
        var isNumber = true
        for token in tokens[start..<end] {
            if token.isMasked { return nil }
            if token.kind != .number { isNumber = false }
        }
        if isNumber { return nil }
        let bytes = line.bytes[tokens[start].start..<tokens[end - 1].end]
        let tag = String(utf8: bytes)
        // A combining mark behind the sign makes one character of both, as in the keycap of a phone. Some signs include
        // the space behind them.
        if ("#" + tag + " ").count != tag.count + 2 { return nil }
        return rules.tagViolations(tags + [tag]).isEmpty ? tag : nil
    }

    // MARK: - Times

    mutating func findTimes() {
        var parser = DateParser(line, now: now, zone: zone, isAlone: isAlone)
        var at = 0
        while at < tokens.count {
            let place = found.firstIndex { $0.start >= at } ?? found.count
            if place < found.count, found[place].start == at {
                at = found[place].end
            } else if let end = time(at, &parser, place) {
                at = end
            } else {
                at += 1
            }
        }
        choose()
    }

    /// Reads the time that begins at a token, and keeps it unless it belongs to the title. Returns the token behind it;
    /// nil when no time begins there.
    private mutating func time(_ at: Int, _ parser: inout DateParser, _ place: Int) -> Int? {
        let token = tokens[at]
        if token.isSign("{") { return braced(at, &parser, place) }
        guard token.kind != .other, token.isSpaced || at > 0 && opens(at - 1) else { return nil }
        parser.isAlone = isAlone
        guard var spoken = parser.expression(from: at) else { return nil }
        var time = Found(kind: .reminder, start: at, end: parser.at)
        // "Watch Tomorrow Never Dies"
        if at > 0, time.end < tokens.count, tokens[time.end - 1].isTitled, tokens[time.end].isTitled {
            spoken.clarity = min(spoken.clarity, 1)
        }
        if spoken.clarity < 1, !isAlone { return nil }
        time.isText = isRange(at, spoken, place)
        if !time.isText, isBlocked(at) { return time.end }
        if at > 0, time.end < tokens.count, tokens[at - 1].isSign("("), tokens[at - 1].isSpaced,
            tokens[time.end].isSign(")"), parser.isBoundary(time.end)
        {
            time.start -= 1
            time.end += 1
        }
        return insert(time, spoken, place)
    }

    /// Todoist's deadline: `{friday}`.
    private mutating func braced(_ at: Int, _ parser: inout DateParser, _ place: Int) -> Int? {
        parser.isAlone = true
        guard tokens[at].isSpaced, var spoken = parser.expression(from: at + 1), parser.skip("}"),
            parser.isBoundary(parser.at)
        else { return nil }
        spoken.role = .deadline
        spoken.clarity = 2
        return insert(Found(kind: .deadline, start: at, end: parser.at), spoken, place)
    }

    /// A time that cannot come again stays text, all of it.
    private mutating func insert(_ time: Found, _ spoken: SpokenTime, _ place: Int) -> Int {
        guard let when = spoken.resolved(for: spoken.role ?? .reminder, now: now, zone: zone) else { return time.end }
        var time = time
        time.when = when
        time.spoken = spoken
        time.kind = spoken.repetition != nil ? .repetition : spoken.role == .deadline ? .deadline : .reminder
        found.insert(time, at: place)
        return time.end
    }

    /// An opening sign is as good as a space.
    private func opens(_ place: Int) -> Bool {
        tokens[place].isSpaced && (tokens[place].isSign("(") || tokens[place].isSign("["))
    }

    /// Whether the words before make the time a part of the title: "move it to friday", "last friday", "friday 31
    /// june".
    private func isBlocked(_ at: Int) -> Bool {
        if isNoDate(at) { return true }
        guard at > 0, tokens[at - 1].kind == .word else { return false }
        let word = tokens[at - 1].word
        let isWeekday = tokens[at].word.kind == .weekday
        return word.blocks || word.kind == .ordinal
            || word.kind == .weekday && (tokens[at].kind == .number || isWeekday)
            || word.is(.suffix) && isWeekday
    }

    /// Whether a day that does not exist is in front of a time: "31 june 9am". A day that exists would belong to the time.
    private func isNoDate(_ at: Int) -> Bool {
        guard at > 1 else { return false }
        func isDay(_ token: DateLine.Token) -> Bool { token.kind == .number && token.count <= 2 && token.number > 28 }
        func isMonth(_ token: DateLine.Token) -> Bool { token.kind == .word && token.word.kind == .month }
        let (first, second) = (tokens[at - 2], tokens[at - 1])
        return isDay(first) && isMonth(second) || isMonth(first) && isDay(second)
    }

    /// "9am - 5pm", "8am and 8pm", "friday or saturday", "friday in 2 weeks": such times set no reminder.
    private mutating func isRange(_ at: Int, _ spoken: SpokenTime, _ place: Int) -> Bool {
        guard place > 0, found[place - 1].kind != .tag, found[place - 1].spoken.role == spoken.role else {
            return false
        }
        let before = found[place - 1].spoken
        let isSameSort = before.isDay == spoken.isDay
        let isRange =
            switch at - found[place - 1].end {
            case 0: isSameSort && before.repetition == nil && spoken.repetition == nil
            case 1: joins(tokens[at - 1]) && (isSameSort || before.repetition != nil)
            default: false
            }
        if isRange { found[place - 1].isText = true }
        return isRange
    }

    /// Whether a character or a word joins the times before and after it.
    private func joins(_ token: DateLine.Token) -> Bool {
        // A long dash has three bytes.
        token.isSign("-") || token.kind == .other && token.count == 3 || token.isSign("&") || token.isSign(",")
            || token.is(.and) || token.is(.to) || token.is(.or)
    }

    // MARK: - Choosing

    /// The last time for each field counts. A less certain time must stand at the end of the line.
    private mutating func choose() {
        var tail = tokens.count
        var repetition: Int?
        var reminder: Int?
        var deadline: Int?
        for index in found.indices.reversed() {
            while tail > found[index].end, tokens[tail - 1].kind == .sign { tail -= 1 }
            let isLast = tail == found[index].end
            let kind = found[index].kind
            let isFree =
                switch kind {
                case .tag: true
                case .reminder: reminder == nil
                case .deadline: deadline == nil
                case .repetition: repetition == nil
                }
            if kind != .tag, !isFree || found[index].isText || found[index].spoken.clarity < 2 && !isLast { continue }
            found[index].isTaken = true
            if isLast { tail = found[index].start }
            switch kind {
            case .tag: break
            case .reminder: reminder = index
            case .deadline: deadline = index
            case .repetition: repetition = index
            }
        }
        if let reminder { join(reminder) }
        if let repetition { begin(found[repetition], reminder) }
    }

    /// A day in one place and a time of day in another are one reminder: "Friday dentist 9am".
    private mutating func join(_ reminder: Int) {
        let spoken = found[reminder].spoken
        guard spoken.elapsed == nil, (spoken.day == nil) != (spoken.minute == nil) else { return }
        for index in found.indices.reversed()
        where !found[index].isTaken && !found[index].isText && found[index].kind == .reminder {
            let other = found[index].spoken
            guard other.elapsed == nil, (other.day == nil) == (spoken.day != nil),
                other.minute == nil || spoken.minute == nil
            else { continue }
            var both = spoken
            both.day = spoken.day ?? other.day
            both.clock = spoken.clock ?? other.clock
            both.part = spoken.part ?? other.part
            guard let when = both.resolved(for: .reminder, now: now, zone: zone) else { continue }
            found[reminder].spoken = both
            found[reminder].when = when
            found[index].when = when
            found[index].isTaken = true
            return
        }
    }

    /// A time beside a repetition is the time of its days, or the moment at which they begin.
    private mutating func begin(_ repetition: Found, _ reminder: Int?) {
        guard let reminder, repetition.spoken.minute == nil, found[reminder].spoken.day == nil,
            found[reminder].spoken.elapsed == nil
        else { return }
        var spoken = repetition.spoken
        spoken.clock = found[reminder].spoken.clock
        spoken.part = found[reminder].spoken.part
        if let when = spoken.resolved(for: .reminder, now: now, zone: zone) { found[reminder].when = when }
    }

    // MARK: - The result

    mutating func result() -> QuickAdd {
        var title = isAlone && isAllTaken ? "" : title()
        if title.isEmpty, !isAlone {
            // A line that is only "Tomorrow" is a title.
            for index in found.indices where found[index].kind != .tag { found[index].isTaken = false }
            title = self.title()
        }
        if title.isEmpty, !isAlone {
            for index in found.indices { found[index].isTaken = false }
            tags = []
            title = self.title()
        }
        var read = QuickAdd()
        read.title = title
        read.tags = tags
        for item in found where item.isTaken {
            read.spans.append(QuickAdd.Span(kind: item.kind, place: place(item)))
            switch item.kind {
            case .tag: break
            case .reminder: read.reminder = item.when
            case .deadline: read.deadline = item.when
            case .repetition:
                guard let repetition = item.spoken.repetition else { break }
                read.repetition = Repetition(repetition.rule, from: repetition.basis)
            }
        }
        if let item = found.first(where: { $0.isTaken && $0.kind == .repetition }) { begin(item, in: &read) }
        return read
    }

    /// Whether nothing but signs stands beside the understood words.
    private var isAllTaken: Bool {
        var at = 0
        for item in found where item.isTaken {
            for token in tokens[at..<item.start] where token.kind != .sign { return false }
            at = item.end
        }
        for token in tokens[at...] where token.kind != .sign { return false }
        return true
    }

    /// The first day of a repetition is the reminder, unless one was given.
    private func begin(_ item: Found, in read: inout QuickAdd) {
        if item.spoken.role == .deadline {
            if read.deadline == nil { read.deadline = item.when }
        } else if read.reminder == nil {
            read.reminder = item.when
        }
    }

    private func place(_ item: Found) -> TextSpan {
        let last = tokens[item.end - 1]
        return TextSpan(start: tokens[item.start].unit, end: last.unit + last.units)
    }

    /// The line without the understood words, with one space in place of each of them.
    private func title() -> String {
        var title: [UInt8] = []
        var from = 0
        for item in found where item.isTaken {
            append(from, tokens[item.start].start, to: &title)
            from = tokens[item.end - 1].end
        }
        append(from, line.bytes.count, to: &title)
        if from > 0 { trimEnd(&title) }
        return Text.trimmed(String(utf8: title))
    }

    private func append(_ start: Int, _ end: Int, to title: inout [UInt8]) {
        var start = start
        if start > 0 {
            while start < end, line.bytes[start] == 0x20 { start += 1 }
            while title.last == 0x20 { title.removeLast() }
            // A comma stays with the word before it.
            if start < end, !title.isEmpty, !isClosing(line.bytes[start]) { title.append(0x20) }
        }
        title.append(contentsOf: line.bytes[start..<end])
    }

    /// Removes spaces and punctuation at the end, which led to the removed words.
    private func trimEnd(_ title: inout [UInt8]) {
        while let last = title.last, last == 0x20 || last == 0x2C || last == 0x3B || last == 0x3A || last == 0x2D {
            title.removeLast()
        }
    }
}

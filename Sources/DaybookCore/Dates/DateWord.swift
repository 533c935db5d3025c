/// A word about time: its kind, and which word of its kind.
struct DateWord: Equatable {
    var kind: Kind
    var value: Int

    enum Kind: UInt8 {
        /// Any other word.
        case none
        /// 0 for Sunday to 6.
        case weekday
        /// "mondays", as above.
        case weekdays
        /// 0 for January to 11.
        case month
        /// The raw value of a ``DateUnit``.
        case unit
        /// "h" behind a number, as ``DateUnit``.
        case unitLetter
        /// A number in letters.
        case number
        /// 0 for the last, then the first to the fifth.
        case ordinal
        /// The raw value of a ``DayPart``.
        case part
        /// "daily": the raw value of a ``Cadence``.
        case repeated
        /// "eod", as ``DateUnit`` from the day on.
        case endOf
        /// "breakfast" and "dinner": 0 for what people do in the morning, 1 for the evening.
        case event
        /// A number behind it is its own: "chapter 5".
        case numbered
        /// After words such as "the" and "to" a day belongs to the title: "move it to friday".
        case blocker
        /// The raw value of a ``Keyword``.
        case keyword
    }

    enum Keyword: Int {
        case today, tonight, tomorrow, after, `in`, at, on, by, due, remind, me, next, this, weekend, weekday, every
        case other, of, the, end, start, half, quarter, a, and, past, to, from, now, am, pm, p, oClock, until, starting
        case `for`, suffix, times, noon, midnight, before, except, through, or, tom
    }

    /// A repetition in one word.
    enum Cadence: Int {
        case daily, weekly, monthly, yearly, quarterly, fortnightly
    }

    static var none: DateWord { DateWord(kind: .none, value: 0) }

    func `is`(_ keyword: Keyword) -> Bool { kind == .keyword && value == keyword.rawValue }

    /// Whether a day after the word belongs to the title.
    var blocks: Bool {
        if kind == .blocker { return true }
        guard kind == .keyword, let keyword = Keyword(rawValue: value) else { return false }
        switch keyword {
        case .after, .of, .the, .a, .and, .to, .from, .until, .for, .past, .at, .every, .before, .except, .through, .or:
            return true
        default: return false
        }
    }

    // MARK: - The table

    /// The words of a kind: values one after another between bars, spellings of one between spaces.
    private static var table: [(Kind, StaticString)] {
        [
            (
                .weekday,
                "sunday sun|monday mon|tuesday tue tues|wednesday wed weds|thursday thu thur thurs|friday fri|saturday sat"
            ),
            (.weekdays, "sundays|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays"),
            (
                .month,
                """
                january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept|\
                october oct|november nov|december dec
                """
            ),
            (
                .unit,
                """
                minute minutes min mins|hour hours hr hrs|day days|week weeks|month months|year years|fortnight fortnights
                """
            ),
            (.unitLetter, "m|h|d|w"),
            (.number, "zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"),
            (.ordinal, "last|first|second|third|fourth|fifth"),
            (.part, "morning|afternoon|evening|night"),
            (.repeated, "daily|weekly|monthly|yearly annually|quarterly|fortnightly biweekly"),
            (.endOf, "eod|eow|eom|eoy"),
            (.event, "breakfast|dinner supper drinks party movie cinema concert theatre theater"),
            (
                .numbered,
                """
                chapter chapters page pages part episode season volume lesson unit exercise step level stage round number \
                no nr room gate platform floor flat house line bus tram route item issue ticket invoice order task \
                version windows top buy get need add take
                """
            ),
            (.blocker, "my our your his her their since till than about like vs not never with"),
            (
                .keyword,
                """
                today|tonight|tomorrow tmr tmrw tmw|after|in|at|on|by|due deadline|remind reminder|me|next|\
                this coming|weekend weekends|weekday weekdays workday workdays|every each ev|other|of|the|end|start beginning|\
                half|quarter|a an|and|past|to|from|now|am|pm|p|oclock|until ending|starting|for|st nd rd th|\
                times time|noon midday|midnight|before|except excluding|through thru|or|tom
                """
            ),
        ]
    }

    private struct Entry {
        var key: UInt64
        var kind: Kind
        var value: UInt8
    }

    private static let entries: [Entry] = {
        var entries: [Entry] = []
        for (kind, words) in table {
            words.withUTF8Buffer { append($0, kind, to: &entries) }
        }
        return entries
    }()

    @inline(never)
    private static func append(_ words: UnsafeBufferPointer<UInt8>, _ kind: Kind, to entries: inout [Entry]) {
        var entry = Entry(key: 0, kind: kind, value: 0)
        for byte in words {
            if byte >= 0x61, byte <= 0x7A {
                entry.key = packed(entry.key, byte)
                continue
            }
            entries.append(entry)
            entry.key = 0
            if byte == UInt8(ascii: "|") { entry.value += 1 }
        }
        entries.append(entry)
    }

    /// Five bits for each letter: a number has room for twelve letters, and no word here is longer.
    static func packed(_ key: UInt64, _ letter: UInt8) -> UInt64 { key << 5 | UInt64(letter & 0x1F) }

    /// The word whose letters ``packed(_:_:)`` packed.
    static func find(_ key: UInt64) -> DateWord {
        for entry in entries where entry.key == key { return DateWord(kind: entry.kind, value: Int(entry.value)) }
        return .none
    }
}

/// A unit of time.
enum DateUnit: Int {
    case minute, hour, day, week, month, year, fortnight
}

/// A part of the day, and its hour when the line names no hour.
enum DayPart: Int {
    case morning, afternoon, evening, night
    /// The end of the day: when work is over, and for a deadline the day as a whole.
    case close

    /// Minutes after midnight.
    var minute: Int {
        switch self {
        case .morning: 9 * 60
        case .afternoon: 14 * 60
        case .evening, .close: 18 * 60
        case .night: 20 * 60
        }
    }

    /// When it is over, in minutes after midnight.
    var end: Int {
        switch self {
        case .morning: 12 * 60
        case .afternoon: 18 * 60
        case .evening, .night, .close: 24 * 60
        }
    }
}

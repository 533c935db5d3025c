extension DateParser {
    /// Weekdays one after another.
    struct WeekdayList {
        var days: [RecurrenceRule.Weekday] = []
        /// "mon-fri"
        var isSpan = false
        /// "tue/thu"
        var isSlashed = false
        var isPlural = false

        /// Three days that are named one by one are a repetition; two days may be those of one week.
        var isRepeated: Bool { !isPlural && (days.count > 2 || isSpan || isSlashed) }

        /// Three days one after another may be one festival.
        var needsTime: Bool {
            if days.count < 3 || isSpan { return true }
            for place in 1..<days.count where (days[place - 1].day + 1) % 7 != days[place].day { return false }
            return true
        }
    }

    /// "mon, wed and fri", "mon/wed/fri", "mon-fri", "monday to thursday".
    mutating func weekdays() -> WeekdayList? {
        var list = WeekdayList()
        while true {
            let start = at
            let last = list.days.last?.day ?? -1
            var isSpan = false
            var isSlash = false
            if last >= 0 {
                isSpan = skip("-", glued: true) || skip(.to) || skip(.through)
                isSlash = !isSpan && skip("/", glued: true)
                if !isSpan, !isSlash {
                    _ = skip(",")
                    if !skip(.and) { _ = skip("&") }
                    _ = skip(.every)
                }
            }
            list.isPlural = list.isPlural || token()?.word.kind == .weekdays
            guard let day = value(.weekday) ?? value(.weekdays), list.days.count < 14 else {
                at = start
                break
            }
            var next = isSpan ? (last + 1) % 7 : day
            while next != day {
                list.days.append(RecurrenceRule.Weekday(next))
                next = (next + 1) % 7
            }
            list.days.append(RecurrenceRule.Weekday(day))
            list.isSpan = list.isSpan || isSpan
            list.isSlashed = list.isSlashed || isSlash
        }
        return list.days.isEmpty ? nil : list
    }
}

extension RecurrenceRule {
    /// The first day of the repetition that lies after `day`; nil when it has ended by then, or never comes.
    ///
    /// `start` is the first day of all, whether the rule would choose it or not, and the one from which it counts. The
    /// search takes in 20,000 periods and no year after 9999.
    public func next(after day: CivilDate, from start: CivilDate) -> CivilDate? {
        if day < start { return start }
        let day = day.daysSince1970
        let search = Search(rule: self, start: start)
        var left = Int.max
        if case .count(let count) = end { left = count - 1 }
        // Only a count has to be counted from the start.
        var period = left == .max ? search.period(of: day) : 0
        var empty = 0
        while left > 0, empty < 20_000 {
            guard let found = search.days(of: period) else { return nil }
            empty += 1
            for candidate in found where candidate > search.start {
                if candidate > search.last || left == 0 { return nil }
                if candidate > day { return CivilDate(daysSince1970: candidate) }
                left -= 1
                empty = 0
            }
            period += 1
        }
        return nil
    }

    /// A rule beside its first day. Days are numbers from 1970 on.
    private struct Search {
        let rule: RecurrenceRule
        let start: Int
        /// No day after this.
        let last: Int
        /// The first day of the period that `start` is in.
        private let origin: Int
        /// For months and years, the month that `start` is in, from year 0 on.
        private let month: Int
        private let startDate: CivilDate

        init(rule: RecurrenceRule, start: CivilDate) {
            self.rule = rule
            self.start = start.daysSince1970
            startDate = start
            let final = 2_932_896  // 9999-12-31
            if case .until(let day) = rule.end { last = min(day.daysSince1970, final) } else { last = final }
            let intoWeek = (start.weekday - rule.weekStart + 7) % 7
            origin = rule.frequency == .weekly ? self.start - intoWeek : self.start
            month = start.year * 12 + (rule.frequency == .yearly ? 0 : start.month - 1)
        }

        /// The number of the last period that begins on this day or before.
        func period(of day: Int) -> Int {
            let date = CivilDate(daysSince1970: day)
            let units =
                switch rule.frequency {
                case .daily: day - origin
                case .weekly: (day - origin) / 7
                case .monthly: date.year * 12 + date.month - 1 - month
                case .yearly: date.year - startDate.year
                }
            return max(units, 0) / rule.interval
        }

        /// The days of a period that the rule chooses, ascending; nil of a period that is too late.
        func days(of period: Int) -> [Int]? {
            let (first, end) = bounds(of: period * rule.interval)
            if first > last { return nil }
            var days: [Int] = []
            for day in first..<end where chooses(CivilDate(daysSince1970: day)) { days.append(day) }
            if rule.setPositions.isEmpty { return days }
            var chosen: [Int] = []
            for (place, day) in days.enumerated()
            where rule.setPositions.contains(place + 1) || rule.setPositions.contains(place - days.count) {
                chosen.append(day)
            }
            return chosen
        }

        private func bounds(of units: Int) -> (first: Int, end: Int) {
            switch rule.frequency {
            case .daily: (origin + units, origin + units + 1)
            case .weekly: (origin + units * 7, origin + units * 7 + 7)
            case .monthly: (Self.firstDay(of: month + units), Self.firstDay(of: month + units + 1))
            case .yearly: (Self.firstDay(of: month + units * 12), Self.firstDay(of: month + units * 12 + 12))
            }
        }

        private static func firstDay(of month: Int) -> Int {
            CivilDate(year: month / 12, month: month % 12 + 1, day: 1)?.daysSince1970 ?? .max
        }

        /// The table of RFC 5545, section 3.3.10: what expands a period and what limits it both come down to which of
        /// its days remain. What no part says comes from the first day.
        private func chooses(_ date: CivilDate) -> Bool {
            let isOpen = rule.monthDays.isEmpty && rule.weekdays.isEmpty
            if !rule.months.isEmpty {
                guard rule.months.contains(date.month) else { return false }
            } else if rule.frequency == .yearly, isOpen, date.month != startDate.month {
                return false
            }
            if !rule.monthDays.isEmpty {
                let fromEnd = date.day - CivilDate.daysIn(month: date.month, of: date.year) - 1
                guard rule.monthDays.contains(date.day) || rule.monthDays.contains(fromEnd) else { return false }
            }
            if !rule.weekdays.isEmpty { return rule.weekdays.contains { matches($0, date) } }
            guard isOpen else { return true }
            return switch rule.frequency {
            case .daily: true
            case .weekly: date.weekday == startDate.weekday
            case .monthly, .yearly: date.day == startDate.day
            }
        }

        private func matches(_ weekday: Weekday, _ date: CivilDate) -> Bool {
            guard weekday.day == date.weekday else { return false }
            if weekday.ordinal == 0 { return true }
            let isOfYear = rule.frequency == .yearly && rule.months.isEmpty
            let first = Self.firstDay(of: date.year * 12 + (isOfYear ? 0 : date.month - 1))
            let end = Self.firstDay(of: date.year * 12 + (isOfYear ? 12 : date.month))
            let day = date.daysSince1970
            return weekday.ordinal > 0
                ? (day - first) / 7 + 1 == weekday.ordinal : (end - 1 - day) / 7 + 1 == -weekday.ordinal
        }
    }
}

extension RecurrenceRule {
    /// The days that a search examines before it returns that no day follows.
    ///
    /// The calendar repeats after 400 years: 146,097 days, which are whole weeks. The periods that a rule visits are
    /// all different within these years, whatever its interval. So a rule that chooses no day in them chooses no day at
    /// all, and the bound cuts off no rule. One more year covers the period in which a search begins.
    public static var searchDays: Int { 146_097 + 366 }

    /// The first day of the repetition after `day`; nil when the repetition has ended by then, or has no days.
    ///
    /// `start` is the first day of all, even if the rule would not choose it, and the day from which the rule counts.
    /// The search examines ``searchDays`` days and no year after 9999.
    public func next(after day: CivilDate, from start: CivilDate) -> CivilDate? {
        search(after: day, from: start).day
    }

    /// The first day after `day`, with the number of examined days, which is the cost of the search.
    func search(after day: CivilDate, from start: CivilDate) -> (day: CivilDate?, steps: Int) {
        if day < start { return (start, 0) }
        let day = day.daysSince1970
        var search = RecurrenceSearch(rule: self, start: start)
        var left = Int.max
        if case .count(let count) = end { left = count - 1 }
        // Only a count has to be counted from the start.
        var period = left == .max ? search.period(of: day) : 0
        var looked = 0
        while left > 0, looked < RecurrenceRule.searchDays {
            guard let found = search.days(of: period) else { break }
            looked += found.length
            for candidate in found.days where candidate > search.start {
                if candidate > search.last || left == 0 { return (nil, search.steps) }
                if candidate > day { return (CivilDate(daysSince1970: candidate), search.steps) }
                left -= 1
                looked = 0
            }
            period += 1
        }
        return (nil, search.steps)
    }
}

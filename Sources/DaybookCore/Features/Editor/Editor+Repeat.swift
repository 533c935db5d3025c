extension Editor {
    /// The changes of a repetition. Each leaves the rest as it is.
    public enum RepeatEdit: Equatable, Sendable {
        /// The panel for a custom repetition opens or closes.
        case customTapped
        /// The number of units from one occurrence to the next; nil when the field is empty, which is refused.
        case interval(Int?)
        case unit(RecurrenceRule.Frequency)
        /// Adds or removes a day of the week; 0 is Sunday.
        case weekday(Int)
        /// The day of the month: one of the presets that begin with "monthly".
        case monthDay(RepeatPreset)
        case endless
        /// The last day; nil for a month from the to-do's day.
        case until(CivilDate?)
        /// The number of times in all; nil for ten.
        case count(Int?)
        case basis(RecurrenceBasis)
    }

    /// The day from which a repetition counts: the deadline's, or the reminder's, or today.
    public func repeatDay(now: Instant, zone: TimeZone) -> CivilDate {
        let spoken = isReadingTitle ? titleLine.understood : nil
        let deadline = draft.deadline ?? spoken?.deadline?.instant
        return zone.date(at: deadline ?? draft.reminder ?? spoken?.reminder?.instant ?? now)
    }

    /// The preset that equals the repetition; nil without a repetition, or for a custom one.
    public func repeatPreset(now: Instant, zone: TimeZone) -> RepeatPreset? {
        draft.repetition.flatMap { RepeatPreset.of($0, on: repeatDay(now: now, zone: zone)) }
    }

    /// Picks a preset; nil means that the to-do does not repeat.
    mutating func pickRepeat(_ preset: RepeatPreset?, on day: CivilDate, _ habits: Habits) {
        violations.remove(at: .repetition)
        showsRepeatPanel = false
        let end = draft.repetition?.rule.end ?? .never
        let rule = preset?.rule(on: day)?.ending(end)?.counting(weeksFrom: habits.weekStart)
        draft.repetition = rule.map { Repetition($0) }
    }

    /// Moves the repetition of a new to-do along to another day. An existing to-do moves without its repetition.
    mutating func refitRepeat(from day: CivilDate, to other: CivilDate) {
        guard subject == .new, day != other, let repetition = draft.repetition,
            let rule = RepeatPreset.of(repetition, on: day)?.rule(on: other)?.ending(repetition.rule.end)
        else { return }
        draft.repetition?.rule = rule.counting(weeksFrom: repetition.rule.weekStart)
    }

    mutating func editRepeat(_ edit: RepeatEdit, on day: CivilDate, _ habits: Habits) -> [Outcome] {
        violations.remove(at: .repetition)
        if edit == .customTapped {
            showsRepeatPanel.toggle()
            if draft.repetition != nil { return [] }
        }
        let base = draft.repetition ?? RepeatPreset.weekly.rule(on: day).map { Repetition($0) }
        guard let base, let edited = Editor.edited(base, edit, day) else {
            violations.append(Violation(.repetition, .badForm, Texts.repeatForm(edit)))
            return [.announce(Texts.repeatForm(edit))]
        }
        // The weeks that a rule counts already stay as they are, also on a device whose weeks begin on another day.
        let weekStart = base.rule.needsWeekStart ? base.rule.weekStart : habits.weekStart
        draft.repetition = Repetition(edited.rule.counting(weeksFrom: weekStart), from: edited.basis)
        return []
    }

    /// The repetition after an edit; nil when the to-do does not repeat.
    private static func edited(_ base: Repetition, _ edit: RepeatEdit, _ day: CivilDate) -> Repetition? {
        let rule = base.rule
        var changed: RecurrenceRule?
        switch edit {
        case .customTapped: return base
        case .basis(let basis):
            changed = plain(rule.frequency, rule.interval, basis, day)?.ending(rule.end)
            return changed.map { Repetition($0, from: basis) }
        case .interval(let interval):
            changed = RecurrenceRule(
                rule.frequency,
                interval: interval ?? 0,
                months: rule.months,
                monthDays: rule.monthDays,
                weekdays: rule.weekdays,
                setPositions: rule.setPositions,
                weekStart: rule.weekStart,
                end: rule.end
            )
        case .unit(let frequency): changed = plain(frequency, rule.interval, base.basis, day)?.ending(rule.end)
        case .weekday(let weekday):
            guard rule.frequency == .weekly else { return base }
            var weekdays = rule.weekdays.filter { $0.day != weekday }
            if weekdays.count == rule.weekdays.count { weekdays.append(RecurrenceRule.Weekday(weekday)) }
            // The last day stays. No day at all would mean the to-do's own day, which the buttons would not show.
            if weekdays.isEmpty { return base }
            changed = RecurrenceRule(.weekly, interval: rule.interval, weekdays: weekdays, end: rule.end)
        case .monthDay(let preset):
            guard let monthly = preset.rule(on: day), monthly.frequency == .monthly else { return base }
            changed = RecurrenceRule(
                .monthly,
                interval: rule.interval,
                monthDays: monthly.monthDays,
                weekdays: monthly.weekdays,
                end: rule.end
            )
        case .endless: changed = rule.ending(.never)
        case .until(let chosen):
            let last = chosen ?? CivilDate(daysSince1970: day.daysSince1970 + 30)
            if last < day { return nil }
            changed = rule.ending(.until(last))
        case .count(let count): changed = rule.ending(.count(count ?? 10))
        }
        return changed.map { Repetition($0, from: base.basis) }
    }

    /// An interval of units: from the due day, on that day of the unit; from completion, on no particular day.
    private static func plain(
        _ frequency: RecurrenceRule.Frequency,
        _ interval: Int,
        _ basis: RecurrenceBasis,
        _ day: CivilDate
    ) -> RecurrenceRule? {
        if basis == .completion { return RecurrenceRule(frequency, interval: interval) }
        return RecurrenceRule(
            frequency,
            interval: interval,
            months: frequency == .yearly ? [day.month] : [],
            monthDays: frequency == .monthly || frequency == .yearly ? [day.day] : [],
            weekdays: frequency == .weekly ? [RecurrenceRule.Weekday(day.weekday)] : []
        )
    }
}

extension Texts {
    fileprivate static func repeatForm(_ edit: Editor.RepeatEdit) -> String {
        if case .until = edit { return "Choose a last day that is not before the first." }
        return phrase("Give a number from 1 to \(RecurrenceRule.countMaximum).")
    }
}

import DaybookCore

extension Event {
    /// What a person picks about how a to-do repeats.
    var repeatAction: Editor.Action? {
        switch (kind, target) {
        case (.change, .repeat):
            if self[3] == "custom" { return .repeatEdited(.customTapped) }
            return .repeatPicked(RepeatPreset(rawValue: self[3]))
        case (.tap, .repeatCustom): return .repeatEdited(.customTapped)
        case (.tap, .repeatWeekday): return Int(decimal: self[3]).map { .repeatEdited(.weekday($0)) }
        case (.change, .repeatInterval): return .repeatEdited(.interval(self[3]))
        case (.change, .repeatUnit): return unit.map { .repeatEdited(.unit($0)) }
        case (.change, .repeatMonthDay): return RepeatPreset(rawValue: self[3]).map { .repeatEdited(.monthDay($0)) }
        case (.change, .repeatBasis): return RecurrenceBasis(rawValue: self[3]).map { .repeatEdited(.basis($0)) }
        case (.change, .repeatUntil): return .repeatEdited(.until(self[3]))
        case (.change, .repeatCount): return .repeatEdited(.count(self[3]))
        case (.change, .repeatEnd): return end.map { .repeatEdited($0) }
        default: return nil
        }
    }

    private var unit: RecurrenceRule.Frequency? {
        switch self[3] {
        case "daily": .daily
        case "weekly": .weekly
        case "monthly": .monthly
        case "yearly": .yearly
        default: nil
        }
    }

    private var end: Editor.RepeatEdit? {
        switch self[3] {
        case "never": .endless
        case "until": .until("")
        case "count": .count("")
        default: nil
        }
    }
}

import DaybookCore

/// The repetition of a to-do: presets that fit its day, and a panel for any other rule.
struct RepeatView {
    var editor: Editor
    var now: Instant
    var zone: TimeZone

    private var day: CivilDate { editor.repeatDay(now: now, zone: zone) }

    func write(to html: inout HTML) {
        let preset = editor.repeatPreset(now: now, zone: zone)
        let isCustom = editor.showsRepeatPanel || editor.draft.repetition != nil && preset == nil
        html.markup("<select id=\"editor-repeat\" data-choose>")
        let isNever = editor.draft.repetition == nil && !isCustom
        html.option(Labels.never, .home(.editor(.repeatPicked(nil))), isChosen: isNever, key: "never")
        for fitted in RepeatPreset.fitted(to: day) {
            guard let rule = fitted.rule(on: day) else { continue }
            let words = Texts.repetition(Repetition(rule))
            let isChosen = !isCustom && fitted == preset
            html.option(words, .home(.editor(.repeatPicked(fitted))), isChosen: isChosen, key: fitted.rawValue)
        }
        option(Labels.customRepeat, .customTapped, isChosen: isCustom, key: "custom", to: &html)
        html.markup("</select></div>")
        guard let repetition = editor.draft.repetition else { return }
        html.markup("<div class=\"repeat-words\" data-key=\"words\">")
        html.text(Texts.repetition(repetition), in: "<p class=\"hint\" role=\"status\">", "</p>")
        html.openButton("chip", .home(.editor(.repeatEdited(.customTapped))))
        html.attribute("aria-expanded", is: editor.showsRepeatPanel)
        html.text(Labels.changeRepeat, in: ">", "</button></div>")
        if editor.showsRepeatPanel { panel(repetition, to: &html) }
    }

    private func option(
        _ label: String,
        _ edit: Editor.RepeatEdit,
        isChosen: Bool,
        key: String,
        to html: inout HTML
    ) {
        html.option(label, .home(.editor(.repeatEdited(edit))), isChosen: isChosen, key: key)
    }

    private func panel(_ repetition: Repetition, to html: inout HTML) {
        let rule = repetition.rule
        html.markup("<div class=\"repeat-panel\" data-key=\"panel\" role=\"group\"")
        html.attribute("aria-label", Labels.customRepeat)
        html.text(Labels.every, in: "><div class=\"repeat-line\"><label for=\"repeat-interval\">", "</label>")
        number("repeat-interval", { .interval($0) }, rule.interval, RecurrenceRule.intervalMaximum, to: &html)
        html.markup("<select id=\"repeat-unit\" data-choose")
        html.attribute("aria-label", Labels.repeatUnit)
        html.markup(">")
        for unit in RepeatView.units {
            let isChosen = rule.frequency == unit.frequency
            let label = Texts.unit(unit.frequency, rule.interval)
            option(label, .unit(unit.frequency), isChosen: isChosen, key: unit.key, to: &html)
        }
        html.markup("</select></div>")
        if repetition.basis == .due {
            if rule.frequency == .weekly { weekdays(rule, to: &html) }
            if rule.frequency == .monthly { monthDays(rule, to: &html) }
        }
        html.text(Labels.repeatFrom, in: "<div class=\"repeat-line\"><label for=\"repeat-basis\">", "</label>")
        html.markup("<select id=\"repeat-basis\" data-choose>")
        let isDone = repetition.basis == .completion
        option(Labels.fromDue, .basis(.due), isChosen: !isDone, key: "due", to: &html)
        option(Labels.fromDone, .basis(.completion), isChosen: isDone, key: "done", to: &html)
        html.markup("</select></div>")
        ends(rule, to: &html)
        html.markup("</div>")
    }

    /// The units, with the keys of their options.
    static var units: [(frequency: RecurrenceRule.Frequency, key: String)] {
        [(.daily, "daily"), (.weekly, "weekly"), (.monthly, "monthly"), (.yearly, "yearly")]
    }

    private func number(
        _ id: StaticString,
        _ edit: @escaping (Int?) -> Editor.RepeatEdit,
        _ value: Int,
        _ most: Int,
        to html: inout HTML
    ) {
        html.markup("<input type=\"number\" inputmode=\"numeric\" min=\"1\" max=\"")
        html.number(most)
        html.markup("\" id=\"")
        html.markup(id)
        html.markup("\"")
        html.on(.change, .number { .home(.editor(.repeatEdited(edit($0)))) })
        html.markup(" value=\"")
        html.number(value)
        html.markup("\">")
    }

    private func weekdays(_ rule: RecurrenceRule, to html: inout HTML) {
        html.markup("<div class=\"repeat-days\" data-key=\"days\" role=\"group\"")
        html.attribute("aria-label", Labels.onDays)
        html.markup(">")
        for day in zone.habits.week {
            html.openButton("chip", .home(.editor(.repeatEdited(.weekday(day)))))
            html.attribute("aria-pressed", is: rule.weekdays.contains { $0.day == day })
            html.attribute("aria-label", Texts.weekday(day))
            html.text(String(Texts.weekday(day).prefix(2)), in: ">", "</button>")
        }
        html.markup("</div>")
    }

    private func monthDays(_ rule: RecurrenceRule, to html: inout HTML) {
        html.text(
            Labels.onDays,
            in: "<div class=\"repeat-line\" data-key=\"month\"><label for=\"repeat-month\">",
            "</label>"
        )
        html.markup("<select id=\"repeat-month\" data-choose>")
        for preset in RepeatPreset.fitted(to: day) {
            guard let fitted = preset.rule(on: day), fitted.frequency == .monthly else { continue }
            let isChosen = fitted.monthDays == rule.monthDays && fitted.weekdays == rule.weekdays
            let label = Texts.monthDay(fitted)
            option(label, .monthDay(preset), isChosen: isChosen, key: preset.rawValue, to: &html)
        }
        html.markup("</select></div>")
    }

    private func ends(_ rule: RecurrenceRule, to html: inout HTML) {
        html.text(
            Labels.ends,
            in: "<div class=\"repeat-line\" data-key=\"ends\"><label for=\"repeat-end\">",
            "</label>"
        )
        html.markup("<select id=\"repeat-end\" data-choose>")
        var until: CivilDate?
        var count: Int?
        switch rule.end {
        case .never: break
        case .until(let last): until = last
        case .count(let times): count = times
        }
        option(Labels.never, .endless, isChosen: until == nil && count == nil, key: "never", to: &html)
        option(Labels.endsOnDay, .until(nil), isChosen: until != nil, key: "until", to: &html)
        option(Labels.endsAfterTimes, .count(nil), isChosen: count != nil, key: "count", to: &html)
        html.markup("</select>")
        if let until {
            html.markup("<input type=\"date\" id=\"repeat-until\"")
            html.on(.change, .day { .home(.editor(.repeatEdited(.until($0)))) })
            html.attribute("aria-label", Labels.lastDay)
            html.attribute("value", until.description)
            html.markup(">")
        }
        if let count {
            number("repeat-count", { .count($0) }, count, RecurrenceRule.countMaximum, to: &html)
            html.text(Texts.times(count), in: "<label for=\"repeat-count\">", "</label>")
        }
        html.markup("</div>")
    }
}

import DaybookCore

/// A deadline or a reminder in one row of the editor. A tap opens a panel with offers, a calendar, times and a line for words.
struct WhenField {
    var purpose: When.Purpose
    var editor: Editor
    var now: Instant
    var zone: TimeZone

    private var isDeadline: Bool { purpose == .deadline }
    private var moment: Instant? { isDeadline ? editor.draft.deadline : editor.draft.reminder }
    private var calendar: MonthGrid? { isDeadline ? editor.deadlineCalendar : editor.reminderCalendar }
    private var typed: TypedTime { isDeadline ? editor.deadlineTyped : editor.reminderTyped }
    private var id: StaticString { isDeadline ? "editor-deadline" : "editor-reminder" }
    private var name: String { isDeadline ? Labels.deadline : Labels.reminder }
    private var violation: Violation? { editor.violation(isDeadline ? .deadline : .reminder) }

    func write(to html: inout HTML) {
        html.markup(
            isDeadline ? "<div class=\"field\" data-key=\"deadline\">" : "<div class=\"field\" data-key=\"reminder\">"
        )
        html.text(name, in: "<span class=\"field-name\" aria-hidden=\"true\">", "</span><div class=\"field-line\">")
        let value = moment.map {
            isDeadline ? Texts.due($0, isDone: true, now: now, zone: zone).text : Texts.moment($0, now: now, zone: zone)
        }
        html.openButton(value == nil ? "when-value" : "when-value is-set", .home(.editor(.whenTapped(purpose))))
        html.markup(" id=\"")
        html.markup(id)
        html.markup("\"")
        html.attribute("aria-expanded", is: calendar != nil)
        html.attribute("aria-label", Texts.field(name, value ?? Labels.notSet))
        if violation != nil {
            html.markup(
                isDeadline ? " aria-describedby=\"editor-deadline-note\"" : " aria-describedby=\"editor-reminder-note\""
            )
        }
        html.text(value ?? Labels.notSet, in: ">", "")
        html.icon(isDeadline ? "i-calendar" : "i-bell")
        html.markup("</button></div>")
        if let calendar { writePanel(calendar, to: &html) }
        if let violation {
            html.markup(
                isDeadline
                    ? "<p class=\"field-error\" id=\"editor-deadline-note\">"
                    : "<p class=\"field-error\" id=\"editor-reminder-note\">"
            )
            html.icon("i-warning")
            html.text(violation.message, in: "<span>", "</span></p>")
        }
        html.markup("</div>")
    }

    private func writePanel(_ calendar: MonthGrid, to html: inout HTML) {
        html.markup("<div class=\"when-panel\" data-key=\"panel\" role=\"group\"")
        html.attribute("aria-label", name)
        html.markup("><div class=\"chips\">")
        if isDeadline { writeDays(to: &html) } else { writeMoments(to: &html) }
        writeTimes(to: &html)
        if moment != nil {
            let none = isDeadline ? Editor.Action.deadlinePicked(nil) : .reminderPicked(nil)
            html.button(isDeadline ? Labels.noDeadline : Labels.noReminder, .home(.editor(none)), class: "chip")
        }
        html.markup("</div>")
        writeTyped(to: &html)
        let (purpose, isDeadline) = (purpose, isDeadline)
        CalendarView(
            calendar: calendar,
            name: isDeadline ? "calendar-deadline" : "calendar-reminder",
            picked: moment.map { zone.date(at: $0) },
            today: zone.date(at: now),
            habits: zone.habits,
            walk: { .editor(.whenWalked(purpose, $0)) },
            turn: { .editor(.whenTurned(purpose, $0)) },
            pick: { .editor(isDeadline ? .deadlinePicked($0) : .reminderDayPicked($0)) }
        ).write(to: &html)
        html.markup("</div>")
    }

    private func writeDays(to html: inout HTML) {
        for choice in DayChoice.allCases {
            let day = choice.day(from: zone.date(at: now), zone.habits)
            html.openButton("chip", .home(.editor(.deadlineSuggested(choice))))
            html.attribute("aria-pressed", is: moment.map { zone.date(at: $0) == day } ?? false)
            html.text(Texts.label(choice), in: ">", "</button>")
        }
    }

    private func writeMoments(to html: inout HTML) {
        for choice in [Snooze.hour, .tonight, .tomorrow] where choice.moment(now, in: zone) != nil {
            html.button(Texts.offer(choice, zone.habits), .home(.editor(.reminderSuggested(choice))), class: "chip")
        }
        for choice in [DayChoice.weekend, .nextWeek] {
            let day = choice.day(from: zone.date(at: now), zone.habits)
            html.button(Texts.label(choice), .home(.editor(.reminderDayPicked(day))), class: "chip")
        }
    }

    /// The times of a day, each half hour, and the time that is set.
    private func writeTimes(to html: inout HTML) {
        html.markup(isDeadline ? "<select id=\"editor-deadline-time\"" : "<select id=\"editor-reminder-time\"")
        html.markup(" class=\"chip\" data-choose")
        html.attribute("aria-label", isDeadline ? Labels.deadlineTime : Labels.reminderTime)
        html.markup(">")
        let set = isDeadline ? editor.deadlineMinute(in: zone) : moment.map { zone.minuteOfDay(at: $0) }
        if isDeadline || set == nil {
            let none = isDeadline ? Editor.Action.deadlineTimed(nil) : .reminderPicked(nil)
            html.option(
                set == nil ? Labels.pickTime : Labels.wholeDay,
                .home(.editor(none)),
                isChosen: set == nil,
                key: "none"
            )
        }
        for step in 0..<48 {
            write(minute: step * 30, isSet: step * 30 == set, to: &html)
            if let set, set > step * 30, set < step * 30 + 30 { write(minute: set, isSet: true, to: &html) }
        }
        html.markup("</select>")
    }

    private func write(minute: Int, isSet: Bool, to html: inout HTML) {
        html.option(
            Texts.clock(minute, zone.habits),
            .home(.editor(isDeadline ? .deadlineTimed(minute) : .reminderTimed(minute))),
            isChosen: isSet,
            key: Int64(minute).description
        )
    }

    private func writeTyped(to html: inout HTML) {
        let isDeadline = isDeadline
        html.typed(
            typed,
            .text { .home(.editor(isDeadline ? .deadlineTyped($0) : .reminderTyped($0))) },
            isDeadline ? "editor-deadlineTyped" : "editor-reminderTyped",
            isDeadline ? Labels.typedDeadline : Labels.typedReminder,
            isDeadline ? Labels.typedDeadlinePlaceholder : Labels.typedReminderPlaceholder
        )
    }
}

extension HTML {
    /// A line for words, and their meaning. `steer`: the actions of the arrows up and down. `finger`: the element that
    /// gets the focus when a finger opened the line; otherwise the line itself gets it. Without these, nothing gets the
    /// focus.
    mutating func typed(
        _ typed: TypedTime,
        _ intent: Intent,
        _ id: StaticString,
        _ label: String,
        _ placeholder: String,
        steer: Intent? = nil,
        finger: StaticString? = nil
    ) {
        markup(
            "<div class=\"typed\" data-key=\"typed\"><input class=\"typed-line\" autocomplete=\"off\" enterkeyhint=\"done\" id=\""
        )
        markup(id)
        markup("\"")
        on(.input, intent)
        if let steer { on(.steer, steer) }
        if let finger {
            markup(" data-autofocus data-finger=\"")
            markup(finger)
            markup("\"")
        }
        attribute("aria-label", label)
        attribute("placeholder", placeholder)
        attribute("value", typed.text)
        markup("><p class=\"hint\" role=\"status\"")
        switch typed.reading {
        case .nothing: markup(">")
        case .understood(let text): self.text(text, in: ">", "")
        case .unclear(let text): self.text(text, in: " data-unclear>", "")
        }
        markup("</p></div>")
    }
}

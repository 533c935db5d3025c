import DaybookCore

/// The "when" question, which a long swipe, a row's menu and the bar of the chosen rows open.
struct WhenView {
    var planned: Overlay.Planned
    var calendar: MonthGrid
    var typed: TypedTime
    /// The to-do that is planned; nil for several.
    var todo: Todo?
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        html.markup("<dialog class=\"alert when\" data-modal aria-labelledby=\"alert-title\"")
        html.on(.dismiss, .home(.overlay(.dismissed)))
        html.text(
            todo?.title ?? Labels.when,
            in: "><h2 class=\"alert-title\" id=\"alert-title\" dir=\"auto\">",
            "</h2>"
        )
        writeLine(to: &html)
        html.markup("<div class=\"chips\" role=\"group\"")
        html.attribute("aria-label", Labels.when)
        html.markup(">")
        for choice in DayChoice.allCases {
            html.openButton("chip", .home(planned.action(.offer(choice))))
            if choice == .tomorrow { html.markup(" id=\"when-first\"") }
            html.text(Texts.label(choice), in: ">", "</button>")
        }
        if todo.map({ $0.deadline != nil || $0.reminder != nil }) ?? true {
            html.button(Labels.noDate, .home(planned.action(.none)), class: "chip")
        }
        html.markup("</div>")
        let planned = planned
        CalendarView(
            calendar: calendar,
            name: "calendar-plan",
            picked: todo.flatMap { $0.deadline ?? $0.reminder }.map { zone.date(at: $0) },
            today: zone.date(at: now),
            habits: zone.habits,
            walk: { .overlay(.walked($0)) },
            turn: { .overlay(.turned($0)) },
            pick: { planned.action(.day($0)) }
        ).write(to: &html)
        html.markup("<div class=\"alert-actions\">")
        html.button(Labels.cancel, .home(.overlay(.dismissed)))
        if case .understood = typed.reading {
            html.markup("<button type=\"submit\" form=\"when-form\" class=\"button is-primary\"")
            html.text(Labels.set, in: ">", "</button>")
        }
        html.markup("</div></dialog>")
    }

    /// The line for words. After a finger's tap an offer gets the focus, because the on-screen keyboard would cover the
    /// other offers.
    private func writeLine(to html: inout HTML) {
        html.markup("<form id=\"when-form\" novalidate")
        html.on(.submit, .home(.overlay(.confirmed)))
        html.markup(">")
        html.typed(
            typed,
            .text { .home(.overlay(.nameChanged($0))) },
            "when-typed",
            Labels.whenInWords,
            Labels.whenPlaceholder,
            steer: .number { .home(.overlay(.steered($0 ?? 0))) },
            finger: "#when-first"
        )
        html.markup("</form>")
    }
}

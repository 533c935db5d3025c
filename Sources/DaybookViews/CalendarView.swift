import DaybookCore

/// A month of days as a grid, for the finger, the keyboard and a screen reader.
///
/// The pattern is the grid of WAI-ARIA's date picker dialog: one day is a stop of the keyboard, and arrows, Home, End, Page Up
/// and Page Down lead to the others.
struct CalendarView {
    var calendar: MonthGrid
    /// The name of the grid among its ids.
    var name: StaticString
    /// The day that is picked.
    var picked: CivilDate?
    /// Earlier days cannot be picked.
    var today: CivilDate
    var habits: Habits
    /// A step of the keyboard.
    var walk: (MonthGrid.Step) -> Home.Action
    /// Another month, by a button.
    var turn: (MonthGrid.Step) -> Home.Action
    var pick: (CivilDate) -> Home.Action

    func write(to html: inout HTML) {
        html.markup("<div class=\"calendar\" data-key=\"calendar\"><div class=\"calendar-head\">")
        html.iconButton(Labels.previousMonth, icon: "i-back", .home(turn(.monthBack)))
        html.markup("<p class=\"calendar-month\" aria-live=\"polite\" id=\"")
        html.markup(name)
        html.text(Texts.month(of: calendar.day), in: "-month\">", "</p>")
        html.iconButton(Labels.nextMonth, icon: "i-forward", .home(turn(.monthOn)))
        html.markup("</div><table role=\"grid\" id=\"")
        html.markup(name)
        html.markup("\" aria-labelledby=\"")
        html.markup(name)
        html.markup("-month\"")
        let walk = walk
        html.on(.walk, .number { .home(walk(MonthGrid.Step(rawValue: $0 ?? 0) ?? .dayOn)) })
        html.markup("><thead><tr>")
        for day in habits.week {
            html.markup("<th scope=\"col\"")
            html.attribute("abbr", Texts.weekday(day))
            html.text(String(Texts.weekday(day).prefix(2)), in: ">", "</th>")
        }
        html.markup("</tr></thead><tbody>")
        // Weeks in which no day can be picked would push the others down.
        for week in calendar.weeks(habits) where isShown(week) {
            html.markup("<tr>")
            for day in week { write(day, to: &html) }
            html.markup("</tr>")
        }
        html.markup("</tbody></table></div>")
    }

    private func isShown(_ week: [CivilDate?]) -> Bool {
        calendar.first.advanced(months: 1).map { $0 <= today } ?? true
            || week.contains { day in day.map { $0 >= today || $0 == calendar.day } ?? false }
    }

    private func write(_ day: CivilDate?, to html: inout HTML) {
        guard let day else {
            html.markup("<td></td>")
            return
        }
        html.markup(
            day == calendar.day ? "<td role=\"gridcell\" tabindex=\"0\"" : "<td role=\"gridcell\" tabindex=\"-1\""
        )
        if day < today { html.markup(" aria-disabled=\"true\"") } else { html.on(.press, .home(pick(day))) }
        if day == today { html.markup(" aria-current=\"date\"") }
        html.attribute("aria-selected", is: day == picked)
        html.attribute("aria-label", Texts.spoken(day))
        html.markup("><span>")
        html.number(day.day)
        html.markup("</span></td>")
    }
}

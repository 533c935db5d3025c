import DaybookCore

/// One to-do in the list (T7).
struct RowView {
    var todo: Todo
    var now: Instant
    var zone: TimeZone
    /// The height that the list assumes, in pixels.
    var height: Int
    var isSelected: Bool
    /// Whether it is chosen, while rows are being chosen.
    var isChosen: Bool?
    var showsBin: Bool
    /// It can be put to another place.
    var canMove: Bool
    /// The title of the note that it belongs to.
    var note: String?
    /// The server refused a change to it (S9).
    var attention: Violation?

    func write(to html: inout HTML) {
        html.markup("<li class=\"row")
        if todo.isDone { html.markup(" is-done") }
        if isSelected { html.markup(" is-selected") }
        if isChosen == true { html.markup(" is-chosen") }
        if todo.origin == .imported { html.markup(" is-imported") }
        html.markup("\" data-row data-key=\"")
        html.id(todo.id)
        html.markup("\" data-height=\"")
        html.number(height)
        html.markup("\"")
        let due = todo.deadline.map { Texts.due($0, isDone: todo.isDone, now: now, zone: zone) }
        let reminder = shownReminder
        writeName(due, reminder, to: &html)
        let id = todo.id
        html.on(.pick, .text { .home(.list(.choosing($0.isEmpty ? .picked(id) : .extended(to: id)))) })
        if isChosen == nil { writeGestures(to: &html) }
        // The host lets Tab reach the row that `Painter.tabStop` names.
        html.markup(" tabindex=\"-1\">")
        html.markup("<div class=\"row-front\">")
        writeCheck(to: &html)
        writeBody(due, reminder, to: &html)
        if isChosen == nil { writeButtons(to: &html) }
        // The keyboard moves a row with Alt and an arrow, and assistive tools by its menu.
        if canMove, isChosen == nil { html.markup("<span class=\"grip\" data-grip aria-hidden=\"true\"></span>") }
        html.markup("</div></li>")
    }

    /// What a screen reader says of the row that the keyboard is on: title, state and dates. Otherwise it would read the
    /// names of the row's buttons, which repeat the title.
    private func writeName(_ due: Texts.Due?, _ reminder: ShownReminder?, to html: inout HTML) {
        html.text(todo.title, in: " aria-label=\"", "")
        if todo.isDone { html.text(Labels.done, in: ", ", "") }
        if todo.origin == .imported { html.text(Labels.imported, in: ", ", "") }
        if let due {
            html.text(Labels.deadline, in: ", ", " ")
            html.text(due.text)
        }
        if let reminder {
            html.text(Labels.reminder, in: ", ", " ")
            html.text(reminder.text)
        }
        if let attention { html.text(attention.message, in: ", ", "") }
        html.markup("\"")
    }

    private func writeGestures(to html: inout HTML) {
        html.on(.swipeRight, .home(.list(.swipedRight(todo.id))))
        html.on(.swipeLeft, .home(.list(.swipedLeft(todo.id))))
        let id = todo.id
        html.on(.menu, .point { .home(.list(.menuOpened(id, at: $0))) })
        if todo.origin == .own, !todo.isDone {
            html.on(.swipeFar, .home(.list(.whenTapped(id))))
            html.attribute("data-label-far", Labels.when)
        }
        html.attribute("data-label-right", todo.isDone ? Labels.markOpen : Labels.markDone)
        html.attribute("data-label-left", Labels.delete)
        if canMove {
            html.markup(" data-item")
            html.on(.move, .number { .home(.list(.moved(id, by: $0 ?? 0))) })
        }
        if todo.isDone { html.markup(" data-icon-right=\"i-undo\"") }
    }

    private func writeCheck(to html: inout HTML) {
        if let isChosen {
            html.openButton("check is-choice", .home(.list(.choosing(.picked(todo.id)))))
            html.attribute("aria-checked", is: isChosen)
            html.attribute("aria-label", Texts.select(todo.title))
        } else {
            html.openButton("check", .home(.list(.checkTapped(todo.id))))
            html.attribute("aria-checked", is: todo.isDone)
            html.attribute("aria-label", Texts.check(todo.title, isDone: todo.isDone))
        }
        // The style draws the circle and its stroke: an icon here would be a third of the row's elements.
        html.markup(" role=\"checkbox\" tabindex=\"-1\"></button>")
    }

    private func writeBody(_ due: Texts.Due?, _ reminder: ShownReminder?, to html: inout HTML) {
        html.openButton("row-body", .home(.list(isChosen == nil ? .rowTapped(todo.id) : .choosing(.picked(todo.id)))))
        html.text(
            todo.title,
            in: " tabindex=\"-1\"><span class=\"row-head\"><span class=\"row-title\" dir=\"auto\">",
            "</span></span>"
        )
        if let detail = todo.detail { html.text(detail, in: "<span class=\"row-detail\" dir=\"auto\">", "</span>") }
        if hasMeta { writeMeta(due, reminder, to: &html) }
        html.text(Texts.age(todo, now: now, zone: zone), in: "<span class=\"stamp\">", "")
        if todo.origin == .imported {
            html.markup(" ")
            html.icon("i-arrow-in")
            html.text(Labels.imported, in: "<span class=\"unseen\">", "</span>")
        }
        html.markup("</span></button>")
    }

    /// Whether there is more to know than the title, the text and the age.
    private var hasMeta: Bool {
        attention != nil || todo.deadline != nil || todo.reminder != nil || todo.repetition != nil || note != nil
            || !todo.tags.isEmpty
    }

    private func writeMeta(_ due: Texts.Due?, _ reminder: ShownReminder?, to html: inout HTML) {
        html.markup("<span class=\"row-meta\">")
        if let attention { html.text(attention.message, in: "<span class=\"attention\">", "</span>") }
        writeDue(due, reminder, to: &html)
        if let note, !note.isEmpty {
            html.markup("<span class=\"due\" dir=\"auto\">")
            html.icon("i-note", named: Labels.note)
            html.text(note)
            html.markup("</span>")
        }
        for tag in todo.tags { html.text(tag, in: "<span class=\"tag\" dir=\"auto\">", "</span>") }
        html.markup("</span>")
    }

    private func writeDue(_ due: Texts.Due?, _ reminder: ShownReminder?, to html: inout HTML) {
        if let due {
            switch due.urgency {
            case .later: html.markup("<span class=\"due has-day\">")
            case .near: html.markup("<span class=\"due has-day is-near\">")
            case .late: html.markup("<span class=\"due has-day is-late\">")
            }
            html.text(due.text)
            html.markup("</span>")
        }
        if let reminder { write(reminder, to: &html) }
        if let repetition = todo.repetition, !todo.isDone {
            html.markup("<span class=\"due\">")
            html.icon("i-refresh")
            html.text(Texts.repetition(repetition))
            html.markup("</span>")
        }
    }

    /// A reminder in the future. For a to-do without a deadline, a past reminder shows as missed.
    private var shownReminder: ShownReminder? {
        guard let reminder = todo.reminder, !todo.isDone, reminder > now || todo.deadline == nil else { return nil }
        // It rings for a while before it is missed (R3).
        let isMissed = reminder.advanced(by: Reminders.punctual) < now
        let text =
            !isMissed
            ? Texts.moment(reminder, now: now, zone: zone) : Texts.missedReminder(reminder, now: now, zone: zone)
        return ShownReminder(text: text, isMissed: isMissed)
    }

    private struct ShownReminder {
        var text: String
        var isMissed: Bool
    }

    private func write(_ reminder: ShownReminder, to html: inout HTML) {
        html.markup(!reminder.isMissed ? "<span class=\"due\">" : "<span class=\"due is-late\">")
        html.icon("i-bell", named: Labels.reminder)
        html.text(reminder.text)
        html.markup("</span>")
    }

    private func writeButtons(to html: inout HTML) {
        if showsBin {
            html.openButton("icon-button row-bin", .home(.list(.binTapped(todo.id))))
            html.attribute("aria-label", Texts.delete(todo.title))
            html.markup(" tabindex=\"-1\">")
            html.icon("i-bin")
        } else {
            html.openButton("icon-button row-more", .home(.list(.menuOpened(todo.id, at: nil))))
            html.markup(" aria-haspopup=\"menu\"")
            html.attribute("aria-label", Texts.more(todo.title))
            html.markup(" tabindex=\"-1\">")
        }
        html.markup("</button>")
    }
}

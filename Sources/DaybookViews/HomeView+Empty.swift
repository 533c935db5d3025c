import DaybookCore

extension HomeView {
    /// The picture and the text of an empty list. While the account is read for the first time, grey rows.
    static func empty(_ home: Home, shown: Int, isOnline: Bool, to html: inout HTML) {
        guard shown == 0 else { return }
        let firstRead = home.firstRead(isOnline: isOnline)
        if firstRead == .underWay {
            html.text(Labels.loading, in: "<div class=\"coming\"><p class=\"unseen\">", "</p>")
            for _ in 1...6 { html.markup("<div class=\"skeleton\"></div>") }
            return html.markup("</div>")
        }
        let count = home.list.section == .notes ? home.notebook.notes.count : home.notebook.todos.count
        html.markup("<div class=\"empty\"><svg class=\"drawing\" viewBox=\"0 0 120 96\" aria-hidden=\"true\">")
        html.markup("<path d=\"M24 12h60a6 6 0 0 1 6 6v66a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6z\"></path>")
        html.markup("<path class=\"line\" d=\"M30 32h48M30 46h48M30 60h26M30 74h18\"></path>")
        html.markup("<path class=\"pen\" d=\"M66 76l4-14 30-30 10 10-30 30zM94 38l10 10\"></path></svg>")
        if firstRead == .outOfReach {
            html.text(home.notReadTitle, in: "<h2>", "</h2>")
            return html.text(Labels.notReadText, in: "<p>", "</p></div>")
        }
        let view = home.list.view
        switch view.due {
        case .today: html.text(Labels.emptyTodayTitle, in: "<h2>", "</h2>")
        case .upcoming: html.text(Labels.emptyUpcomingTitle, in: "<h2>", "</h2>")
        case .any:
            let title = home.list.section == .notes ? Labels.emptyNotesTitle : Labels.emptyTitle
            if count == 0 { html.text(title, in: "<h2>", "</h2>") }
        }
        let text: String
        if view.due != .any {
            text = view.due == .today ? Labels.emptyTodayText : Labels.emptyUpcomingText
        } else if home.list.section == .notes {
            text = Labels.emptyNotesText
        } else if count == 0 {
            text = Labels.emptyText
        } else if home.isTagUnused {
            text = Labels.nothingTagged
        } else {
            text = home.list.filter.state == .done ? Labels.nothingDone : Labels.nothingOpen
        }
        html.text(text, in: "<p>", "</p></div>")
    }
}

import DaybookCore

/// Menus and questions above the screen.
struct OverlayView {
    var overlay: Overlay
    var home: Home
    /// A newer version of the app is ready.
    var hasUpdate: Bool
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        switch overlay {
        case .rowMenu(let id, let point):
            guard let todo = home.notebook.todos[id] else { return }
            rowMenu(todo, at: point, to: &html)
        case .orderMenu: orderMenu(to: &html)
        case .accountMenu: accountMenu(to: &html)
        case .tagMenu(let tag, let point): tagMenu(tag, at: point, to: &html)
        case .renameTag(_, let name, let broken): renameTag(name, broken, to: &html)
        case .when(let planned, let calendar, let typed):
            var todo: Todo?
            if case .todo(let id) = planned { todo = home.notebook.todos[id] }
            WhenView(planned: planned, calendar: calendar, typed: typed, todo: todo, now: now, zone: zone).write(
                to: &html
            )
        case .tagChosen(let name, let broken): tagChosen(name, broken, to: &html)
        case .shortcuts: shortcuts(to: &html)
        case .palette(let palette): PaletteView(palette: palette, entries: home.entries(of: palette)).write(to: &html)
        case .confirmDelete(let id):
            ask(
                Labels.deleteQuestion,
                Texts.deleteText(home.notebook.todos[id]?.title ?? ""),
                act: Labels.delete,
                keep: Labels.keep,
                to: &html
            )
        case .imported: askAboutSample(to: &html)
        case .confirmLogOut:
            let text = Texts.logOutText(
                waiting: home.notebook.replica.unsentCount,
                isSealed: home.notebook.disk.takesEntries,
                isWriting: home.isWritingAnywhere
            )
            ask(Labels.logOutQuestion, text, act: Labels.logOut, keep: Labels.stay, to: &html)
        case .missing(let route): writeMissingRecord(route, to: &html)
        case .sharedPhotos(let count, let shared):
            offer(
                Texts.addShared(count),
                shared.line.isEmpty ? Labels.sharedText : Texts.brief(shared.line),
                Labels.add,
                else: Labels.discard,
                to: &html
            )
        case .samplesFailed:
            offer(Labels.samplesFailed, Labels.samplesFailedText, Labels.retry, else: Labels.notNow, to: &html)
        case .confirmDiscard:
            let (question, text) = discardWords
            ask(
                question,
                text,
                act: Labels.discard,
                keep: Labels.keepWriting,
                to: &html
            )
        }
    }
}

import DaybookCore

/// Menus and questions above the screen.
struct OverlayView {
    var overlay: Overlay
    var home: Home
    /// A newer version of the app is here.
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
                isSealed: home.notebook.disk.place == .sealed,
                isWriting: home.isWritingAnywhere
            )
            ask(Labels.logOutQuestion, text, act: Labels.logOut, keep: Labels.stay, to: &html)
        case .missing(let route): writeMissingRecord(route, to: &html)
        case .samplesFailed: askAboutSamples(to: &html)
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

    /// T10
    private func askAboutSample(to html: inout HTML) {
        openAlert(to: &html)
        html.text(Labels.sampleTitle, in: "<h2 class=\"alert-title\" id=\"alert-title\">", "</h2>")
        html.text(Labels.sampleText, in: "<p class=\"alert-text\" id=\"alert-text\">", "</p>")
        html.markup("<div class=\"alert-actions is-column\">")
        html.openButton("button is-primary", .home(.overlay(.confirmed)))
        html.text(Labels.editCopy, in: " data-autofocus>", "</button>")
        html.button(Labels.removeSamples, .home(.list(.samplesRemoved)), class: "button is-danger")
        html.button(Labels.close, .home(.overlay(.dismissed)))
        html.markup("</div></dialog>")
    }

    /// What an address led to was deleted, or this account never had it.
    private func writeMissingRecord(_ route: Route, to html: inout HTML) {
        let record = route.record.flatMap { home.notebook.replica.records[$0] }
        let title = record.flatMap { Todo($0, evenIfDeleted: true)?.title ?? Note($0, evenIfDeleted: true)?.title }
        if let title {
            ask(Texts.wasDeleted(title), Labels.inTrash, act: Labels.restore, isDanger: false, to: &html)
        } else {
            ask(route.record?.kind == .note ? Labels.noteMissing : Labels.todoMissing, Labels.missingText, to: &html)
        }
    }

    /// I3
    private func askAboutSamples(to html: inout HTML) {
        openAlert(to: &html)
        html.text(Labels.samplesFailed, in: "<h2 class=\"alert-title\" id=\"alert-title\">", "</h2>")
        html.text(Labels.samplesFailedText, in: "<p class=\"alert-text\" id=\"alert-text\">", "</p>")
        html.markup("<div class=\"alert-actions\">")
        html.button(Labels.notNow, .home(.overlay(.declined)))
        html.openButton("button is-primary", .home(.overlay(.confirmed)))
        html.text(Labels.retry, in: " data-autofocus>", "</button></div></dialog>")
    }

    // MARK: - Menus

    private func openMenu(_ label: String, at point: Overlay.Point?, to html: inout HTML) {
        html.markup("<div class=\"menu\" role=\"menu\" data-popover data-leave")
        html.on(.dismiss, .home(.overlay(.dismissed)))
        html.attribute("aria-label", label)
        if let point {
            html.markup(" data-x=\"")
            html.number(point.x)
            html.markup("\" data-y=\"")
            html.number(point.y)
            html.markup("\"")
        }
        html.markup(">")
    }

    private func rowMenu(_ todo: Todo, at point: Overlay.Point?, to html: inout HTML) {
        openMenu(Texts.more(todo.title), at: point, to: &html)
        html.markup("<div")
        html.attribute("data-key", todo.id.uuid.description)
        // The whole title, since a row may not have room for an imported one.
        html.text(todo.title, in: "><p class=\"menu-title\" dir=\"auto\">", "</p>")
        html.menuItem(
            todo.isDone ? Labels.markOpen : Labels.markDone,
            icon: todo.isDone ? "i-undo" : "i-check",
            .home(.list(.checkTapped(todo.id)))
        )
        if todo.origin == .own { html.menuItem(Labels.edit, icon: "i-edit", .home(.list(.rowTapped(todo.id)))) }
        if todo.origin == .own, !todo.isDone {
            let hasDates = todo.deadline != nil || todo.reminder != nil
            days(todo.id, offersNone: hasDates, to: &html)
        }
        if !todo.isDone, home.list.canMove(home.notebook) {
            html.menuItem(Labels.moveToTop, icon: "i-top", .home(.list(.moved(todo.id, by: .min))))
        }
        html.menuItem(Labels.select, icon: "i-list", .home(.list(.choosing(.began(todo.id)))))
        html.menuItem(Labels.delete, icon: "i-bin", .home(.list(.deleteTapped(todo.id))), isDanger: true)
        html.markup("</div></div>")
    }

    /// The days for which to-dos can be planned by one tap.
    private func days(_ id: Todo.ID, offersNone: Bool, to html: inout HTML) {
        html.markup("<div class=\"menu-days\" role=\"group\"")
        html.attribute("aria-label", Labels.when)
        html.markup(">")
        for choice in DayChoice.allCases {
            html.openButton("chip", .home(.list(.planned(id, .offer(choice)))))
            html.text(Texts.label(choice), in: " role=\"menuitem\">", "</button>")
        }
        html.openButton("chip", .home(.list(.whenTapped(id))))
        html.text(Labels.pickDay, in: " role=\"menuitem\">", "</button>")
        if offersNone {
            html.openButton("chip", .home(.list(.planned(id, .none))))
            html.text(Labels.noDate, in: " role=\"menuitem\">", "</button>")
        }
        html.markup("</div>")
    }

    private func orderMenu(to html: inout HTML) {
        openMenu(Labels.order, at: nil, to: &html)
        if home.list.section == .notes { return noteOrders(to: &html) }
        for order in Order.allCases {
            html.menuItem(
                Texts.label(order),
                icon: "i-check",
                .home(.list(.orderChosen(order))),
                isChosen: home.notebook.todos.order == order
            )
        }
        html.menuItem(Labels.select, icon: "i-list", .home(.list(.choosing(.began(nil)))))
        if home.list.filter.state == .all {
            html.menuItem(
                Labels.showCompleted,
                icon: "i-check",
                .home(.list(.completedTapped)),
                isChecked: home.list.showsCompleted
            )
        }
        html.markup("</div>")
    }

    private func noteOrders(to html: inout HTML) {
        for order in NoteOrder.allCases {
            let label: String
            switch order {
            case .modified: label = Labels.orderModified
            case .created: label = Labels.orderCreated
            case .title: label = Labels.orderTitle
            case .titleDescending: label = Labels.orderTitleDescending
            }
            html.menuItem(
                label,
                icon: "i-check",
                .home(.list(.noteOrderChosen(order))),
                isChosen: home.notebook.notes.order == order
            )
        }
        html.markup("</div>")
    }

    private func accountMenu(to html: inout HTML) {
        openMenu(Labels.account, at: nil, to: &html)
        html.text(home.notebook.account.displayName, in: "<p class=\"menu-title\" dir=\"auto\">", "</p>")
        html.text(home.notebook.account.email, in: "<p class=\"menu-note\">", "</p>")
        html.menuItem(Labels.settings, icon: "i-sliders", .home(.upper(.settingsOpened)))
        html.menuItem(Labels.accountAndDevices, icon: "i-person", .home(.upper(.accountOpened)))
        html.menuItem(Labels.reminders, icon: "i-bell", .home(.upper(.remindersOpened)))
        html.menuItem(Labels.trash, icon: "i-bin", .home(.upper(.trashOpened)))
        if hasUpdate { html.menuItem(Labels.updateDaybook, icon: "i-refresh", .home(.updateTapped)) }
        html.menuItem(Labels.goTo, icon: "i-search", .home(.list(.key(.palette, at: nil))))
        html.menuItem(Labels.shortcuts, icon: "i-keyboard", .home(.shortcutsTapped))
        html.menuItem(Labels.logOut, icon: "i-logout", .home(.logOutTapped))
        html.markup("</div>")
    }

    private func tagMenu(_ tag: String, at point: Overlay.Point?, to html: inout HTML) {
        openMenu(Labels.tagOptions, at: point, to: &html)
        html.text(tag, in: "<p class=\"menu-title\" dir=\"auto\">", "</p>")
        html.menuItem(Labels.renameTag, icon: "i-edit", .home(.overlay(.renameTapped)))
        html.menuItem(Labels.removeTag, icon: "i-bin", .home(.overlay(.removeTapped)), isDanger: true)
        html.markup("</div>")
    }

    // MARK: - Dialogs

    private func renameTag(_ name: String, _ broken: Violation?, to html: inout HTML) {
        askForTag(Labels.renameTag, name, broken, act: Labels.rename, to: &html)
    }

    /// The tags in use are offered.
    private func tagChosen(_ name: String, _ broken: Violation?, to html: inout HTML) {
        let tags = home.notebook.tags(beginning: name, besides: [], limit: EditorView.offeredTags)
        askForTag(Labels.addTag, name, broken, offering: tags, act: Labels.add, to: &html)
    }

    private func askForTag(
        _ title: String,
        _ name: String,
        _ broken: Violation?,
        offering tags: [String] = [],
        act: String,
        to html: inout HTML
    ) {
        html.markup("<dialog class=\"alert\" data-modal aria-labelledby=\"alert-title\"")
        html.on(.dismiss, .home(.overlay(.dismissed)))
        html.text(title, in: "><h2 class=\"alert-title\" id=\"alert-title\">", "</h2>")
        html.markup("<form id=\"tag-name-form\" class=\"account-form\" novalidate")
        html.on(.submit, .home(.overlay(.confirmed)))
        html.markup(
            "><div class=\"field\"><div class=\"field-line\"><input id=\"tag-name\" dir=\"auto\" data-autofocus"
        )
        html.markup(" autocomplete=\"off\" autocapitalize=\"none\" enterkeyhint=\"done\"")
        html.on(.input, .text { .home(.overlay(.nameChanged($0))) })
        html.attribute("aria-label", Labels.tagName)
        html.attribute("value", name)
        if broken != nil { html.markup(" aria-invalid=\"true\" aria-describedby=\"tag-name-note\"") }
        html.markup("></div>")
        if let broken {
            html.markup("<p class=\"field-error\" id=\"tag-name-note\" role=\"alert\">")
            html.icon("i-warning")
            html.text(broken.message, in: "<span>", "</span></p>")
            if broken.code == .tooLong { html.lift(Labels.liftLength, home.notebook.rules, at: nil) }
        }
        html.markup("</div></form>")
        if !tags.isEmpty {
            html.markup("<div class=\"chips\" role=\"group\"")
            html.attribute("aria-label", Labels.tags)
            html.markup(">")
            for tag in tags {
                html.openButton("chip", .home(.list(.choosing(.act(.addTag(tag))))))
                html.text(tag, in: " dir=\"auto\">", "</button>")
            }
            html.markup("</div>")
        }
        html.markup("<div class=\"alert-actions\">")
        html.button(Labels.cancel, .home(.overlay(.dismissed)))
        html.markup("<button type=\"submit\" form=\"tag-name-form\" class=\"button is-primary\"")
        html.text(act, in: ">", "</button></div></dialog>")
    }

    /// The reason why the text cannot be saved, and the choices of the person.
    private var discardWords: (question: String, text: String) {
        guard let editor = home.editor else {
            return (Labels.discardTagQuestion, home.openNote?.tagViolation?.message ?? Labels.discardText)
        }
        if editor.isGone { return (Labels.goneQuestion, Labels.goneText) }
        let isNew = editor.subject == .new
        let question = isNew ? Labels.discardQuestion : Labels.discardEditQuestion
        if editor.canSave, let broken = editor.violations.first { return (question, broken.message) }
        return (question, isNew ? Labels.discardText : Labels.discardEditText)
    }

    /// A question with two answers; the harmless one is focused. Without an act there is nothing but to read it.
    private func ask(
        _ question: String,
        _ text: String,
        act: String? = nil,
        isDanger: Bool = true,
        keep: String = Labels.close,
        to html: inout HTML
    ) {
        openAlert(to: &html)
        html.text(question, in: "<h2 class=\"alert-title\" id=\"alert-title\">", "</h2>")
        html.text(text, in: "<p class=\"alert-text\" id=\"alert-text\" dir=\"auto\">", "</p>")
        html.markup("<div class=\"alert-actions\">")
        html.openButton("button", .home(.overlay(.dismissed)))
        html.text(keep, in: " data-autofocus>", "</button>")
        if let act { html.button(act, .home(.overlay(.confirmed)), class: isDanger ? "button is-danger" : "button") }
        html.markup("</div></dialog>")
    }

    private func openAlert(to html: inout HTML) {
        html.markup("<dialog class=\"alert\" data-modal role=\"alertdialog\"")
        html.markup(" aria-labelledby=\"alert-title\" aria-describedby=\"alert-text\"")
        html.on(.dismiss, .home(.overlay(.dismissed)))
        html.markup(">")
    }

    private func shortcuts(to html: inout HTML) {
        html.markup("<dialog class=\"help\" data-modal aria-labelledby=\"help-title\"")
        html.on(.dismiss, .home(.overlay(.dismissed)))
        html.text(Labels.shortcuts, in: "><h2 class=\"alert-title\" id=\"help-title\">", "</h2><dl>")
        for shortcut in Labels.shortcutList {
            html.markup("<div><dt>")
            for key in shortcut.keys { html.text(key, in: "<kbd>", "</kbd>") }
            html.text(shortcut.does, in: "</dt><dd>", "</dd></div>")
        }
        html.markup("</dl><div class=\"alert-actions\">")
        html.openButton("button", .home(.overlay(.dismissed)))
        html.text(Labels.close, in: " data-autofocus>", "</button></div></dialog>")
    }
}

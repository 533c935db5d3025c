import DaybookCore

extension OverlayView {
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

    func rowMenu(_ todo: Todo, at point: Overlay.Point?, to html: inout HTML) {
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
            tags(for: todo, to: &html)
        }
        if !todo.isDone, home.list.canMove(home.notebook) {
            html.menuItem(Labels.moveToTop, icon: "i-top", .home(.list(.moved(todo.id, by: .min))))
            html.menuItem(Labels.moveUp, icon: "i-back", .home(.list(.moved(todo.id, by: -1))))
            html.menuItem(Labels.moveDown, icon: "i-forward", .home(.list(.moved(todo.id, by: 1))))
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

    /// The tags in use that a to-do does not have, as far as it may have more.
    private func tags(for todo: Todo, to html: inout HTML) {
        if todo.tags.count >= home.notebook.rules.limits.tagsMaximum { return }
        let offered = home.notebook.tags(beginning: "", besides: todo.tags, limit: 3)
        if offered.isEmpty { return }
        html.markup("<div class=\"menu-days\" role=\"group\"")
        html.attribute("aria-label", Labels.addTag)
        html.markup(">")
        for tag in offered {
            html.openButton("chip is-tag", .home(.list(.planned(todo.id, .tag(tag)))))
            html.text(tag, in: " role=\"menuitem\" dir=\"auto\">", "</button>")
        }
        html.markup("</div>")
    }

    func orderMenu(to html: inout HTML) {
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

    func accountMenu(to html: inout HTML) {
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

    func tagMenu(_ tag: String, at point: Overlay.Point?, to html: inout HTML) {
        openMenu(Labels.tagOptions, at: point, to: &html)
        html.text(tag, in: "<p class=\"menu-title\" dir=\"auto\">", "</p>")
        html.menuItem(Labels.renameTag, icon: "i-edit", .home(.overlay(.renameTapped)))
        html.menuItem(Labels.removeTag, icon: "i-bin", .home(.overlay(.removeTapped)), isDanger: true)
        html.markup("</div>")
    }
}

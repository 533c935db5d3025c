import DaybookCore

// The links to other lists and screens: the bar of a phone, and the sidebar of a wide window.
extension HomeView {
    /// The phone's bar within the thumb's reach.
    static func tabs(_ section: ListScreen.Section, to html: inout HTML) {
        tab(.todos, Labels.todos, "i-list", isShown: section == .todos, to: &html)
        tab(.notes, Labels.notes, "i-note", isShown: section == .notes, to: &html)
        if section == .notes {
            html.iconButton(Labels.newNote, icon: "i-plus", .home(.list(.newNoteTapped)), class: "fab")
        } else {
            html.iconButton(Labels.newTodo, icon: "i-plus", .home(.list(.newTapped)), class: "fab")
        }
        html.openButton("tab", .home(.accountTapped))
        html.markup(" aria-haspopup=\"menu\">")
        html.icon("i-person")
        html.text(Labels.account, in: "<span>", "</span></button>")
    }

    private static func tab(
        _ section: ListScreen.Section,
        _ label: String,
        _ icon: StaticString,
        isShown: Bool,
        to html: inout HTML
    ) {
        html.openButton("tab", .home(.list(.sectionChosen(section))))
        html.markup(isShown ? " aria-current=\"page\">" : ">")
        html.icon(icon)
        html.text(label, in: "<span>", "</span></button>")
    }

    /// Filters, tags, the trash, the settings and the account, from 820 pixels on.
    static func sidebar(_ home: Home, _ counts: TodoIndex.DayCounts, to html: inout HTML) {
        html.text(Labels.daybook, in: "<p class=\"sidebar-brand\">", "</p><ul class=\"sidebar-list\">")
        let view = home.list.view
        for due in Filter.Due.allCases {
            guard let count = counts[due] else { continue }
            html.markup("<li>")
            html.openButton("sidebar-item", .home(.list(.dueTapped(due))))
            html.attribute("aria-pressed", is: view.due == due)
            html.markup(">")
            html.icon(due == .today ? "i-sun" : "i-calendar")
            html.text(label(due), in: "<span>", "</span>")
            sidebarCount(count, home, to: &html)
        }
        let open = home.notebook.todos.openCount
        for state in Filter.State.allCases {
            let count =
                state == .all ? home.notebook.todos.count : state == .open ? open : home.notebook.todos.count - open
            html.markup("<li>")
            html.openButton("sidebar-item", .home(.list(.filterTapped(state))))
            html.attribute("aria-pressed", is: shows(state, view))
            html.markup(">")
            html.icon(state == .all ? "i-list" : state == .open ? "i-circle" : "i-check")
            html.text(label(state), in: "<span>", "</span>")
            sidebarCount(count, home, to: &html)
        }
        html.markup("<li>")
        html.openButton("sidebar-item", .home(.list(.sectionChosen(.notes))))
        html.attribute("aria-pressed", is: home.list.section == .notes)
        html.markup(">")
        html.icon("i-note")
        html.text(Labels.notes, in: "<span>", "</span>")
        sidebarCount(home.notebook.notes.count, home, to: &html)
        html.markup("</ul>")
        let tags = home.offeredTags
        if !tags.isEmpty {
            html.text(Labels.tags, in: "<p class=\"sidebar-heading\">", "</p><ul class=\"sidebar-list\">")
            for tag in tags {
                html.markup("<li>")
                html.openButton("sidebar-item", .home(.list(.tagTapped(tag))))
                html.on(.menu, menu(of: tag))
                html.attribute("aria-pressed", is: home.list.section == .todos && home.list.filter.tag == tag)
                html.markup(">")
                html.icon("i-tag")
                html.text(tag, in: "<span dir=\"auto\">", "</span></button></li>")
            }
            html.markup("</ul>")
        }
        html.markup("<div class=\"sidebar-foot\">")
        html.openButton("sidebar-item", .home(.upper(.trashOpened)))
        html.markup(">")
        html.icon("i-bin")
        html.text(Labels.trash, in: "<span>", "</span></button>")
        html.openButton("sidebar-item", .home(.upper(.settingsOpened)))
        html.markup(">")
        html.icon("i-sliders")
        html.text(Labels.settings, in: "<span>", "</span></button>")
        html.openButton("sidebar-item", .home(.accountTapped))
        html.markup(" aria-haspopup=\"menu\">")
        html.icon("i-person")
        html.text(home.notebook.account.displayName, in: "<span dir=\"auto\">", "</span></button></div>")
    }

    /// Until the account has been read, 0 is not known.
    private static func sidebarCount(_ count: Int, _ home: Home, to html: inout HTML) {
        let (start, end): (StaticString, StaticString) = (
            "<span class=\"sidebar-count\" data-figure>", "</span></button></li>"
        )
        if count > 0 || home.notebook.isRead {
            html.figure(count, in: start, end)
        } else {
            html.figure("", in: start, end)
        }
    }
}

import DaybookCore

/// The frame of the signed-in screen; its regions are drawn by themselves.
enum HomeView {
    static func write(to html: inout HTML) {
        html.markup("<div class=\"shell\"><nav class=\"sidebar\" data-region=\"sidebar\"")
        html.attribute("aria-label", Labels.daybook)
        html.markup("></nav><main class=\"pane\" data-scroller=\"rows\"")
        html.on(.refresh, .home(.pulledToRefresh))
        html.markup("><header class=\"bar\" data-region=\"bar\"></header>")
        html.markup("<div class=\"head\"><div data-region=\"head\"></div><div data-region=\"search\"></div>")
        html.markup("<div data-region=\"filters\"></div><div data-region=\"line\"></div>")
        html.markup("<div data-region=\"found\"></div></div>")
        html.markup(
            "<div class=\"list\"><div data-space=\"top\"></div><ul class=\"rows\" role=\"list\" data-region=\"rows\""
        )
        html.markup(" data-reorder")
        // Its name is the large title: to-dos, notes, or what is planned for a day.
        html.markup(" aria-labelledby=\"list-title\"></ul><div data-space=\"bottom\"></div></div>")
        html.markup("<div data-region=\"empty\"></div></main>")
        html.markup("<aside class=\"detail\" data-region=\"editor\"></aside>")
        html.markup("<div class=\"splitter\" role=\"separator\" aria-orientation=\"vertical\" tabindex=\"0\"")
        html.markup(" aria-valuemin=\"20\" aria-valuemax=\"48\" aria-valuenow=\"26\"")
        html.attribute("aria-label", Labels.paneWidth)
        html.markup("></div>")
        html.markup("<nav class=\"bottom-bar\" data-region=\"tabs\"")
        html.attribute("aria-label", Labels.daybook)
        html.markup("></nav></div>")
        html.markup("<div class=\"choice-place\" data-region=\"choice\"></div>")
        html.markup("<div class=\"toast-place\" data-region=\"toast\"></div><div data-region=\"upper\"></div>")
        html.markup("<div class=\"ringing-place\" data-region=\"ringing\"></div>")
        html.markup("<div data-region=\"overlay\"></div>")
    }

    /// The bar that the large title shrinks into, with the actions on the whole list (T9 at its right end).
    static func bar(_ home: Home, to html: inout HTML) {
        html.text(
            title(home.list),
            in: "<span class=\"bar-title\" aria-hidden=\"true\">",
            "</span><div class=\"bar-actions\">"
        )
        // A list by dates has one order.
        if home.list.view.due == .any {
            html.iconButton(Labels.order, icon: "i-sort", .home(.list(.orderTapped)), opensMenu: true)
        }
        if home.list.section == .todos {
            if let tag = home.list.view.tag {
                let menu = Intent.home(.list(.tagMenuOpened(tag, at: nil)))
                html.iconButton(Labels.tagOptions, icon: "i-tag", menu, opensMenu: true)
            }
            let isOn = home.list.showsBins
            let label = isOn ? Labels.hideBins : Labels.showBins
            html.iconButton(label, icon: "i-bin", .home(.list(.binsTapped)), isPressed: isOn)
        } else {
            html.iconButton(
                Labels.newNote,
                icon: "i-plus",
                .home(.list(.newNoteTapped)),
                class: "icon-button is-wide-only"
            )
        }
        html.markup("</div>")
    }

    static func title(_ list: ListScreen) -> String {
        list.section == .notes ? Labels.notes : label(list.filter.due)
    }

    static func label(_ due: Filter.Due) -> String {
        switch due {
        case .any: Labels.todos
        case .today: Labels.today
        case .upcoming: Labels.upcoming
        }
    }

    /// Count, large title and the calm line (L5).
    static func head(_ home: Home, isOnline: Bool, counts: TodoIndex.DayCounts, to html: inout HTML) {
        html.figure(
            home.countWords(counts, isRead: home.notebook.isRead),
            in: "<p class=\"count\" data-figure>",
            "</p>"
        )
        html.text(title(home.list), in: "<h1 class=\"large-title\" id=\"list-title\">", "</h1>")
        let banner = home.banner(isOnline: isOnline)
        if home.notebook.disk.failure != nil {
            html.markup("<p class=\"banner field-error\" data-key=\"failure\">")
            html.icon("i-warning")
            html.text(banner ?? "", in: "<span>", "</span></p>")
        } else {
            // A live region is there before its text: what comes with its text is read by few screen readers.
            html.text(banner ?? "", in: "<p class=\"banner\" role=\"status\" data-key=\"banner\">", "")
            if !home.notebook.replica.rejections.isEmpty { showRefused(home, banner, to: &html) }
            html.markup("</p>")
        }
        // A state that lasts a moment needs no words.
        if home.pendingRoute != nil, !isOnline || home.notebook.connection.engine.failures > 0 {
            html.text(Labels.notHereYet, in: "<p class=\"banner\" role=\"status\" data-key=\"sought\">", "</p>")
        }
    }

    /// Leads to what the server refused, where the line tells of it.
    @inline(never)
    private static func showRefused(_ home: Home, _ banner: String?, to html: inout HTML) {
        guard home.firstRefused != nil, banner == home.refusedBanner else { return }
        html.button(Labels.show, .home(.refusedTapped), class: "button is-quiet")
    }

    /// The search (L4).
    static func search(_ text: String, to html: inout HTML) {
        html.markup("<div class=\"search\" role=\"search\">")
        html.icon("i-search")
        html.markup("<input id=\"search\" dir=\"auto\" type=\"search\" autocomplete=\"off\" enterkeyhint=\"search\"")
        html.on(.input, .text { .home(.list(.searchChanged($0))) })
        html.attribute("aria-label", Labels.search)
        html.attribute("placeholder", Labels.search)
        html.value(typed: text)
        html.markup(">")
        // The style hides it beside an empty field.
        html.iconButton(Labels.clearSearch, icon: "i-clear", .home(.list(.searchCleared)))
        html.markup("</div>")
    }

    /// What a search did not find here, and what it found elsewhere.
    static func found(_ home: Home, isSearchEmpty: Bool, to html: inout HTML) {
        if isSearchEmpty {
            let text = Texts.nothingFound(home.list.filter.search)
            html.text(text, in: "<p class=\"search-note\" data-key=\"nothing\">", "</p>")
        }
        FoundView(home: home).write(to: &html)
    }

    /// The filters of to-dos (L7).
    static func filters(_ home: Home, _ counts: TodoIndex.DayCounts, to html: inout HTML) {
        html.markup("<div class=\"chips\" role=\"group\"")
        html.attribute("aria-label", Labels.filters)
        html.markup(">")
        let filter = home.list.filter
        for due in Filter.Due.allCases {
            guard let count = counts[due] else { continue }
            html.openButton("chip", .home(.list(.dueTapped(due))))
            html.attribute("aria-pressed", is: filter.due == due)
            html.text(label(due), in: ">", "")
            if count > 0 { html.figure(count, in: " <span class=\"chip-count\" data-figure>", "</span>") }
            html.markup("</button>")
        }
        for state in Filter.State.allCases {
            html.openButton("chip", .home(.list(.filterTapped(state))))
            html.attribute("aria-pressed", is: shows(state, home.list.view))
            html.text(label(state), in: ">", "</button>")
        }
        for tag in home.offeredTags {
            html.openButton("chip is-tag", .home(.list(.tagTapped(tag))))
            html.on(.menu, menu(of: tag))
            html.attribute("aria-pressed", is: home.list.filter.tag == tag)
            html.text(tag, in: ">", "</button>")
        }
        html.markup("</div>")
    }

    /// Whether the list shows this state. A list of a tag is not the list of all.
    static func shows(_ state: Filter.State, _ view: ListScreen.View) -> Bool {
        view.section == .todos && view.due == .any && view.state == state && (state != .all || view.tag == nil)
    }

    /// The menu of a long press or the other mouse button on the filter of a tag.
    static func menu(of tag: String) -> Intent {
        .point { .home(.list(.tagMenuOpened(tag, at: $0))) }
    }

    static func label(_ state: Filter.State) -> String {
        switch state {
        case .all: Labels.all
        case .open: Labels.open
        case .done: Labels.done
        }
    }
}

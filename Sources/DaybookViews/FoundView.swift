import DaybookCore

/// What a search finds in the list that does not show: one search is over to-dos and notes.
struct FoundView {
    var home: Home

    /// Results that are named; how many there are stands beside them.
    static let shownMaximum = 3

    func write(to html: inout HTML) {
        if !home.isSearching { return }
        if home.section == .notes { writeTodos(to: &html) } else { writeNotes(to: &html) }
    }

    private func writeNotes(to html: inout HTML) {
        let found = home.notebook.notes.matches(home.list.filter.search)
        if found.isEmpty { return }
        begin(Texts.foundNotes(found.count), "showNotes", to: &html)
        for slot in found.prefix(FoundView.shownMaximum) {
            let note = home.notebook.notes[slot]
            item(note.title.isEmpty ? Texts.untitledNote : note.title, note.id.uuid, "openNote", "i-note", to: &html)
        }
        html.markup("</ul></section>")
    }

    private func writeTodos(to html: inout HTML) {
        let found = home.notebook.todos.matches(Filter(search: home.list.filter.search))
        if found.isEmpty { return }
        begin(Texts.foundTodos(found.count), "showTodos", to: &html)
        for slot in found.prefix(FoundView.shownMaximum) {
            let todo = home.notebook.todos[slot]
            item(todo.title, todo.id.uuid, "openFound", todo.isDone ? "i-check" : "i-circle", to: &html)
        }
        html.markup("</ul></section>")
    }

    private func begin(_ count: String, _ action: StaticString, to html: inout HTML) {
        html.markup("<section class=\"found\" data-key=\"found\"")
        html.attribute("aria-label", Labels.found)
        html.text(Labels.found, in: "><div class=\"found-head\"><h2>", "</h2>")
        html.button(count, action: action, class: "button is-quiet")
        html.markup("</div><ul role=\"list\">")
    }

    private func item(
        _ title: String,
        _ id: UUID,
        _ action: StaticString,
        _ icon: StaticString,
        to html: inout HTML
    ) {
        html.markup("<li data-key=\"")
        html.id(id)
        html.markup("\"><button type=\"button\" class=\"found-item\" data-action=\"")
        html.markup(action)
        html.markup("\">")
        html.icon(icon)
        html.text(title, in: "<span dir=\"auto\">", "</span></button></li>")
    }
}

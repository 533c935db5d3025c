import DaybookCore

/// The matches of a search in the other list: a search covers to-dos and notes. A list of a tag names the tag's notes.
struct FoundView {
    var home: Home

    /// The results that are named, beside the number of all results.
    static let shownMaximum = 3

    func write(to html: inout HTML) {
        if home.list.section == .todos {
            writeNotes(to: &html)
        } else if home.list.isSearching {
            writeTodos(to: &html)
        }
    }

    private func writeNotes(to html: inout HTML) {
        let found = home.notesBeside
        if found.isEmpty { return }
        let tag = home.list.isSearching ? nil : home.list.filter.tag
        let all: ListScreen.Action = tag.map { .notesOfTagTapped($0) } ?? .sectionChosen(.notes)
        begin(tag == nil ? Labels.found : Labels.notesWithTag, Texts.foundNotes(found.count), all, to: &html)
        for slot in found.prefix(FoundView.shownMaximum) {
            let note = home.notebook.notes[slot]
            let title = note.title.isEmpty ? Texts.untitledNote : note.title
            item(title, note.id.uuid, .home(.list(.noteTapped(note.id))), "i-note", to: &html)
        }
        html.markup("</ul></section>")
    }

    private func writeTodos(to html: inout HTML) {
        let found = home.todosBeside
        if found.isEmpty { return }
        begin(Labels.found, Texts.foundTodos(found.count), .sectionChosen(.todos), to: &html)
        for slot in found.prefix(FoundView.shownMaximum) {
            let todo = home.notebook.todos[slot]
            let icon: StaticString = todo.isDone ? "i-check" : "i-circle"
            item(todo.title, todo.id.uuid, .home(.list(.rowTapped(todo.id))), icon, to: &html)
        }
        html.markup("</ul></section>")
    }

    private func begin(_ name: String, _ count: String, _ all: ListScreen.Action, to html: inout HTML) {
        html.markup("<section class=\"found\" data-key=\"found\"")
        html.attribute("aria-label", name)
        html.text(name, in: "><div class=\"found-head\"><h2>", "</h2>")
        html.button(count, .home(.list(all)), class: "button is-quiet")
        html.markup("</div><ul role=\"list\">")
    }

    private func item(
        _ title: String,
        _ id: UUID,
        _ intent: Intent,
        _ icon: StaticString,
        to html: inout HTML
    ) {
        html.markup("<li data-key=\"")
        html.id(id)
        html.markup("\">")
        html.openButton("found-item", intent)
        html.markup(">")
        html.icon(icon)
        html.text(title, in: "<span dir=\"auto\">", "</span></button></li>")
    }
}

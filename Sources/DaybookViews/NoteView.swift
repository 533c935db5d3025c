import DaybookCore

/// A note being read: all of its photos, title, description (N3).
struct NoteView {
    var note: Note
    /// The to-dos that belong to it.
    var todos: [Todo]
    var open: OpenNote
    /// The tags in use that it does not have.
    var tags: [String]
    var rules: Rules
    var missing: [Violation]
    var attention: Violation?
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        html.openNoteSheet(note.id, Labels.note)
        html.text(Labels.note, in: "<h2 class=\"sheet-title\">", "</h2>")
        html.pin(note)
        html.button(Labels.edit, .home(.note(.writeTapped)), class: "button is-primary", id: "note-write")
        html.markup("</div><div class=\"sheet-body\">")
        html.text(note.title, in: "<h3 class=\"note-title\" dir=\"auto\" data-key=\"title\">", "</h3>")
        if let attention {
            html.text(attention.message, in: "<p class=\"field-error\" data-key=\"attention\">", "</p>")
        }
        writePhotos(to: &html)
        html.markup("<div class=\"note-text\" dir=\"auto\" data-key=\"text\">")
        html.linkedText(note.description)
        html.markup("</div>")
        html.tags(of: note, open, offered: tags, rules)
        if !todos.isEmpty { writeTodos(to: &html) }
        if note.hasTodoLines {
            html.markup("<div class=\"note-actions\" data-key=\"actions\">")
            html.button(Labels.makeTodos, .home(.note(.toTodosTapped)))
            html.markup("</div>")
        }
        html.markup("<div class=\"sheet-foot\">")
        html.text(Texts.age(note, now: now, zone: zone), in: "<p class=\"stamp\">", "</p>")
        html.button(Labels.history, .home(.note(.historyTapped)), class: "button is-quiet")
        html.button(Labels.delete, .home(.note(.deleteTapped)), class: "button is-danger is-quiet")
        html.markup("</div></div></section>")
    }

    private func writeTodos(to html: inout HTML) {
        html.text(
            Labels.noteTodos,
            in: "<section class=\"note-todos\" data-key=\"todos\"><h4>",
            "</h4><ul role=\"list\">"
        )
        for todo in todos {
            html.markup(todo.isDone ? "<li class=\"is-done\" data-key=\"" : "<li data-key=\"")
            html.id(todo.id)
            html.markup("\">")
            html.openButton("check", .home(.list(.checkTapped(todo.id))))
            html.markup(" role=\"checkbox\"")
            html.attribute("aria-checked", is: todo.isDone)
            html.attribute("aria-label", Texts.check(todo.title, isDone: todo.isDone))
            html.markup("></button>")
            html.openButton("note-todo", .home(.list(.rowTapped(todo.id))))
            html.text(todo.title, in: "><span class=\"row-title\" dir=\"auto\">", "</span></button></li>")
        }
        html.markup("</ul></section>")
    }

    private func writePhotos(to html: inout HTML) {
        if note.photos.isEmpty { return }
        html.markup("<ul class=\"photos\" role=\"list\"")
        html.attribute("aria-label", Labels.photos)
        html.markup(">")
        for (index, photo) in note.photos.enumerated() {
            html.markup("<li class=\"photo\" data-key=\"")
            html.id(photo.id.uuid)
            html.markup("\">")
            html.openButton("photo-open", .home(.note(.galleryOpened(photo.id))))
            html.attribute("aria-label", Texts.photoOf(index + 1, note.photos.count))
            html.markup(">")
            PhotoView.thumbnail(photo, to: &html)
            html.markup("</button></li>")
        }
        html.markup("</ul>")
    }
}

extension HTML {
    /// The head of a note's sheet, up to its title.
    mutating func openNoteSheet(_ id: Note.ID, _ label: String) {
        markup("<section class=\"sheet is-note\" data-sheet data-leave data-photos tabindex=\"-1\" data-key=\"")
        self.id(id.uuid)
        markup("\"")
        on(.dismiss, .home(.note(.closed)))
        attribute("aria-label", label)
        markup("><div class=\"grabber\" data-grab aria-hidden=\"true\"></div><div class=\"sheet-bar\" data-grab>")
        iconButton(Labels.close, icon: "i-close", .home(.note(.closed)))
    }
}

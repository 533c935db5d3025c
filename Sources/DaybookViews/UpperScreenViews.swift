import DaybookCore

/// The trash: deleted to-dos, notes and photos that can be restored (S12).
struct TrashView {
    var trash: [Trashed]
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        html.openScreen(Labels.trash)
        let text = trash.isEmpty ? Labels.trashEmpty : Labels.trashText
        html.text(text, in: "<p class=\"screen-line is-faded\" data-key=\"text\">", "</p>")
        html.markup("<ul class=\"screen-list\" data-key=\"list\">")
        for trashed in trash {
            let title = trashed.photo == nil ? trashed.title : Texts.photoOf(trashed.title)
            TrashedView(trashed: trashed, title: title, now: now, zone: zone).write(to: &html)
        }
        html.markup("</ul></div></dialog>")
    }
}

/// One deleted to-do, note or photo, with the button that restores it.
struct TrashedView {
    var trashed: Trashed
    var title: String
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        html.markup("<li")
        html.attribute("data-key", trashed.key.id.description)
        html.markup(">")
        if let photo = trashed.photo { PhotoView.thumbnail(photo, class: "row-photo", to: &html) }
        html.text(title, in: "<div><p dir=\"auto\">", "</p>")
        let when =
            trashed.photo == nil
            ? Texts.deletedAt(trashed.deleted, now: now, zone: zone)
            : Texts.takenOffAt(trashed.deleted, now: now, zone: zone)
        html.text(when, in: "<p class=\"is-faded\">", "</p></div>")
        html.openButton("button is-quiet", .home(.upper(.restoreTapped(trashed.key))))
        html.attribute("aria-label", Texts.restore(trashed))
        html.text(Labels.restore, in: ">", "</button></li>")
    }
}

/// The earlier values of a to-do or a note (S12).
struct HistoryView {
    var history: RecordHistory
    /// The present title.
    var title: String?
    /// The present detail of the to-do, or text of the note.
    var text: String?
    /// The photos that were taken off the note.
    var photos: [Trashed] = []
    var now: Instant
    var zone: TimeZone

    func write(to html: inout HTML) {
        html.openScreen(Labels.history)
        if let note = history.note { html.text(note, in: "<p class=\"form-notice\" data-key=\"note\">", "</p>") }
        if let title { html.text(title, in: "<p class=\"screen-line\" dir=\"auto\" data-key=\"title\">", "</p>") }
        if !photos.isEmpty {
            html.markup("<ul class=\"screen-list\" data-key=\"photos\">")
            for photo in photos {
                TrashedView(trashed: photo, title: Labels.photo, now: now, zone: zone).write(to: &html)
            }
            html.markup("</ul>")
        }
        if let entries = html.fetched(history.entries, reload: .home(.upper(.reloadTapped))) {
            let text = entries.isEmpty ? Labels.historyEmpty : Labels.historyText
            if !entries.isEmpty || photos.isEmpty {
                html.text(text, in: "<p class=\"screen-line is-faded\" data-key=\"text\">", "</p>")
            }
            html.markup("<ul class=\"screen-list\" data-key=\"list\">")
            for entry in entries { write(entry, to: &html) }
            html.markup("</ul>")
        }
        html.markup("</div></dialog>")
    }

    private func write(_ entry: RecordHistory.Entry, to html: inout HTML) {
        let value = Texts.value(entry, now: now, zone: zone)
        html.markup("<li")
        html.attribute("data-key", entry.number.description)
        html.text(Texts.fieldName(entry.field), in: "><div><p class=\"is-faded\">", "</p>")
        html.markup("<p class=\"screen-value\" dir=\"auto\">")
        if let now = present(entry.field) { html.text(value, from: value, to: now) } else { html.text(value) }
        html.markup("</p>")
        html.text(Texts.setAt(entry, now: now, zone: zone), in: "<p class=\"is-faded\" dir=\"auto\">", "</p></div>")
        html.openButton("button is-quiet", .home(.upper(.entryTapped(entry.number))))
        html.attribute("aria-label", Texts.restoreValue(entry.field, value))
        html.text(Labels.restore, in: ">", "</button></li>")
    }

    /// The present text of a field; nil for a field without a text.
    private func present(_ field: String) -> String? {
        switch field {
        case Todo.Field.title: title
        case Todo.Field.detail, Note.Field.description: text
        default: nil
        }
    }
}

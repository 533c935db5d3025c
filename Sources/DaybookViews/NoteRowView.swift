import DaybookCore

/// One note in the list (N3).
struct NoteRowView {
    var note: Note
    /// The rules that a draft does not meet yet; nothing for a complete note.
    var missing: [Violation]
    var now: Instant
    var zone: TimeZone
    /// The height that the list assumes, in pixels.
    var height: Int
    var isSelected: Bool
    /// The server refused a change to it (S9).
    var attention: Violation?

    /// Characters of the description that a row can show.
    static let excerptMaximum = 160

    func write(to html: inout HTML) {
        html.markup("<li class=\"row is-note")
        if isSelected { html.markup(" is-selected") }
        html.markup("\" data-row data-key=\"")
        html.id(note.id.uuid)
        html.markup("\" data-height=\"")
        html.number(height)
        html.markup("\"")
        html.on(.swipeLeft, .home(.list(.noteSwipedLeft(note.id))))
        html.attribute("data-label-left", Labels.delete)
        html.on(.swipeRight, .home(.list(.noteSwipedRight(note.id))))
        html.attribute("data-label-right", note.isPinned ? Labels.unpin : Labels.pin)
        html.markup(" data-icon-right=\"i-pin\"")
        html.markup(" tabindex=\"-1\">")
        html.markup("<div class=\"row-front\">")
        html.openButton("row-body", .home(.list(.noteTapped(note.id))))
        html.text(
            note.title.isEmpty ? Texts.untitledNote : note.title,
            in: " tabindex=\"-1\"><span class=\"row-head\"><span class=\"row-title\" dir=\"auto\">",
            "</span></span>"
        )
        if !note.description.isEmpty {
            html.text(excerpt, in: "<span class=\"row-detail\" dir=\"auto\">", "</span>")
        }
        html.markup("<span class=\"row-meta\">")
        if note.isPinned {
            html.markup("<span class=\"pinned\">")
            html.icon("i-pin")
            html.text(Labels.pinned, in: "<span class=\"unseen\">", "</span></span>")
        }
        if !missing.isEmpty { html.text(Labels.draft, in: "<span class=\"draft\">", "</span>") }
        if let attention { html.text(attention.message, in: "<span class=\"attention\">", "</span>") }
        for tag in note.tags { html.text(tag, in: "<span class=\"tag\" dir=\"auto\">", "</span>") }
        html.text(Texts.age(note, now: now, zone: zone), in: "<span class=\"stamp\">", "</span>")
        if note.photos.count > 1 {
            html.text(Texts.photos(note.photos.count), in: "<span class=\"stamp\">", "</span>")
        }
        html.markup("</span></button>")
        if let photo = note.photos.first { PhotoView.thumbnail(photo, class: "row-photo", to: &html) }
        html.markup("</div></li>")
    }

    /// The start of the description, in one line.
    private var excerpt: String {
        var text = ""
        var count = 0
        var isAfterSpace = true
        for character in note.description {
            let isSpace = character.isSpace
            if isSpace && isAfterSpace { continue }
            text.append(isSpace ? " " : character)
            isAfterSpace = isSpace
            count += 1
            if count == NoteRowView.excerptMaximum { break }
        }
        return text
    }
}

import DaybookCore

/// The editor: a sheet on a phone, a column on a wide screen (T2 to T7, T11).
struct EditorView {
    var editor: Editor
    /// The to-do being edited; nil for a new one.
    var todo: Todo?
    /// The notes that it may belong to.
    var notes: [Note]
    /// The tags in use that it does not have.
    var tags: [String]
    /// The devices that set the title and the detail last, where they are known.
    var titleDevice: String?
    var textDevice: String?
    var rules: Rules
    var now: Instant
    var zone: TimeZone

    /// Chips of tags at most.
    static var offeredTags: Int { 6 }
    private static var offeredLinks: Int { 5 }

    private var isNew: Bool { editor.beganNew }

    func write(to html: inout HTML) {
        html.markup("<section class=\"sheet\" data-sheet data-leave tabindex=\"-1\"")
        html.on(.dismiss, .home(.editor(.closed)))
        // Each to-do has its own sheet, so that no field keeps the text of the previous to-do.
        if !isNew, case .existing(let id) = editor.subject {
            html.attribute("data-key", "editor-" + id.uuid.description)
        } else {
            html.markup(" data-key=\"editor-new\"")
        }
        let label = isNew ? Labels.newTodo : Labels.editTodo
        html.attribute("aria-label", label)
        html.markup("><div class=\"grabber\" data-grab aria-hidden=\"true\"></div><div class=\"sheet-bar\" data-grab>")
        html.iconButton(Labels.close, icon: "i-close", .home(.editor(.closed)))
        html.text(label, in: "<h2 class=\"sheet-title\">", "</h2>")
        writeSave(to: &html)
        html.markup("</div><div class=\"sheet-body\"><form id=\"editor-form\" novalidate")
        html.on(.submit, .home(.editor(.saveTapped)))
        html.markup(">")
        if case .failed(let message) = editor.status {
            html.markup("<p class=\"field-error\" role=\"alert\" data-key=\"failure\">")
            html.icon("i-warning")
            html.text(message, in: "<span>", "</span></p>")
        }
        if editor.isGone { writeGone(to: &html) }
        writeTitle(to: &html)
        others.write(
            editor.otherTitle,
            over: editor.draft.title,
            from: titleDevice,
            "other-title",
            use: .home(.editor(.otherTitleTapped)),
            to: &html
        )
        writeDetail(to: &html)
        writeLinks(to: &html)
        others.write(
            editor.otherDetail,
            over: editor.draft.detail,
            from: textDevice,
            "other-detail",
            use: .home(.editor(.otherDetailTapped)),
            to: &html
        )
        html.markup("</form><form id=\"tag-form\" novalidate")
        html.on(.submit, .home(.editor(.tagSubmitted)))
        html.markup(">")
        TagField(
            tags: editor.draft.tags,
            text: editor.tagText,
            violation: editor.violation(.tags),
            offered: tags,
            rules: rules,
            changed: .text { .home(.editor(.tagTextChanged($0))) },
            submitted: .editor(.tagSubmitted),
            suggested: { .editor(.tagSuggested($0)) },
            removed: { .editor(.tagRemoved($0)) }
        ).write(to: &html)
        html.markup("</form>")
        WhenField(purpose: .deadline, editor: editor, now: now, zone: zone).write(to: &html)
        WhenField(purpose: .reminder, editor: editor, now: now, zone: zone).write(to: &html)
        writeRepeat(to: &html)
        writeNote(to: &html)
        writeFoot(to: &html)
        html.markup("</div></section>")
    }

    private func writeSave(to html: inout HTML) {
        html.markup("<button type=\"submit\" form=\"editor-form\" class=\"button is-primary\"")
        if case .saving = editor.status {
            html.text(Labels.saving, in: " aria-disabled=\"true\" aria-busy=\"true\">", "</button>")
        } else {
            // Not `disabled`: a browser would drop an Enter that comes before the frame of the first letter.
            if !editor.canSave { html.markup(" aria-disabled=\"true\"") }
            html.text(editor.isGone ? Labels.restore : Labels.save, in: ">", "</button>")
        }
    }

    /// Tells the person that the to-do was deleted elsewhere. The button that saves restores it.
    private func writeGone(to html: inout HTML) {
        html.markup("<div class=\"field-error\" role=\"alert\" data-key=\"gone\">")
        html.icon("i-warning")
        html.text(Labels.gone, in: "<span>", "</span>")
        html.button(Labels.discard, .home(.editor(.discardTapped)), class: "chip")
        html.markup("</div>")
    }

    private var others: OtherTexts { OtherTexts(isShown: editor.showsBoth, show: .home(.editor(.bothTapped))) }

    /// The broken rule of a field, in the place that `aria-describedby` names.
    private func writeError(_ field: Violation.Field, to html: inout HTML) {
        guard let broken = editor.violation(field) else { return }
        html.markup("<p class=\"field-error\"")
        html.attribute("id", "editor-" + field.name + "-note")
        html.markup(">")
        html.icon("i-warning")
        html.text(broken.message, in: "<span>", "</span></p>")
    }

    /// What is wrong with a field, and else the characters that are left.
    private func writeInvalid(_ field: Violation.Field, left: Int, limit: Int, to html: inout HTML) {
        guard editor.violation(field) != nil else {
            if left * 4 <= limit { html.attribute("aria-describedby", "editor-" + field.name + "-left") }
            return
        }
        html.markup(" aria-invalid=\"true\"")
        html.attribute("aria-describedby", "editor-" + field.name + "-note")
    }

    /// The number of characters that are left, in the last quarter of a limit.
    private func writeCounter(_ left: Int, limit: Int, _ id: StaticString, to html: inout HTML) {
        if left * 4 <= limit { html.counter(left, id) }
    }

    private func writeTitle(to html: inout HTML) {
        html.markup(
            "<div class=\"title-field\" data-key=\"title\"><div class=\"quick-field\">"
        )
        let words = WordsView(line: editor.titleLine, isTitle: true, now: now, zone: zone)
        words.writeHighlights(to: &html)
        html.markup("<input id=\"editor-title\" class=\"title-line\" dir=\"auto\"")
        html.markup(" autocomplete=\"off\" enterkeyhint=\"done\"")
        html.on(.input, .text { .home(.editor(.titleChanged($0))) })
        html.ceiling(rules.limits.titleMaximum)
        words.writeEnds(to: &html)
        html.attribute("data-lines", if: isNew)
        html.attribute("aria-label", Labels.title)
        html.attribute("placeholder", Labels.titlePlaceholder)
        html.attribute("value", editor.draft.title)
        html.attribute("data-autofocus", if: isNew)
        let (left, limit) = (editor.titleLeft(rules), rules.limits.titleMaximum)
        writeInvalid(.title, left: left, limit: limit, to: &html)
        html.markup("></div>")
        writeCounter(left, limit: limit, "editor-title-left", to: &html)
        writeError(.title, to: &html)
        words.writePieces(to: &html)
        writeOffers(to: &html)
        html.markup("</div>")
    }

    /// The offers for a text that is too long for a title.
    private func writeOffers(to html: inout HTML) {
        let lines = editor.titleLine.lines.count
        let isLong = editor.titleLeft(rules) < 0
        if lines == 0, !isLong { return }
        html.markup("<div class=\"quick-offers\" data-key=\"offers\">")
        if lines > 0 {
            html.button(Texts.addLines(lines), .home(.editor(.linesSubmitted)), class: "button is-quiet")
        }
        if isLong {
            html.button(Labels.divideTitle, .home(.editor(.titleDivided)), class: "button is-quiet")
            html.lift(Labels.liftLength, rules, at: .editorTitle)
        }
        html.markup("</div>")
    }

    private func writeDetail(to html: inout HTML) {
        html.markup(
            "<div class=\"detail-field\" data-key=\"detail\"><textarea id=\"editor-detail\" class=\"detail-text\" dir=\"auto\""
        )
        // With "on", a browser writes the field's text into its own session files.
        html.markup(" rows=\"3\" autocomplete=\"off\"")
        html.on(.input, .text { .home(.editor(.detailChanged($0))) })
        html.ceiling(rules.limits.detailMaximum)
        html.attribute("aria-label", Labels.detail)
        html.attribute("placeholder", Labels.detailPlaceholder)
        let (left, limit) = (editor.detailLeft(rules), rules.limits.detailMaximum)
        writeInvalid(.detail, left: left, limit: limit, to: &html)
        // HTML drops a line break right after the tag, so one is added there.
        html.text(editor.draft.detail, in: ">\n", "</textarea>")
        writeCounter(left, limit: limit, "editor-detail-left", to: &html)
        writeError(.detail, to: &html)
        if left < 0 { html.lift(Labels.liftLength, rules, at: .editorDetail) }
        html.markup("</div>")
    }

    /// The web addresses of the detail, which a field of text cannot have as links.
    private func writeLinks(to html: inout HTML) {
        let bytes = Array(editor.draft.detail.utf8)
        let links = LinkFinder.links(in: bytes).prefix(EditorView.offeredLinks)
        if links.isEmpty { return }
        html.markup("<div class=\"chips\" data-key=\"links\" role=\"group\"")
        html.attribute("aria-label", Labels.links)
        html.markup(">")
        for link in links {
            let address = String(utf8: bytes[link])
            html.openLink(address)
            html.text(address, in: " class=\"chip is-link\" dir=\"ltr\">", "</a>")
        }
        html.markup("</div>")
    }

    private func writeRepeat(to html: inout HTML) {
        html.markup("<div class=\"field\" data-key=\"repeat\"><label for=\"editor-repeat\">")
        html.text(Labels.repeats, in: "", "</label><div class=\"field-line\">")
        RepeatView(editor: editor, now: now, zone: zone).write(to: &html)
        writeError(.repetition, to: &html)
        html.markup("</div>")
    }

    /// The note that it belongs to, and the way there.
    private func writeNote(to html: inout HTML) {
        if notes.isEmpty { return }
        html.markup("<div class=\"field\" data-key=\"note\"><label for=\"editor-note\">")
        html.text(Labels.note, in: "", "</label><div class=\"field-line\">")
        html.markup("<select id=\"editor-note\" data-choose>")
        let chosen = notes.first { $0.id == editor.draft.note }
        html.option(Labels.noNote, .home(.editor(.notePicked(nil))), isChosen: chosen == nil, key: "none")
        for note in notes {
            html.option(
                note.title.isEmpty ? Texts.untitledNote : note.title,
                .home(.editor(.notePicked(note.id))),
                isChosen: note.id == editor.draft.note,
                key: note.id.uuid.description
            )
        }
        html.markup("</select></div>")
        if let chosen {
            html.markup("<div class=\"chips\" data-key=\"")
            html.id(chosen.id.uuid)
            html.markup("\">")
            html.button(Labels.openNote, .home(.list(.noteTapped(chosen.id))), class: "chip")
            html.markup("</div>")
        }
        html.markup("</div>")
    }

    private func writeFoot(to html: inout HTML) {
        guard let todo, !isNew else { return }
        html.markup("<div class=\"sheet-foot\" data-key=\"foot\">")
        html.text(Texts.age(todo, now: now, zone: zone), in: "<p class=\"stamp\">", "</p>")
        html.button(Labels.history, .home(.editor(.historyTapped)), class: "button is-quiet")
        html.button(Labels.delete, .home(.editor(.deleteTapped)), class: "button is-danger is-quiet")
        html.markup("</div>")
    }
}

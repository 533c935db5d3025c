import DaybookCore

/// A note that is being written (N2): title, photos with their state, description, and the parts that are missing.
struct NoteEditorView {
    var id: Note.ID
    var writing: OpenNote.Writing
    var open: OpenNote
    /// The tags in use that it does not have.
    var tags: [String]
    /// Nil while nothing of the note was kept.
    var note: Note?
    var photos: PhotoTransfers
    /// The devices that set the title and the text last, where they are known.
    var titleDevice: String?
    var textDevice: String?
    /// The rules that the texts break.
    var found: [Violation]
    var rules: Rules

    private var shown: [Photo] { note?.photos ?? [] }

    func write(to html: inout HTML) {
        let label = writing.beganNew ? Labels.newNote : Labels.note
        html.openNoteSheet(id, label)
        html.text(label, in: "<h2 class=\"sheet-title\">", "</h2>")
        // The button is there from the first letter on. If it appeared later, it would move the next button away from a
        // finger.
        html.pin(note)
        html.button(Labels.finished, .home(.note(.doneTapped)), class: "button is-primary")
        html.markup("</div><div class=\"sheet-body\"><form novalidate")
        html.on(.submit, .home(.note(.titleSubmitted)))
        html.markup(">")
        writeTitle(to: &html)
        others.write(
            writing.otherTitle,
            over: writing.draft.title,
            from: titleDevice,
            "other-title",
            use: .home(.note(.otherTitleTapped)),
            to: &html
        )
        writePhotos(to: &html)
        writeText(to: &html)
        others.write(
            writing.otherDescription,
            over: writing.draft.description,
            from: textDevice,
            "other-text",
            use: .home(.note(.otherDescriptionTapped)),
            to: &html
        )
        writeMissing(to: &html)
        html.markup("</form>")
        if let note {
            html.tags(of: note, open, offered: tags, rules)
            html.markup("<div class=\"sheet-foot\"><p class=\"stamp\"></p>")
            html.button(Labels.delete, .home(.note(.deleteTapped)), class: "button is-danger is-quiet")
            html.markup("</div>")
        }
        html.markup("</div></section>")
    }

    private func broken(_ field: Violation.Field) -> Violation? {
        // A text that is still too short is not an error. The count below tells what is missing.
        found.first(at: field).flatMap { $0.code == .tooShort || $0.code == .required ? nil : $0 }
    }

    private var others: OtherTexts { OtherTexts(isShown: writing.showsBoth, show: .home(.note(.bothTapped))) }

    private func writeTitle(to html: inout HTML) {
        html.markup("<div class=\"title-field\" data-key=\"title\"><input id=\"note-title\" class=\"title-line\"")
        html.markup(" dir=\"auto\" autocomplete=\"off\" enterkeyhint=\"next\"")
        html.on(.input, .text { .home(.note(.titleChanged($0))) })
        html.ceiling(rules.limits.noteTitle.maximum)
        html.attribute("aria-label", Labels.title)
        html.attribute("placeholder", Labels.noteTitlePlaceholder)
        html.attribute("value", writing.draft.title)
        html.attribute("data-autofocus", if: writing.beganNew)
        invalid(.title, "note-title-note", to: &html)
        html.markup(">")
        counter(writing.draft.title, rules.limits.noteTitle, to: &html)
        error(.title, "note-title-note", to: &html)
        html.markup("</div>")
    }

    private func writeText(to html: inout HTML) {
        html.markup("<div class=\"detail-field\" data-key=\"text\"><textarea id=\"note-description\"")
        html.markup(" class=\"detail-text\" dir=\"auto\" rows=\"9\" autocomplete=\"off\"")
        html.on(.input, .text { .home(.note(.descriptionChanged($0))) })
        html.ceiling(rules.limits.noteDescription.maximum)
        html.attribute("aria-label", Labels.noteText)
        html.attribute("placeholder", Labels.noteTextPlaceholder)
        invalid(.description, "note-description-note", to: &html)
        // HTML drops a line break right after the tag, so one is added there.
        html.text(writing.draft.description, in: ">\n", "</textarea>")
        counter(writing.draft.description, rules.limits.noteDescription, to: &html)
        error(.description, "note-description-note", to: &html)
        html.markup("</div>")
    }

    /// The parts that a note needs before it goes to other devices. It describes the fields: a live region would speak after
    /// each letter.
    private func writeMissing(to html: inout HTML) {
        let isBegun = writing.draft != NoteDraft() || note != nil
        html.markup("<p class=\"note-missing\" id=\"note-missing\" data-key=\"missing\">")
        if isBegun, !found.isEmpty {
            html.text(Labels.draftText)
            for violation in found {
                html.markup(" ")
                html.text(violation.message)
            }
        }
        html.markup("</p>")
        if isBegun, found.contains(where: { $0.code == .tooLong }) {
            html.lift(Labels.liftLength, rules, at: .noteDescription)
        } else if isBegun, found.contains(where: { $0.code == .tooShort && $0.field == .description }) {
            html.lift(Labels.liftNotes, rules, at: .noteDescription)
        }
    }

    /// The number of characters and their limit (N2); while the text is too short, the number of missing characters.
    private func counter(_ text: String, _ length: Rules.Range, to html: inout HTML) {
        let count = rules.count(text)
        if count > length.maximum {
            html.markup("<span class=\"counter is-full\" data-key=\"counter\">")
        } else {
            html.markup("<span class=\"counter\" data-key=\"counter\">")
        }
        if count < length.minimum {
            html.text(Texts.more(length.minimum - count), in: "", "</span>")
        } else {
            html.text(Texts.counted(count, of: length.maximum), in: "", "</span>")
        }
    }

    /// What is wrong with a field, and else what the note needs still. That is no live region, which would speak after
    /// each letter.
    private func invalid(_ field: Violation.Field, _ note: StaticString, to html: inout HTML) {
        let isBroken = broken(field) != nil
        if isBroken { html.markup(" aria-invalid=\"true\"") }
        html.markup(" aria-describedby=\"")
        html.markup(isBroken ? note : "note-missing")
        html.markup("\"")
    }

    private func error(_ field: Violation.Field, _ id: StaticString, to html: inout HTML) {
        guard let broken = broken(field) else { return }
        html.markup("<p class=\"field-error\" id=\"")
        html.markup(id)
        html.markup("\">")
        html.icon("i-warning")
        html.text(broken.message, in: "<span>", "</span></p>")
    }

    // MARK: - Photos

    private func writePhotos(to html: inout HTML) {
        html.markup("<ul class=\"photos\" role=\"list\" data-reorder")
        html.attribute("aria-label", Labels.photos)
        html.markup(">")
        for (index, photo) in shown.enumerated() { write(photo, index + 1, to: &html) }
        let coming = photos.incoming.count { $0.note == id }
        for _ in 0..<coming {
            html.markup("<li class=\"photo is-coming\" role=\"status\">")
            html.text(Labels.preparingPhoto, in: "<span class=\"unseen\">", "</span></li>")
        }
        if shown.count + coming < rules.photosMaximum {
            add(Labels.addPhotos, "i-photo", isCamera: false, to: &html)
            add(Labels.takePhoto, "i-camera", isCamera: true, to: &html)
        }
        html.markup("</ul>")
    }

    private func write(_ photo: Photo, _ place: Int, to html: inout HTML) {
        html.markup("<li class=\"photo\" data-item tabindex=\"0\" data-key=\"")
        html.id(photo.id.uuid)
        html.markup("\"")
        html.on(.move, .number { .home(.note(.photoMoved(photo.id, by: $0 ?? 0))) })
        html.attribute("aria-label", Texts.photoOf(place, shown.count) + ". " + Labels.photoHint)
        html.markup(">")
        html.openButton("photo-open", .home(.note(.galleryOpened(photo.id))))
        html.attribute("aria-label", Texts.photoOf(place, shown.count))
        html.markup(">")
        PhotoView.thumbnail(photo, to: &html)
        html.markup("</button>")
        html.openButton("photo-remove", .home(.note(.photoRemoved(photo.id))))
        html.attribute("aria-label", Texts.removePhoto(place))
        html.markup(">")
        html.icon("i-close")
        html.markup("</button>")
        if place > 1 { mover(Texts.moveEarlier(place), photo, by: -1, to: &html) }
        if place < shown.count { mover(Texts.moveLater(place), photo, by: 1, to: &html) }
        if let upload = photos.uploads.first(where: { $0.sha256 == photo.sha256 }) {
            if let refusal = upload.refusal {
                html.text(refusal, in: "<p class=\"photo-note\">", "</p>")
            } else if let percent = upload.percent {
                html.markup("<progress class=\"photo-progress\" max=\"100\" value=\"")
                html.number(percent)
                html.markup("\"")
                html.attribute("aria-label", Texts.uploading(percent))
                html.markup("></progress>")
            }
        }
        html.markup("</li>")
    }

    /// Moves a photo by one place, for those who cannot drag. The keyboard has Alt and the arrow keys, so it does not stop here.
    private func mover(_ label: String, _ photo: Photo, by places: Int, to html: inout HTML) {
        html.openButton(
            places < 0 ? "photo-remove photo-move is-earlier" : "photo-remove photo-move",
            .home(.note(.photoMoved(photo.id, by: places)))
        )
        html.attribute("aria-label", label)
        html.markup(" tabindex=\"-1\">")
        html.icon(places < 0 ? "i-back" : "i-forward")
        html.markup("</button>")
    }

    private func add(_ label: String, _ icon: StaticString, isCamera: Bool, to html: inout HTML) {
        html.markup(isCamera ? "<li class=\"photo-add is-camera\">" : "<li class=\"photo-add\">")
        html.icon(icon)
        html.markup("<input type=\"file\" accept=\"image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif\"")
        html.markup(isCamera ? " capture=\"environment\"" : " multiple")
        html.attribute("aria-label", label)
        html.markup("></li>")
    }
}

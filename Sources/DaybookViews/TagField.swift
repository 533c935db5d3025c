import DaybookCore

/// The tags of a to-do or a note, and the line that adds one (T3).
struct TagField {
    var tags: [String]
    /// The text in the line.
    var text: String
    var violation: Violation?
    /// The tags in use that it does not have.
    var offered: [String]
    var rules: Rules
    var changed: Intent
    var submitted: Home.Action
    var suggested: (String) -> Home.Action
    var removed: (String) -> Home.Action

    func write(to html: inout HTML) {
        let isFull = tags.count >= rules.limits.tagsMaximum
        // Tags that had no room are not lost, so they stay in sight.
        let hasLine = !isFull || !text.isEmpty
        html.markup("<div class=\"field\" data-key=\"tags\">")
        html.markup(!hasLine ? "<label>" : "<label for=\"editor-tag\">")
        html.text(Labels.tags, in: "", "</label><div class=\"tag-editor\">")
        for tag in tags {
            html.openButton("tag is-removable", .home(removed(tag)))
            html.attribute("data-key", "tag-" + tag)
            html.attribute("aria-label", Texts.removeTag(tag))
            html.text(tag, in: "><span dir=\"auto\">", "</span>")
            html.icon("i-close")
            html.markup("</button>")
        }
        let preview = violation == nil ? text : ""
        if !preview.isEmpty {
            html.text(
                preview,
                in: "<span class=\"tag is-preview\" data-key=\"preview\" aria-hidden=\"true\" dir=\"auto\">",
                "</span>"
            )
        }
        if hasLine { writeLine(to: &html) }
        html.markup("</div>")
        if !isFull, !offered.isEmpty { writeOffered(to: &html) }
        if let violation {
            html.markup("<p class=\"field-error\" id=\"editor-tags-note\">")
            html.icon("i-warning")
            html.text(violation.message, in: "<span>", "</span></p>")
        }
        if isFull {
            html.lift(Labels.liftTags, rules, at: .tagInput)
        } else if violation?.code == .tooLong {
            html.lift(Labels.liftLength, rules, at: .tagInput)
        }
        html.markup("</div>")
    }

    private func writeLine(to html: inout HTML) {
        html.markup(
            "<input id=\"editor-tag\" class=\"tag-input\" dir=\"auto\" autocomplete=\"off\" autocapitalize=\"none\""
        )
        html.markup(" enterkeyhint=\"enter\"")
        html.on(.input, changed)
        html.on(.blur, .home(submitted))
        html.ceiling(rules.limits.tagMaximum)
        html.attribute("placeholder", Labels.addTag)
        html.attribute("value", text)
        if violation != nil { html.markup(" aria-invalid=\"true\" aria-describedby=\"editor-tags-note\"") }
        html.markup(">")
    }

    private func writeOffered(to html: inout HTML) {
        html.markup("<div class=\"chips\" data-key=\"offered\" data-keep role=\"group\"")
        html.attribute("aria-label", Labels.tagsInUse)
        html.markup(">")
        for tag in offered {
            html.openButton("chip is-tag", .home(suggested(tag)))
            html.attribute("data-key", "offer-" + tag)
            html.text(tag, in: " dir=\"auto\">", "</button>")
        }
        html.markup("</div>")
    }
}

extension HTML {
    /// The tags of a note, in a form of their own: Enter in the line adds a tag.
    mutating func tags(of note: Note, _ open: OpenNote, offered: [String], _ rules: Rules) {
        markup("<form id=\"tag-form\" novalidate data-key=\"tag-form\"")
        on(.submit, .home(.note(.tagSubmitted)))
        markup(">")
        TagField(
            tags: note.tags,
            text: open.tagText,
            violation: open.tagViolation,
            offered: offered,
            rules: rules,
            changed: .text { .home(.note(.tagTextChanged($0))) },
            submitted: .note(.tagSubmitted),
            suggested: { .note(.tagSuggested($0)) },
            removed: { .note(.tagRemoved($0)) }
        ).write(to: &self)
        markup("</form>")
    }

    /// The button that pins or unpins a note. It does nothing before the note has a text.
    mutating func pin(_ note: Note?) {
        iconButton(Labels.pinNote, icon: "i-pin", .home(.note(.pinTapped)), isPressed: note?.isPinned ?? false)
    }
}

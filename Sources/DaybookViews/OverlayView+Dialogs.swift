import DaybookCore

// Questions that must be answered before anything else, and the list of keys.
extension OverlayView {
    /// An imported to-do cannot be edited (T10).
    func askAboutSample(to html: inout HTML) {
        openAlert(to: &html)
        html.text(Labels.sampleTitle, in: "<h2 class=\"alert-title\" id=\"alert-title\">", "</h2>")
        html.text(Labels.sampleText, in: "<p class=\"alert-text\" id=\"alert-text\">", "</p>")
        html.markup("<div class=\"alert-actions is-column\">")
        html.openButton("button is-primary", .home(.overlay(.confirmed)))
        html.text(Labels.editCopy, in: " data-autofocus>", "</button>")
        html.button(Labels.removeSamples, .home(.list(.samplesRemoved)), class: "button is-danger")
        html.button(Labels.close, .home(.overlay(.dismissed)))
        html.markup("</div></dialog>")
    }

    /// The address led to a record that was deleted, or that this account never had.
    func writeMissingRecord(_ route: Route, to html: inout HTML) {
        let record = route.record.flatMap { home.notebook.replica.records[$0] }
        let title = record.flatMap { Todo($0, evenIfDeleted: true)?.title ?? Note($0, evenIfDeleted: true)?.title }
        if let title {
            ask(Texts.wasDeleted(title), Labels.inTrash, act: Labels.restore, isDanger: false, to: &html)
        } else {
            ask(route.record?.kind == .note ? Labels.noteMissing : Labels.todoMissing, Labels.missingText, to: &html)
        }
    }

    /// A question that remembers both answers; Escape leaves it open.
    func offer(_ question: String, _ text: String, _ act: String, else no: String, to html: inout HTML) {
        openAlert(to: &html)
        html.text(question, in: "<h2 class=\"alert-title\" id=\"alert-title\">", "</h2>")
        html.text(text, in: "<p class=\"alert-text\" id=\"alert-text\" dir=\"auto\">", "</p>")
        html.markup("<div class=\"alert-actions\">")
        html.button(no, .home(.overlay(.declined)))
        html.openButton("button is-primary", .home(.overlay(.confirmed)))
        html.text(act, in: " data-autofocus>", "</button></div></dialog>")
    }

    func renameTag(_ name: String, _ broken: Violation?, to html: inout HTML) {
        askForTag(Labels.renameTag, name, broken, act: Labels.rename, to: &html)
    }

    /// The tags in use are offered.
    func tagChosen(_ name: String, _ broken: Violation?, to html: inout HTML) {
        let tags = home.notebook.tags(beginning: name, besides: [], limit: EditorView.offeredTags)
        askForTag(Labels.addTag, name, broken, offering: tags, act: Labels.add, to: &html)
    }

    private func askForTag(
        _ title: String,
        _ name: String,
        _ broken: Violation?,
        offering tags: [String] = [],
        act: String,
        to html: inout HTML
    ) {
        html.markup("<dialog class=\"alert\" data-modal aria-labelledby=\"alert-title\"")
        html.on(.dismiss, .home(.overlay(.dismissed)))
        html.text(title, in: "><h2 class=\"alert-title\" id=\"alert-title\">", "</h2>")
        html.markup("<form id=\"tag-name-form\" class=\"account-form\" novalidate")
        html.on(.submit, .home(.overlay(.confirmed)))
        html.markup(
            "><div class=\"field\"><div class=\"field-line\"><input id=\"tag-name\" dir=\"auto\" data-autofocus"
        )
        html.markup(" autocomplete=\"off\" autocapitalize=\"none\" enterkeyhint=\"done\"")
        html.on(.input, .text { .home(.overlay(.nameChanged($0))) })
        html.attribute("aria-label", Labels.tagName)
        html.attribute("value", name)
        if broken != nil { html.markup(" aria-invalid=\"true\" aria-describedby=\"tag-name-note\"") }
        html.markup("></div>")
        if let broken {
            html.markup("<p class=\"field-error\" id=\"tag-name-note\" role=\"alert\">")
            html.icon("i-warning")
            html.text(broken.message, in: "<span>", "</span></p>")
            if broken.code == .tooLong { html.lift(Labels.liftLength, home.notebook.rules, at: nil) }
        }
        html.markup("</div></form>")
        if !tags.isEmpty {
            html.markup("<div class=\"chips\" role=\"group\"")
            html.attribute("aria-label", Labels.tags)
            html.markup(">")
            for tag in tags {
                html.openButton("chip", .home(.list(.choosing(.act(.addTag(tag))))))
                html.text(tag, in: " dir=\"auto\">", "</button>")
            }
            html.markup("</div>")
        }
        html.markup("<div class=\"alert-actions\">")
        html.button(Labels.cancel, .home(.overlay(.dismissed)))
        html.markup("<button type=\"submit\" form=\"tag-name-form\" class=\"button is-primary\"")
        html.text(act, in: ">", "</button></div></dialog>")
    }

    /// The reason why the text cannot be saved, and the choices of the person.
    var discardWords: (question: String, text: String) {
        guard let editor = home.editor else {
            return (Labels.discardTagQuestion, home.openNote?.tagViolation?.message ?? Labels.discardText)
        }
        if editor.isGone { return (Labels.goneQuestion, Labels.goneText) }
        let isNew = editor.subject == .new
        let question = isNew ? Labels.discardQuestion : Labels.discardEditQuestion
        if editor.canSave, let broken = editor.violations.first { return (question, broken.message) }
        return (question, isNew ? Labels.discardText : Labels.discardEditText)
    }

    /// A question with two answers; the harmless answer has the focus. Without an action the person can only read it.
    func ask(
        _ question: String,
        _ text: String,
        act: String? = nil,
        isDanger: Bool = true,
        keep: String = Labels.close,
        to html: inout HTML
    ) {
        openAlert(to: &html)
        html.text(question, in: "<h2 class=\"alert-title\" id=\"alert-title\">", "</h2>")
        html.text(text, in: "<p class=\"alert-text\" id=\"alert-text\" dir=\"auto\">", "</p>")
        html.markup("<div class=\"alert-actions\">")
        html.openButton("button", .home(.overlay(.dismissed)))
        html.text(keep, in: " data-autofocus>", "</button>")
        if let act { html.button(act, .home(.overlay(.confirmed)), class: isDanger ? "button is-danger" : "button") }
        html.markup("</div></dialog>")
    }

    private func openAlert(to html: inout HTML) {
        html.markup("<dialog class=\"alert\" data-modal role=\"alertdialog\"")
        html.markup(" aria-labelledby=\"alert-title\" aria-describedby=\"alert-text\"")
        html.on(.dismiss, .home(.overlay(.dismissed)))
        html.markup(">")
    }

    func shortcuts(to html: inout HTML) {
        html.markup("<dialog class=\"help\" data-modal aria-labelledby=\"help-title\"")
        html.on(.dismiss, .home(.overlay(.dismissed)))
        html.text(Labels.shortcuts, in: "><h2 class=\"alert-title\" id=\"help-title\">", "</h2><dl>")
        for shortcut in Labels.shortcutList {
            html.markup("<div><dt>")
            for key in shortcut.keys { html.text(key, in: "<kbd>", "</kbd>") }
            html.text(shortcut.does, in: "</dt><dd>", "</dd></div>")
        }
        html.markup("</dl><div class=\"alert-actions\">")
        html.openButton("button", .home(.overlay(.dismissed)))
        html.text(Labels.close, in: " data-autofocus>", "</button></div></dialog>")
    }
}

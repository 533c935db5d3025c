import DaybookCore

/// The command palette.
struct PaletteView {
    var palette: Palette
    var entries: [Palette.Entry]

    func write(to html: inout HTML) {
        html.markup("<dialog class=\"alert palette\" data-modal")
        html.attribute("aria-label", Labels.commands)
        html.on(.dismiss, .home(.overlay(.dismissed)))
        html.markup("><form id=\"palette-form\" novalidate")
        html.on(.submit, .home(.overlay(.confirmed)))
        html.markup("><input id=\"palette\" role=\"combobox\" aria-expanded=\"true\" aria-controls=\"palette-list\"")
        html.markup(" aria-autocomplete=\"list\" dir=\"auto\" data-autofocus autocomplete=\"off\" spellcheck=\"false\"")
        html.markup(" autocapitalize=\"none\" enterkeyhint=\"go\"")
        if !entries.isEmpty {
            html.markup(" aria-activedescendant=\"palette-")
            html.number(palette.index)
            html.markup("\"")
        }
        html.on(.input, .text { .home(.overlay(.nameChanged($0))) })
        html.on(.steer, .number { .home(.overlay(.steered($0 ?? 0))) })
        html.attribute("aria-label", Labels.commands)
        html.attribute("placeholder", Labels.commandsHint)
        html.attribute("value", palette.text)
        html.markup("></form><div id=\"palette-list\" class=\"palette-list\" role=\"listbox\"")
        html.attribute("aria-label", Labels.commands)
        html.markup(">")
        for (place, entry) in entries.enumerated() {
            html.openButton("menu-item", .home(entry.action))
            html.markup(" role=\"option\" tabindex=\"-1\" id=\"palette-")
            html.number(place)
            html.markup("\"")
            html.attribute("aria-selected", is: place == palette.index)
            html.markup(">")
            html.icon(icon(entry.sort))
            html.text(entry.label, in: "<span dir=\"auto\">", "</span></button>")
        }
        html.markup("</div>")
        if entries.isEmpty { html.text(Labels.nothingFound, in: "<p class=\"alert-text\">", "</p>") }
        html.markup("</dialog>")
    }

    private func icon(_ sort: Palette.Entry.Sort) -> StaticString {
        switch sort {
        case .place: "i-list"
        case .command: "i-keyboard"
        case .tag: "i-tag"
        case .todo: "i-circle"
        case .note: "i-note"
        }
    }
}

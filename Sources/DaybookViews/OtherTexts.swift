import DaybookCore

/// The texts that another device gave the fields of a screen while other texts were written here.
struct OtherTexts {
    /// Whether they show.
    let isShown: Bool
    /// Shows or hides them.
    let show: Intent

    /// Writes the other text of a field, with buttons to see and to use it; nothing without another text. `device`: the
    /// name of the other device, if it is known. The differences from `own`, the text that was written here, are struck
    /// through or underlined.
    func write(
        _ other: String?,
        over own: String,
        from device: String?,
        _ key: StaticString,
        use: Intent,
        to html: inout HTML
    ) {
        guard let other else { return }
        html.markup("<div class=\"other-text\" data-key=\"")
        html.markup(key)
        html.markup("\"><p class=\"hint\">")
        html.text(Texts.editedElsewhere(device))
        html.markup("</p><div class=\"chips\">")
        html.button(isShown ? Labels.showOne : Labels.showBoth, show, class: "chip")
        if isShown { html.button(Labels.useOther, use, class: "chip") }
        html.markup("</div>")
        if isShown {
            html.markup("<blockquote dir=\"auto\">")
            html.text(other, from: own, to: other)
            html.markup("</blockquote>")
        }
        html.markup("</div>")
    }
}

import DaybookCore

extension HTML {
    /// A text that another device gave a field while another text was written here, with buttons to see and to use it.
    /// `device`: the name of the other device, if it is known. The differences from `own`, the text that was written
    /// here, are struck through or underlined.
    mutating func other(
        _ other: String?,
        over own: String,
        from device: String?,
        _ key: StaticString,
        isShown: Bool,
        show: Intent,
        use: Intent
    ) {
        guard let other else { return }
        markup("<div class=\"other-text\" data-key=\"")
        markup(key)
        text(Texts.editedElsewhere(device), in: "\"><p class=\"hint\" role=\"status\">", "</p><div class=\"chips\">")
        button(isShown ? Labels.showOne : Labels.showBoth, show, class: "chip")
        if isShown { button(Labels.useOther, use, class: "chip") }
        markup("</div>")
        if isShown {
            markup("<blockquote dir=\"auto\">")
            text(other, from: own, to: other)
            markup("</blockquote>")
        }
        markup("</div>")
    }
}

import DaybookCore

extension HTML {
    /// A text that another device gave a field while another one was written here, with a way to see and to use it.
    mutating func other(_ other: String?, _ key: StaticString, isShown: Bool, show: Intent, use: Intent) {
        guard let other else { return }
        markup("<div class=\"other-text\" data-key=\"")
        markup(key)
        text(Labels.editedElsewhere, in: "\"><p class=\"hint\" role=\"status\">", "</p><div class=\"chips\">")
        button(isShown ? Labels.showOne : Labels.showBoth, show, class: "chip")
        if isShown { button(Labels.useOther, use, class: "chip") }
        markup("</div>")
        if isShown { text(other, in: "<blockquote dir=\"auto\">", "</blockquote>") }
        markup("</div>")
    }
}

import DaybookCore

extension HTML {
    /// The head of a page, up to where its body begins.
    mutating func openPage(_ title: String) {
        markup("<dialog class=\"page\" data-modal data-dismiss=\"page\" aria-labelledby=\"page-title\">")
        markup("<div class=\"page-bar\" data-key=\"bar\">")
        iconButton(Labels.close, icon: "i-close", action: "closePage")
        text(title, in: "<h2 class=\"page-title\" id=\"page-title\">", "</h2></div>")
        markup("<div class=\"page-body\" data-key=\"body\">")
    }
}

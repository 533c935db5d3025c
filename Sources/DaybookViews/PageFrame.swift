import DaybookCore

extension HTML {
    /// The head of a page, up to where its body begins.
    mutating func openPage(_ title: String) {
        // Each page is a dialog of its own, so that none keeps the focus or the place of another.
        markup("<dialog class=\"page\" data-modal aria-labelledby=\"page-title\"")
        attribute("data-key", "page-" + title)
        on(.dismiss, .home(.page(.closed)))
        markup(">")
        markup("<div class=\"page-bar\" data-key=\"bar\">")
        iconButton(Labels.close, icon: "i-close", .home(.page(.closed)))
        text(title, in: "<h2 class=\"page-title\" id=\"page-title\">", "</h2></div>")
        markup("<div class=\"page-body\" data-key=\"body\">")
    }

    /// The head of a section of a page.
    mutating func openSection(_ title: String, _ key: StaticString) {
        markup("<section class=\"page-section\" data-key=\"")
        markup(key)
        text(title, in: "\"><h3>", "</h3>")
    }

    /// The answer of the server. While there is no answer, or after a failure, this writes a text in its place.
    mutating func fetched<Value>(_ value: Fetched<Value>, reload intent: Intent) -> Value? {
        switch value {
        case .here(let value): return value
        case .loading: text(Labels.loading, in: "<p class=\"page-line is-faded\" data-key=\"state\">", "</p>")
        case .failed(let message):
            text(message, in: "<p class=\"page-line\" data-key=\"state\">", "</p>")
            button(Labels.tryAgain, intent)
        }
        return nil
    }
}

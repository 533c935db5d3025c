import DaybookCore

extension HTML {
    /// The head of a screen, up to where its body begins.
    @inline(never)
    mutating func openScreen(_ title: String) {
        // Each screen is a dialog of its own, so that no screen keeps the focus or the scroll position of another.
        markup("<dialog class=\"screen\" data-modal aria-labelledby=\"screen-title\"")
        attribute("data-key", "screen-" + title)
        on(.dismiss, .home(.upper(.closed)))
        markup(">")
        markup("<div class=\"screen-bar\" data-key=\"bar\">")
        iconButton(Labels.close, icon: "i-close", .home(.upper(.closed)))
        text(title, in: "<h2 class=\"screen-title\" id=\"screen-title\">", "</h2></div>")
        markup("<div class=\"screen-body\" data-key=\"body\">")
    }

    /// The head of a section of a screen.
    @inline(never)
    mutating func openSection(_ title: String, _ key: StaticString) {
        markup("<section class=\"screen-section\" data-key=\"")
        markup(key)
        text(title, in: "\"><h3>", "</h3>")
    }

    /// The answer of the server. While there is no answer, or after a failure, this writes a text in its place.
    mutating func fetched<Value>(_ value: Fetched<Value>, reload intent: Intent) -> Value? {
        switch value {
        case .here(let value): return value
        case .loading: text(Labels.loading, in: "<p class=\"screen-line is-faded\" data-key=\"state\">", "</p>")
        case .failed(let message):
            text(message, in: "<p class=\"screen-line\" data-key=\"state\">", "</p>")
            button(Labels.tryAgain, intent)
        }
        return nil
    }
}

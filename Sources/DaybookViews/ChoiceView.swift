import DaybookCore

/// The bar with the actions for the chosen to-dos.
struct ChoiceView {
    /// The number of chosen to-dos that the list shows.
    var count: Int
    /// All chosen to-dos are done.
    var areDone: Bool

    func write(to html: inout HTML) {
        html.markup("<div class=\"choice\" role=\"group\"")
        html.attribute("aria-label", Labels.selection)
        html.markup("><div class=\"choice-head\">")
        html.iconButton(Labels.endSelecting, icon: "i-close", .home(.list(.choosing(.ended))))
        html.text(Texts.chosen(count), in: "<p>", "</p>")
        html.button(Labels.selectAll, .home(.list(.choosing(.pickedAll))), class: "button is-quiet")
        html.markup("</div><div class=\"choice-buttons\">")
        let (label, icon): (String, StaticString) = areDone ? (Labels.markOpen, "i-undo") : (Labels.done, "i-check")
        operation(label, icon: icon, .mark, to: &html)
        operation(Labels.when, icon: "i-calendar", .when, asks: true, to: &html)
        operation(Labels.tomorrow, icon: "i-forward", .plan(.offer(.tomorrow)), to: &html)
        operation(Labels.tag, icon: "i-tag", .tag, asks: true, to: &html)
        operation(Labels.delete, icon: "i-bin", .delete, to: &html)
        html.markup("</div></div>")
    }

    private func operation(
        _ label: String,
        icon: StaticString,
        _ operation: Choice.Operation,
        asks: Bool = false,
        to html: inout HTML
    ) {
        html.openButton("choice-button", .home(.list(.choosing(.act(operation)))))
        if asks { html.markup(" aria-haspopup=\"dialog\"") }
        html.markup(count == 0 ? " aria-disabled=\"true\">" : ">")
        html.icon(icon)
        html.text(label, in: "<span>", "</span></button>")
    }
}

import DaybookCore

/// The heading of a part of a list, with the number of its to-dos. The heading of the completed to-dos folds them.
struct HeadingView {
    var part: Selection.Part
    var isFolded: Bool
    var today: CivilDate
    /// The height that the list assumes, in pixels.
    var height: Int
    var slot: Slot

    func write(to html: inout HTML) {
        switch part.name {
        case .overdue: html.markup("<li class=\"row-heading is-late\"")
        case .completed: html.markup("<li class=\"row-heading is-fold\"")
        default: html.markup("<li class=\"row-heading\"")
        }
        html.attribute("data-key", RowWindow.headingID(slot).description)
        html.markup(" data-height=\"")
        html.number(height)
        html.markup("\"><h2>")
        let name = Texts.heading(part.name, on: today)
        if part.name == .completed {
            html.openButton("fold", .home(.list(.completedTapped)))
            html.attribute("aria-expanded", is: !isFolded)
            html.text(name, in: ">", "</button>")
        } else {
            html.text(name)
        }
        html.markup("</h2><span class=\"heading-count\">")
        html.number(part.count)
        html.markup("</span></li>")
    }
}

import DaybookCore

/// The heading of a part of a list by dates, with the number of its to-dos.
struct HeadingView {
    var part: ListPart
    var count: Int
    var today: CivilDate
    /// The height that the list assumes, in pixels.
    var height: Int
    var slot: Slot

    func write(to html: inout HTML) {
        html.markup(part == .overdue ? "<li class=\"row-heading is-late\"" : "<li class=\"row-heading\"")
        html.attribute("data-key", RowWindow.headingID(slot).description)
        html.markup(" data-height=\"")
        html.number(height)
        html.text(Texts.heading(part, on: today), in: "\"><h2>", "</h2><span class=\"heading-count\">")
        html.number(count)
        html.markup("</span></li>")
    }
}

import DaybookCore

/// The message at the bottom of the screen.
struct ToastView {
    var toast: Toast?

    func write(to html: inout HTML) {
        guard let toast else { return }
        html.markup("<div class=\"toast\" data-leave")
        html.on(.hold, .home(.toast(.held(true))))
        html.on(.release, .home(.toast(.held(false))))
        html.attribute("data-key", "toast-" + toast.text)
        html.text(toast.text, in: "><p dir=\"auto\">", "</p>")
        if toast.offersUpdate { html.button(Labels.update, .home(.updateTapped), class: "button is-quiet") }
        if toast.show != nil { html.button(Labels.show, .home(.toast(.showTapped)), class: "button is-quiet") }
        if toast.opens != nil {
            let label = toast.opens == .reminders ? Labels.reminders : Labels.history
            html.button(label, .home(.toast(.opensTapped)), class: "button is-quiet")
        }
        if toast.undo != nil { html.button(Labels.undo, .home(.toast(.undoTapped)), class: "button is-quiet") }
        if toast.redo != nil { html.button(Labels.redo, .home(.toast(.redoTapped)), class: "button is-quiet") }
        html.iconButton(Labels.dismiss, icon: "i-close", .home(.toast(.dismissed)))
        html.markup("</div>")
    }
}

import DaybookCore

/// The person's new password, after a password from the operator.
struct NewPasswordView {
    var state: NewPassword
    var rules: Rules

    func write(to html: inout HTML) {
        FormFrame.brand(to: &html)
        html.text(Labels.chooseOwnPassword, in: "<div class=\"form-card\"><h1>", "</h1>")
        html.text(Labels.chooseOwnPasswordText, in: "<p class=\"form-notice\">", "</p>")
        AccountFormView(form: state.form, account: state.account, rules: rules, name: .newPassword)
            .write(to: &html, cancel: nil)
        html.markup("</div></main>")
    }
}

/// The earlier password, under which this device sealed its data (A13).
struct EarlierPasswordView {
    var state: EarlierPassword

    func write(to html: inout HTML) {
        FormFrame(title: Labels.earlierPassword, form: .earlierPassword).open(&html)
        html.text(Labels.earlierPasswordText, in: "<p class=\"form-notice\">", "</p>")
        FieldView(
            form: .earlierPassword,
            field: .earlier,
            label: Labels.earlierPassword,
            value: state.earlier,
            type: "password",
            autocomplete: "off",
            violation: state.violations.first,
            hasReveal: true,
            isFirst: true,
            isLast: true
        ).write(to: &html)
        FormFrame.close(&html, state.status, label: Labels.bringBack, busy: Labels.opening)
        if state.asksToDrop {
            html.text(
                Labels.dropEarlierText,
                in: "<div class=\"form-card\" data-key=\"drop\" role=\"alert\"><p class=\"form-notice\">",
                "</p><div class=\"account-actions\">"
            )
            html.openButton("button", .earlierPassword(.dropDismissed))
            html.text(Labels.keep, in: " data-autofocus>", "</button>")
            html.button(Labels.discard, .earlierPassword(.dropConfirmed), class: "button is-danger")
            html.markup("</div></div>")
        } else {
            html.button(Labels.goOnWithout, .earlierPassword(.dropTapped), class: "link")
        }
        html.markup("</main>")
    }
}

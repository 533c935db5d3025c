import DaybookCore

/// The sign-in screen (A8).
struct SignInView {
    var state: SignIn

    func write(to html: inout HTML) {
        FormFrame(title: Labels.signIn, form: .signIn).open(&html)
        if let notice = state.notice { html.text(notice, in: "<p class=\"form-notice\">", "</p>") }
        FieldView(
            form: .signIn,
            field: .login,
            label: Labels.login,
            value: state.login,
            autocomplete: "username",
            inputMode: "email",
            violation: state.violation(.login),
            isFirst: true
        ).write(to: &html)
        FieldView(
            form: .signIn,
            field: .password,
            label: Labels.password,
            value: state.password,
            type: "password",
            autocomplete: "current-password",
            violation: state.violation(.password),
            hasReveal: true,
            isLast: true
        ).write(to: &html)
        FormFrame.close(&html, state.status, label: Labels.signIn, busy: Labels.signingIn)
        html.button(Labels.toSignUp, .signIn(.signUpTapped), class: "link")
        html.markup("</main>")
    }
}

/// The common parts of sign-in and sign-up: the brand above, the button and the error below.
struct FormFrame {
    var title: String
    var form: FormName

    func open(_ html: inout HTML) {
        FormFrame.brand(to: &html)
        html.markup("<form class=\"form-card\" method=\"post\" novalidate")
        html.on(.submit, form.submitted)
        html.text(title, in: "><h1>", "</h1>")
    }

    /// The brand above a form, with the element that holds both.
    static func brand(to html: inout HTML) {
        html.markup("<main class=\"form\"><div class=\"brand\"><svg class=\"mark\" aria-hidden=\"true\"")
        html.markup(" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"8\"></rect>")
        html.markup("<path d=\"M8 11h16M8 17h10M8 23h6M18.5 24.5l1-4 7-7 3 3-7 7z\"></path></svg>")
        html.text(Labels.daybook, in: "<span>", "</span></div>")
    }

    static func close(_ html: inout HTML, _ status: SignIn.Status, label: String, busy: String) {
        if case .failed(let message) = status {
            html.markup("<p class=\"field-error form-error\" data-key=\"failure\">")
            html.icon("i-warning")
            html.text(message, in: "<span>", "</span></p>")
        }
        html.markup("<button type=\"submit\" class=\"button is-primary is-wide\" data-key=\"submit\"")
        switch status {
        case .editing, .failed: html.text(label, in: ">", "</button></form>")
        case .sending: html.text(busy, in: " aria-disabled=\"true\" aria-busy=\"true\">", "</button></form>")
        case .unlocking, .opening:
            html.text(Labels.opening, in: " aria-disabled=\"true\" aria-busy=\"true\">", "</button></form>")
        }
    }
}

import DaybookCore

/// The sign-up screen (A1 to A7).
struct SignUpView {
    var state: SignUp
    var rules: Rules

    func write(to html: inout HTML) {
        let violations = state.visibleViolations(rules)
        func violation(_ field: Violation.Field) -> Violation? { violations.first { $0.field == field } }
        FormFrame(title: Labels.signUp, form: .signUp).open(&html)
        if rules.signUp == .full {
            FieldView(
                form: .signUp,
                field: .name,
                label: Labels.name,
                value: state.form.name,
                autocomplete: "name",
                violation: violation(.name),
                isFirst: true
            ).write(to: &html)
            FieldView(
                form: .signUp,
                field: .mobile,
                label: Labels.mobile,
                value: state.form.mobile,
                type: "tel",
                autocomplete: FieldView.mobile(rules),
                inputMode: "tel",
                hint: rules.choice == .roomy ? Labels.mobileHintOfAnyCountry : Labels.mobileHint,
                violation: violation(.mobile)
            ).write(to: &html)
        }
        FieldView(
            form: .signUp,
            field: .email,
            label: Labels.email,
            value: state.form.email,
            type: "email",
            autocomplete: "username",
            inputMode: "email",
            violation: violation(.email),
            isFirst: rules.signUp == .short
        ).write(to: &html)
        FieldView(
            form: .signUp,
            field: .password,
            label: Labels.password,
            value: state.form.password,
            type: "password",
            autocomplete: "new-password",
            violation: violation(.password),
            hasReveal: true,
            passwordRules: rules.passwordDescriptor
        ).write(to: &html)
        PasswordRulesView.write(rules.passwordRules(state.form.password, name: state.form.name), to: &html)
        FieldView(
            form: .signUp,
            field: .passwordAgain,
            label: Labels.passwordAgain,
            value: state.form.passwordAgain,
            type: "password",
            autocomplete: "new-password",
            violation: violation(.passwordAgain),
            isLast: true,
            passwordRules: rules.passwordDescriptor
        ).write(to: &html)
        FormFrame.close(&html, state.status, label: Labels.signUp, busy: Labels.signingUp)
        html.button(Labels.toSignIn, .signUp(.signInTapped), class: "link")
        html.markup("</main>")
    }
}

import DaybookCore

/// A form about the person's account (A14), on any screen.
struct AccountFormView {
    var form: AccountForm
    var account: Account
    var rules: Rules
    /// Which form it is.
    var name: FormName

    /// The form with its button; `cancel`: the action that closes the form, if it can be closed.
    func write(to html: inout HTML, cancel: Intent?) {
        html.markup("<form class=\"account-form\" method=\"post\" novalidate")
        html.on(.submit, name.submitted)
        html.attribute("data-key", "form-" + form.kind.rawValue)
        html.markup(">")
        if form.kind == .deletion { html.text(Labels.deleteAccountText, in: "<p>", "</p>") }
        if form.kind != .device, form.kind != .details || form.asksForPassword { writeUserName(to: &html) }
        writeFields(to: &html)
        if case .failed(let message) = form.status {
            html.markup("<p class=\"field-error form-error\" role=\"alert\" data-key=\"failure\">")
            html.icon("i-warning")
            html.text(message, in: "<span>", "</span></p>")
        }
        html.markup("<div class=\"account-actions\" data-key=\"actions\">")
        if let cancel { html.button(Labels.cancel, cancel) }
        html.markup(
            form.kind == .deletion
                ? "<button type=\"submit\" class=\"button is-danger\""
                : "<button type=\"submit\" class=\"button is-primary\""
        )
        if form.status.isBusy { html.markup(" aria-disabled=\"true\" aria-busy=\"true\"") }
        html.text(form.status.isBusy ? Labels.working : submitLabel, in: ">", "</button></div></form>")
    }

    /// Password managers need the user name beside a password.
    private func writeUserName(to html: inout HTML) {
        html.markup("<input class=\"unseen\" type=\"text\" autocomplete=\"username\" tabindex=\"-1\"")
        html.markup(" aria-hidden=\"true\" readonly data-key=\"username\"")
        html.attribute("value", account.email)
        html.markup(">")
    }

    private func writeFields(to html: inout HTML) {
        let violations = form.visibleViolations(rules)
        for (place, value) in form.values.enumerated() {
            // The password that was just typed to sign in need not be typed again.
            if form.kind == .firstPassword, value.field == .current { continue }
            var broken: Violation?
            for violation in violations where violation.field == value.field { broken = violation }
            var field = FieldView(
                form: name,
                field: value.field,
                label: label(value.field),
                value: value.text,
                autocomplete: "email",
                violation: broken,
                isFirst: place == 0,
                isLast: place == form.values.count - 1
            )
            switch value.field {
            case .name: field.autocomplete = "name"
            case .device: field.autocomplete = "off"
            case .mobile:
                field.type = "tel"
                field.autocomplete = FieldView.mobile(rules)
                field.inputMode = "tel"
            case .email:
                field.type = "email"
                field.inputMode = "email"
            default:
                field.type = "password"
                let isNew = value.field == .new || value.field == .newAgain
                field.autocomplete = isNew ? "new-password" : "current-password"
                field.hasReveal = value.field != .newAgain
                if isNew { field.passwordRules = rules.passwordDescriptor }
            }
            field.write(to: &html)
            if value.field == .new { PasswordRulesView.write(form.passwordRules(rules), to: &html) }
        }
    }

    private func label(_ field: Violation.Field) -> String {
        switch field {
        case .name: Labels.name
        case .device: Labels.deviceName
        case .mobile: Labels.mobile
        case .email: Labels.email
        case .current: Labels.currentPassword
        case .new: Labels.newPassword
        case .newAgain: Labels.newPasswordAgain
        default: Labels.password
        }
    }

    private var submitLabel: String {
        switch form.kind {
        case .details, .device: Labels.save
        case .password, .firstPassword: Labels.changePassword
        case .deletion: Labels.deleteEverything
        }
    }
}

/// The rules that the typed password meets (A5).
enum PasswordRulesView {
    static func write(_ rules: [PasswordRule], to html: inout HTML) {
        html.text(
            Labels.passwordRules,
            in: "<div class=\"rules\" id=\"password-rules\" data-key=\"rules\"><p>",
            "</p><ul>"
        )
        for rule in rules {
            html.markup(rule.isMet ? "<li class=\"is-met\">" : "<li>")
            html.icon("i-check")
            html.text(rule.text, in: "<span>", "</span>")
            if rule.isMet { html.text(Labels.met, in: "<span class=\"unseen\">, ", "</span>") }
            html.markup("</li>")
        }
        html.markup("</ul></div>")
    }
}

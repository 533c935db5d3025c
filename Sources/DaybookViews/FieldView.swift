import DaybookCore

/// A labelled input with its hint and its broken rule (A6).
struct FieldView {
    /// The form of the field.
    var form: FormName
    var field: Violation.Field
    var label: String
    var value: String
    var type: StaticString = "text"
    /// The hints for password managers and keyboards.
    var autocomplete: StaticString
    var inputMode: StaticString?
    var hint: String?
    var violation: Violation?
    var hasReveal = false
    var isFirst = false
    /// Enter sends the form from here. On a phone it leads from the other fields to the next.
    var isLast = false
    /// The rules for a password manager that makes a new password.
    var passwordRules: String?

    func write(to html: inout HTML) {
        html.markup("<div class=\"field")
        if violation != nil { html.markup(" is-wrong") }
        html.markup("\"")
        html.attribute("data-key", "field-" + field.name)
        html.markup("><label")
        html.attribute("for", field.name)
        html.text(label, in: ">", "</label><div class=\"field-line\"><input")
        html.attribute("id", field.name)
        html.attribute("name", field.name)
        html.markup(" type=\"")
        html.markup(type)
        html.markup("\" autocomplete=\"")
        html.markup(autocomplete)
        html.markup(field == .name ? "\" autocapitalize=\"words\"" : "\" autocapitalize=\"none\"")
        html.markup(
            isLast ? " enterkeyhint=\"go\" spellcheck=\"false\"" : " enterkeyhint=\"next\" spellcheck=\"false\""
        )
        if let passwordRules { html.attribute("passwordrules", passwordRules) }
        let (form, field) = (form, field)
        html.on(.input, .text { form.changed(field, $0) })
        if let left = form.left(field) { html.on(.blur, left) }
        if let inputMode {
            html.markup(" inputmode=\"")
            html.markup(inputMode)
            html.markup("\"")
        }
        html.attribute("value", value)
        html.attribute("data-autofocus", if: isFirst)
        if violation != nil { html.markup(" aria-invalid=\"true\"") }
        writeDescription(to: &html)
        html.markup(">")
        if hasReveal {
            html.markup("<button type=\"button\" class=\"icon-button reveal\"")
            html.attribute("data-reveal", field.name)
            html.attribute("aria-label", Labels.showPassword)
            html.attribute("title", Labels.showPassword)
            html.markup(" aria-pressed=\"false\">")
            html.icon("i-eye")
            html.markup("</button>")
        }
        html.markup("</div>")
        writeNote(to: &html)
        html.markup("</div>")
    }

    /// The note below the field, and the rules of a new password, which stand below its first field.
    private func writeDescription(to html: inout HTML) {
        let hasNote = violation != nil || hint != nil
        let isRuled = passwordRules != nil && hasReveal
        if !hasNote, !isRuled { return }
        html.markup(" aria-describedby=\"")
        if hasNote { html.text(field.name, in: "", "-note") }
        if isRuled { html.markup(hasNote ? " password-rules" : "password-rules") }
        html.markup("\"")
    }

    /// How a mobile number is filled in: without the code of its country, unless any country's number is taken.
    static func mobile(_ rules: Rules) -> StaticString { rules.choice == .roomy ? "tel" : "tel-national" }

    private func writeNote(to html: inout HTML) {
        guard violation != nil || hint != nil else { return }
        html.markup(violation == nil ? "<p class=\"hint\"" : "<p class=\"field-error\"")
        html.attribute("id", field.name + "-note")
        html.markup(">")
        if let violation {
            html.icon("i-warning")
            html.text(violation.message, in: "<span>", "</span>")
        } else if let hint {
            html.text(hint)
        }
        html.markup("</p>")
    }
}

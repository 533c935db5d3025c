import DaybookCore

/// A form about an account, or a link to such a form.
public enum FormName: Equatable, Sendable {
    case signIn
    case signUp
    /// A form of the account screen.
    case account
    case newPassword
    case earlierPassword

    /// The action of typing in a field.
    func changed(_ field: Violation.Field, _ text: String) -> Intent {
        switch self {
        case .signIn: .signIn(field == .login ? .loginChanged(text) : .passwordChanged(text))
        case .signUp: .signUp(.changed(field, text))
        case .account: .home(.upper(.account(.form(.changed(field, text)))))
        case .newPassword: .newPassword(.changed(field, text))
        case .earlierPassword: .earlierPassword(.changed(text))
        }
    }

    /// The action of leaving a field; nil for a form that is checked only when it is sent.
    func left(_ field: Violation.Field) -> Intent? {
        switch self {
        case .signIn, .earlierPassword: nil
        case .signUp: .signUp(.leftField(field))
        case .account: .home(.upper(.account(.form(.leftField(field)))))
        case .newPassword: .newPassword(.leftField(field))
        }
    }

    /// The action of sending the form.
    var submitted: Intent {
        switch self {
        case .signIn: .signIn(.submitted)
        case .signUp: .signUp(.submitted)
        case .account: .home(.upper(.account(.form(.submitted))))
        case .newPassword: .newPassword(.submitted)
        case .earlierPassword: .earlierPassword(.submitted)
        }
    }
}

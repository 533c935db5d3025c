import DaybookCore

// The screens before sign-in, each while it shows.
extension App {
    /// Signing in.
    public var signIn: SignIn? { if case .signIn(let screen) = screen { screen } else { nil } }
    /// Signing up.
    public var signUp: SignUp? { if case .signUp(let screen) = screen { screen } else { nil } }
    /// The screen for the person's own password, in place of the operator's password.
    public var newPassword: NewPassword? { if case .newPassword(let screen) = screen { screen } else { nil } }
    /// The screen for the password under which the account is sealed here.
    public var earlierPassword: EarlierPassword? {
        if case .earlierPassword(let screen) = screen { screen } else { nil }
    }
}

extension Home {
    /// The screen of the account, while it shows.
    public var accountScreen: AccountScreen? { if case .account(let screen) = upper { screen } else { nil } }

    /// The words in the open question: in the "when" question, or the name of a tag.
    public var words: String? {
        switch overlay {
        case .when(_, _, let typed): typed.text
        case .renameTag(_, let name, _), .tagChosen(let name, _): name
        default: nil
        }
    }
}

/// The screen of somebody whose password the operator gave out: they choose one of their own before anything else.
public struct NewPassword: Equatable, Sendable {
    /// What they signed in with.
    let login: String
    /// The form.
    public internal(set) var form: AccountForm
}

extension NewPassword {
    /// Who has signed in.
    public var account: Account { form.account }
}

extension App {
    mutating func reduceNewPassword(_ action: AccountForm.Action) -> [Effect] {
        guard case .newPassword(var state) = screen else { return [] }
        defer { screen = .newPassword(state) }
        switch state.form.reduce(action, rules) {
        case .effects(let effects): return effects
        case .unchanged: return []
        case .send(let method, let path, let body):
            return [.request(Request(.accountForm, method, path, body: body, account: state.form.account.id))]
        }
    }

    mutating func newPasswordAnswered(_ answer: Answer) -> [Effect] {
        guard case .newPassword(var state) = screen, state.form.status == .sending else { return [] }
        if answer.status == 401 {
            showSignIn(notice: Texts.sessionEnded)
            return []
        }
        if answer.violations.contains(where: { $0.field == .current }) {
            // It ran out, or was given out anew; its field does not show here.
            showSignIn(notice: Texts.temporaryEnded)
            return [.announce(Texts.temporaryEnded)]
        }
        guard answer.status == 204 else {
            let effects = state.form.refused(answer)
            screen = .newPassword(state)
            return effects
        }
        var account = state.form.account
        account.hasTemporaryPassword = false
        var form = SignIn()
        form.login = state.login
        form.password = state.form[.new]
        form.status = .opening(account)
        screen = .signIn(form)
        return [.openVault(account, password: form.password)]
    }
}

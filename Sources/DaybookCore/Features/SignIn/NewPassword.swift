/// The screen of a person whose password the operator gave out: they must choose their own password first.
public struct NewPassword: Equatable, Sendable {
    /// The login that the person typed.
    let login: String
    /// The form.
    public internal(set) var form: AccountForm
    /// The place of the keyboard.
    public internal(set) var keyboard: Keyboard
}

extension NewPassword {
    /// The person who has signed in.
    public var account: Account { form.account }

    /// Shows a broken rule and moves the keyboard to its field, or shows another problem.
    fileprivate mutating func carryOut(_ outcomes: [Outcome]) -> [Effect] {
        var effects: [Effect] = []
        for outcome in outcomes {
            if case .move(let place) = outcome { keyboard.move(to: place) }
            if case .effect(let effect) = outcome { effects.append(effect) }
        }
        return effects
    }
}

extension App {
    mutating func reduceNewPassword(_ action: AccountForm.Action) -> [Effect] {
        guard case .newPassword(var state) = screen else { return [] }
        defer { screen = .newPassword(state) }
        switch state.form.reduce(action, rules) {
        case .edited, .unchanged: return []
        case .broken(let violation): return state.carryOut(AccountForm.report(violation))
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
            // The temporary password ran out, or the operator gave out another; its field is not on this screen.
            showSignIn(notice: Texts.temporaryEnded)
            return [.announce(Texts.temporaryEnded)]
        }
        guard answer.status == 204 else {
            let effects = state.carryOut(state.form.refused(answer))
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
        return [.storage(.open(account, password: form.password))]
    }
}

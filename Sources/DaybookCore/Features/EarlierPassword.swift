/// Asked when what this device keeps is sealed under an earlier password, because the password was changed elsewhere:
/// what was not synced can be brought back with it, or given up (A10, A13).
public struct EarlierPassword: Equatable, Sendable {
    /// Who has signed in.
    public let account: Account
    /// The password in force, under which everything will be sealed.
    let password: String
    /// The earlier password as typed.
    public var earlier = ""
    /// How bringing back goes.
    public var status: SignIn.Status = .editing
    /// What is wrong with the field, once one tried to send.
    public var violations: [Violation] = []
    /// The person is asked whether to give up what is sealed.
    public var asksToDrop = false

    /// What a person does on the screen.
    public enum Action: Equatable, Sendable {
        case changed(String)
        case submitted
        /// Without the earlier password: asks first.
        case dropTapped
        case dropConfirmed
        case dropDismissed
    }

    init(account: Account, password: String) {
        self.account = account
        self.password = password
    }
}

extension App {
    /// The vault of whoever is signing in is under another password than the one in force.
    mutating func vaultLocked(unsent: Int?) -> [Effect] {
        switch screen {
        case .signIn(let form):
            guard case .opening(let account) = form.status else { return [] }
            return locked(account, form.password, unsent: unsent)
        case .earlierPassword(var state):
            state.status = .failed(Texts.earlierPasswordWrong)
            screen = .earlierPassword(state)
            return [.announce(Texts.earlierPasswordWrong), .focus(.field(.earlier))]
        case .launching, .signUp, .newPassword, .home: return []
        }
    }

    private mutating func locked(_ account: Account, _ password: String, unsent: Int?) -> [Effect] {
        // All of it is on the server: there is nothing to bring back.
        if unsent == 0 { return [.remakeVault(account, password: password)] }
        screen = .earlierPassword(EarlierPassword(account: account, password: password))
        return []
    }

    mutating func reduceEarlierPassword(_ action: EarlierPassword.Action) -> [Effect] {
        guard case .earlierPassword(var state) = screen, !state.status.isBusy else { return [] }
        defer { screen = .earlierPassword(state) }
        switch action {
        case .changed(let text):
            state.earlier = text
            state.violations = []
            state.status = .editing
        case .submitted:
            if state.earlier.isEmpty {
                state.violations = [Violation(.earlier, .required, Texts.passwordMissing)]
                return [.focus(.field(.earlier))]
            }
            state.status = .opening(state.account)
            return [.recoverVault(state.account, earlier: state.earlier, password: state.password)]
        case .dropTapped: state.asksToDrop = true
        case .dropDismissed: state.asksToDrop = false
        case .dropConfirmed:
            guard state.asksToDrop else { return [] }
            state.asksToDrop = false
            state.status = .opening(state.account)
            return [.remakeVault(state.account, password: state.password)]
        }
        return []
    }
}

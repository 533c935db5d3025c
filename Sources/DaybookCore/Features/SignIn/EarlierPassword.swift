/// The screen that shows when this device's storage is sealed under an earlier password, because the password was
/// changed elsewhere. With the earlier password the person brings back changes that were not synced, or the person
/// gives them up (A10, A13).
public struct EarlierPassword: Equatable, Sendable {
    /// The person who has signed in.
    public let account: Account
    /// The password in force, under which everything will be sealed.
    let password: String
    /// The earlier password as typed.
    public var earlier = ""
    /// The state of bringing back.
    public var status: SignIn.Status = .editing
    /// The violations of the field, once the person tried to send.
    public var violations: [Violation] = []
    /// The person is asked whether to give up the sealed changes.
    public var asksToDrop = false
    /// The place of the keyboard.
    public internal(set) var keyboard = Keyboard()

    /// The actions of a person on the screen.
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
    /// The account on this device is sealed under another password than the one in force.
    mutating func storageLocked(unsent: Int?) -> [Effect] {
        switch screen {
        case .signIn(let form):
            guard case .opening(let account) = form.status else { return [] }
            return locked(account, form.password, unsent: unsent)
        case .earlierPassword(var state):
            state.status = .failed(Texts.earlierPasswordWrong)
            state.keyboard.move(to: .field(.earlier))
            screen = .earlierPassword(state)
            return [.announce(Texts.earlierPasswordWrong)]
        case .launching, .signUp, .newPassword, .home: return []
        }
    }

    private mutating func locked(_ account: Account, _ password: String, unsent: Int?) -> [Effect] {
        // Every change is on the server, so the earlier password is not needed.
        if unsent == 0 { return [.storage(.replace(account, password: password))] }
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
                state.keyboard.move(to: .field(.earlier))
                return [.announce(Texts.passwordMissing)]
            }
            state.status = .opening(state.account)
            return [.storage(.recover(state.account, earlier: state.earlier, password: state.password))]
        case .dropTapped: state.asksToDrop = true
        case .dropDismissed:
            state.asksToDrop = false
            // The question had the keyboard.
            state.keyboard.move(to: .field(.earlier))
        case .dropConfirmed:
            guard state.asksToDrop else { return [] }
            state.asksToDrop = false
            state.status = .opening(state.account)
            return [.storage(.replace(state.account, password: state.password))]
        }
        return []
    }
}

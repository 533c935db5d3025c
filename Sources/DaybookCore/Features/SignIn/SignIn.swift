/// The sign-in screen (A8).
public struct SignIn: Equatable, Sendable {
    /// The email or mobile as typed.
    public var login = ""
    /// The password as typed.
    public var password = ""
    /// The state of signing in.
    public var status: Status = .editing
    /// The reason for the screen, unless the person opened it.
    public var notice: String?
    /// The fields that were empty when the person tried to sign in.
    public var violations: [Violation] = []
    /// The place of the keyboard.
    public internal(set) var keyboard = Keyboard()

    /// The states of signing in or up.
    public enum Status: Equatable, Sendable {
        case editing
        case sending
        /// The server cannot be reached, and the password is tried on this device's storage (A13).
        case unlocking
        /// The server accepted the password, and this device's storage is being opened.
        case opening(Account)
        case failed(String)

        /// Whether a sign-in or sign-up is in progress, so that sending again does nothing.
        public var isBusy: Bool {
            switch self {
            case .sending, .unlocking, .opening: true
            case .editing, .failed: false
            }
        }
    }

    /// The actions of a person on the screen.
    public enum Action: Equatable, Sendable {
        case loginChanged(String)
        case passwordChanged(String)
        case submitted
        case signUpTapped
    }

    /// An empty form, with the reason why it shows.
    public init(notice: String? = nil) {
        self.notice = notice
    }

    /// The violation to show at a field.
    public func violation(_ field: Violation.Field) -> Violation? {
        violations.first(at: field)
    }
}

extension App {
    mutating func reduceSignIn(_ action: SignIn.Action) -> [Effect] {
        guard case .signIn(var form) = screen else { return [] }
        defer { if case .signIn = screen { screen = .signIn(form) } }
        switch action {
        case .loginChanged(let text):
            form.login = text
            form.edited(.login)
        case .passwordChanged(let text):
            form.password = text
            form.edited(.password)
        case .signUpTapped:
            screen = .signUp(SignUp())
        case .submitted:
            return form.submit()
        }
        return []
    }

    mutating func signInAnswered(_ answer: Answer, _ now: Instant) -> [Effect] {
        guard case .signIn(var form) = screen, form.status == .sending else {
            return withHome { $0.answered(.signIn, answer, now) }
        }
        if answer.status == 201, let account = answer.account {
            return signedIn(account, &form)
        }
        if answer.isNoAnswer {
            form.status = .unlocking
            screen = .signIn(form)
            return [.storage(.unlock(login: Rules.normalizedLogin(form.login), password: form.password))]
        }
        let message = answer.status == 401 || answer.status == 422 ? Texts.signInFailed : Texts.failure(answer)
        return failSignIn(&form, message)
    }

    private mutating func signedIn(_ account: Account, _ form: inout SignIn) -> [Effect] {
        if account.hasTemporaryPassword {
            let choice = AccountForm(.firstPassword, account, rules: rules, current: form.password)
            var chosen = NewPassword(login: form.login, form: choice, keyboard: form.keyboard)
            chosen.keyboard.move(to: .field(.new))
            screen = .newPassword(chosen)
            return []
        }
        form.status = .opening(account)
        screen = .signIn(form)
        return [.storage(.open(account, password: form.password))]
    }

    private mutating func failSignIn(_ form: inout SignIn, _ message: String) -> [Effect] {
        form.status = .failed(message)
        form.keyboard.move(to: .field(.password))
        screen = .signIn(form)
        return [.announce(message)]
    }

    /// The server cannot be reached, and the password is being tried on this device's storage.
    var isUnlocking: Bool {
        if case .signIn(let form) = screen { form.status == .unlocking } else { false }
    }

    /// No storage on this device opens with this login and password.
    mutating func unlockFailed() -> [Effect] {
        guard case .signIn(var form) = screen, form.status == .unlocking else { return [] }
        return failSignIn(&form, Texts.signInOffline)
    }
}

extension SignIn {
    fileprivate mutating func edited(_ field: Violation.Field) {
        violations.remove(at: field)
        if case .failed = status { status = .editing }
    }

    fileprivate mutating func submit() -> [Effect] {
        if status.isBusy { return [] }
        violations = []
        if login.isEmpty { violations.append(Violation(.login, .required, Texts.loginRequired)) }
        if password.isEmpty { violations.append(Violation(.password, .required, Texts.passwordMissing)) }
        if let first = violations.first {
            keyboard.move(to: .field(first.field))
            return [.announce(first.message)]
        }
        status = .sending
        return [.request(Credentials(login: login, password: password).request)]
    }
}

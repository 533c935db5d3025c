/// The sign-in screen (A8).
public struct SignIn: Equatable, Sendable {
    /// The email or mobile as typed.
    public var login = ""
    /// The password as typed.
    public var password = ""
    /// How signing in goes.
    public var status: Status = .editing
    /// Why this screen shows, if not because somebody opened it.
    public var notice: String?
    /// Fields left empty, once one tried to send.
    public var violations: [Violation] = []

    /// How signing in or up goes.
    public enum Status: Equatable, Sendable {
        case editing
        case sending
        /// The server took it; what this device keeps is being unsealed.
        case opening(Account)
        case failed(String)

        /// Something is under way; sending again does nothing.
        public var isBusy: Bool {
            switch self {
            case .sending, .opening: true
            case .editing, .failed: false
            }
        }
    }

    /// What a person does on the screen.
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

    /// What is wrong with a field, if it should show.
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
            return [.push(.signUp)]
        case .submitted:
            return letIn(form.submit())
        }
        return []
    }

    mutating func signInAnswered(_ answer: Answer) -> [Effect] {
        guard case .signIn(var form) = screen, form.status == .sending else { return [] }
        defer { screen = .signIn(form) }
        if answer.status == 201, let account = App.account(answer.body) {
            form.status = .opening(account)
            return [.openVault(account, password: form.password)]
        }
        let message = answer.status == 401 || answer.status == 422 ? Texts.signInFailed : Texts.failure(answer)
        form.status = .failed(message)
        return [.announce(message), .focus(.field(.password))]
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
        if let first = violations.first { return [.focus(.field(first.field))] }
        status = .sending
        let body = JSON.object([.init("login", .string(login)), .init("password", .string(password))])
        return [.request(Request(.signIn, .post, "/api/v1/sessions", body: body.encoded))]
    }
}

/// The sign-up screen (A1 to A7).
public struct SignUp: Equatable, Sendable {
    /// The texts in the fields.
    public var form = SignUpForm()
    /// The state of signing up.
    public var status: SignIn.Status = .editing
    /// Fields the person has left: their broken rules show.
    public var left: [Violation.Field] = []
    /// The violations that the server found, each until its field changes.
    public var refusals: [Violation] = []
    /// The place of the keyboard.
    public internal(set) var keyboard = Keyboard()

    /// The actions of a person on the screen.
    public enum Action: Equatable, Sendable {
        case changed(Violation.Field, String)
        /// The keyboard left a field.
        case leftField(Violation.Field)
        case submitted
        case signInTapped
    }

    /// An empty form.
    public init() {}

    /// Every broken rule that should show now, in the order of the form.
    public func visibleViolations(_ rules: Rules) -> [Violation] {
        rules.violations(of: rules.normalized(form)).filter { left.contains($0.field) } + refusals
    }

    static func fields(_ rules: Rules) -> [Violation.Field] {
        rules.signUp == .full
            ? [.name, .mobile, .email, .password, .passwordAgain] : [.email, .password, .passwordAgain]
    }
}

extension App {
    mutating func reduceSignUp(_ action: SignUp.Action) -> [Effect] {
        guard case .signUp(var state) = screen else { return [] }
        defer { if case .signUp = screen { screen = .signUp(state) } }
        switch action {
        case .changed(let field, let text):
            state.set(field, text)
        case .leftField(let field):
            // Tabbing through an empty form is not a mistake; sending it is.
            if !state.value(field).isEmpty, !state.left.contains(field) { state.left.append(field) }
        case .signInTapped:
            screen = .signIn(SignIn())
        case .submitted:
            return state.submit(rules)
        }
        return []
    }

    mutating func signUpAnswered(_ answer: Answer) -> [Effect] {
        guard case .signUp(var state) = screen, state.status == .sending else { return [] }
        defer { screen = .signUp(state) }
        if answer.status == 201, let account = answer.account {
            state.status = .opening(account)
            return [.storage(.open(account, password: state.form.password))]
        }
        state.refusals = answer.violations
        if let first = state.refusals.first {
            state.status = .editing
            return state.report(first)
        }
        let message = Texts.failure(answer)
        state.status = .failed(message)
        return [.announce(message)]
    }
}

extension SignUp {
    /// The text in a field.
    public func value(_ field: Violation.Field) -> String {
        switch field {
        case .name: form.name
        case .mobile: form.mobile
        case .email: form.email
        case .password: form.password
        default: form.passwordAgain
        }
    }

    fileprivate mutating func set(_ field: Violation.Field, _ text: String) {
        switch field {
        case .name: form.name = text
        case .mobile: form.mobile = text
        case .email: form.email = text
        case .password: form.password = text
        case .passwordAgain: form.passwordAgain = text
        default: return
        }
        refusals.remove(at: field)
        if case .failed = status { status = .editing }
    }

    /// Shows a broken rule and moves the keyboard to its field.
    fileprivate mutating func report(_ violation: Violation) -> [Effect] {
        keyboard.move(to: .field(violation.field))
        return [.announce(violation.message)]
    }

    fileprivate mutating func submit(_ rules: Rules) -> [Effect] {
        if status.isBusy { return [] }
        left = SignUp.fields(rules)
        let normal = rules.normalized(form)
        if let first = rules.violations(of: normal).first { return report(first) }
        refusals = []
        status = .sending
        var members: [JSON.Member] = []
        if rules.signUp == .full {
            members.append(.init("name", .string(normal.name)))
            members.append(.init("mobile", .string(normal.mobile)))
        }
        members.append(.init("email", .string(normal.email)))
        members.append(.init("password", .string(normal.password)))
        return [.request(Request(.signUp, .post, "/api/v1/accounts", body: JSON.object(members).encoded))]
    }
}

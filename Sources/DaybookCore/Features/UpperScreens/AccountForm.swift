/// A form of the account: its details, its password, or its deletion (A14).
public struct AccountForm: Equatable, Sendable {
    /// The purpose of the form.
    public let kind: Kind
    /// The account as it is now.
    let account: Account
    /// The session whose device gets a name, in the form for it.
    public let session: UUID?
    /// The fields with their texts, in the order of the form.
    public internal(set) var values: [Value]
    /// The fields that the person has left, whose broken rules show (A6).
    var left: [Violation.Field] = []
    /// The violations that the server found, each until its field changes.
    var refusals: [Violation] = []
    /// The state of sending.
    public internal(set) var status: SignIn.Status = .editing

    /// The forms there are.
    public enum Kind: String, Sendable {
        case details
        case password
        /// The first password that the person chooses, in place of one that the operator gave out.
        case firstPassword
        case deletion
        /// The name of a device.
        case device
    }

    /// A field with its text.
    public struct Value: Equatable, Sendable {
        /// The field.
        public let field: Violation.Field
        /// The text in the field.
        public var text: String
    }

    /// The actions of a person in a form.
    public enum Action: Equatable, Sendable {
        case changed(Violation.Field, String)
        case leftField(Violation.Field)
        case submitted
    }

    /// `current` is the password in force, where it was just typed.
    init(_ kind: Kind, _ account: Account, rules: Rules, current: String = "") {
        self.kind = kind
        self.account = account
        session = nil
        switch kind {
        case .details:
            // The short sign-up asked for an email alone (A1).
            let isFull = rules.signUp == .full
            values = []
            if isFull || !account.name.isEmpty { values.append(Value(field: .name, text: account.name)) }
            if isFull || !account.mobile.isEmpty { values.append(Value(field: .mobile, text: account.mobile)) }
            values.append(Value(field: .email, text: account.email))
        // Changing the email or the mobile number also needs the password.
        case .password, .firstPassword:
            values = [
                Value(field: .current, text: current), Value(field: .new, text: ""), Value(field: .newAgain, text: ""),
            ]
        case .deletion:
            values = [Value(field: .password, text: "")]
        case .device:
            values = [Value(field: .device, text: "")]
        }
    }

    /// The form for the name of a session's device.
    init(_ session: AccountScreen.PersonSession, _ account: Account) {
        kind = .device
        self.account = account
        self.session = session.id
        values = [Value(field: .device, text: session.device)]
    }

    /// The text in a field; empty when the form has no field of that name.
    public subscript(field: Violation.Field) -> String {
        for value in values where value.field == field { return value.text }
        return ""
    }

    /// Every broken rule that should show now, in the order of the form.
    public func visibleViolations(_ rules: Rules) -> [Violation] {
        violations(rules).filter { left.contains($0.field) } + refusals
    }

    /// The rules that the new password meets, while it is typed; empty in a form without a new password.
    public func passwordRules(_ rules: Rules) -> [PasswordRule] {
        switch kind {
        case .password, .firstPassword: rules.passwordRules(self[.new], name: account.name)
        case .details, .deletion, .device: []
        }
    }

    private func violations(_ rules: Rules) -> [Violation] {
        var found: [Violation] = []
        switch kind {
        case .details:
            let normal = normalized(rules)
            for value in values {
                let broken: Violation?
                switch value.field {
                case .name: broken = rules.nameViolation(normal.name)
                case .mobile: broken = rules.mobileViolation(normal.mobile)
                case .password: broken = passwordMissing
                default: broken = rules.emailViolation(normal.email)
                }
                if let broken { found.append(broken) }
            }
        case .password, .firstPassword:
            if self[.current].isEmpty { found.append(Violation(.current, .required, Texts.passwordMissing)) }
            if let broken = rules.passwordViolation(self[.new], name: account.name, field: .new) {
                found.append(broken)
            }
            if self[.newAgain] != self[.new] { found.append(Violation(.newAgain, .mismatch, Texts.passwordsDiffer)) }
        case .deletion:
            if let broken = passwordMissing { found.append(broken) }
        case .device:
            let name = Rules.normalizedDevice(self[.device])
            let missing = name.isEmpty ? Violation(.device, .required, Texts.deviceMissing) : nil
            if let broken = missing ?? rules.deviceViolation(name) { found.append(broken) }
        }
        return found
    }

    private var passwordMissing: Violation? {
        self[.password].isEmpty ? Violation(.password, .required, Texts.passwordMissing) : nil
    }

    /// Whether the form asks for the password: always before a deletion, and in the details once the email or the
    /// mobile changes.
    public var asksForPassword: Bool { values.contains { $0.field == .password } }

    /// Adds or removes the password's field after a change of email or mobile.
    private mutating func refreshPasswordField(_ rules: Rules) {
        guard kind == .details else { return }
        let normal = normalized(rules)
        let changesLogin = normal.mobile != account.mobile || normal.email != account.email
        if changesLogin, !asksForPassword {
            values.append(Value(field: .password, text: ""))
        } else if !changesLogin, asksForPassword {
            values.removeAll { $0.field == .password }
            left.removeAll { $0 == .password }
            refusals.remove(at: .password)
        }
    }

    private func normalized(_ rules: Rules) -> SignUpForm {
        rules.normalized(SignUpForm(name: self[.name], mobile: self[.mobile], email: self[.email]))
    }
}

extension AccountForm {
    /// The result of an action in a form.
    enum Step: Equatable {
        case edited
        /// A field breaks a rule.
        case broken(Violation)
        /// Send this.
        case send(Request.Method, path: String, body: [UInt8])
        /// No field has changed, so the form sends nothing.
        case unchanged
    }

    /// Shows a broken rule and moves the keyboard to its field.
    static func report(_ violation: Violation) -> [Outcome] {
        [.announce(violation.message), .move(.field(violation.field))]
    }

    mutating func reduce(_ action: Action, _ rules: Rules) -> Step {
        switch action {
        case .changed(let field, let text):
            if status.isBusy { return .edited }
            for index in values.indices where values[index].field == field { values[index].text = text }
            refusals.remove(at: field)
            refreshPasswordField(rules)
            if case .failed = status { status = .editing }
            return .edited
        case .leftField(let field):
            if !self[field].isEmpty, !left.contains(field) { left.append(field) }
            return .edited
        case .submitted: return submit(rules)
        }
    }

    private mutating func submit(_ rules: Rules) -> Step {
        if status.isBusy { return .edited }
        left = values.map { $0.field }
        if let first = violations(rules).first { return .broken(first) }
        refusals = []
        let members: [JSON.Member]
        switch kind {
        case .details:
            members = changes(rules)
            if members.isEmpty { return .unchanged }
        case .password, .firstPassword:
            members = [.init("current", .string(self[.current])), .init("new", .string(self[.new]))]
        case .deletion:
            members = [.init("password", .string(self[.password]))]
        case .device:
            members = [.init("device", .string(Rules.normalizedDevice(self[.device])))]
        }
        status = .sending
        let body = JSON.object(members).encoded
        switch kind {
        case .details: return .send(.patch, path: "/api/v1/account", body: body)
        case .password, .firstPassword: return .send(.put, path: "/api/v1/account/password", body: body)
        case .deletion: return .send(.delete, path: "/api/v1/account", body: body)
        case .device:
            return .send(.patch, path: "/api/v1/sessions/" + (session?.description ?? ""), body: body)
        }
    }

    private func changes(_ rules: Rules) -> [JSON.Member] {
        let normal = normalized(rules)
        var members: [JSON.Member] = []
        if normal.name != account.name { members.append(.init("name", .string(normal.name))) }
        if normal.mobile != account.mobile { members.append(.init("mobile", .string(normal.mobile))) }
        if normal.email != account.email { members.append(.init("email", .string(normal.email))) }
        if asksForPassword { members.append(.init("password", .string(self[.password]))) }
        return members
    }

    /// The server refused the form: shows the reason, at the fields where possible.
    mutating func refused(_ answer: Answer) -> [Outcome] {
        refusals = answer.violations.filter { violation in values.contains { $0.field == violation.field } }
        if let first = refusals.first {
            status = .editing
            return AccountForm.report(first)
        }
        let message = Texts.failure(answer)
        status = .failed(message)
        return [.announce(message)]
    }
}

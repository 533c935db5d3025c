import Crypto
import DaybookCore
import DaybookWidget

// Accounts of this device alone: the device gives the answers that a server would give, by the same rules, so that the
// screens are the same (A1 to A12).

extension PhoneStorage {
    /// The answer to a call of an account without a server; nil for a call that has no meaning there.
    func answer(to request: Request, _ now: Instant, newID: DaybookCore.UUID) -> Answer? {
        let json = (try? JSON(request.body)) ?? .null
        do {
            switch request.id {
            case .rules: return .ok(Self.rules.json)
            case .account: return .problem(401, "Nobody is signed in.")
            case .signUp: return try signUp(json, newID)
            case .signIn: return try signIn(json, now)
            case .signOut: return Answer(status: 204)
            case .accountForm: return try form(request, json, now)
            case .sessions, .activity, .history, .devices, .reminderDevices, .reminderDeliveries:
                return .ok(.object([.init("items", .array([]))]))
            case .usage: return .ok(.object([]))
            case .sync, .events, .samples, .endSession, .importing, .photo, .reminderKey, .reminderDevice,
                .reminderTest:
                return nil
            }
        } catch let error as DurableFile.Failure where error.isFull {
            return .problem(507, "This device has no room. Free some space, then try again.")
        } catch {
            return .problem(
                503,
                "The accounts on this device cannot be read or written. Restart the device, then try again."
            )
        }
    }

    /// The rules of accounts without a server. There are no samples to fetch.
    static let rules: Rules = {
        var rules = Rules.standard
        rules.samples = nil
        return rules
    }()

    private func signUp(_ json: JSON, _ newID: DaybookCore.UUID) throws -> Answer {
        let password = json.text("password")
        let typed = SignUpForm(
            name: json.text("name"),
            mobile: json.text("mobile"),
            email: json.text("email"),
            password: password,
            passwordAgain: password
        )
        let form = Self.rules.normalized(typed)
        let broken = Self.rules.violations(of: form)
        if !broken.isEmpty { return .broken(422, broken) }
        let taken = try people().taken(form)
        if !taken.isEmpty { return .broken(409, taken) }
        let account = Account(id: newID, name: form.name, mobile: form.mobile, email: form.email)
        let key = try SealedKey(SymmetricKey(size: .bits256), password: password, cost: cost)
        try change { $0[account.id] = Person(account: account, server: nil, key: key) }
        return .ok(.object([.init("account", account.json)]), status: 201)
    }

    private func signIn(_ json: JSON, _ now: Instant) throws -> Answer {
        let login = Rules.normalizedLogin(json.text("login"))
        if let refusal = try tooMany(now) { return refusal }
        let person = try people().named(login).first { $0.server == nil }
        // The check takes the same time for an unknown login (A8).
        let unknown = person == nil ? try SealedKey(SymmetricKey(size: .bits256), password: "", cost: cost) : nil
        guard let person, person.key.open(json.text("password")) != nil else {
            withExtendedLifetime(unknown) {}
            try change { $0.wrong.add(now) }
            return .problem(401, "This email or mobile and this password do not match.")
        }
        return .ok(.object([.init("account", person.account.json)]), status: 201)
    }

    private func tooMany(_ now: Instant) throws -> Answer? {
        let wait = try people().wrong.wait(now)
        guard wait > 0 else { return nil }
        var answer = Answer.problem(429, "Too many wrong passwords.")
        answer.retryAfter = wait
        return answer
    }

    // MARK: - Forms

    private func form(_ request: Request, _ json: JSON, _ now: Instant) throws -> Answer {
        guard let person = try request.account.flatMap({ try people()[$0] }) else {
            return .problem(401, "Nobody is signed in.")
        }
        switch (request.method, request.path) {
        case (.patch, "/api/v1/account"): return try changeDetails(of: person, json, now)
        case (.put, "/api/v1/account/password"):
            if let refusal = try prove(json.text("current"), .current, person, now) { return refusal }
            let broken = Self.rules.passwordViolation(json.text("new"), name: person.account.name, field: .new)
            // The screen has the data key sealed under the new password next.
            return broken.map { .broken(422, [$0]) } ?? Answer(status: 204)
        case (.delete, "/api/v1/account"):
            return try prove(json.text("password"), .password, person, now) ?? Answer(status: 204)
        default: return .problem(404, "There is no such form.")
        }
    }

    private func changeDetails(of person: Person, _ json: JSON, _ now: Instant) throws -> Answer {
        var account = person.account
        let typed = SignUpForm(
            name: json["name"]?.stringValue ?? account.name,
            mobile: json["mobile"]?.stringValue ?? account.mobile,
            email: json["email"]?.stringValue ?? account.email
        )
        let form = Self.rules.normalized(typed)
        let broken = [
            Self.rules.nameViolation(form.name), Self.rules.mobileViolation(form.mobile),
            Self.rules.emailViolation(form.email),
        ].compactMap { $0 }
        if !broken.isEmpty { return .broken(422, broken) }
        if form.mobile != account.mobile || form.email != account.email {
            if let refusal = try prove(json.text("password"), .password, person, now) { return refusal }
            let taken = try people().taken(form, except: account.id)
            if !taken.isEmpty { return .broken(409, taken) }
        }
        (account.name, account.mobile, account.email) = (form.name, form.mobile, form.email)
        try change { $0[account.id]?.account = account }
        return .ok(account.json)
    }

    /// Nil when the password is the person's.
    private func prove(
        _ password: String,
        _ field: Violation.Field,
        _ person: Person,
        _ now: Instant
    ) throws -> Answer? {
        if let refusal = try tooMany(now) { return refusal }
        if person.key.open(password) != nil { return nil }
        try change { $0.wrong.add(now) }
        return .broken(422, [Violation(field, .mismatch, "This is not your password.")])
    }
}

extension JSON {
    fileprivate func text(_ name: String) -> String { self[name]?.stringValue ?? "" }
}

extension Answer {
    static func ok(_ json: JSON, status: Int = 200) -> Answer { Answer(status: status, body: json.encoded) }

    static func problem(_ status: Int, _ detail: String) -> Answer {
        Answer(status: status, body: JSON.object([.init("detail", .string(detail))]).encoded)
    }

    fileprivate static func broken(_ status: Int, _ violations: [Violation]) -> Answer {
        let json = JSON.object([
            .init("detail", .string(violations.first?.message ?? "")),
            .init("errors", .array(violations.map { $0.json })),
        ])
        return Answer(status: status, body: json.encoded)
    }
}

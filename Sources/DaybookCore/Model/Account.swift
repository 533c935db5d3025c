/// The signed-in account, as the server describes it.
public struct Account: Equatable, Sendable {
    /// Names the account to the server.
    public var id: UUID
    /// Empty when sign-up asked for no name (`signup = short`).
    public var name: String
    /// Ten digits, or empty when sign-up asked for no mobile number.
    public var mobile: String
    /// Lowercase.
    public var email: String
    /// The operator gave out the password in force; the person has to choose another before anything else.
    public var hasTemporaryPassword: Bool

    /// An account by its parts.
    public init(id: UUID, name: String, mobile: String, email: String, hasTemporaryPassword: Bool = false) {
        self.id = id
        self.name = name
        self.mobile = mobile
        self.email = email
        self.hasTemporaryPassword = hasTemporaryPassword
    }

    /// Whether a login, as ``Rules/normalizedLogin(_:)`` writes it, names this account.
    public func answers(to login: String) -> Bool {
        login == email || (!mobile.isEmpty && login == mobile)
    }

    /// The person's name in the app: the name, or the part of the email before the `@`.
    public var displayName: String {
        if !name.isEmpty { return name }
        return Text.parts(email, between: "@")[0]
    }

    /// The account in the form of the HTTP interface: `{"id","name","mobile","email"}`, with null for unknown values,
    /// and `"temporaryPassword":true` only while the password is temporary.
    public var json: JSON {
        var members: [JSON.Member] = [
            .init("id", .string(id.description)),
            .init("name", .optional(name.isEmpty ? nil : name)),
            .init("mobile", .optional(mobile.isEmpty ? nil : mobile)),
            .init("email", .string(email)),
        ]
        if hasTemporaryPassword { members.append(.init("temporaryPassword", .bool(true))) }
        return .object(members)
    }

    /// Reads the same form; unknown members are skipped. Nil when a required member is missing.
    public init?(json: JSON) {
        guard let id = json["id"]?.stringValue.flatMap({ UUID($0) }), let email = json["email"]?.stringValue else {
            return nil
        }
        self.init(
            id: id,
            name: json["name"]?.stringValue ?? "",
            mobile: json["mobile"]?.stringValue ?? "",
            email: email,
            hasTemporaryPassword: json["temporaryPassword"]?.boolValue ?? false
        )
    }
}

/// Who is signed in, as the server tells it.
public struct Account: Equatable, Sendable {
    /// Names the account to the server.
    public var id: UUID
    /// Empty when sign-up asked for no name (`signup = short`).
    public var name: String
    /// Ten digits, or empty when sign-up asked for none.
    public var mobile: String
    /// Lowercase.
    public var email: String

    /// An account by its parts.
    public init(id: UUID, name: String, mobile: String, email: String) {
        self.id = id
        self.name = name
        self.mobile = mobile
        self.email = email
    }

    /// What to call the person: the name, or the part of the email before the `@`.
    public var displayName: String {
        if !name.isEmpty { return name }
        return Text.parts(email, between: "@")[0]
    }

    /// The shape of the HTTP interface: `{"id","name","mobile","email"}`, null for what is not known.
    public var json: JSON {
        .object([
            .init("id", .string(id.description)),
            .init("name", .optional(name.isEmpty ? nil : name)),
            .init("mobile", .optional(mobile.isEmpty ? nil : mobile)),
            .init("email", .string(email)),
        ])
    }

    /// Reads that shape; members it does not know are passed over. Nil when one it needs is missing.
    public init?(json: JSON) {
        guard let id = json["id"]?.stringValue.flatMap({ UUID($0) }), let email = json["email"]?.stringValue else {
            return nil
        }
        self.init(
            id: id,
            name: json["name"]?.stringValue ?? "",
            mobile: json["mobile"]?.stringValue ?? "",
            email: email
        )
    }
}

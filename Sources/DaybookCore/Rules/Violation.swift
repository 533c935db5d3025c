/// A broken rule, at the field that broke it (A6).
public struct Violation: Error, Equatable, Sendable {
    /// Where the rule was broken.
    public var field: Field
    /// Which sort of rule it was.
    public var code: Code
    /// The message for a person: the fault, then what to do.
    public var message: String

    /// A broken rule.
    public init(_ field: Field, _ code: Code, _ message: String) {
        self.field = field
        self.code = code
        self.message = message
    }

    /// Whether two broken rules are the same. A message may hold a text that a stranger wrote.
    public static func == (one: Violation, other: Violation) -> Bool {
        one.code == other.code && one.field == other.field && one.message.isSame(as: other.message)
    }

    /// A field of a form, a request or a record, by its name in the HTTP interface.
    public struct Field: Hashable, Sendable {
        /// The name in the HTTP interface.
        public let name: String

        /// A field by its name.
        public init(_ name: String) {
            self.name = name
        }

        /// A person's name (A2).
        public static let name = Field("name")
        /// A mobile number (A3).
        public static let mobile = Field("mobile")
        /// An email address (A4).
        public static let email = Field("email")
        /// An email or mobile to sign in with (A8).
        public static let login = Field("login")
        /// A password (A5).
        public static let password = Field("password")
        /// The password once more.
        public static let passwordAgain = Field("passwordAgain")
        /// The password in force, where another is to follow.
        public static let current = Field("current")
        /// The password to follow.
        public static let new = Field("new")
        /// The password to follow once more.
        public static let newAgain = Field("newAgain")
        /// The password before the present one.
        public static let earlier = Field("earlier")
        /// The name of a device (A14).
        public static let device = Field("device")
        /// A title (T2).
        public static let title = Field("title")
        /// A detail (T4).
        public static let detail = Field("detail")
        /// Whether it is done.
        public static let done = Field("done")
        /// A deadline (T5).
        public static let deadline = Field("deadline")
        /// A reminder (T6).
        public static let reminder = Field("reminder")
        /// All tags of a to-do (T3).
        public static let tags = Field("tags")
        /// The repetition of a to-do.
        public static let repetition = Field("repeat")
        /// Where a to-do came from.
        public static let origin = Field("origin")
        /// When a to-do was made.
        public static let createdAt = Field("createdAt")
        /// The description of a note (N2).
        public static let description = Field("description")
        /// All photos of a note (N2).
        public static let photos = Field("photos")
        /// One photo (N4).
        public static let photo = Field("photo")
        /// The set of limits that an account chose (A15).
        public static let limits = Field("limits")
        /// A record as a whole.
        public static let record = Field("record")
        /// All that an account holds.
        public static let account = Field("account")
    }

    /// The kind of the broken rule, for programs.
    public enum Code: String, Sendable {
        case required
        case tooShort = "too_short"
        case tooLong = "too_long"
        case tooMany = "too_many"
        case badCharacters = "bad_characters"
        case badForm = "bad_form"
        case weak
        case mismatch
        case duplicate
        case past
        case taken
        case imported
        case wrongType = "wrong_type"
        case unknownField = "unknown_field"
        case stampAhead = "stamp_ahead"
        /// A temporary password has to be replaced first.
        case temporary
        /// It cannot be changed once it is set.
        case fixed
        /// The value names a record that does not exist.
        case unknown
        /// The bytes do not have the announced size or digest.
        case hash
        /// There are more bytes than are allowed.
        case tooLarge = "too_large"
        /// The picture has more pixels than a device should have to show.
        case tooLargeDimensions = "too_large_dimensions"
        /// There is no room left.
        case quota
        /// A rule of a later version.
        case other
    }

    /// The shape of the HTTP interface: `{"field","code","message"}`.
    public var json: JSON {
        .object([
            .init("field", .string(field.name)), .init("code", .string(code.rawValue)),
            .init("message", .string(message)),
        ])
    }

    /// Reads the same form; nil when a member is missing. A code that this version does not know is ``Code/other``.
    public init?(json: JSON) {
        guard let field = json["field"]?.stringValue, let code = json["code"]?.stringValue,
            let message = json["message"]?.stringValue
        else { return nil }
        self.init(Field(field), Code(rawValue: code) ?? .other, message)
    }
}

extension [Violation] {
    /// The first broken rule of a field, if it breaks any.
    @inline(never)
    public func first(at field: Violation.Field) -> Violation? {
        for violation in self where violation.field == field { return violation }
        return nil
    }

    /// Forgets the broken rules of a field.
    @inline(never)
    mutating func remove(at field: Violation.Field) {
        self = filter { $0.field != field }
    }
}

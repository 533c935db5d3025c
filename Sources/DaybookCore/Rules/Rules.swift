/// Every limit of Daybook in one value, which an operator can change and every face checks with the same code.
public struct Rules: Equatable, Sendable {
    /// The fields that sign-up asks for (A1).
    public var signUp: SignUpFields = .full
    /// The strictness of the password rules (A5).
    public var passwordPolicy: PasswordPolicy = .strict
    /// The sets of limits that an account may choose from (A15).
    public var offer = Limits.Offer()
    /// The set of limits in force.
    public internal(set) var choice = Limits.Choice.classic
    /// Photos of a note at most (N2).
    public var photosMaximum = 10
    /// Bytes of a photo at most (N4).
    public var photoBytesMaximum = 10_000_000
    /// Pixels of a photo's longer side at most (N5).
    public var photoSideMaximum = 2_048
    /// Bytes of a record's fields at most, as JSON with their stamps (S9).
    public var recordBytesMaximum = 256 << 10
    /// Fields of a record at most (S9).
    public var recordFieldsMaximum = 256
    /// The most records of an account, tombstones included.
    public var accountRecordsMaximum = 250_000
    /// The most bytes of an account's records and their history.
    public var accountBytesMaximum: Int64 = 512 << 20

    /// The source of a new account's first to-dos: a path of this server, an address, or nil for no to-dos (I1).
    public var samples: String? = "/api/v1/samples/todos"

    /// A1: all five fields, or email and password alone.
    public enum SignUpFields: String, Sendable {
        case full
        case short
    }

    /// A5.
    public enum PasswordPolicy: String, Sendable {
        case strict
        case basic
    }

    /// Inclusive bounds of a length.
    public struct Range: Equatable, Sendable {
        /// The least that is allowed.
        public var minimum: Int
        /// The most that is allowed.
        public var maximum: Int

        /// Bounds, both included.
        public init(_ minimum: Int, _ maximum: Int) {
            self.minimum = minimum
            self.maximum = maximum
        }

        /// Bounds that allow every number that either of two bounds allows.
        func union(_ other: Range) -> Range {
            Range(min(minimum, other.minimum), max(maximum, other.maximum))
        }
    }

    /// The rules as in the specification.
    public init() {}

    /// The rules as in the specification.
    public static let standard = Rules()

    /// The time by which a stamp may be ahead of the server's clock (S2).
    public static let stampTolerance = Instant.Span.minutes(5)

    /// The time for which the server keeps a tombstone after it arrived, so that devices that were away receive it
    /// (S10).
    public static let tombstoneLifetime = Instant.Span.days(90)

    /// The time for which replaced values and deleted records can be brought back (S12).
    public static let historyLifetime = Instant.Span.days(30)

    /// The greatest password length under either policy, in characters.
    var passwordLength: Range {
        switch passwordPolicy {
        case .strict: Range(8, 15)
        case .basic: Range(8, 128)
        }
    }
}

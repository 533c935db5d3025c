/// A JSON value (RFC 8259), exact: an integer stays an integer, any other number keeps its text, and an object
/// keeps the order of its members.
public enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    /// A number without fraction or exponent that fits `Int64`.
    case integer(Int64)
    /// Any other number, as its text in the JSON.
    case number(String)
    case string(String)
    case array([JSON])
    case object([Member])

    /// A name and its value in an object. Names are unique within one object.
    public struct Member: Equatable, Sendable {
        /// The name, which may be empty.
        public var name: String
        /// The value.
        public var value: JSON

        /// A name and its value.
        public init(_ name: String, _ value: JSON) {
            self.name = name
            self.value = value
        }

        /// Whether name and value are the same.
        public static func == (one: Member, other: Member) -> Bool {
            one.name.isSame(as: other.name) && one.value == other.value
        }
    }
}

extension JSON {
    // Written out, so that it is a function of its own: inlined, each use would add a kilobyte to the browser's module.
    /// Whether two values are equal. Objects with the same members in another order are not equal.
    @inline(never)
    public static func == (one: JSON, other: JSON) -> Bool {
        switch (one, other) {
        case (.null, .null): true
        case (.bool(let one), .bool(let other)): one == other
        case (.integer(let one), .integer(let other)): one == other
        case (.number(let one), .number(let other)): one.isSame(as: other)
        case (.string(let one), .string(let other)): one.isSame(as: other)
        case (.array(let one), .array(let other)): one == other
        case (.object(let one), .object(let other)): one == other
        default: false
        }
    }

    /// The member of an object; nil when the object has no such member, or this is not an object.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        for member in members where member.name.isSame(as: name) { return member.value }
        return nil
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The value of `true` or `false`; nil for anything else.
    public var boolValue: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of an exact integer; nil for anything else.
    public var integerValue: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The text of a string; nil for anything else.
    public var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The text of a string of at most 64 bytes, such as a choice among names; nil for anything else.
    public var wordValue: String? {
        guard case .string(let value) = self, value.utf8.count <= 64 else { return nil }
        return value
    }

    /// The items of an array; nil for anything else.
    public var arrayValue: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object in their order; nil for anything else.
    public var objectValue: [Member]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// A string, or null for nil.
    public static func optional(_ text: String?) -> JSON {
        text.map { .string($0) } ?? .null
    }

    /// Milliseconds since 1970, or null for nil: how sync records write a time.
    public static func optional(_ instant: Instant?) -> JSON {
        instant.map { .integer($0.milliseconds) } ?? .null
    }
}

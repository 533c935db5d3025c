import DaybookCore

/// Takes the members of a request's object one by one and collects the faults, so that the answer names all of them at
/// once. A member that the route does not take is unknown, which is an error and never ignored.
struct ObjectReader {
    private var members: [JSON.Member]
    private(set) var violations: [Violation] = []

    init(members: [JSON.Member]) {
        self.members = members
    }

    /// Whether a member of that name is still to be taken.
    func has(_ name: String) -> Bool { members.contains { $0.name.isSame(as: name) } }

    private mutating func take(_ name: String) -> JSON? {
        guard let index = members.firstIndex(where: { $0.name.isSame(as: name) }) else { return nil }
        return members.remove(at: index).value
    }

    /// A text; empty when it is missing, so that the rules report it as required.
    mutating func text(_ name: String) -> String { optionalText(name) ?? "" }

    /// A text that must be present but may be empty.
    mutating func requiredText(_ name: String) -> String {
        if !has(name) { note(name, .required, "This is required.") }
        return text(name)
    }

    /// A text that may be missing.
    mutating func optionalText(_ name: String) -> String? {
        guard let value = take(name) else { return nil }
        guard let text = value.stringValue else { return refuse(name, "a text") }
        return text
    }

    /// A choice among names, or a name of a few letters. A longer text is cut, so that it equals no allowed name.
    mutating func optionalWord(_ name: String) -> String? {
        optionalText(name).map { $0.utf8.count <= 64 ? $0 : "" }
    }

    /// A text or null: `.some(nil)` is null, nil is a missing member.
    mutating func nullableText(_ name: String) -> String?? {
        guard let value = take(name) else { return nil }
        if value.isNull { return .some(nil) }
        guard let text = value.stringValue else { return refuse(name, "a text or null") }
        return text
    }

    /// True or false.
    mutating func flag(_ name: String) -> Bool? {
        guard let value = take(name) else { return nil }
        guard let flag = value.boolValue else { return refuse(name, "true or false") }
        return flag
    }

    /// A moment in RFC 3339, or null.
    mutating func nullableInstant(_ name: String) -> Instant?? {
        guard let value = take(name) else { return nil }
        if value.isNull { return .some(nil) }
        guard let text = value.stringValue, let instant = Instant(rfc3339: text) else {
            return refuse(name, "a time such as 2026-11-22T09:00:00.000Z, or null")
        }
        return instant
    }

    /// A whole number.
    mutating func integer(_ name: String) -> Int64? {
        guard let value = take(name) else { return nil }
        guard let number = value.integerValue else { return refuse(name, "a whole number") }
        return number
    }

    /// A list of texts.
    mutating func texts(_ name: String) -> [String]? {
        guard let value = take(name) else { return nil }
        let texts = value.arrayValue?.map(\.stringValue)
        guard let texts, !texts.contains(nil) else { return refuse(name, "a list of texts") }
        return texts.compactMap { $0 }
    }

    /// An id.
    mutating func id(_ name: String) -> UUID? {
        guard let value = take(name) else { return nil }
        guard let id = value.stringValue.flatMap({ UUID($0) }) else { return refuse(name, "a UUID") }
        return id
    }

    /// An id, or null.
    mutating func nullableID(_ name: String) -> UUID?? {
        guard let value = take(name) else { return nil }
        if value.isNull { return .some(nil) }
        guard let id = value.stringValue.flatMap({ UUID($0) }) else { return refuse(name, "a UUID or null") }
        return id
    }

    /// A SHA-256 in lowercase hexadecimal.
    mutating func digest(_ name: String) -> Digest? {
        guard let value = take(name) else { return nil }
        guard let digest = value.stringValue.flatMap({ Digest($0) }) else { return refuse(name, Self.digest) }
        return digest
    }

    /// A SHA-256, or null.
    mutating func nullableDigest(_ name: String) -> Digest?? {
        guard let value = take(name) else { return nil }
        if value.isNull { return .some(nil) }
        guard let digest = value.stringValue.flatMap({ Digest($0) }) else {
            return refuse(name, "\(Self.digest), or null")
        }
        return digest
    }

    private static let digest = "a SHA-256 of 64 lowercase hexadecimal digits"

    /// An object, read by `read`, or null. Violations in it are reported at its name.
    mutating func nullableObject<Item>(_ name: String, read: (inout ObjectReader) -> Item?) -> Item?? {
        guard let value = take(name) else { return nil }
        if value.isNull { return .some(nil) }
        guard let members = value.objectValue else { return refuse(name, "an object or null") }
        var reader = ObjectReader(members: members)
        let item = read(&reader)
        adopt(&reader, of: name, isMissing: item == nil)
        return item.map { .some($0) } ?? nil
    }

    /// A list of objects, each read by `read`, which returns nil when a required member is missing. Faults in an object
    /// are reported at the list's name.
    mutating func objects<Item>(_ name: String, read: (inout ObjectReader) -> Item?) -> [Item]? {
        guard let value = take(name) else { return nil }
        let objects = value.arrayValue?.map(\.objectValue)
        guard let objects, !objects.contains(nil) else { return refuse(name, "a list of objects") }
        var items: [Item] = []
        for members in objects {
            var reader = ObjectReader(members: members ?? [])
            let item = read(&reader)
            adopt(&reader, of: name, isMissing: item == nil)
            if let item { items.append(item) }
        }
        return items
    }

    /// Adds the faults of an object within this one.
    private mutating func adopt(_ reader: inout ObjectReader, of name: String, isMissing: Bool) {
        reader.refuseRest()
        violations += reader.violations.map { violation in
            Violation(Violation.Field(name), violation.code, "\(violation.field.name): \(violation.message)")
        }
        guard isMissing, reader.violations.isEmpty else { return }
        violations.append(Violation(Violation.Field(name), .required, "A member that is required is missing."))
    }

    /// Adds a fault of a member other than its type.
    mutating func note(_ name: String, _ code: Violation.Code, _ message: String) {
        violations.append(Violation(Violation.Field(name), code, message))
    }

    /// Ignores a member that has no meaning here.
    mutating func passOver(_ name: String) { _ = take(name) }

    private mutating func refuse<Value>(_ name: String, _ expected: String) -> Value? {
        violations.append(Violation(Violation.Field(name), .wrongType, "This must be \(expected)."))
        return nil
    }

    /// Throws 422 when a member had the wrong type or is unknown.
    mutating func finish() throws {
        refuseRest()
        if !violations.isEmpty { throw Problem.broken(Array(violations.prefix(32))) }
    }

    private mutating func refuseRest() {
        for member in members {
            // The name comes from the client; it is cut so that the answer stays small.
            let name = String(member.name.prefix(64))
            violations.append(Violation(Violation.Field(name), .unknownField, "There is no such field."))
        }
        members = []
    }
}

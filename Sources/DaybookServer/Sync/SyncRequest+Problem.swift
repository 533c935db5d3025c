import DaybookCore

extension SyncRequest.Failure {
    /// The answer to a body that is no sync request: 400 when it is not JSON, 413 when it has too much, 422 for anything
    /// else. `bytes`: the body.
    func problem(of bytes: [UInt8]) -> Problem {
        switch self {
        case .json(let error) where error.reason == .tooManyValues:
            return .tooManyValues(limit: SyncRequest.valuesMaximum)
        case .json(let error): return .malformed(error.explanation)
        case .tooManyChanges:
            let most = SyncRequest.limitMaximum
            return Problem(.contentTooLarge, "Send at most \(most) changes, and the rest in the next request.")
        case .unknownMember(let name): return .broken([Self.unknown(name, in: "")])
        case .member("body"): return .noObject
        case .member(let name):
            let value = Self.body(bytes)?[name]
            return .broken([Self.fault(of: value, at: name, Self.expected[name])])
        case .change(let index, let error):
            let change = Self.body(bytes)?["changes"]?.arrayValue?[index]
            return .broken([Self.fault(of: change, at: "changes[\(index)]", error)])
        }
    }

    private static func body(_ bytes: [UInt8]) -> JSON? {
        var limits = JSON.Limits.standard
        limits.values = SyncRequest.valuesMaximum
        return try? JSON(bytes, limits: limits)
    }

    /// What a member has to be: its type, and its form in words.
    private struct Expected: Sendable {
        let isType: @Sendable (JSON) -> Bool
        let words: String

        static let text: @Sendable (JSON) -> Bool = { $0.stringValue != nil }
        static let number: @Sendable (JSON) -> Bool = { $0.integerValue != nil }

        static let id = Expected(isType: text, words: "a UUID")
        static let stamp = Expected(isType: text, words: "a stamp of 32 lowercase hexadecimal digits")
        static let kind = Expected(isType: text, words: "a text of 1 to 32 bytes")
        static let fields = Expected(isType: { $0.objectValue != nil }, words: "an object of fields")
        static let pair = Expected(isType: { $0.arrayValue?.count == 2 }, words: "a list of a value and a stamp")
    }

    private static let expected = [
        "device": Expected.id,
        "cursor": Expected(isType: Expected.number, words: "a whole number from 0 on"),
        "limit": Expected(isType: Expected.number, words: "a whole number from 1 to \(SyncRequest.limitMaximum)"),
        "changes": Expected(isType: { $0.arrayValue != nil }, words: "a list of records"),
    ]

    private static func unknown(_ name: String, in place: String) -> Violation {
        // The name comes from the client; it is cut so that the answer stays small.
        Violation(Violation.Field(place + name.prefix(64)), .unknownField, "There is no such field.")
    }

    /// The fault of a member that is missing, of another type, or of another form.
    private static func fault(of value: JSON?, at place: String, _ expected: Expected?) -> Violation {
        guard let value, let expected else { return Violation(Violation.Field(place), .required, "This is required.") }
        let code: Violation.Code = expected.isType(value) ? .badForm : .wrongType
        return Violation(Violation.Field(place), code, "This must be \(expected.words).")
    }

    /// The fault of a change that is no record.
    private static func fault(of change: JSON?, at place: String, _ error: Record.WireError) -> Violation {
        switch error {
        case .notAnObject: return Violation(Violation.Field(place), .wrongType, "This must be an object.")
        case .unknownMember(let name): return unknown(name, in: "\(place).")
        case .badKind: return fault(of: change?["kind"], at: "\(place).kind", .kind)
        case .badID: return fault(of: change?["id"], at: "\(place).id", .id)
        case .badStamp("deleted") where change?["fields"]?["deleted"] == nil:
            return fault(of: change?["deleted"], at: "\(place).deleted", .stamp)
        case .badField("fields") where change?["fields"]?.objectValue == nil:
            return fault(of: change?["fields"], at: "\(place).fields", .fields)
        case .badField(let name) where !Record.fieldNameBytes.contains(name.utf8.count):
            let bytes = Record.fieldNameBytes
            let message = "A field's name has \(bytes.lowerBound) to \(bytes.upperBound) bytes."
            return Violation(Violation.Field("\(place).fields"), .badForm, message)
        case .badField(let name):
            return fault(of: change?["fields"]?[name], at: "\(place).fields.\(name.prefix(64))", .pair)
        case .badStamp(let name):
            let stamp = change?["fields"]?[name]?.arrayValue?.last
            return fault(of: stamp, at: "\(place).fields.\(name.prefix(64))", .stamp)
        }
    }
}

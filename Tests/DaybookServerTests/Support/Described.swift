import DaybookCore
import HTTPTypes
import TestSupport
import Testing

@testable import DaybookServer

/// A call as described in the server's OpenAPI document. Tests of every route are made from these.
struct Described: Sendable, CustomStringConvertible {
    let method: HTTPRequest.Method
    let path: String
    let needsSession: Bool
    /// The schemas of the parameters in the query, by name.
    let query: [JSON.Member]
    let body: Body?

    /// The body that a call accepts.
    struct Body: Sendable {
        let type: String
        let schema: JSON
    }

    var description: String { "\(method) \(path)" }

    /// Whether the call may change something.
    var isChange: Bool { method != .get && method != .head }

    /// Whether its path names a thing.
    var hasParameter: Bool { path.contains("{") }

    /// Whether the call makes the thing that its path names, so that every person may call it: a photo is named by its
    /// bytes.
    var makesWhatItNames: Bool { method == .put && isOfPhoto }

    /// Whether its path names a photo.
    var isOfPhoto: Bool { path.contains("{sha256}") }

    /// The path with the id of a thing; a kind in the path becomes `todo`.
    func path(naming id: String) -> String {
        path.replacing("{kind}", with: "todo").replacing(/\{[^}]*\}/, with: id)
    }

    static let document = OpenAPIDocument.json(of: InterfaceTests.routes)

    /// All calls.
    static let all: [Described] = (document["paths"]?.objectValue ?? []).flatMap { path in
        (path.value.objectValue ?? []).compactMap { Described($0, at: path.name) }
    }

    private init?(_ operation: JSON.Member, at path: String) {
        guard let method = HTTPRequest.Method(operation.name.uppercased()) else { return nil }
        self.method = method
        self.path = path
        needsSession = operation.value["security"] != nil
        let parameters = operation.value["parameters"]?.arrayValue ?? []
        query = parameters.filter { $0["in"] == .string("query") }.map { .init($0.text("name"), $0["schema"] ?? .null) }
        body = operation.value["requestBody"]?["content"]?.objectValue?.first.map { content in
            Body(type: content.name, schema: content.value["schema"] ?? .null)
        }
    }

    /// A schema, with its reference resolved.
    static func resolved(_ schema: JSON) -> JSON {
        guard let reference = schema["$ref"]?.stringValue else { return schema }
        let steps = reference.split(separator: "/").dropFirst()
        return steps.reduce(document) { $0[String($1)] ?? .null }
    }
}

/// Makes values that match a schema, and that the server accepts.
struct Sample {
    /// The person whose password and login it uses.
    var person = 1
    /// Which optional members it includes. A note's photos would have to be stored first.
    var isGiven: (String) -> Bool = { $0 != "photos" }

    /// The photo that it uses.
    static let photo = Pictures.png(width: 8, height: 6)

    /// The bytes of a body.
    func body(_ body: Described.Body) throws -> [UInt8] {
        if body.type == "image/*" { return Self.photo }
        if body.type == "application/zip" { return try .export([todo(77, title: "Imported")]) }
        return value(body.schema).encoded
    }

    /// A value that matches a schema; `name` is the name of its member.
    func value(_ schema: JSON, name: String = "") -> JSON {
        let schema = Described.resolved(schema)
        if let choice = schema["enum"]?.arrayValue?.first { return choice }
        if let choice = schema["anyOf"]?.arrayValue?.first { return value(choice, name: name) }
        switch schema["type"]?.stringValue {
        case "object": return object(schema)
        case "array":
            let places = schema["prefixItems"]?.arrayValue ?? [schema["items"] ?? .null]
            return .array(places.map { value($0) })
        case "string": return .string(text(schema, name: name))
        case "integer": return schema["minimum"] ?? .integer(1)
        case "boolean": return .bool(true)
        default: return schema == .bool(true) ? .bool(true) : .null
        }
    }

    private func object(_ schema: JSON) -> JSON {
        let required = (schema["required"]?.arrayValue ?? []).compactMap(\.stringValue)
        let properties = schema["properties"]?.objectValue ?? []
        if properties.isEmpty, let others = schema["additionalProperties"], others.objectValue != nil {
            return .object([.init("colour", value(others))])
        }
        let members = properties.filter { required.contains($0.name) || isGiven($0.name) }
        return .object(members.map { .init($0.name, value($0.value, name: $0.name)) })
    }

    private func text(_ schema: JSON, name: String) -> String {
        switch schema["format"]?.stringValue {
        case "uuid": return uuid(88).description
        case "date-time": return "2026-12-01T09:00:00.000Z"
        case "email": return "somebody.new@example.com"
        case "password": return name == "new" ? "kLM8!nP2q" : Person.password
        default: break
        }
        if schema["pattern"] != nil { return stamp(1_000).description }
        if name == "login" { return Person.email(person) }
        return schema["examples"]?.arrayValue?.first?.stringValue ?? "text"
    }
}

import DaybookCore

extension Route {
    /// The operation object (https://spec.openapis.org/oas/v3.1.1#operation-object).
    var openAPI: JSON {
        var members: [JSON.Member] = [.init("summary", .string(operation.summary)), .init("operationId", .string(id))]
        let parameters = pathParameters + operation.query.map(\.json)
        if !parameters.isEmpty { members.append(.init("parameters", .array(parameters))) }
        if let takes = operation.takes {
            members.append(
                .init(
                    "requestBody",
                    .object([.init("required", .bool(true)), OpenAPI.content(schema: takes, type: operation.takesType)])
                )
            )
        }
        members.append(.init("responses", .object(responses)))
        if !isOpen {
            let ways = ["bearer", "cookie"].map { JSON.object([.init($0, .array([]))]) }
            members.append(.init("security", .array(ways)))
        }
        return .object(members)
    }

    /// `get /api/v1/todos/{id}` becomes `getTodosId`.
    private var id: String {
        let words = path.split { "/{}.".contains($0) }.filter { $0 != "api" && $0 != "v1" }
        return method.rawValue.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private var pathParameters: [JSON] {
        path.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            .object([
                .init("name", .string(String(part.dropFirst().dropLast()))), .init("in", .string("path")),
                .init("required", .bool(true)),
                .init("schema", OpenAPI.reference(Self.pathSchemas[String(part)] ?? "UUID")),
            ])
        }
    }

    /// The schemas of the parameters in paths that are not UUIDs.
    private static let pathSchemas = ["{kind}": "Kind", "{sha256}": "SHA256"]

    private var isRead: Bool { method == .get || method == .head }

    private var responses: [JSON.Member] {
        let good = ([operation.answers] + operation.otherAnswers).map { JSON.Member(String($0.status), $0.json) }
        let all = Set(
            operation.problems + (isOpen ? [] : [401])
                + (operation.takes != nil ? [400, 408, 413, 415, 422] : [])
        )
        .union(isRead && access != .session ? [] : [403])
        // A write depends on the disk, which may be full or busy.
        .union(isRead ? [] : [503, 507])
        // All calls have a bound, except those of programs that watch the server.
        .union(path == "/healthz" ? [] : [429])
        return good
            + all.sorted().map {
                .init(String($0), .object([.init("$ref", .string("#/components/responses/Problem"))]))
            }
    }
}

extension Operation.Answer {
    fileprivate var json: JSON {
        var members: [JSON.Member] = [.init("description", .string(description))]
        if let schema { members.append(OpenAPI.content(schema: schema, type: type)) }
        return .object(members)
    }
}

extension Operation.Parameter {
    fileprivate var json: JSON {
        .object([
            .init("name", .string(name)), .init("in", .string("query")), .init("description", .string(description)),
            .init("schema", schema),
        ])
    }
}

extension OpenAPI {
    /// `"content": {type: {"schema": …}}`
    static func content(schema: String, type: String = "application/json") -> JSON.Member {
        .init("content", .object([.init(type, .object([.init("schema", reference(schema))]))]))
    }

    /// A reference to one of the document's schemas.
    static func reference(_ schema: String) -> JSON {
        .object([.init("$ref", .string("#/components/schemas/\(schema)"))])
    }
}

import DaybookCore

/// One call as the OpenAPI document describes it.
struct OpenAPIOperation {
    /// Lowercase, as OpenAPI names it.
    let method: String
    let path: String
    let summary: String
    var access: Route.Access = .session
    var query: [Parameter] = []
    /// The name of the schema of the body that it takes.
    var takes: String?
    /// The media type of that body.
    var takesType = "application/json"
    /// What it answers when all is well.
    let answers: Answer
    /// Other good answers.
    var otherAnswers: [Answer] = []
    /// The problems it may answer besides those of its access.
    var problems: [Int] = []

    /// A parameter in the query.
    struct Parameter {
        let name: String
        let description: String
        let schema: JSON
    }

    /// A good answer: its status and what it carries.
    struct Answer {
        let status: Int
        let description: String
        var schema: String?
        var type = "application/json"
    }

    /// The operation object (https://spec.openapis.org/oas/v3.1.1#operation-object).
    var json: JSON {
        var members: [JSON.Member] = [.init("summary", .string(summary)), .init("operationId", .string(id))]
        let parameters = pathParameters + query.map(\.json)
        if !parameters.isEmpty { members.append(.init("parameters", .array(parameters))) }
        if let takes {
            members.append(
                .init(
                    "requestBody",
                    .object([.init("required", .bool(true)), OpenAPI.content(schema: takes, type: takesType)])
                )
            )
        }
        members.append(.init("responses", .object(responses)))
        if access != .open {
            let ways = ["bearer", "cookie"].map { JSON.object([.init($0, .array([]))]) }
            members.append(.init("security", .array(ways)))
        }
        return .object(members)
    }

    /// `get /api/v1/todos/{id}` is `getTodosId`.
    private var id: String {
        let words = path.split { "/{}.".contains($0) }.filter { $0 != "api" && $0 != "v1" }
        return method + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
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

    /// The schemas of the parameters in paths that are no UUID.
    private static let pathSchemas = ["{kind}": "Kind", "{sha256}": "SHA256"]

    private var responses: [JSON.Member] {
        let good = ([answers] + otherAnswers).map { JSON.Member(String($0.status), $0.json) }
        let all = Set(problems + (access != .open ? [401] : []) + (takes != nil ? [400, 408, 413, 415, 422] : []))
            .union(method == "get" && access != .session ? [] : [403])
            // What changes something waits for the disk, which may be full or busy.
            .union(method == "get" ? [] : [503, 507])
            // Everybody's calls have a bound but those of whoever watches over the server.
            .union(path == "/healthz" ? [] : [429])
        return good
            + all.sorted().map {
                .init(String($0), .object([.init("$ref", .string("#/components/responses/Problem"))]))
            }
    }
}

extension OpenAPIOperation.Answer {
    fileprivate var json: JSON {
        var members: [JSON.Member] = [.init("description", .string(description))]
        if let schema { members.append(OpenAPI.content(schema: schema, type: type)) }
        return .object(members)
    }
}

extension OpenAPIOperation.Parameter {
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

import DaybookCore

/// The document as a whole.
enum OpenAPIDocument {
    static var json: JSON {
        .object([
            .init("openapi", .string("3.1.0")),
            .init("info", info),
            .init("paths", .object(paths)),
            .init("components", components),
        ])
    }

    private static var info: JSON {
        .object([
            .init("title", .string("Daybook")), .init("version", .string(Version.current)),
            .init("description", .string(description)),
            .init(
                "license",
                .object([.init("name", .string("Apache-2.0")), .init("identifier", .string("Apache-2.0"))])
            ),
        ])
    }

    private static let description = """
        To-dos and notes of several people. Times are RFC 3339 in UTC with milliseconds; inside sync records they are integers, \
        milliseconds since 1970. Unknown fields in a request are an error. Errors are RFC 9457 problem documents.
        """

    private static var paths: [JSON.Member] {
        var paths: [JSON.Member] = []
        for operation in operations {
            let method = JSON.Member(operation.method, operation.json)
            if let index = paths.firstIndex(where: { $0.name == operation.path }) {
                paths[index].value = .object((paths[index].value.objectValue ?? []) + [method])
            } else {
                paths.append(.init(operation.path, .object([method])))
            }
        }
        return paths
    }

    private static var components: JSON {
        .object([
            .init("schemas", .object(OpenAPISchemas.all)),
            .init(
                "responses",
                .object([
                    .init(
                        "Problem",
                        .object([
                            .init("description", .string("What is wrong and what to do.")),
                            OpenAPI.content(schema: "Problem", type: "application/problem+json"),
                        ])
                    )
                ])
            ),
            .init(
                "securitySchemes",
                .object([
                    .init("bearer", .object([.init("type", .string("http")), .init("scheme", .string("bearer"))])),
                    .init(
                        "cookie",
                        .object([
                            .init("type", .string("apiKey")), .init("in", .string("cookie")),
                            .init("name", .string(SessionCookie.plain.name)),
                        ])
                    ),
                ])
            ),
        ])
    }
}

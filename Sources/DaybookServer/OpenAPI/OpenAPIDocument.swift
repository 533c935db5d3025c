import DaybookCore

/// The whole document, made from the table of routes.
enum OpenAPIDocument {
    /// The document of these routes.
    static func json(of routes: [Route]) -> JSON {
        .object([
            .init("openapi", .string("3.1.0")),
            .init("info", info),
            .init("paths", .object(paths(of: routes))),
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

    private static func paths(of routes: [Route]) -> [JSON.Member] {
        var paths: [JSON.Member] = []
        for route in routes {
            let operation = JSON.Member(route.method.rawValue.lowercased(), route.openAPI)
            if let index = paths.firstIndex(where: { $0.name == route.path }) {
                paths[index].value = .object((paths[index].value.objectValue ?? []) + [operation])
            } else {
                paths.append(.init(route.path, .object([operation])))
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

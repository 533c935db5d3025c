import DaybookCore

extension OpenAPIDocument {
    /// Taking everything along (A14).
    static var exports: [OpenAPIOperation] {
        [
            .init(
                method: "get",
                path: "/api/v1/account/export",
                summary: "Download everything one has",
                answers: .init(
                    status: 200,
                    description: "A zip; docs/export.md describes what is in it.",
                    schema: "Archive",
                    type: "application/zip"
                ),
                problems: [429, 503]
            ),
            .init(
                method: "post",
                path: "/api/v1/account/import",
                summary: "Import an export into an account that is empty",
                takes: "Archive",
                takesType: "application/zip",
                answers: .init(status: 200, description: "What was taken.", schema: "ImportResult"),
                problems: [409, 429, 503, 507]
            ),
        ]
    }
}

extension OpenAPISchemas {
    static var exports: [JSON.Member] {
        let rejected = object(["kind": string, "id": uuid, "errors": list(OpenAPI.reference("Violation"))])
        let photo = object(["sha256": OpenAPI.reference("SHA256"), "errors": list(OpenAPI.reference("Violation"))])
        let count = integer(0...Int(Int32.max))
        return [
            .init(
                "Archive",
                .object([
                    .init("type", .string("string")), .init("contentMediaType", .string("application/zip")),
                ])
            ),
            .init(
                "ImportResult",
                object(
                    ["imported": count, "rejected": list(rejected)],
                    optional: ["photos": count, "rejectedPhotos": list(photo)]
                )
            ),
        ]
    }
}

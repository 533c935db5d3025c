import DaybookCore

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

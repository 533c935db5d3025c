import DaybookCore

extension OpenAPIDocument {
    /// Photos as files (N4, N6).
    static var photos: [OpenAPIOperation] {
        [
            .init(
                method: "put",
                path: "/api/v1/photos/{sha256}",
                summary: "Store a photo under the SHA-256 of its bytes, which say what it is",
                takes: "PhotoBytes",
                takesType: "image/*",
                answers: .init(status: 201, description: "Stored.", schema: "PhotoFacts"),
                otherAnswers: [.init(status: 200, description: "It was there already.", schema: "PhotoFacts")],
                problems: [404, 429, 507]
            ),
            .init(
                method: "get",
                path: "/api/v1/photos/{sha256}",
                summary: "Get a photo, or a range of its bytes; it never changes",
                answers: .init(status: 200, description: "The photo.", schema: "PhotoBytes", type: "image/*"),
                otherAnswers: [
                    .init(
                        status: 206,
                        description: "The range that was asked for.",
                        schema: "PhotoBytes",
                        type: "image/*"
                    ),
                    .init(status: 304, description: "The one that the client has is the one."),
                ],
                problems: [404, 416]
            ),
        ]
    }
}

extension OpenAPISchemas {
    static var photos: [JSON.Member] {
        let side = integer(1...Photo.sideMaximum)
        return [
            .init(
                "PhotoBytes",
                .object([.init("type", .string("string")), .init("contentMediaType", .string("image/*"))])
            ),
            .init(
                "SHA256",
                .object([
                    .init("type", .string("string")), .init("pattern", .string("^[0-9a-f]{64}$")),
                    .init("examples", .array([.string(String(repeating: "0123456789abcdef", count: 4))])),
                ])
            ),
            .init(
                "PhotoFacts",
                object([
                    "sha256": OpenAPI.reference("SHA256"), "width": side, "height": side,
                    "type": choice(Photo.MediaType.allCases.map(\.rawValue)),
                    "bytes": integer(1...Rules.standard.photoBytesMaximum),
                ])
            ),
        ]
    }
}

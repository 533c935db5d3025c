import DaybookCore

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

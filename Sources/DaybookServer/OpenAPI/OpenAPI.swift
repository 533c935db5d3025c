import DaybookCore
import Hummingbird

/// `GET /api/v1/openapi.json`: the interface described for programs (OpenAPI 3.1). A test compares it with the routes.
struct OpenAPI: Sendable {
    /// Written once for the process.
    private static let answer = OpenAPIDocument.json.encoded

    var routes: [Route] {
        [Route(.get, "/api/v1/openapi.json", .open) { _, _ in Response(jsonBytes: Self.answer) }]
    }
}

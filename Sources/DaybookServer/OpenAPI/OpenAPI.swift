import DaybookCore
import Hummingbird
import Synchronization

/// `GET /api/v1/openapi.json`: the description of the interface for programs (OpenAPI 3.1).
enum OpenAPI {
    /// These routes and the route that describes all of them, itself included.
    static func described(_ routes: [Route]) -> [Route] {
        // Made once, at the first request.
        let answer = Mutex<[UInt8]?>(nil)
        let own = route { _, _ in
            Response(
                jsonBytes: answer.withLock { answer in
                    if let answer { return answer }
                    let written = OpenAPIDocument.json(of: routes + [route { _, _ in throw Problem.notFound }]).encoded
                    answer = written
                    return written
                }
            )
        }
        return routes + [own]
    }

    private static func route(_ handler: @escaping Route.Handler) -> Route {
        Route(
            .get,
            "/api/v1/openapi.json",
            .open,
            .init(
                summary: "This document",
                answers: .init(status: 200, description: "OpenAPI 3.1.", schema: "Object")
            ),
            handler
        )
    }
}

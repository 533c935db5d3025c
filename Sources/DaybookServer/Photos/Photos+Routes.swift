import DaybookCore

extension Photos {
    /// The routes of this resource, with their descriptions for the OpenAPI document.
    var routes: [Route] {
        [
            Route(
                .put,
                "/api/v1/photos/{sha256}",
                .session,
                .init(
                    summary: "Store a photo under the SHA-256 of its bytes, which decide its type",
                    takes: "PhotoBytes",
                    takesType: "image/*",
                    answers: .init(status: 201, description: "Stored.", schema: "PhotoFacts"),
                    otherAnswers: [
                        .init(status: 200, description: "The photo was already stored.", schema: "PhotoFacts")
                    ],
                    problems: [404, 429, 507]
                ),
                put
            ).withoutPlace,
            Route(
                .get,
                "/api/v1/photos/{sha256}",
                .session,
                .init(
                    summary: "Get a photo or a range of its bytes; a photo never changes",
                    answers: .init(status: 200, description: "The photo.", schema: "PhotoBytes", type: "image/*"),
                    otherAnswers: [
                        .init(
                            status: 206,
                            description: "The requested range.",
                            schema: "PhotoBytes",
                            type: "image/*"
                        ),
                        .init(status: 304, description: "The client's copy is current."),
                    ],
                    problems: [404, 416, 503]
                ),
                get
            ),
            // Answered as the GET is; named for the document.
            Route(
                .head,
                "/api/v1/photos/{sha256}",
                .session,
                .init(
                    summary: "Ask whether a photo is stored",
                    answers: .init(status: 200, description: "It is stored."),
                    otherAnswers: [.init(status: 304, description: "The client's copy is current.")],
                    problems: [404, 503]
                ),
                get
            ),
        ]
    }
}

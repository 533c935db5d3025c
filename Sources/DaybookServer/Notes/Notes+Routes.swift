import DaybookCore

extension Notes {
    /// The routes of this resource, with their descriptions for the OpenAPI document.
    var routes: [Route] {
        [
            Route(
                .get,
                "/api/v1/notes",
                .session,
                .init(
                    summary: "List notes, a page at a time",
                    query: Self.listQuery,
                    answers: .init(status: 200, description: "A page.", schema: "NotePage"),
                    problems: [422, 507]
                ),
                list
            ),
            Route(
                .post,
                "/api/v1/notes",
                .session,
                .init(
                    summary: "Add a note with photos that are already stored; repeating the call adds no second one",
                    takes: "NewNote",
                    answers: .init(status: 201, description: "The note.", schema: "Note"),
                    problems: [409]
                ),
                create
            ),
            Route(
                .get,
                "/api/v1/notes/{id}",
                .session,
                .init(
                    summary: "Get a note",
                    answers: .init(status: 200, description: "The note.", schema: "Note"),
                    problems: [404]
                ),
                show
            ),
            Route(
                .patch,
                "/api/v1/notes/{id}",
                .session,
                .init(
                    summary: "Change a note; photos replaces all of its photos",
                    takes: "NoteChange",
                    answers: .init(status: 200, description: "The note after the call.", schema: "Note"),
                    problems: [404, 409]
                ),
                change
            ),
            Route(
                .delete,
                "/api/v1/notes/{id}",
                .session,
                .init(
                    summary: "Delete a note; it can be restored with its photos for 30 days",
                    answers: .init(status: 204, description: "Deleted."),
                    problems: [404]
                ),
                delete
            ),
        ]
    }

    private static var listQuery: [Operation.Parameter] {
        [
            .init(
                name: "sort",
                description: "The order; created is newest first, modified last changed first.",
                schema: OpenAPISchemas.choice(NoteOrder.allCases.map(\.rawValue))
            ),
            .init(
                name: "q",
                description:
                    "Only notes whose title, description or tags contain this text; case and accents are ignored.",
                schema: OpenAPISchemas.string
            ),
            .init(name: "tag", description: "Only notes with this tag.", schema: OpenAPISchemas.string),
        ] + PageQueryLimits.parameters
    }
}

import DaybookCore

extension Todos {
    /// The routes of this resource, with their descriptions for the OpenAPI document.
    var routes: [Route] {
        [
            Route(
                .get,
                "/api/v1/todos",
                .session,
                .init(
                    summary: "List to-dos, a page at a time",
                    query: Self.listQuery,
                    answers: .init(status: 200, description: "A page.", schema: "TodoPage"),
                    problems: [422, 507]
                ),
                list
            ),
            Route(
                .post,
                "/api/v1/todos",
                .session,
                .init(
                    summary: "Add a to-do; repeating the call adds no second one",
                    takes: "NewTodo",
                    answers: .init(status: 201, description: "The to-do.", schema: "Todo"),
                    problems: [409]
                ),
                create
            ),
            Route(
                .get,
                "/api/v1/todos/{id}",
                .session,
                .init(
                    summary: "Get a to-do",
                    answers: .init(status: 200, description: "The to-do.", schema: "Todo"),
                    problems: [404]
                ),
                show
            ),
            Route(
                .patch,
                "/api/v1/todos/{id}",
                .session,
                .init(
                    summary: "Change a to-do",
                    takes: "TodoChange",
                    answers: .init(status: 200, description: "The to-do after the call.", schema: "Todo"),
                    problems: [404]
                ),
                change
            ),
            Route(
                .delete,
                "/api/v1/todos/{id}",
                .session,
                .init(
                    summary: "Delete a to-do",
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
                description: "The order; created is newest first.",
                schema: OpenAPISchemas.choice(Order.allCases.map(\.rawValue))
            ),
            .init(
                name: "q",
                description: "Only to-dos whose title, detail or tags contain this text; case and accents are ignored.",
                schema: OpenAPISchemas.string
            ),
            .init(
                name: "done",
                description: "Only to-dos that are done, or only open ones.",
                schema: OpenAPISchemas.boolean
            ),
            .init(name: "tag", description: "Only to-dos with this tag.", schema: OpenAPISchemas.string),
        ] + PageQueryLimits.parameters
    }
}

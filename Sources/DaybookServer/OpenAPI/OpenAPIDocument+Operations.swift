import DaybookCore

extension OpenAPIDocument {
    /// Every call there is.
    static var operations: [OpenAPIOperation] {
        accounts + exports + todos + notes + photos + history + reminders + others
    }

    private static var accounts: [OpenAPIOperation] {
        [
            .init(
                method: "post",
                path: "/api/v1/accounts",
                summary: "Sign up and in",
                access: .open,
                takes: "SignUp",
                answers: .init(status: 201, description: "Signed up and in.", schema: "SignedIn"),
                problems: [409, 429]
            ),
            .init(
                method: "post",
                path: "/api/v1/sessions",
                summary: "Sign in",
                access: .open,
                takes: "SignIn",
                answers: .init(status: 201, description: "Signed in.", schema: "SignedIn"),
                problems: [401, 429]
            ),
            .init(
                method: "get",
                path: "/api/v1/sessions",
                summary: "List one's sessions, last used first",
                answers: .init(status: 200, description: "The sessions.", schema: "Sessions")
            ),
            .init(
                method: "delete",
                path: "/api/v1/sessions",
                summary: "End all of one's sessions but this one",
                answers: .init(status: 204, description: "Ended.")
            ),
            .init(
                method: "delete",
                path: "/api/v1/sessions/current",
                summary: "Log out",
                access: .anySession,
                answers: .init(status: 204, description: "Logged out.")
            ),
            .init(
                method: "delete",
                path: "/api/v1/sessions/{id}",
                summary: "End a session",
                answers: .init(status: 204, description: "Ended."),
                problems: [404]
            ),
            .init(
                method: "get",
                path: "/api/v1/account",
                summary: "See one's account, and how much of its room is used",
                access: .anySession,
                answers: .init(status: 200, description: "The account.", schema: "Account")
            ),
            .init(
                method: "patch",
                path: "/api/v1/account",
                summary: "Change one's account; email and mobile take the password",
                takes: "AccountChange",
                answers: .init(status: 200, description: "The account as it now is.", schema: "Account"),
                problems: [409, 429]
            ),
            .init(
                method: "delete",
                path: "/api/v1/account",
                summary: "Delete one's account with all of it",
                takes: "AccountDeletion",
                answers: .init(status: 204, description: "Deleted."),
                problems: [429]
            ),
            .init(
                method: "put",
                path: "/api/v1/account/password",
                summary: "Change one's password, end other sessions",
                access: .anySession,
                takes: "PasswordChange",
                answers: .init(status: 204, description: "Changed. A browser gets a new cookie."),
                problems: [429]
            ),
            .init(
                method: "get",
                path: "/api/v1/account/activity",
                summary: "See what happened to one's account, the newest first",
                answers: .init(status: 200, description: "The last hundred entries.", schema: "Activity")
            ),
        ]
    }

    private static var todos: [OpenAPIOperation] {
        [
            .init(
                method: "get",
                path: "/api/v1/todos",
                summary: "List to-dos, a page at a time",
                query: listQuery,
                answers: .init(status: 200, description: "A page.", schema: "TodoPage"),
                problems: [422]
            ),
            .init(
                method: "post",
                path: "/api/v1/todos",
                summary: "Add a to-do; the same again is the same to-do",
                takes: "NewTodo",
                answers: .init(status: 201, description: "The to-do.", schema: "Todo"),
                problems: [409]
            ),
            .init(
                method: "get",
                path: "/api/v1/todos/{id}",
                summary: "See a to-do",
                answers: .init(status: 200, description: "The to-do.", schema: "Todo"),
                problems: [404]
            ),
            .init(
                method: "patch",
                path: "/api/v1/todos/{id}",
                summary: "Change a to-do",
                takes: "TodoChange",
                answers: .init(status: 200, description: "The to-do as it now is.", schema: "Todo"),
                problems: [404]
            ),
            .init(
                method: "delete",
                path: "/api/v1/todos/{id}",
                summary: "Delete a to-do",
                answers: .init(status: 204, description: "Deleted."),
                problems: [404]
            ),
        ]
    }

    private static var others: [OpenAPIOperation] {
        [
            .init(
                method: "post",
                path: "/api/v1/sync",
                summary: "Push changes and pull everybody's",
                takes: "SyncRequest",
                answers: .init(status: 200, description: "What changed.", schema: "SyncAnswer")
            ),
            .init(
                method: "get",
                path: "/api/v1/sync/events",
                summary: "Hear of changes as they happen",
                answers: .init(
                    status: 200,
                    description: "Events named changed, each with the cursor; a comment every 20 seconds.",
                    schema: "Text",
                    type: "text/event-stream"
                ),
                problems: [406]
            ),
            .init(
                method: "get",
                path: "/api/v1/samples/todos",
                summary: "A list to start with",
                access: .open,
                answers: .init(status: 200, description: "The list.", schema: "Samples")
            ),
            .init(
                method: "get",
                path: "/api/v1/rules",
                summary: "The limits in force",
                access: .open,
                answers: .init(status: 200, description: "The rules.", schema: "Rules")
            ),
            .init(
                method: "get",
                path: "/api/v1/openapi.json",
                summary: "This document",
                access: .open,
                answers: .init(status: 200, description: "OpenAPI 3.1.", schema: "Object")
            ),
            .init(
                method: "get",
                path: "/healthz",
                summary: "Alive and able to write",
                access: .open,
                answers: .init(status: 200, description: "It is.", schema: "Health"),
                problems: [503]
            ),
            .init(
                method: "get",
                path: "/metrics",
                summary: "Counters for Prometheus",
                access: .open,
                answers: .init(status: 200, description: "Counters.", schema: "Text", type: "text/plain")
            ),
        ]
    }

    private static var listQuery: [OpenAPIOperation.Parameter] {
        [
            .init(
                name: "sort",
                description: "The order; created is newest first.",
                schema: OpenAPISchemas.choice(Order.allCases.map(\.rawValue))
            ),
            .init(
                name: "q",
                description: "Only those in whose title, detail or tags this stands, without case or accents.",
                schema: OpenAPISchemas.string
            ),
            .init(name: "done", description: "Only those done, or only those open.", schema: OpenAPISchemas.boolean),
            .init(name: "tag", description: "Only those with this tag.", schema: OpenAPISchemas.string),
            .init(
                name: "limit",
                description: "How many at most; 100 unless given.",
                schema: OpenAPISchemas.integer(PageQueryLimits.all)
            ),
            .init(
                name: "after",
                description: "The value of next of the page before.",
                schema: OpenAPISchemas.filledString
            ),
        ]
    }
}

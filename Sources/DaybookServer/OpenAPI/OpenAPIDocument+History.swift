import DaybookCore

extension OpenAPIDocument {
    /// What was replaced or deleted, and how it comes back (S12).
    static var history: [OpenAPIOperation] {
        [
            .init(
                method: "get",
                path: "/api/v1/history/{kind}/{id}",
                summary: "See what was replaced in a record in the last 30 days, the newest first",
                query: pageQuery,
                answers: .init(status: 200, description: "A page.", schema: "History"),
                problems: [404, 422]
            ),
            .init(
                method: "post",
                path: "/api/v1/history/{kind}/{id}/restore",
                summary: "Bring back a value, or by entry 0 a deleted record as a whole",
                takes: "Restoration",
                answers: .init(status: 200, description: "The to-do, note or record as it now is.", schema: "Restored"),
                problems: [404]
            ),
            .init(
                method: "get",
                path: "/api/v1/trash",
                summary: "See what was deleted in the last 30 days, the last first",
                query: pageQuery,
                answers: .init(status: 200, description: "A page.", schema: "Trash"),
                problems: [422]
            ),
        ]
    }

    static var pageQuery: [OpenAPIOperation.Parameter] {
        [
            .init(
                name: "limit",
                description: "How many at most; \(PageQueryLimits.usual) unless given.",
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

extension OpenAPISchemas {
    static var history: [JSON.Member] {
        let device = orNull(object(["id": uuid, "name": orNull(string)]))
        let either = JSON.object([.init("anyOf", .array(["Todo", "Note", "Record"].map(OpenAPI.reference)))])
        return [
            .init(
                "Kind",
                .object([
                    .init("type", .string("string")), .init("minLength", .integer(1)),
                    .init("examples", .array([.string("todo")])),
                ])
            ),
            .init(
                "HistoryEntry",
                object([
                    "entry": integer(1...Int.max), "field": string, "value": .bool(true), "at": time,
                    "device": device, "replacedAt": time,
                ])
            ),
            .init("History", object(["items": list(OpenAPI.reference("HistoryEntry"))], optional: ["next": string])),
            .init(
                "Restoration",
                object(["entry": integer(0...Int.max)], optional: ["timeZone": string(example: "Asia/Kolkata")])
            ),
            .init("Restored", either),
            .init(
                "TrashItem",
                object(
                    ["kind": string, "id": uuid, "deletedAt": time, "device": device, "entry": integer(0...0)],
                    optional: ["todo": OpenAPI.reference("Todo"), "note": OpenAPI.reference("Note")]
                )
            ),
            .init("Trash", object(["items": list(OpenAPI.reference("TrashItem"))], optional: ["next": string])),
        ]
    }
}

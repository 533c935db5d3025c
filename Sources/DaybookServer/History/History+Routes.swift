import DaybookCore

extension History {
    /// The routes of this resource, with their descriptions for the OpenAPI document.
    var routes: [Route] {
        [
            Route(
                .get,
                "/api/v1/history/{kind}/{id}",
                .session,
                .init(
                    summary: "List the values that were replaced in a record in the last 30 days, the newest first",
                    query: PageQueryLimits.parameters,
                    answers: .init(status: 200, description: "A page.", schema: "History"),
                    problems: [404, 422]
                ),
                list
            ),
            Route(
                .post,
                "/api/v1/history/{kind}/{id}/restore",
                .session,
                .init(
                    summary: "Restore a value, or a deleted record by entry 0",
                    takes: "Restoration",
                    answers: .init(
                        status: 200,
                        description: "The to-do, note or record after the call.",
                        schema: "Restored"
                    ),
                    problems: [404]
                ),
                restore
            ),
            Route(
                .get,
                "/api/v1/devices",
                .session,
                .init(
                    summary: "List the devices that sync, the last first",
                    answers: .init(status: 200, description: "The devices.", schema: "Devices")
                ),
                listDevices
            ),
            Route(
                .get,
                "/api/v1/trash",
                .session,
                .init(
                    summary: "List what was deleted in the last 30 days, the last first",
                    query: PageQueryLimits.parameters,
                    answers: .init(status: 200, description: "A page.", schema: "Trash"),
                    problems: [422]
                ),
                trash
            ),
        ]
    }
}

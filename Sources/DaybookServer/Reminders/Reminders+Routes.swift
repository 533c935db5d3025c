import DaybookCore

extension Reminders {
    /// The routes of this resource, with their descriptions for the OpenAPI document.
    var routes: [Route] {
        [
            Route(
                .get,
                "/api/v1/reminders/key",
                .session,
                .init(
                    summary: "Get the server's public key for push subscriptions",
                    answers: .init(status: 200, description: "The key.", schema: "ReminderKey"),
                    problems: [409]
                ),
                key
            ),
            Route(
                .put,
                "/api/v1/reminders/device",
                .session,
                .init(
                    summary: "Register the permission and the push subscription of this session's browser",
                    takes: "ReminderDeviceState",
                    answers: .init(status: 204, description: "Registered.")
                ),
                setDevice
            ),
            Route(
                .get,
                "/api/v1/reminders/devices",
                .session,
                .init(
                    summary: "List the devices that are registered for reminders, the last used first",
                    answers: .init(status: 200, description: "The devices.", schema: "ReminderDevices")
                ),
                listDevices
            ),
            Route(
                .get,
                "/api/v1/reminders/deliveries",
                .session,
                .init(
                    summary: "List the deliveries of the last reminders, the newest first",
                    query: [
                        .init(
                            name: "limit",
                            description: "The most deliveries; all by default.",
                            schema: OpenAPISchemas.integer(ReminderQuery.limits)
                        )
                    ],
                    answers: .init(status: 200, description: "The deliveries.", schema: "ReminderDeliveries"),
                    problems: [422]
                ),
                listDeliveries
            ),
            Route(
                .post,
                "/api/v1/reminders/test",
                .session,
                .init(
                    summary: "Send a test reminder to each device with a push subscription",
                    answers: .init(status: 202, description: "The test is on its way.", schema: "ReminderTest"),
                    problems: [409, 429]
                ),
                test
            ),
            Route(
                .post,
                "/api/v1/reminders/shown",
                .session,
                .init(
                    summary: "Report that this session's device has shown a reminder, so that it is not pushed there",
                    takes: "ReminderShown",
                    answers: .init(status: 204, description: "Noted, or the reminder is unknown.")
                ),
                shown
            ),
        ]
    }
}

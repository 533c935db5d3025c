import DaybookCore
import DaybookStore

extension OpenAPIDocument {
    /// Which devices show reminders, and what became of the last ones (R4).
    static var reminders: [OpenAPIOperation] {
        [
            .init(
                method: "get",
                path: "/api/v1/reminders/key",
                summary: "See the key by which push services know this server, which a browser subscribes with",
                answers: .init(status: 200, description: "The key.", schema: "ReminderKey"),
                problems: [409]
            ),
            .init(
                method: "put",
                path: "/api/v1/reminders/device",
                summary: "Say whether this session's browser can notify, and where pushes reach it",
                takes: "ReminderDeviceState",
                answers: .init(status: 204, description: "Written down.")
            ),
            .init(
                method: "get",
                path: "/api/v1/reminders/devices",
                summary: "List the devices that have said whether they can show reminders, last used first",
                answers: .init(status: 200, description: "The devices.", schema: "ReminderDevices")
            ),
            .init(
                method: "get",
                path: "/api/v1/reminders/deliveries",
                summary: "See what became of the last reminders, the newest first",
                query: [
                    .init(
                        name: "limit",
                        description: "How many at most; all that are kept unless given.",
                        schema: OpenAPISchemas.integer(ReminderQuery.limits)
                    )
                ],
                answers: .init(status: 200, description: "The deliveries.", schema: "ReminderDeliveries"),
                problems: [422]
            ),
            .init(
                method: "post",
                path: "/api/v1/reminders/test",
                summary: "Send a test to each device that takes pushes, the way a reminder goes",
                answers: .init(status: 202, description: "On its way.", schema: "ReminderTest"),
                problems: [409, 429]
            ),
            .init(
                method: "post",
                path: "/api/v1/reminders/shown",
                summary: "Say that this session's device showed a reminder; nothing is pushed to it any more then",
                takes: "ReminderShown",
                answers: .init(status: 204, description: "Written down, or not known.")
            ),
        ]
    }
}

extension OpenAPISchemas {
    static var reminders: [JSON.Member] {
        let permission = choice(NotificationPermission.allCases.map(\.rawValue))
        return [
            .init("ReminderKey", object(["publicKey": string])),
            .init("PushSubscription", subscription),
            .init(
                "ReminderDeviceState",
                object(["permission": permission, "subscription": orNull(OpenAPI.reference("PushSubscription"))])
            ),
            .init(
                "ReminderDevice",
                object([
                    "id": uuid, "device": orNull(string), "current": boolean, "permission": permission,
                    "pushes": boolean, "service": orNull(string), "lastUsedAt": time,
                ])
            ),
            .init("ReminderDevices", object(["items": list(OpenAPI.reference("ReminderDevice"))])),
            .init("ReminderDelivery", delivery),
            .init("ReminderDeliveries", object(["items": list(OpenAPI.reference("ReminderDelivery"))])),
            .init("ReminderTest", object(["devices": integer(1...ReminderDevice.kept)])),
            .init(
                "ReminderShown",
                object([
                    "todo": uuid, "due": moment, "shown": moment,
                    "by": choice(ObjectReader.showers),
                ])
            ),
        ]
    }

    /// What a browser's `PushSubscription.toJSON()` gives. The keys are those of RFC 8291's example.
    private static var subscription: JSON {
        let key = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        let keys = object(["p256dh": string(example: key), "auth": string(example: "BTBZMqHH6r4Tts7J_aSIgg")])
        return object(
            [
                "endpoint": string(example: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"),
                "keys": keys,
            ],
            optional: ["expirationTime": orNull(integer(0...Int.max))]
        )
    }

    private static var delivery: JSON {
        object([
            "todo": orNull(uuid), "title": orNull(string), "test": boolean, "device": uuid,
            "deviceName": orNull(string), "due": time, "sent": orNull(time), "shown": orNull(time), "late": boolean,
            "state": choice(DeliveryState.allCases.map(\.rawValue)),
            "reason": orNull(choice(DeliveryFailure.allCases.map(\.rawValue))),
        ])
    }
}

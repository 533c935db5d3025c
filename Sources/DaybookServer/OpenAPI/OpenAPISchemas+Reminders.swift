import DaybookCore
import DaybookStore

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

    /// The result of a browser's `PushSubscription.toJSON()`. The keys are those of RFC 8291's example.
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

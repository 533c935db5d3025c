import DaybookCore
import DaybookPush
import DaybookStore

/// The content of a notification. It is encrypted for the browser of the device.
enum ReminderPayload {
    /// The message for a delivery. The push service keeps it for a day, and a later message for the same to-do replaces
    /// it.
    static func message(_ delivery: ClaimedDelivery) -> PushMessage? {
        PushMessage(
            payload: bytes(delivery),
            ttl: Int(DeliveryRules.lifetime.milliseconds / 1_000),
            urgency: .high,
            topic: PushTopic(of: delivery.todo)
        )
    }

    /// `{"v":1,"kind":…,"todo":…,"due":…,"title":…,"detail":…}`, with its texts cut so that it fits into one push.
    static func bytes(_ delivery: ClaimedDelivery) -> [UInt8] {
        let detail = delivery.isTest ? "Reminders reach this device." : delivery.detail
        let bare = json(delivery, title: "", detail: detail.map { _ in "" }).count
        let room = PushMessage.longestPayload - bare
        let title = cut(delivery.isTest ? "A test" : delivery.title, to: room)
        return json(delivery, title: title, detail: detail.map { cut($0, to: room - size(title)) })
    }

    private static func json(_ delivery: ClaimedDelivery, title: String, detail: String?) -> [UInt8] {
        let members: [JSON.Member] = [
            .init("v", .integer(1)), .init("kind", .string(delivery.isTest ? "test" : "reminder")),
            .init("todo", .string(delivery.todo.description)), .init("due", .integer(delivery.due.milliseconds)),
            .init("title", .string(title)), .init("detail", .optional(detail)),
        ]
        return JSON.object(members).encoded
    }

    /// The start of a text, in whole characters, that takes at most `room` bytes in JSON.
    static func cut(_ text: String, to room: Int) -> String {
        if size(text) <= room { return text }
        var left = room - size("…")
        let end = text.indices.first { index in
            left -= size(text[index...index])
            return left < 0
        }
        return String(text[..<(end ?? text.endIndex)]) + (room < size("…") ? "" : "…")
    }

    /// The bytes that a text takes in JSON, without the quotes.
    private static func size(_ text: some StringProtocol) -> Int { JSON.string(String(text)).encoded.count - 2 }
}

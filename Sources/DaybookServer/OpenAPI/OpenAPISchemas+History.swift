import DaybookCore

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
            .init("Device", object(["id": uuid, "name": orNull(string), "lastSyncAt": time])),
            .init("Devices", object(["items": list(OpenAPI.reference("Device"))])),
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

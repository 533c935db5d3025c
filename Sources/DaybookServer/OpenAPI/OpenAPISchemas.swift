import DaybookCore
import DaybookStore

/// The schemas of requests and answers (JSON Schema 2020-12).
enum OpenAPISchemas {
    /// All schemas, by name.
    static var all: [JSON.Member] {
        basics + accounts + todos + notes + sync + history + exports + photos + reminders + others
    }

    // MARK: - Building

    static let string = type("string")
    /// A text of at least one character.
    static let filledString = JSON.object([.init("type", .string("string")), .init("minLength", .integer(1))])
    static let boolean = type("boolean")
    static let email = string(format: "email")
    static let password = string(format: "password")
    static let name = string(example: "Asha Rao")
    static let mobile = string(example: "9876543210")
    static let uuid = OpenAPI.reference("UUID")
    static let time = OpenAPI.reference("Time")
    /// Milliseconds since 1970.
    static let moment = integer(Int(ObjectReader.moments.lowerBound)...Int(ObjectReader.moments.upperBound))

    static func type(_ name: String) -> JSON { .object([.init("type", .string(name))]) }

    static func string(format: String) -> JSON {
        .object([.init("type", .string("string")), .init("format", .string(format))])
    }

    static func string(example: String) -> JSON {
        .object([.init("type", .string("string")), .init("examples", .array([.string(example)]))])
    }

    static func integer(_ range: ClosedRange<Int>) -> JSON {
        .object([
            .init("type", .string("integer")), .init("minimum", .integer(Int64(range.lowerBound))),
            .init("maximum", .integer(Int64(range.upperBound))),
        ])
    }

    static func choice(_ values: [String]) -> JSON {
        .object([.init("type", .string("string")), .init("enum", .array(values.map { .string($0) }))])
    }

    static func list(_ items: JSON) -> JSON {
        .object([.init("type", .string("array")), .init("items", items)])
    }

    static func orNull(_ schema: JSON) -> JSON {
        .object([.init("anyOf", .array([schema, type("null")]))])
    }

    /// An object that has these members and no others.
    static func object(_ required: KeyValuePairs<String, JSON>, optional: KeyValuePairs<String, JSON> = [:]) -> JSON {
        let members = (Array(required) + Array(optional)).map { JSON.Member($0.key, $0.value) }
        return .object([
            .init("type", .string("object")), .init("properties", .object(members)),
            .init("required", .array(required.map { .string($0.key) })), .init("additionalProperties", .bool(false)),
        ])
    }

    // MARK: - The schemas

    private static var basics: [JSON.Member] {
        [
            .init("UUID", string(format: "uuid")),
            .init("Time", string(format: "date-time")),
            .init("Object", type("object")),
            .init("Text", string),
            .init(
                "Problem",
                object(
                    ["type": string, "title": string, "status": integer(400...599), "detail": string],
                    optional: ["errors": list(OpenAPI.reference("Violation"))]
                )
            ),
            .init("Violation", object(["field": string, "code": string, "message": string])),
        ]
    }

    private static var accounts: [JSON.Member] {
        [
            .init(
                "SignUp",
                object(["email": email, "password": password], optional: ["name": name, "mobile": mobile])
            ),
            .init("SignIn", object(["login": string, "password": password], optional: ["device": string])),
            .init("SignedIn", object(["account": OpenAPI.reference("Account"), "token": string])),
            .init(
                "Account",
                object(
                    ["id": uuid, "name": orNull(string), "mobile": orNull(string), "email": string],
                    optional: ["temporaryPassword": boolean, "usage": OpenAPI.reference("AccountUsage")]
                )
            ),
            .init(
                "AccountUsage",
                object([
                    "accountRecords": OpenAPI.reference("Used"), "accountBytes": OpenAPI.reference("Used"),
                    "accountPhotos": OpenAPI.reference("Used"), "accountPhotoBytes": OpenAPI.reference("Used"),
                ])
            ),
            .init("Used", object(["used": integer(0...Int.max), "maximum": orNull(integer(0...Int.max))])),
            .init(
                "AccountChange",
                object(
                    [:],
                    optional: [
                        "name": name, "mobile": mobile, "email": email, "password": password,
                        "limits": choice(Limits.Choice.allCases.map(\.rawValue)),
                    ]
                )
            ),
            .init("AccountDeletion", object(["password": password])),
            .init("PasswordChange", object(["current": password, "new": password])),
            .init(
                "Session",
                object([
                    "id": uuid, "device": orNull(string), "createdAt": time, "lastUsedAt": time, "current": boolean,
                ])
            ),
            .init("SessionChange", object(["device": string])),
            .init("Sessions", object(["items": list(OpenAPI.reference("Session"))])),
            .init(
                "ActivityEntry",
                object(["at": time, "kind": choice(ActivityKind.allCases.map(\.rawValue)), "device": orNull(string)])
            ),
            .init("Activity", object(["items": list(OpenAPI.reference("ActivityEntry"))])),
        ]
    }

    private static var todos: [JSON.Member] {
        [
            .init(
                "Todo",
                object([
                    "id": uuid, "title": string, "detail": orNull(string), "done": boolean,
                    "deadline": orNull(time), "reminder": orNull(time), "tags": list(string),
                    "origin": choice(["own", "imported"]), "repeat": orNull(OpenAPI.reference("Repeat")),
                    "note": orNull(uuid), "createdAt": time, "modifiedAt": time,
                ])
            ),
            .init(
                "Repeat",
                object(
                    ["rule": string(example: "FREQ=WEEKLY;BYDAY=MO")],
                    optional: ["from": choice(["due", "done"])]
                )
            ),
            .init(
                "NewTodo",
                object(
                    ["title": string],
                    optional: [
                        "id": uuid, "detail": orNull(string), "deadline": orNull(time), "reminder": orNull(time),
                        "tags": list(string), "repeat": orNull(OpenAPI.reference("Repeat")), "note": orNull(uuid),
                    ]
                )
            ),
            .init(
                "TodoChange",
                object(
                    [:],
                    optional: [
                        "title": string, "detail": orNull(string), "done": boolean, "deadline": orNull(time),
                        "reminder": orNull(time), "tags": list(string),
                        "repeat": orNull(OpenAPI.reference("Repeat")), "note": orNull(uuid),
                        "timeZone": string(example: "Asia/Kolkata"), "snooze": boolean,
                    ]
                )
            ),
            .init(
                "TodoPage",
                object(
                    ["items": list(OpenAPI.reference("Todo")), "total": integer(0...Int(Int32.max))],
                    optional: ["next": string]
                )
            ),
        ]
    }

    private static var sync: [JSON.Member] {
        let cursor = integer(0...Int.max)
        let pattern = JSON.object([.init("type", .string("string")), .init("pattern", .string("^[0-9a-f]{32}$"))])
        let field = JSON.object([
            .init("type", .string("array")), .init("prefixItems", .array([.bool(true), OpenAPI.reference("Stamp")])),
            .init("minItems", .integer(2)), .init("maxItems", .integer(2)),
        ])
        let fields = JSON.object([.init("type", .string("object")), .init("additionalProperties", field)])
        let records = list(OpenAPI.reference("Record"))
        let rejected = object(["kind": string, "id": uuid, "errors": list(OpenAPI.reference("Violation"))])
        return [
            .init("Stamp", pattern),
            .init(
                "Record",
                object(
                    ["kind": string, "id": uuid, "fields": fields],
                    optional: ["deleted": OpenAPI.reference("Stamp")]
                )
            ),
            .init(
                "SyncRequest",
                object(
                    ["device": uuid, "cursor": cursor],
                    optional: ["limit": integer(1...SyncRequest.limitMaximum), "changes": records]
                )
            ),
            .init(
                "SyncAnswer",
                object([
                    "cursor": cursor, "more": boolean, "now": cursor, "changes": records, "rejected": list(rejected),
                    "reset": boolean,
                ])
            ),
        ]
    }

    private static var others: [JSON.Member] {
        let number = integer(0...Int(Int32.max))
        let sample = object(["id": number, "todo": string, "completed": boolean, "userId": number])
        return [
            .init("Samples", object(["todos": list(sample), "total": number, "skip": number, "limit": number])),
            .init("Rules", type("object")),
            .init("Health", object(["status": string])),
        ]
    }
}

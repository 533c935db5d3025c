import DaybookCore
import DaybookPush
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("Reminders over HTTP", .timeLimit(.minutes(2)))
struct ReminderRouteTests {
    private static let key = SchedulerWorld.exampleKey

    static func device(_ number: UInt64, permission: String = "granted") -> String {
        let keys = #"{"p256dh":"\#(key)","auth":"BTBZMqHH6r4Tts7J_aSIgg"}"#
        let endpoint = SchedulerWorld.endpoint(number)
        return #"{"permission":"\#(permission)","subscription":{"endpoint":"\#(endpoint)","keys":\#(keys)}}"#
    }

    private func set(_ body: String, by person: Person, in world: World) async throws -> Answer {
        try await world.call(.put, "/api/v1/reminders/device", body, by: person)
    }

    private func items(_ path: String, by person: Person, in world: World) async throws -> [JSON] {
        try await world.call(.get, "/api/v1/reminders/\(path)", by: person).json(.ok)["items"]?.arrayValue ?? []
    }

    @Test("the key is the point that a browser subscribes with")
    func publicKey() async throws {
        let key = VAPIDKey()
        try await World.with(configure: { $0.push = PushSettings(key: key) }) { world in
            let asha = try await world.signUp(1)
            let answer = try await world.call(.get, "/api/v1/reminders/key", by: asha).json(.ok)
            #expect(answer == .object([.init("publicKey", .string(key.publicKeyText))]))
            #expect(Base64URL.bytes(answer.text("publicKey"))?.count == 65)
        }
    }

    @Test("[R4] each device reports whether it can notify; only the service of its address is shown")
    func devices() async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            world.clock.advance(.seconds(1))
            let phone = try Person(number: 1, try await world.signIn(1))
            #expect(try await items("devices", by: asha, in: world).isEmpty)
            #expect(
                try await set(#"{"permission":"denied","subscription":null}"#, by: asha, in: world).status == .noContent
            )
            #expect(try await set(Self.device(1), by: phone, in: world).status == .noContent)
            let items = try await items("devices", by: asha, in: world)
            #expect(items.map { $0["permission"] } == [.string("granted"), .string("denied")])
            #expect(items.map { $0["pushes"] } == [.bool(true), .bool(false)])
            #expect(items.map { $0["service"] } == [.string("push.example.net"), .null])
            #expect(items.map { $0["current"] } == [.bool(false), .bool(true)])
            #expect(
                items[0].objectValue?.map(\.name) == [
                    "id", "device", "current", "permission", "pushes", "service", "lastUsedAt",
                ]
            )
            let text = try await world.call(.get, "/api/v1/reminders/devices", by: asha).text
            #expect(!text.contains("push.example.net/"))
        }
    }

    @Test(
        "what is no subscription is refused with what is wrong, and changes nothing",
        arguments: [
            (#"{}"#, ["permission:required", "subscription:required"]),
            (#"{"permission":"maybe","subscription":null}"#, ["permission:bad_form"]),
            (#"{"permission":"granted","subscription":"x"}"#, ["subscription:wrong_type"]),
            (#"{"permission":"granted","subscription":{}}"#, ["subscription:required"]),
            (device(1, permission: "denied"), ["subscription:bad_form"]),
            (device(1).replacing("https:", with: "http:"), ["subscription:bad_form"]),
            (device(1).replacing("push.example.net", with: "127.0.0.1"), ["subscription:bad_form"]),
            (device(1).replacing("push.example.net", with: "localhost"), ["subscription:bad_form"]),
            (device(1).replacing("push.example.net", with: "10.0.0.1:8080"), ["subscription:bad_form"]),
            (device(1).replacing("push.example.net", with: "[::1]"), ["subscription:bad_form"]),
            (device(1).replacing("https://push.example.net/1", with: "file:///etc/passwd"), ["subscription:bad_form"]),
            (
                device(1).replacing("https://push.example.net/1", with: "https://user@push.example.net/"),
                ["subscription:bad_form"]
            ),
            (device(1).replacing("BTBZMqHH6r4Tts7J_aSIgg", with: "BTBZ"), ["subscription:bad_form"]),
            (device(1).replacing("BCVxsr7N", with: "BCVxsr7M"), ["subscription:bad_form"]),
            (device(1).replacing(#""keys""#, with: #""color":1,"keys""#), ["subscription:unknown_field"]),
        ]
    )
    func refused(_ body: String, _ broken: [String]) async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            let answer = try await set(body, by: asha, in: world)
            #expect(answer.status == .unprocessableContent)
            #expect(Set(answer.broken) == Set(broken), "\(answer.text)")
            #expect(!answer.text.contains("push.example.net"))
            #expect(try await world.storage.reminderDevices(of: asha.account).isEmpty)
        }
    }

    @Test("an endpoint with what browsers write beside it is taken")
    func expirationTime() async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            let body = Self.device(1).replacing(#""keys""#, with: #""expirationTime":null,"keys""#)
            #expect(try await set(body, by: asha, in: world).status == .noContent)
        }
    }

    @Test("[R1] [R4] a reminder goes out by itself, and what was shown is recorded")
    func fires() async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            _ = try await set(Self.device(1), by: asha, in: world)
            let body = #"{"title":"Call the bank","detail":"Number 7","reminder":"2026-11-22T09:00:05.000Z"}"#
            let todo = try await world.create(body, by: asha).text("id")
            world.clock.advance(.milliseconds(5_250))
            while world.sender.sent.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            let payload = try #require(world.sender.sent.first?.payload)
            #expect(payload.text("title") == "Call the bank" && payload.text("detail") == "Number 7")
            let due = try #require(payload["due"]?.integerValue)
            while try await items("deliveries", by: asha, in: world).first?.text("state") != "sent" {
                try await Task.sleep(for: .milliseconds(5))
            }
            let shown = #"{"todo":"\#(todo)","due":\#(due),"shown":\#(due + 200),"by":"push"}"#
            for _ in 0..<2 {
                let answer = try await world.call(.post, "/api/v1/reminders/shown", shown, by: asha)
                #expect(answer.status == .noContent)
            }
            let session = try await world.storage.sessions(of: asha.account)[0].id
            let items = try await items("deliveries", by: asha, in: world)
            #expect(
                items == [
                    .object([
                        .init("todo", .string(todo)), .init("title", .string("Call the bank")),
                        .init("test", .bool(false)), .init("device", .string("\(session)")),
                        .init("deviceName", .null), .init("due", .string("2026-11-22T09:00:05.000Z")),
                        .init("sent", .string("2026-11-22T09:00:05.250Z")),
                        .init("shown", .string("2026-11-22T09:00:05.200Z")), .init("late", .bool(false)),
                        .init("state", .string("shown")), .init("reason", .null),
                    ])
                ]
            )
        }
    }

    @Test("[R4] a test goes the same way; too many of them have to wait")
    func test() async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            func test() async throws -> Answer { try await world.call(.post, "/api/v1/reminders/test", by: asha) }
            let none = try await test()
            #expect(none.status == .conflict && none.text.contains("Allow notifications"))
            _ = try await set(Self.device(1), by: asha, in: world)
            for _ in 0..<5 {
                #expect(try await test().json(.accepted) == .object([.init("devices", .integer(1))]))
                world.clock.advance(.seconds(1))
            }
            let blocked = try await test()
            #expect(blocked.status == .tooManyRequests && blocked.headers[.retryAfter] != nil)
            while world.sender.sent.count < 5 { try await Task.sleep(for: .milliseconds(5)) }
            #expect(world.sender.sent.allSatisfy { $0.payload.text("kind") == "test" })
            #expect(Set(world.sender.sent.map(\.topic)).count == 5)
            let items = try await items("deliveries?limit=2", by: asha, in: world)
            #expect(items.count == 2)
            #expect(items.allSatisfy { $0["test"] == .bool(true) && $0["todo"] == .null && $0["title"] == .null })
            world.clock.advance(.minutes(2))
            #expect(try await test().status == .accepted)
        }
    }

    @Test("a server that sends nothing reports it")
    func noPush() async throws {
        try await World.with(configure: { $0.push = nil }) { world in
            let asha = try await world.signUp(1)
            #expect(try await world.call(.get, "/api/v1/reminders/key", by: asha).status == .conflict)
            #expect(try await world.call(.post, "/api/v1/reminders/test", by: asha).status == .conflict)
        }
    }

    @Test("[A11] what somebody else showed, and for what there is no reminder, is passed over in silence")
    func foreignShown() async throws {
        try await World.with { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            let todo = try await world.create(#"{"title":"Mine","reminder":"2026-11-22T10:00:00.000Z"}"#, by: asha)
            let due = world.clock.now.advanced(by: .hours(1)).milliseconds
            for (person, due) in [(ben, due), (asha, due + 1)] {
                let body = #"{"todo":"\#(todo.text("id"))","due":\#(due),"shown":1,"by":"page"}"#
                let answer = try await world.call(.post, "/api/v1/reminders/shown", body, by: person)
                #expect(answer.status == .noContent)
                #expect(try await items("deliveries", by: person, in: world).isEmpty)
            }
        }
    }

    @Test(
        "what is missing or wrong of what was shown is told",
        arguments: [
            (#"{}"#, ["todo:required", "due:required", "shown:required", "by:required"]),
            (
                #"{"todo":"00000000-0000-0000-0000-000000000001","due":-1,"shown":-1,"by":"push"}"#,
                ["due:bad_form", "shown:bad_form"]
            ),
            (
                #"{"todo":"00000000-0000-0000-0000-000000000001","due":0,"shown":253402300800000,"by":"push"}"#,
                ["shown:bad_form"]
            ),
            (
                #"{"todo":"x","due":"y","shown":"z","by":"me"}"#,
                ["todo:wrong_type", "due:wrong_type", "shown:wrong_type", "by:bad_form"]
            ),
        ]
    )
    func badShown(_ body: String, _ broken: [String]) async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            let answer = try await world.call(.post, "/api/v1/reminders/shown", body, by: asha)
            #expect(answer.status == .unprocessableContent)
            #expect(Set(answer.broken) == Set(broken), "\(answer.text)")
        }
    }

    @Test("limit is a number from 1 to 100", arguments: ["limit=0", "limit=101", "limit=x", "colour=red"])
    func badQuery(_ query: String) async throws {
        try await World.with { world in
            let asha = try await world.signUp(1)
            let answer = try await world.call(.get, "/api/v1/reminders/deliveries?\(query)", by: asha)
            #expect(answer.status == .unprocessableContent)
        }
    }

    @Test("[R1] who signs in where another was gets the pushes, and the other no more")
    func sameBrowser() async throws {
        try await World.with { world in
            let (asha, ben) = (try await world.signUp(1), try await world.signUp(2))
            _ = try await set(Self.device(1), by: asha, in: world)
            _ = try await set(Self.device(1), by: ben, in: world)
            #expect(try await items("devices", by: asha, in: world).map { $0["pushes"] } == [.bool(false)])
            #expect(try await items("devices", by: ben, in: world).map { $0["pushes"] } == [.bool(true)])
        }
    }
}

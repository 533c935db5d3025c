import DaybookCore
import DaybookStore
import HTTPTypes
import Testing

@testable import DaybookServer

@Suite("What happened to an account")
struct ActivityTests {
    @Test("[A14] each thing that happened is told with its time and device, the newest first")
    func told() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            _ = try await world.signUp(2)
            let body = #"{"login":"\#(Person.email(1))","password":"\#(Person.password)","device":"Tablet"}"#
            let tablet = try Person(number: 1, try await world.call(.post, "/api/v1/sessions", body))
            _ = try await world.call(.delete, "/api/v1/sessions/current", by: tablet)
            let phone = try Person(number: 1, try await world.call(.post, "/api/v1/sessions", body))
            world.clock.advance(.minutes(1))
            _ = try await world.call(.patch, "/api/v1/account", #"{"name":"Asha"}"#, by: phone)
            let sessions = try await world.call(.get, "/api/v1/sessions", by: phone).json(.ok)
            let first = sessions["items"]?.arrayValue?.first { $0["current"] == .bool(false) }
            _ = try await world.call(.delete, "/api/v1/sessions/\(first?.text("id") ?? "")", by: phone)
            _ = try await world.signIn(1)
            _ = try await world.call(.delete, "/api/v1/sessions", by: phone)
            for _ in 1...10 { _ = try await world.signIn(1, "no", headers: [.userAgent: "curl/8"]) }
            let change = #"{"current":"\#(Person.password)","new":"kLM8!nP2q"}"#
            _ = try await world.call(.put, "/api/v1/account/password", change, by: phone)

            let list = try await world.call(.get, "/api/v1/account/activity", by: phone).json(.ok)
            let items = list["items"]?.arrayValue ?? []
            #expect(
                items.map { "\($0.text("kind")) \($0.text("device"))" } == [
                    "password_changed Tablet", "sign_in_blocked curl", "other_sessions_ended Tablet", "signed_in ",
                    "session_ended Tablet", "details_changed Tablet", "signed_in Tablet", "signed_out Tablet",
                    "signed_in Tablet", "signed_up ",
                ]
            )
            #expect(items.first?.text("at") == "2026-11-22T09:01:00.000Z")
            #expect(items.last?.objectValue?.map(\.name) == ["at", "kind", "device"])
            #expect(try await world.call(.get, "/api/v1/account/activity", by: person).status == .unauthorized)
        }
    }

    @Test("the last hundred are shown")
    func hundred() async throws {
        try await World.with { world in
            let person = try await world.signUp(1)
            for _ in 1...105 {
                let entry = ActivityEntry(.exported, at: world.clock.now, device: nil)
                try await world.storage.addActivity(entry, to: person.account)
            }
            let list = try await world.call(.get, "/api/v1/account/activity", by: person).json(.ok)
            #expect(list["items"]?.arrayValue?.count == 100)
        }
    }
}

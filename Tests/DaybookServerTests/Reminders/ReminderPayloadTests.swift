import DaybookCore
import DaybookPush
import Testing

@testable import DaybookServer
@testable import DaybookStore

@Suite("What a device gets to show fits into a push")
struct ReminderPayloadTests {
    private func delivery(title: String, detail: String?, isTest: Bool = false) throws -> ClaimedDelivery {
        let moment = Instant(milliseconds: 1_763_700_000_000)
        return ClaimedDelivery(
            number: 1,
            attempt: 1,
            account: AccountID(uuid(1)),
            session: StoredSession(
                id: SessionID(uuid(1)),
                account: AccountID(uuid(1)),
                device: nil,
                createdAt: moment,
                lastUsedAt: moment
            ),
            subscription: try SchedulerWorld.subscription(1),
            todo: uuid(1),
            isTest: isTest,
            due: moment,
            title: title,
            detail: detail
        )
    }

    @Test("[R1] whole when it fits", arguments: [nil, "", "Ask \"him\"\n\\ \u{1}"])
    func whole(_ detail: String?) throws {
        let json = try JSON(ReminderPayload.bytes(try delivery(title: "Äpfel 🍎", detail: detail)))
        #expect(json["title"]?.stringValue == "Äpfel 🍎")
        #expect(json["detail"]?.stringValue == detail)
        #expect(json["kind"]?.stringValue == "reminder")
    }

    @Test(
        "[R1] else the detail is cut at a whole character, as late as can be",
        arguments: ["a", "é", "👩‍👩‍👧‍👦", "\"", "\u{1}"]
    )
    func cut(_ character: String) throws {
        let detail = String(repeating: character, count: 5_000)
        let bytes = ReminderPayload.bytes(try delivery(title: "Call the bank", detail: detail))
        let kept = try #require(try JSON(bytes)["detail"]?.stringValue)
        #expect(bytes.count <= PushMessage.longestPayload)
        #expect(bytes.count > PushMessage.longestPayload - JSON.string(character).encoded.count)
        #expect(kept.last == "…")
        #expect(detail.hasPrefix(kept.dropLast()) && kept.dropLast().allSatisfy { String($0) == character })
    }

    @Test("a title that was imported may be as long, and one character too")
    func longTitle() throws {
        for title in [String(repeating: "x", count: 9_000), "e" + String(repeating: "\u{301}", count: 9_000)] {
            let bytes = ReminderPayload.bytes(try delivery(title: title, detail: "Detail"))
            #expect(bytes.count <= PushMessage.longestPayload)
            #expect(try JSON(bytes)["title"]?.stringValue?.last == "…")
            #expect(try ReminderPayload.message(delivery(title: title, detail: nil)) != nil)
        }
    }

    @Test("a test names itself a test")
    func test() throws {
        let json = try JSON(ReminderPayload.bytes(try delivery(title: "", detail: nil, isTest: true)))
        #expect(json["kind"]?.stringValue == "test")
        #expect(json["title"]?.stringValue == "A test")
    }
}

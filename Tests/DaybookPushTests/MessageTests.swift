import DaybookCore
import DaybookPush
import Testing

@Suite struct MessageTests {
    @Test("[R1] A payload fits, or there is no message")
    func payload() {
        #expect(PushMessage(payload: Array(repeating: 0, count: 3_993), ttl: 0) != nil)
        #expect(PushMessage(payload: Array(repeating: 0, count: 3_994), ttl: 0) == nil)
        #expect(PushMessage(payload: [], ttl: -1) == nil)
    }

    @Test(
        "[R2] A topic has 1 to 32 characters that push services take",
        arguments: [
            ("a", true), ("A-_9", true), (String(repeating: "x", count: 32), true),
            ("", false), (String(repeating: "x", count: 33), false), ("a b", false), ("a=", false), ("ä", false),
            ("a.b", false), ("a/b", false),
        ]
    )
    func topic(text: String, isGood: Bool) {
        #expect((PushTopic(text) != nil) == isGood)
    }

    @Test("[R2] A thing's topic is the same always, another for each, and does not tell its id")
    func topicOfID() throws {
        let id = try #require(UUID("0192f0c5-1b2c-7d3e-8f4a-5b6c7d8e9f00"))
        // printf %s 0192f0c5-1b2c-7d3e-8f4a-5b6c7d8e9f00 | openssl sha256 -binary | head -c 24 | basenc --base64url
        #expect(PushTopic(of: id).text == "YVA6pFGp4ypNMDps_YFcvX5ErQcMW9Kb")
        #expect(PushTopic(PushTopic(of: id).text) == PushTopic(of: id))
        #expect(PushTopic(of: UUID(high: id.high, low: id.low + 1)) != PushTopic(of: id))
    }
}

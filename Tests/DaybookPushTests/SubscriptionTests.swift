import DaybookPush
import Testing

@Suite struct SubscriptionTests {
    /// RFC 8291, section 5.
    static let p256dh = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    static let auth = "BTBZMqHH6r4Tts7J_aSIgg"

    @Test("[R1] A browser's subscription is taken, with padding or without")
    func good() throws {
        let subscription = try PushSubscription(
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            p256dh: Self.p256dh + "=",
            auth: Self.auth + "=="
        )
        #expect(subscription.endpoint.host == "push.example.net")
        #expect(subscription.endpoint.origin == "https://push.example.net")
        #expect(subscription.p256dhText == Self.p256dh)
        #expect(subscription.authText == Self.auth)
    }
}

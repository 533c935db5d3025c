import DaybookCore
import DaybookPush
import TestSupport
import Testing

@Suite struct SubscriptionTests {
    private typealias Failure = PushSubscription.Failure

    /// RFC 8291, section 5.
    private static let p256dh =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    private static let auth = "BTBZMqHH6r4Tts7J_aSIgg"
    private static let endpoint = "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV"

    @Test("[R1] A browser's subscription is taken, with padding or without", arguments: ["", "="])
    func good(padding: String) throws {
        let subscription = try PushSubscription(
            endpoint: Self.endpoint,
            p256dh: Self.p256dh + padding,
            auth: Self.auth + padding + padding
        )
        #expect(subscription.endpoint.text == Self.endpoint)
        #expect(subscription.endpoint.host == "push.example.net")
        #expect(subscription.endpoint.origin == "https://push.example.net")
        #expect(Base64URL.text(subscription.p256dh) == Self.p256dh)
        #expect(Base64URL.text(subscription.auth) == Self.auth)
    }

    @Test(
        "[R1] What is no point of the curve is no key of a browser",
        arguments: [
            "", "BCVx", String(p256dh.dropLast()), p256dh + "A", p256dh + "==", " " + p256dh,
            p256dh.replacing("_", with: "/"),  // plain base64
            "AyVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx",  // compressed
            // not on the curve
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw8",
            Base64URL.text([0]),  // the point at infinity
            Base64URL.text([4] + [UInt8](repeating: 0, count: 64)),
            Base64URL.text([4] + [UInt8](repeating: 0xFF, count: 64)),
            Base64URL.text([6] + (Base64URL.bytes(p256dh) ?? []).dropFirst()),  // hybrid form
        ]
    )
    func badKey(text: String) {
        #expect(throws: Failure.p256dh) {
            try PushSubscription(endpoint: Self.endpoint, p256dh: text, auth: Self.auth)
        }
    }

    @Test(
        "[R1] A secret that has not 16 bytes is none",
        arguments: [
            "", "BTBZ", String(auth.dropLast()), auth + "AA", auth + "=", "BTBZMqHH6r4Tts7J+aSIgg",
            "BTBZMqHH6r4Tts7J_aSIgh",
        ]
    )
    func badSecret(text: String) {
        #expect(throws: Failure.auth) {
            try PushSubscription(endpoint: Self.endpoint, p256dh: Self.p256dh, auth: text)
        }
    }

    @Test("[R1] A key with any bit turned is taken by chance alone: a point of the curve it is no more")
    func turnedBits() throws {
        let point = try #require(Base64URL.bytes(Self.p256dh))
        for bit in 0..<point.count * 8 {
            var bent = point
            bent[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(throws: Failure.p256dh, "bit \(bit)") {
                try PushSubscription(endpoint: Self.endpoint, p256dh: Base64URL.text(bent), auth: Self.auth)
            }
        }
    }

    @Test("[R1] Whatever the texts are, they are taken or refused, and what was taken has the same values again")
    func fuzz() throws {
        for seed in Seeds.cases(usual: 3_000) {
            var random = SplitMix64(seed: seed)
            var texts = [Self.endpoint, Self.p256dh, Self.auth].map { Array($0.utf8) }
            let place = random.int(0...2)
            for _ in 0..<random.int(1...3) { random.mutate(&texts[place]) }
            let read = texts.map { String(decoding: $0, as: UTF8.self) }
            guard let one = try? PushSubscription(endpoint: read[0], p256dh: read[1], auth: read[2]) else { continue }
            let again = try PushSubscription(
                endpoint: one.endpoint.text,
                p256dh: Base64URL.text(one.p256dh),
                auth: Base64URL.text(one.auth)
            )
            #expect(again == one, "\(seed.asSeed)")
            #expect(one.endpoint.origin.hasPrefix("https://\(one.endpoint.host)"), "\(seed.asSeed)")
        }
    }
}

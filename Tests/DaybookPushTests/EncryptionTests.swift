import Crypto
import DaybookCore
import Foundation
import TestSupport
import Testing

@testable import DaybookPush

@Suite struct EncryptionTests {
    /// The example of RFC 8291, section 5, with the intermediate values of appendix A.
    enum Example {
        static let plaintext = "V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24"
        static let senderPrivate = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
        static let senderPublic =
            "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        static let receiverPrivate = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
        static let receiverPublic =
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
        static let salt = "DGv6ra1nlYgDCS1FRnbzlw"
        static let auth = "BTBZMqHH6r4Tts7J_aSIgg"
        static let keyingMaterial = "S4lYMb_L0FxCeq0WhDx813KgSYqU26kOyzWUdsXYyrg"
        static let key = "oIhVW04MRdy2XN9CiKLxTg"
        static let nonce = "4h_95klXJ5E_qnoN"
        static let body = """
            DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBr\
            u3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN
            """
    }

    private func subscription() throws -> PushSubscription {
        try PushSubscription(
            endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
            p256dh: Example.receiverPublic,
            auth: Example.auth
        )
    }

    private func sender() throws -> P256.KeyAgreement.PrivateKey {
        try P256.KeyAgreement.PrivateKey(rawRepresentation: try #require(Base64URL.bytes(Example.senderPrivate)))
    }

    @Test("[R1] The example of RFC 8291 comes out, and every value on the way to it")
    func rfc8291() throws {
        let sender = try sender()
        #expect(Base64URL.text(Array(sender.publicKey.x963Representation)) == Example.senderPublic)
        let material = try MessageEncryption.keyingMaterial(for: subscription(), sender: sender)
        #expect(material.text == Example.keyingMaterial)
        let salt = try #require(Base64URL.bytes(Example.salt))
        let content = ContentEncryption(keyingMaterial: material, salt: salt)
        #expect(content.key.text == Example.key)
        #expect(content.nonce.text == Example.nonce)
        let body = try MessageEncryption.body(
            try #require(Base64URL.bytes(Example.plaintext)),
            paddedTo: 0,
            for: subscription(),
            sender: sender,
            salt: salt
        )
        #expect(Base64URL.text(body) == Example.body)
    }

    @Test("[R1] The first example of RFC 8188 comes out, and every value on the way to it")
    func rfc8188() throws {
        let material = SymmetricKey(data: try #require(Base64URL.bytes("yqdlZ-tYemfogSmv7Ws5PQ")))
        let salt = try #require(Base64URL.bytes("I1BsxtFttlv3u_Oo94xnmw"))
        let content = ContentEncryption(keyingMaterial: material, salt: salt)
        #expect(content.key.text == "_wniytB-ofscZDh4tbSjHw")
        #expect(content.nonce.text == "Bcs8gkIRKLI8GeI8")
        let body = try content.body(Array("I am the walrus".utf8), paddedTo: 0, keyID: [])
        #expect(Base64URL.text(body) == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
    }

    @Test("[R1] The tests' own browser opens the example of RFC 8291")
    func browser() throws {
        let browser = try Browser(privateKey: Example.receiverPrivate, auth: Example.auth)
        let body = try #require(Base64URL.bytes(Example.body))
        #expect(
            browser.open(body).map { String(decoding: $0, as: UTF8.self) }
                == "When I grow up, I want to be a watermelon"
        )
    }

    @Test(
        "[R1] A message has one of four sizes, and the longest fits into what every push service takes",
        arguments: [
            (0, 615), (1, 615), (200, 615), (512, 615), (513, 1_127), (1_024, 1_127), (1_025, 2_151), (2_048, 2_151),
            (2_049, 4_096), (3_993, 4_096),
        ]
    )
    func padding(payload: Int, body: Int) throws {
        let browser = Browser()
        let bytes = [UInt8](repeating: 0x7A, count: payload)
        let sealed = try MessageEncryption.body(bytes, for: browser.subscription())
        #expect(sealed.count == body)
        #expect(browser.open(sealed) == bytes)
    }

    @Test("[R1] Zeros at the end of a message are not taken for padding")
    func zeros() throws {
        let browser = Browser()
        for bytes: [UInt8] in [[], [0], [2], [2, 0, 0], [1, 2, 0]] {
            #expect(browser.open(try MessageEncryption.body(bytes, for: browser.subscription())) == bytes)
        }
    }

    @Test("[R1] No two messages share a salt or a key")
    func differentEachTime() throws {
        let subscription = try Browser().subscription()
        let heads = try (0..<100).map { _ in try MessageEncryption.body([1], for: subscription).prefix(86) }
        #expect(Set(heads.map { Array($0.prefix(16)) }).count == 100)
        #expect(Set(heads.map { Array($0.suffix(65)) }).count == 100)
    }

    @Test("[R1] Whatever bit of a message is turned on its way, it opens as what was sent or not at all")
    func damaged() throws {
        for seed in Seeds.runs(20) {
            var random = SplitMix64(seed: seed)
            let browser = Browser()
            let payload = random.array(0...900) { UInt8(truncatingIfNeeded: $0.next()) }
            let sealed = try MessageEncryption.body(payload, for: browser.subscription())
            try #require(browser.open(sealed) == payload)
            for _ in 0..<20 {
                var bent = sealed
                let place = random.int(0...bent.count - 1)
                bent[place] ^= 1 << UInt8(random.int(0...7))
                let opened = browser.open(bent)
                // The record size is outside of the authenticated bytes (RFC 8188, section 4.8).
                let isFree = (16..<20).contains(place)
                #expect(opened == nil || isFree && opened == payload, "byte \(place), \(seed.asSeed)")
            }
        }
    }

    @Test("[R1] No other browser opens a message, nor the right one without its secret")
    func others() throws {
        let (browser, other) = (Browser(), Browser())
        let sealed = try MessageEncryption.body(Array("Pay rent".utf8), for: browser.subscription())
        #expect(other.open(sealed) == nil)
        #expect(Browser(privateKey: browser.privateKey, auth: other.auth).open(sealed) == nil)
        #expect(Browser(privateKey: other.privateKey, auth: browser.auth).open(sealed) == nil)
    }
}

extension SymmetricKey {
    fileprivate var text: String { withUnsafeBytes { Base64URL.text(Array($0)) } }
}

import Crypto
import DaybookCore

/// A message for a device, and its handling by the push service (RFC 8030, section 5).
public struct PushMessage: Equatable, Sendable {
    /// The bytes for the service worker: at most ``longestPayload``.
    public let payload: [UInt8]
    /// The seconds for which a push service keeps the message while the device cannot be reached; 0 means not at all.
    public let ttl: Int
    /// Whether the message may wake a device that saves power.
    public let urgency: Urgency
    /// Replaces a waiting message of the same topic; nil replaces no message.
    public let topic: PushTopic?

    /// The most bytes of a payload that fit into the 4,096 that every push service accepts (RFC 8291, section 4).
    public static let longestPayload = 3_993

    /// The urgency of a message (RFC 8030, section 5.3).
    public enum Urgency: String, Sendable, CaseIterable {
        case veryLow = "very-low"
        case low
        case normal
        case high
    }

    /// A message; nil when the payload is too long, or `ttl` is negative.
    public init?(payload: [UInt8], ttl: Int, urgency: Urgency = .normal, topic: PushTopic? = nil) {
        guard payload.count <= Self.longestPayload, ttl >= 0 else { return nil }
        self.payload = payload
        self.ttl = ttl
        self.urgency = urgency
        self.topic = topic
    }
}

/// The name by which a newer message replaces a waiting one (RFC 8030, section 5.4).
public struct PushTopic: Hashable, Sendable {
    /// 1 to 32 characters of base64url.
    public let text: String

    /// A topic with this name; nil when push services would refuse it.
    public init?(_ text: String) {
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(Self.isByte) else { return nil }
        self.text = text
    }

    /// The topic for a record: the first 192 bits of the SHA-256 of its id, so that the push service, which reads the
    /// topic, does not learn the id.
    public init(of id: UUID) {
        let digest = Crypto.SHA256.hash(data: Array(id.description.utf8))
        text = Base64URL.text(Array(digest.prefix(24)))
    }

    private static func isByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}

import DaybookCore
import Synchronization

/// The tokens for push services: one for each service, replaced shortly before it expires. Services remember a token
/// that they have checked (RFC 8292, section 4.1).
final class VAPIDTokens: Sendable {
    /// Push services allow at most 24 hours; half of that leaves room for clocks that differ.
    static let lifetime = Instant.Span.hours(12)
    /// How long before its expiry a token is replaced.
    static let margin = Instant.Span.hours(1)
    /// The number of services whose tokens are kept. A handful of them serve all browsers.
    static let most = 256

    private struct Entry {
        let token: String
        let expires: Instant
    }

    private let key: VAPIDKey
    private let contact: VAPIDContact?
    private let entries = Mutex<[String: Entry]>([:])

    init(key: VAPIDKey, contact: VAPIDContact?) {
        self.key = key
        self.contact = contact
    }

    /// The value of `Authorization` for a push service (RFC 8292, section 3).
    func authorization(for origin: String, now: Instant) throws -> String {
        "vapid t=\(try token(for: origin, now: now)), k=\(key.publicKeyText)"
    }

    private func token(for origin: String, now: Instant) throws -> String {
        let latest = now.advanced(by: Self.lifetime)
        let kept = entries.withLock { $0[origin] }
        // After a clock was set back, a token from the earlier time expires too far in the future.
        if let kept, kept.expires > now.advanced(by: Self.margin), kept.expires <= latest { return kept.token }
        let token = try VAPIDToken(audience: origin, expires: latest, contact: contact).signed(by: key)
        entries.withLock { entries in
            if entries.count >= Self.most { entries.removeAll() }
            entries[origin] = Entry(token: token, expires: latest)
        }
        return token
    }
}

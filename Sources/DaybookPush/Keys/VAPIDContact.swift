/// The contact of this server for push services: the token's `sub` (RFC 8292, section 2.1).
///
/// Apple's push service refuses every message of a server without a contact, or with a contact outside of the public
/// network.
public struct VAPIDContact: Equatable, Sendable {
    /// `mailto:` with an email address, or the address of a website.
    public let text: String

    /// Reads `mailto:ops@example.org`, `ops@example.org` or `https://example.org/contact`.
    public init(_ text: String) throws(Failure) {
        let isWebsite = text.lowercased().hasPrefix("https://")
        let isAddress = text.contains("@") && !isWebsite
        let host: Substring
        if isWebsite {
            host = text.dropFirst("https://".count).prefix { $0 != "/" && $0 != ":" && $0 != "?" }
        } else {
            host = text.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        }
        guard isWebsite || isAddress, text.utf8.count <= 254, Self.isPublic(host.lowercased()),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !"\"<>\\".utf8.contains($0) })
        else { throw Failure(text: text) }
        self.text = isWebsite || text.hasPrefix("mailto:") ? text : "mailto:" + text
    }

    /// The text does not name a contact that a push service could reach.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        let text: String

        /// The advice for the operator.
        public var description: String {
            "\(text) is not a contact for push services. Write an address such as mailto:ops@example.org, or of a website: "
                + "https://example.org. It must be in the public network; Apple's push service refuses localhost and .local."
        }
    }

    /// Names that do not exist in the public network (RFC 2606, RFC 6762, RFC 8375, and `internal`).
    private static let reserved: Set<Substring> = [
        "arpa", "example", "internal", "invalid", "lan", "local", "localhost", "test",
    ]

    private static func isPublic(_ host: String) -> Bool {
        guard PushEndpoint.isPublicName(host), let last = host.split(separator: ".").last else { return false }
        return !reserved.contains(last)
    }
}

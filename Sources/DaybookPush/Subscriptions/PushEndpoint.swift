/// The address that a push service gave a browser. It is checked strictly, because it decides which host this server
/// calls.
public struct PushEndpoint: Hashable, Sendable {
    /// The address as the browser sent it.
    public let text: String
    /// The push service's name in lowercase.
    public let host: String
    /// The push service's origin (RFC 6454): scheme, host, and the port if it is not the default. Tokens and limits use
    /// it.
    public let origin: String

    /// The reason why this server does not send to an address.
    public enum Failure: Error, Equatable, Sendable {
        /// Not an address, or an address with parts that no push service uses: a user, a fragment, spaces.
        case malformed
        /// More than ``PushEndpoint/longest`` bytes.
        case tooLong
        /// Not `https`.
        case insecure
        /// The host is not a name in the public network: it is an address, or a name without a dot.
        case privateHost
    }

    /// The most bytes of an address. The longest in use have about 700.
    public static let longest = 2_048

    /// Reads an address.
    public init(_ text: String, privateHosts: PrivatePushHosts = .none) throws(Failure) {
        guard text.utf8.count <= Self.longest else { throw .tooLong }
        guard text.utf8.allSatisfy(Self.isAddressByte), let colon = text.firstIndex(of: ":") else { throw .malformed }
        let scheme = text[..<colon].lowercased()
        guard text[colon...].hasPrefix("://") else { throw .malformed }
        guard scheme == "https" || scheme == "http" else { throw .insecure }
        let authority = text[colon...].dropFirst(3).prefix { $0 != "/" && $0 != "?" }.lowercased()
        guard let (host, port) = Self.parts(authority) else { throw .malformed }
        if !privateHosts.contains(host) {
            guard scheme == "https" else { throw .insecure }
            guard Self.isPublicName(host) else { throw .privateHost }
        }
        self.text = text
        self.host = host
        let isUsual = port == nil || port == (scheme == "https" ? 443 : 80)
        origin = "\(scheme)://\(host)" + (isUsual ? "" : ":\(port ?? 0)")
    }

    /// Visible ASCII, except characters that addresses never contain (RFC 3986, appendix A) and that parsers treat
    /// differently.
    private static func isAddressByte(_ byte: UInt8) -> Bool {
        (0x21...0x7E).contains(byte) && !"\"#<>\\^`{|}".utf8.contains(byte)
    }

    private static func parts(_ authority: String) -> (host: String, port: Int?)? {
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first.map(String.init), parts.count <= 2, isHost(host) else { return nil }
        guard parts.count == 2 else { return (host, nil) }
        guard (1...5).contains(parts[1].utf8.count), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let port = Int(parts[1]), (1...65_535).contains(port)
        else { return nil }
        return (host, port)
    }

    /// Labels of lowercase letters, digits and hyphens, separated by dots (RFC 1123, section 2.1).
    static func isHost(_ text: String) -> Bool {
        text.utf8.count <= 253
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { byte in
                        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
                    }
            }
    }

    /// A name with a dot, whose last label is not a number: systems read `0x7f.1` and `2130706433` as addresses.
    static func isPublicName(_ host: String) -> Bool {
        guard isHost(host) else { return false }
        let labels = host.split(separator: ".")
        guard labels.count >= 2, let last = labels.last, let first = last.utf8.first else { return false }
        return !(0x30...0x39).contains(first)
    }
}

extension PushEndpoint: CustomStringConvertible {
    /// The origin only: the rest is a secret, which no log may contain.
    public var description: String { origin }
}

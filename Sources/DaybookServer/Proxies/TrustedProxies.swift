/// The proxies whose headers say where a request came from. Headers of others are ignored: anybody can send them.
public struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    /// None: what the connection itself shows is what counts.
    public static let none = TrustedProxies(ranges: [])

    private init(ranges: [AddressRange]) {
        self.ranges = ranges
    }

    /// Reads addresses and ranges such as `10.0.0.0/8, fd00::/8`, with commas between.
    ///
    /// Throws the part that is not an address or a range.
    public init(_ text: String) throws(InvalidRange) {
        var ranges: [AddressRange] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = String(part).trimmingSpaces()
            // A comma at the end and an empty setting name no proxy.
            if trimmed.isEmpty { continue }
            guard let range = AddressRange(trimmed) else { throw InvalidRange(text: trimmed) }
            ranges.append(range)
        }
        self.init(ranges: ranges)
    }

    /// A part of the list that is neither an address nor a range.
    public struct InvalidRange: Error, Equatable, CustomStringConvertible {
        let text: String

        /// One sentence for the operator.
        public var description: String {
            "\(text) is neither an address nor a range. Write trusted proxies as 127.0.0.1 or 10.0.0.0/8."
        }
    }

    /// Whether an address belongs to a trusted proxy.
    func contains(_ address: IPAddress) -> Bool {
        ranges.contains { $0.contains(address) }
    }

    /// The address that a request came from: the last one on its way that is not a trusted proxy.
    ///
    /// Each proxy adds, at the end of `X-Forwarded-For`, the address it was called from. So the way is walked from the
    /// connection's other end to the left for as long as the one who wrote an entry is trusted. An entry that is no
    /// address ends the walk: what stands to the left of it was not written by a proxy of ours.
    ///
    /// - Parameter forwardedFor: the header's lines, in their order.
    func client(peer: IPAddress, forwardedFor: [String]) -> IPAddress {
        guard contains(peer) else { return peer }
        var client = peer
        for entry in forwardedFor.joined(separator: ",").split(separator: ",", omittingEmptySubsequences: false)
            .reversed()
        {
            guard let address = Self.address(String(entry).trimmingSpaces()) else { return client }
            client = address
            if !contains(address) { return client }
        }
        return client
    }

    /// Whether a browser came by TLS, by what the proxy that called us says in `X-Forwarded-Proto`; nil when nobody
    /// whose word counts says anything. Of several values the last is that proxy's own.
    func isSecure(peer: IPAddress, forwardedProto: [String]) -> Bool? {
        guard contains(peer), let last = forwardedProto.last?.split(separator: ",").last else { return nil }
        switch String(last).trimmingSpaces().lowercased() {
        case "https": return true
        case "http": return false
        default: return nil
        }
    }

    /// An address, as it is or as some proxies write it: with a port, `192.0.2.1:4711` or `[2001:db8::1]:4711`.
    private static func address(_ entry: String) -> IPAddress? {
        if let address = IPAddress(entry) { return address }
        if entry.hasPrefix("["), let end = entry.lastIndex(of: "]") {
            let rest = entry[entry.index(after: end)...]
            let inner = entry[entry.index(after: entry.startIndex)..<end]
            guard rest.isEmpty || isPort(rest), inner.utf8.contains(UInt8(ascii: ":")) else { return nil }
            return IPAddress(inner)
        }
        guard let colon = entry.firstIndex(of: ":"), isPort(entry[colon...]) else { return nil }
        return IPAddress(entry[..<colon])
    }

    private static func isPort(_ text: Substring) -> Bool {
        let digits = text.dropFirst().utf8
        return text.hasPrefix(":") && (1...5).contains(digits.count) && digits.allSatisfy { (0x30...0x39).contains($0) }
    }
}

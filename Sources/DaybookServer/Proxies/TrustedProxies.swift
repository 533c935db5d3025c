/// The proxies whose headers name the origin of a request. Other clients' headers are ignored, because they may be
/// false.
public struct TrustedProxies: Sendable {
    private let ranges: [AddressRange]

    /// No trusted proxy: only the connection itself counts.
    public static let none = TrustedProxies(ranges: [])

    private init(ranges: [AddressRange]) {
        self.ranges = ranges
    }

    /// Reads addresses and ranges separated by commas, such as `10.0.0.0/8, fd00::/8`.
    ///
    /// Throws the part that is not an address or a range.
    public init(_ text: String) throws(InvalidRange) {
        var ranges: [AddressRange] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let trimmed = String(part).trimmingSpaces()
            // A trailing comma and an empty setting name no proxy.
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

    /// The address that a request came from: the last address on its way that is not a trusted proxy.
    ///
    /// Each proxy appends to `X-Forwarded-For` the address that called it. So the entries are read from right to left,
    /// starting at the connection's other end, as long as the writer of an entry is trusted. An entry that is not an
    /// address ends the search: the entries to its left were not written by a trusted proxy.
    ///
    /// - Parameter forwardedFor: the header's lines, in order.
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

    /// Whether a browser used TLS, according to the calling proxy's `X-Forwarded-Proto`; nil when no trusted proxy sent
    /// that header. Of several values the last one is that proxy's own.
    func isSecure(peer: IPAddress, forwardedProto: [String]) -> Bool? {
        guard contains(peer), let last = forwardedProto.last?.split(separator: ",").last else { return nil }
        switch String(last).trimmingSpaces().lowercased() {
        case "https": return true
        case "http": return false
        default: return nil
        }
    }

    /// An address, with or without a port, which some proxies add: `192.0.2.1:4711` or `[2001:db8::1]:4711`.
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

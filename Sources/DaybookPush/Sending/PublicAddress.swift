import NIOCore

/// The addresses of the public network, where push services are. All other addresses are refused: an account must not
/// be able to make this server call hosts that only the server can reach.
///
/// Source: the IANA registries of special-purpose addresses for versions 4 and 6, as of 2025; multicast (RFC 5771).
enum PublicAddress {
    /// Whether a push service may have this address.
    static func isPublic(_ address: SocketAddress) -> Bool {
        switch address {
        case .v4(let address):
            withUnsafeBytes(of: address.address.sin_addr) { isPublic(v4: Array($0)) }
        case .v6(let address):
            withUnsafeBytes(of: address.address.sin6_addr) { isPublic(v6: Array($0)) }
        case .unixDomainSocket:
            false
        }
    }

    /// Whether these 4 bytes are a public address.
    static func isPublic(v4 bytes: [UInt8]) -> Bool {
        !notPublic.contains { begins(bytes, with: $0.bytes, bits: $0.bits) }
    }

    /// Whether these 16 bytes are a public address. If they contain an address of version 4, that address decides.
    static func isPublic(v6 bytes: [UInt8]) -> Bool {
        let carriers: [[UInt8]] = [
            [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF],  // ::ffff:0:0/96, version 4 in a socket of version 6
            [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0],  // 64:ff9b::/96, translated (RFC 6052)
        ]
        if carriers.contains(where: { bytes.starts(with: $0) }) { return isPublic(v4: Array(bytes[12...])) }
        // Only 2000::/3 is assigned.
        return begins(bytes, with: [0x20], bits: 3)
            && !notPublic6.contains { begins(bytes, with: $0.bytes, bits: $0.bits) }
    }

    private typealias Range = (bytes: [UInt8], bits: Int)

    private static let notPublic: [Range] = [
        ([0], 8),  // this network
        ([10], 8), ([172, 16], 12), ([192, 168], 16),  // private
        ([100, 64], 10),  // behind a carrier's translation
        ([127], 8),  // this machine
        ([169, 254], 16),  // link-local, and the metadata services of clouds
        ([192, 0, 0], 24), ([192, 88, 99], 24),  // for protocols
        ([192, 0, 2], 24), ([198, 51, 100], 24), ([203, 0, 113], 24),  // documentation
        ([198, 18], 15),  // benchmarks
        ([224], 4), ([240], 4),  // multicast; reserved, with broadcast
    ]

    private static let notPublic6: [Range] = [
        ([0x20, 0x01, 0x00], 23),  // 2001::/23, for protocols: Teredo, which carries version 4, and others
        ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x3F, 0xFF, 0x00], 20),  // documentation
        ([0x20, 0x02], 16),  // 6to4, which carries version 4
    ]

    private static func begins(_ bytes: [UInt8], with prefix: [UInt8], bits: Int) -> Bool {
        for index in 0..<(bits + 7) / 8 {
            let mask: UInt8 = bits >= index * 8 + 8 ? 0xFF : ~(0xFF >> UInt8(bits - index * 8))
            let wanted = index < prefix.count ? prefix[index] : 0
            if bytes[index] & mask != wanted & mask { return false }
        }
        return true
    }
}

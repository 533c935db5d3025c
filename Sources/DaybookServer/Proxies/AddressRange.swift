/// All addresses that begin with the same bits: `10.0.0.0/8`, `fd00::/8`, or a single address (RFC 4632).
struct AddressRange: Hashable, Sendable {
    private let base: IPAddress
    /// The number of leading bits that all addresses of the range share, of 128.
    private let length: Int

    /// Reads an address, or an address, a slash and the number of bits; nil for anything else.
    ///
    /// Bits after the range's length are ignored: `192.168.1.7/24` is the network of this address.
    init?(_ text: some StringProtocol) {
        let sides = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let address = IPAddress(sides[0]) else { return nil }
        // The length of a version 4 range counts from the first bit of the version 4 address.
        let offset = sides[0].utf8.contains(UInt8(ascii: ":")) ? 0 : 96
        var length = 128
        if sides.count == 2 {
            guard (1...3).contains(sides[1].utf8.count), sides[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
                let bits = Int(sides[1]), bits <= 128 - offset
            else { return nil }
            length = offset + bits
        }
        self.length = length
        base = Self.masked(address, length)
    }

    /// Whether the range contains an address. A range of version 6 contains no address of version 4, not even `::/0`.
    func contains(_ address: IPAddress) -> Bool {
        let isV4 = base.isV4 && length >= 96
        return address.isV4 == isV4 && Self.masked(address, length) == base
    }

    private static func masked(_ address: IPAddress, _ length: Int) -> IPAddress {
        IPAddress(high: address.high & mask(length), low: address.low & mask(length - 64))
    }

    /// A mask whose first `ones` bits are set, from 0 to 64.
    private static func mask(_ ones: Int) -> UInt64 {
        ones <= 0 ? 0 : ~UInt64(0) << UInt64(max(0, 64 - ones))
    }
}

/// A universally unique identifier (RFC 9562), as two halves so that it costs no allocation.
public struct UUID: Hashable, Sendable {
    /// The first eight bytes, big-endian.
    public var high: UInt64
    /// The last eight bytes, big-endian.
    public var low: UInt64

    /// An id by its halves.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension UUID: Comparable {
    /// The order of the bytes equals that of the text; for version 7 it is the order of creation.
    public static func < (left: UUID, right: UUID) -> Bool {
        left.high != right.high ? left.high < right.high : left.low < right.low
    }
}

extension UUID {
    /// Version 7: the moment in milliseconds, then 74 random bits (RFC 9562, section 5.7).
    public static func v7(at instant: Instant, random: (UInt64, UInt64)) -> UUID {
        let time = UInt64(bitPattern: instant.milliseconds) & 0xFFFF_FFFF_FFFF
        return UUID(
            high: time << 16 | 0x7000 | random.0 & 0x0FFF,
            low: 0x8000_0000_0000_0000 | random.1 & 0x3FFF_FFFF_FFFF_FFFF
        )
    }

    /// Version 5: the SHA-1 of a namespace and a name (RFC 9562, section 5.5). The same two always give the same id.
    public static func v5(namespace: UUID, name: String) -> UUID {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 + name.utf8.count)
        bytes.appendBigEndian(namespace.high)
        bytes.appendBigEndian(namespace.low)
        bytes.append(contentsOf: name.utf8)
        let digest = SHA1.digest(bytes)
        let high = UInt64(digest.0) << 32 | UInt64(digest.1)
        let low = UInt64(digest.2) << 32 | UInt64(digest.3)
        return UUID(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x5000,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        )
    }

    /// The namespace of names that are addresses (RFC 9562, section 6.6).
    public static let urlNamespace = UUID(high: 0x6ba7_b811_9dad_11d1, low: 0x80b4_00c0_4fd4_30c8)
}

extension UUID: CustomStringConvertible {
    /// The usual 36 characters, lowercase.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        write(to: &bytes)
        return String(utf8: bytes)
    }

    /// Appends ``description`` without making a string of it.
    public func write(to bytes: inout [UInt8]) {
        bytes.appendHex(high >> 32, digits: 8)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendHex(high >> 16 & 0xFFFF, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendHex(high & 0xFFFF, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendHex(low >> 48, digits: 4)
        bytes.append(UInt8(ascii: "-"))
        bytes.appendHex(low & 0xFFFF_FFFF_FFFF, digits: 12)
    }

    /// Reads the 36 characters with hyphens in their places, letters in either case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        var value: (UInt64, UInt64) = (0, 0)
        var index = 0
        var digits = 0
        for byte in text.utf8 {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = byte.hexDigit else { return nil }
                if digits < 16 { value.0 = value.0 << 4 | digit } else { value.1 = value.1 << 4 | digit }
                digits += 1
            }
            index += 1
            if index > 36 { return nil }
        }
        guard index == 36 else { return nil }
        self.init(high: value.0, low: value.1)
    }
}

/// An address of the internet protocol, version 4 or 6.
///
/// Stored as the 128 bits of version 6. A version 4 address is stored as `::ffff:a.b.c.d` (RFC 4291, section 2.5.5.2),
/// which is how a socket that listens for both reports it, so that the two spellings are equal.
public struct IPAddress: Hashable, Sendable {
    /// The first 64 bits: the network, as assigned by providers.
    let high: UInt64
    /// The other 64 bits.
    let low: UInt64

    init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The address of version 4 with these 32 bits.
    init(v4 bits: UInt32) {
        self.init(high: 0, low: 0xFFFF << 32 | UInt64(bits))
    }

    /// Whether the address has version 4.
    var isV4: Bool { high == 0 && low >> 32 == 0xFFFF }

    /// Reads `192.0.2.1`, `2001:db8::1` or `::ffff:192.0.2.1`; nil for anything else, including zones (`%eth0`) and
    /// numbers with leading zeros.
    public init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        // The longest form has 45 characters: eight groups, the last two as version 4.
        guard bytes.count <= 45 else { return nil }
        if bytes.contains(UInt8(ascii: ":")) {
            guard let groups = Self.groups(bytes[...]) else { return nil }
            self.init(high: Self.joined(groups[..<4]), low: Self.joined(groups[4...]))
        } else {
            guard let bits = Self.v4(bytes[...]) else { return nil }
            self.init(v4: bits)
        }
    }

    private static func joined(_ groups: ArraySlice<UInt16>) -> UInt64 {
        groups.reduce(0) { $0 << 16 | UInt64($1) }
    }

    private static func v4(_ bytes: ArraySlice<UInt8>) -> UInt32? {
        let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bits: UInt32 = 0
        for part in parts {
            // Some programs read a leading zero as octal, so a leading zero is refused.
            guard (1...3).contains(part.count), part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            guard let number = number(part, radix: 10), number <= 255 else { return nil }
            bits = bits << 8 | UInt32(number)
        }
        return bits
    }

    /// The eight groups of version 6; `::` stands once for one or more groups of zero (RFC 4291, section 2.2).
    private static func groups(_ bytes: ArraySlice<UInt8>) -> [UInt16]? {
        let colon = UInt8(ascii: ":")
        guard let gap = zip(bytes.indices, zip(bytes, bytes.dropFirst())).first(where: { $1 == (colon, colon) })?.0
        else {
            guard let all = run(bytes, isLast: true), all.count == 8 else { return nil }
            return all
        }
        let before = bytes[..<gap]
        let after = bytes[(gap + 2)...]
        guard let left = before.isEmpty ? [] : run(before, isLast: false),
            let right = after.isEmpty ? [] : run(after, isLast: true), left.count + right.count <= 7
        else { return nil }
        return left + Array(repeating: 0, count: 8 - left.count - right.count) + right
    }

    /// Groups separated by single colons; the last one may be an address of version 4, which is two groups.
    private static func run(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> [UInt16]? {
        let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (index, part) in parts.enumerated() {
            if isLast, index == parts.count - 1, part.contains(UInt8(ascii: ".")) {
                guard let bits = v4(part) else { return nil }
                groups += [UInt16(bits >> 16), UInt16(bits & 0xFFFF)]
            } else {
                guard (1...4).contains(part.count), let group = number(part, radix: 16) else { return nil }
                groups.append(UInt16(group))
            }
        }
        return groups
    }

    /// Digits only: no sign, no space. There are at most four of them, so the number is below 65,536.
    private static func number(_ bytes: ArraySlice<UInt8>, radix: UInt8) -> UInt16? {
        var number: UInt16 = 0
        for byte in bytes {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte - 0x30
            case 0x41...0x46, 0x61...0x66: digit = (byte | 0x20) - 0x61 + 10
            default: return nil
            }
            guard digit < radix else { return nil }
            number = number &* UInt16(radix) &+ UInt16(digit)
        }
        return number
    }
}

extension IPAddress: CustomStringConvertible {
    /// `192.0.2.1`, or version 6 as RFC 5952 writes it: lowercase, the longest run of zeros as `::`.
    public var description: String {
        if isV4 {
            return [24, 16, 8, 0].map { String(low >> $0 & 0xFF) }.joined(separator: ".")
        }
        let groups = (0..<8).map { UInt16(truncatingIfNeeded: ($0 < 4 ? high : low) >> (48 - 16 * ($0 % 4))) }
        guard let zeros = Self.longestZeros(groups) else { return Self.text(groups[...]) }
        return Self.text(groups[..<zeros.lowerBound]) + "::" + Self.text(groups[zeros.upperBound...])
    }

    private static func text(_ groups: ArraySlice<UInt16>) -> String {
        groups.map { String($0, radix: 16) }.joined(separator: ":")
    }

    /// The first of the longest runs of two or more groups of zero.
    private static func longestZeros(_ groups: [UInt16]) -> Range<Int>? {
        var longest = 0..<0
        var start = 0
        for index in 0...groups.count {
            if index < groups.count, groups[index] == 0 { continue }
            if index - start > longest.count { longest = start..<index }
            start = index + 1
        }
        return longest.count >= 2 ? longest : nil
    }
}

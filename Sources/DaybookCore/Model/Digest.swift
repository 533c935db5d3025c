/// A SHA-256 (FIPS 180-4) of some bytes, by which photos are addressed (N6). Core only reads and writes it.
public struct Digest: Hashable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64)

    init(words first: UInt64, _ second: UInt64, _ third: UInt64, _ fourth: UInt64) {
        words = (first, second, third, fourth)
    }

    /// A digest of its 32 bytes; nil of any other number of them.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        var words = [UInt64](repeating: 0, count: 4)
        var index = 0
        for byte in bytes {
            words[index / 8] = words[index / 8] << 8 | UInt64(byte)
            index += 1
        }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// Reads 64 hexadecimal digits, lowercase alone; nil for anything else.
    public init?(_ text: some StringProtocol) {
        var words = [UInt64](repeating: 0, count: 4)
        var count = 0
        for byte in text.utf8 {
            guard count < 64, !(0x41...0x46).contains(byte), let digit = byte.hexDigit else { return nil }
            words[count / 16] = words[count / 16] << 4 | digit
            count += 1
        }
        guard count == 64 else { return nil }
        self.words = (words[0], words[1], words[2], words[3])
    }

    /// The 32 bytes.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        bytes.appendBigEndian(words.0)
        bytes.appendBigEndian(words.1)
        bytes.appendBigEndian(words.2)
        bytes.appendBigEndian(words.3)
        return bytes
    }

    /// Equal when all bits are.
    public static func == (left: Digest, right: Digest) -> Bool { left.words == right.words }

    /// Hashes all words: a record may name a digest of no photo, and then its author has chosen every word.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(words.0)
        hasher.combine(words.1)
        hasher.combine(words.2)
        hasher.combine(words.3)
    }
}

extension Digest: Comparable {
    /// The order of the bytes, which is also that of the text.
    public static func < (left: Digest, right: Digest) -> Bool { left.words < right.words }
}

extension Digest: CustomStringConvertible {
    /// 64 lowercase hexadecimal digits.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(64)
        write(to: &bytes)
        return String(utf8: bytes)
    }

    /// Appends ``description`` without making a string of it.
    public func write(to bytes: inout [UInt8]) {
        bytes.appendHex(words.0, digits: 16)
        bytes.appendHex(words.1, digits: 16)
        bytes.appendHex(words.2, digits: 16)
        bytes.appendHex(words.3, digits: 16)
    }
}

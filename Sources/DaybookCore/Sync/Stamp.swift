/// When and where a change was made: a hybrid logical clock's reading (S2).
///
/// Source: Kulkarni et al., "Logical Physical Clocks and Consistent Snapshots in Globally Distributed Databases".
public struct Stamp: Hashable, Sendable {
    /// Wall time, 0 to 2⁴⁸ − 1 milliseconds since 1970.
    public var wall: Instant
    /// Orders changes of one device within a millisecond.
    public var counter: UInt16
    /// The device that made the change; breaks ties between devices.
    public var device: UInt64

    /// A stamp by its parts; the wall time is clamped to what 48 bits hold.
    public init(wall: Instant, counter: UInt16, device: UInt64) {
        self.wall = Instant(milliseconds: min(max(wall.milliseconds, 0), Stamp.lastWall))
        self.counter = counter
        self.device = device
    }

    static let lastWall: Int64 = 0xFFFF_FFFF_FFFF

    /// Time and counter in one number, which orders stamps of one device.
    var time: UInt64 { UInt64(wall.milliseconds) << 16 | UInt64(counter) }
}

extension Stamp: Comparable {
    /// Earlier first; in the same moment, the device with the smaller number first.
    public static func < (left: Stamp, right: Stamp) -> Bool {
        left.time != right.time ? left.time < right.time : left.device < right.device
    }
}

extension Stamp: CustomStringConvertible {
    /// 32 lowercase hexadecimal digits whose order as text is the order of stamps.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(32)
        write(to: &bytes)
        return String(utf8: bytes)
    }

    /// Appends ``description`` without making a string of it.
    public func write(to bytes: inout [UInt8]) {
        bytes.appendHex(time, digits: 16)
        bytes.appendHex(device, digits: 16)
    }

    /// Reads ``description``; nil for anything else, uppercase digits included.
    public init?(_ text: some StringProtocol) {
        var halves: (UInt64, UInt64) = (0, 0)
        var count = 0
        for byte in text.utf8 {
            guard count < 32, !(0x41...0x46).contains(byte), let digit = byte.hexDigit else { return nil }
            if count < 16 { halves.0 = halves.0 << 4 | digit } else { halves.1 = halves.1 << 4 | digit }
            count += 1
        }
        guard count == 32 else { return nil }
        self.init(time: halves.0, device: halves.1)
    }

    init(time: UInt64, device: UInt64) {
        wall = Instant(milliseconds: Int64(time >> 16))
        counter = UInt16(truncatingIfNeeded: time)
        self.device = device
    }
}

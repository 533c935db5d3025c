/// Writes a zip whose files are stored as they are, without a library, as the browser half needs it. Less than 65,536 files
/// and 4 GiB. Source: PKWARE, APPNOTE.TXT 6.3.10, section 4.
struct StoredZip: Equatable, Sendable {
    private var directory: [UInt8] = []
    private var position: UInt32 = 0
    private var count: UInt16 = 0
    private let date: UInt32

    /// An empty zip. Its files were modified at this moment, in UTC.
    init(modified: Instant) {
        let seconds = max(modified.milliseconds / 1_000, 0)
        let day = CivilDate(daysSince1970: Int(seconds / 86_400))
        let ofDay = UInt32(seconds % 86_400)
        // Years from 1980 on, in 7 bits; two seconds are a unit.
        let year = UInt32(min(max(day.year - 1980, 0), 127))
        date =
            year << 25 | UInt32(day.month) << 21 | UInt32(day.day) << 16
            | ofDay / 3_600 << 11 | ofDay / 60 % 60 << 5 | ofDay % 60 / 2
    }

    /// The bytes before a file's content. Its name is in ASCII.
    mutating func begin(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let name = name.bytes
        // Version 2.0, no flags, stored, the time.
        var facts: [UInt8] = [20, 0, 0, 0, 0, 0]
        facts.append(little: date, bytes: 4)
        facts.append(little: Self.checksum(content), bytes: 4)
        for _ in 0..<2 { facts.append(little: UInt32(content.count), bytes: 4) }
        facts.append(little: UInt32(name.count), bytes: 4)  // and no extra field
        directory += [0x50, 0x4B, 1, 2, 20, 0] + facts
        directory += [UInt8](repeating: 0, count: 10)  // no comment, first disk, no attributes
        directory.append(little: position, bytes: 4)
        directory += name
        let header = [0x50, 0x4B, 3, 4] + facts + name
        position &+= UInt32(header.count + content.count)
        count &+= 1
        return header
    }

    /// The bytes after the last file.
    func end() -> [UInt8] {
        var end: [UInt8] = directory + [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        for _ in 0..<2 { end.append(little: UInt32(count), bytes: 2) }
        end.append(little: UInt32(directory.count), bytes: 4)
        end.append(little: position, bytes: 4)
        return end + [0, 0]
    }

    /// The CRC-32 of ISO 3309.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var table = [UInt32](repeating: 0, count: 256)
        for place in 0..<256 {
            var value = UInt32(place)
            for _ in 0..<8 { value = value & 1 == 0 ? value >> 1 : value >> 1 ^ 0xEDB8_8320 }
            table[place] = value
        }
        var value = UInt32.max
        for byte in bytes { value = value >> 8 ^ table[Int((value ^ UInt32(byte)) & 0xFF)] }
        return ~value
    }
}

extension [UInt8] {
    /// Appends the low bytes of a number, least significant first.
    fileprivate mutating func append(little number: UInt32, bytes: UInt32) {
        for place in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (place * 8))) }
    }
}

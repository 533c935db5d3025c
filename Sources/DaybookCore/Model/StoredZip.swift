/// Writes a zip whose files are stored as they are, without a library, as the browser half needs it. A file is smaller
/// than 4 GiB; the zip may be larger and have any number of files, and its directory then has 64-bit numbers (ZIP64).
/// Source: PKWARE, APPNOTE.TXT 6.3.10, section 4.
struct StoredZip: Equatable, Sendable {
    /// These values mean that the number has 64 bits and is in an extra field or in the 64-bit end record.
    private static var elsewhere32: UInt64 { 0xFFFF_FFFF }
    private static var elsewhere16: UInt64 { 0xFFFF }

    private var directory: [UInt8] = []
    /// The number of bytes made so far. `Int` has 32 bits in WebAssembly.
    private var position: UInt64
    private var count: UInt64 = 0
    private let date: UInt64

    /// An empty zip. Its files were modified at this moment, in UTC. `position` is for tests beyond 4 GiB: the number
    /// of bytes that are written already.
    init(modified: Instant, position: UInt64 = 0) {
        self.position = position
        let seconds = max(modified.milliseconds / 1_000, 0)
        let day = CivilDate(daysSince1970: Int(seconds / 86_400))
        let ofDay = UInt64(seconds % 86_400)
        // Years from 1980 on, in 7 bits; two seconds are a unit.
        let year = UInt64(min(max(day.year - 1980, 0), 127))
        date =
            year << 25 | UInt64(day.month) << 21 | UInt64(day.day) << 16
            | ofDay / 3_600 << 11 | ofDay / 60 % 60 << 5 | ofDay % 60 / 2
    }

    /// The bytes before a file's content. Its name is in ASCII.
    mutating func begin(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let name = name.bytes
        // No flags, stored, the time.
        var facts: [UInt8] = [0, 0, 0, 0]
        facts.append(little: date, bytes: 4)
        facts.append(little: UInt64(Self.checksum(content)), bytes: 4)
        for _ in 0..<2 { facts.append(little: UInt64(content.count), bytes: 4) }
        facts.append(little: UInt64(name.count), bytes: 2)
        // Version 2.0; 4.5 has 64-bit numbers.
        var (version, extra): (UInt8, [UInt8]) = (20, [])
        if position >= Self.elsewhere32 {
            (version, extra) = (45, [1, 0, 8, 0])
            extra.append(little: position, bytes: 8)
        }
        directory += [0x50, 0x4B, 1, 2, version, 0, version, 0] + facts + [UInt8(extra.count), 0]
        directory += [UInt8](repeating: 0, count: 10)  // no comment, first disk, no attributes
        directory.append(little: min(position, Self.elsewhere32), bytes: 4)
        directory += name + extra
        let header = [0x50, 0x4B, 3, 4, 20, 0] + facts + [0, 0] + name
        position += UInt64(header.count + content.count)
        count += 1
        return header
    }

    /// The bytes after the last file.
    func end() -> [UInt8] {
        let size = UInt64(directory.count)
        var end = directory
        if count >= Self.elsewhere16 || max(position, size) >= Self.elsewhere32 { end += end64(size) }
        end += [0x50, 0x4B, 5, 6, 0, 0, 0, 0]
        for _ in 0..<2 { end.append(little: min(count, Self.elsewhere16), bytes: 2) }
        end.append(little: min(size, Self.elsewhere32), bytes: 4)
        end.append(little: min(position, Self.elsewhere32), bytes: 4)
        return end + [0, 0]
    }

    /// The 64-bit end record after a directory of this size, and the locator with the record's place.
    private func end64(_ size: UInt64) -> [UInt8] {
        var end: [UInt8] = [0x50, 0x4B, 6, 6]
        end.append(little: 44, bytes: 8)  // bytes that follow in this record
        end += [45, 0, 45, 0]
        end.append(little: 0, bytes: 8)  // both disks
        for number in [count, count, size, position] { end.append(little: number, bytes: 8) }
        end += [0x50, 0x4B, 6, 7, 0, 0, 0, 0]
        end.append(little: position + size, bytes: 8)
        return end + [1, 0, 0, 0]
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
    fileprivate mutating func append(little number: UInt64, bytes: UInt64) {
        for place in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> (place * 8))) }
    }
}

/// Removes the metadata of a GIF: comments, plain text, and all application blocks but the number of its repetitions
/// (N5). A GIF is not scaled, because scaling would stop its animation.
///
/// By the structure of GIF89a (W3C, “Graphics Interchange Format, Version 89a”, sections 18 to 27).
public enum GIFCleaner {
    /// The same picture without metadata; the unchanged bytes if they are not a whole GIF.
    public static func cleaned(_ bytes: [UInt8]) -> [UInt8] {
        var reader = Reader(bytes: bytes)
        return reader.copy() ? reader.kept : bytes
    }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0
        var kept: [UInt8] = []

        init(bytes: [UInt8]) {
            self.bytes = bytes
            kept.reserveCapacity(bytes.count)
        }

        mutating func copy() -> Bool {
            // Signature and logical screen descriptor, whose flags describe a table of colours.
            guard bytes.count >= 13, take(13), take(colours(bytes[10])) else { return false }
            while place < bytes.count {
                switch bytes[place] {
                case 0x21: if !copyExtension() { return false }
                case 0x2C:
                    guard place + 10 <= bytes.count else { return false }
                    let flags = bytes[place + 9]
                    guard take(10), take(colours(flags)), take(1), copyBlocks(keeping: true) else { return false }
                case 0x3B:
                    kept.append(0x3B)
                    return true
                default: return false
                }
            }
            return false
        }

        /// The bytes of a table of colours.
        private func colours(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }

        private mutating func take(_ count: Int) -> Bool {
            guard place + count <= bytes.count else { return false }
            kept += bytes[place..<place + count]
            place += count
            return true
        }

        private mutating func copyExtension() -> Bool {
            guard place + 2 < bytes.count else { return false }
            let label = bytes[place + 1]
            let keeps = label == 0xF9 || label == 0xFF && isLoop
            if keeps { kept += bytes[place..<place + 2] }
            place += 2
            return copyBlocks(keeping: keeps)
        }

        /// The application block by which browsers play a GIF more than once.
        private var isLoop: Bool {
            let name = Array("NETSCAPE2.0".utf8)
            guard place + 3 + name.count <= bytes.count, Int(bytes[place + 2]) == name.count else { return false }
            return Array(bytes[place + 3..<place + 3 + name.count]) == name
        }

        /// Blocks with their lengths in front, up to an empty one.
        private mutating func copyBlocks(keeping keeps: Bool) -> Bool {
            while place < bytes.count {
                let length = Int(bytes[place]) + 1
                guard place + length <= bytes.count else { return false }
                if keeps { kept += bytes[place..<place + length] }
                place += length
                if length == 1 { return true }
            }
            return false
        }
    }
}

/// Real pictures for tests, made here and as small as possible: every decoder shows them.
public enum Pictures {
    /// A PNG of one colour (https://www.w3.org/TR/png-3/), its pixels stored without compression.
    public static func png(width: Int, height: Int, grey: UInt8 = 0x80) -> [UInt8] {
        var pixels: [UInt8] = []
        for _ in 0..<height { pixels += [0] + Array(repeating: grey, count: width) }
        var header = big(width, 4) + big(height, 4)
        // Eight bits of grey; the only compression, the only set of filters, not interlaced.
        header += [8, 0, 0, 0, 0]
        return pngSignature + chunk("IHDR", header) + chunk("IDAT", zlib(pixels)) + chunk("IEND", [])
    }

    /// The first bytes of every PNG.
    public static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// A chunk of a PNG with its checksum.
    public static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(type.utf8) + data
        return big(data.count, 4) + body + big(Int(crc32(body)), 4)
    }

    /// A GIF of one colour (https://www.w3.org/Graphics/GIF/spec-gif89a.txt).
    public static func gif(width: Int, height: Int, extensions: [UInt8] = []) -> [UInt8] {
        var bytes = Array("GIF89a".utf8) + little(width, 2) + little(height, 2)
        // A table of two colours.
        bytes += [0x80, 0, 0, 0x20, 0x60, 0xA0, 0xFF, 0xFF, 0xFF] + extensions
        bytes += [0x2C, 0, 0, 0, 0] + little(width, 2) + little(height, 2) + [0, 2]
        return bytes + blocks(gifCodes(count: width * height)) + [0, 0x3B]
    }

    /// A WebP of one colour, lossless (RFC 9649, section 3): each of its five codes has one symbol, so that no pixel
    /// takes a bit.
    public static func webp(width: Int, height: Int) -> [UInt8] {
        var bits = BitWriter()
        for (value, count) in [(0x2F, 8), (width - 1, 14), (height - 1, 14), (0, 1), (0, 3)] {
            bits.write(value, count)
        }
        // No transform, no colour cache, one group of codes.
        bits.write(0, 3)
        // Green, red, blue, alpha, distance: simple, one symbol, of eight bits.
        for symbol in [0x60, 0x20, 0xA0, 0xFF, 0] {
            for (value, count) in [(1, 1), (0, 1), (1, 1), (symbol, 8)] { bits.write(value, count) }
        }
        return riff([("VP8L", bits.bytes)])
    }

    /// A WebP file of these chunks.
    public static func riff(_ chunks: [(type: String, data: [UInt8])]) -> [UInt8] {
        var body = Array("WEBP".utf8)
        for chunk in chunks {
            body += Array(chunk.type.utf8) + little(chunk.data.count, 4) + chunk.data
            if !chunk.data.count.isMultiple(of: 2) { body.append(0) }
        }
        return Array("RIFF".utf8) + little(body.count, 4) + body
    }

    /// A baseline JPEG of one grey (ITU-T T.81, annex F), with other segments before it.
    public static func jpeg(width: Int, height: Int, segments: [UInt8] = []) -> [UInt8] {
        let tables = segment(0xDB, [0] + Array(repeating: 1, count: 64))
        let frame = segment(0xC0, [8] + big(height, 2) + big(width, 2) + [1, 1, 0x11, 0])
        // One code of one bit in each table: no difference to the previous block, and nothing else in the block.
        let codes = [1] + Array(repeating: UInt8(0), count: 15) + [0]
        let huffman = segment(0xC4, [0x00] + codes) + segment(0xC4, [0x10] + codes)
        let scan = segment(0xDA, [1, 1, 0, 0, 63, 0])
        // Two bits a block, both 0, and ones up to the end of the last byte.
        let count = ((width + 7) / 8) * ((height + 7) / 8) * 2
        var pixels = [UInt8](repeating: 0, count: (count + 7) / 8)
        if !count.isMultiple(of: 8) { pixels[pixels.count - 1] = 0xFF >> UInt8(count % 8) }
        return [0xFF, 0xD8] + segments + tables + frame + huffman + scan + pixels + [0xFF, 0xD9]
    }

    /// A segment of a JPEG.
    public static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(data.count + 2, 2) + data
    }

    // MARK: - Parts

    /// A number in `count` bytes, big-endian.
    public static func big(_ number: Int, _ count: Int) -> [UInt8] { little(number, count).reversed() }

    /// A number in `count` bytes, little-endian.
    public static func little(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Blocks of at most 255 bytes, each preceded by its length.
    private static func blocks(_ bytes: [UInt8]) -> [UInt8] {
        stride(from: 0, to: bytes.count, by: 255).flatMap { start in
            let part = bytes[start..<min(start + 255, bytes.count)]
            return [UInt8(part.count)] + part
        }
    }

    /// `count` pixels of colour 0 in codes of three bits. The table is reset before its codes would take four bits.
    private static func gifCodes(count: Int) -> [UInt8] {
        var bits = BitWriter()
        for pixel in 0..<count {
            if pixel.isMultiple(of: 2) { bits.write(4, 3) }
            bits.write(0, 3)
        }
        bits.write(5, 3)
        return bits.bytes
    }

    /// Uncompressed bytes in the zlib format (RFC 1950, RFC 1951).
    private static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = [0x78, 0x01]
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            let length = little(end - start, 2)
            result += [end == bytes.count ? 1 : 0] + length + length.map { ~$0 } + bytes[start..<end]
            start = end
        } while start < bytes.count
        var (low, high) = (1, 0)
        for byte in bytes {
            low = (low + Int(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return result + big(high << 16 | low, 4)
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
        }
        return ~crc
    }
}

/// Writes bits one after another, the least significant bit of a byte first.
private struct BitWriter {
    private(set) var bytes: [UInt8] = []
    private var free = 0

    mutating func write(_ value: Int, _ count: Int) {
        for bit in 0..<count {
            if free == 0 {
                bytes.append(0)
                free = 8
            }
            if value >> bit & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(8 - free) }
            free -= 1
        }
    }
}

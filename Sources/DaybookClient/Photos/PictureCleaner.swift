import DaybookCore

/// Removes the metadata of a picture without decoding it (N5): where and when it was taken, by which camera, and
/// whatever programs have left in it.
///
/// Only parts that are known to make the picture are copied, so that unknown parts go too. What follows the
/// end of the picture goes as well: phones put films and other pictures there.
enum PictureCleaner {
    /// The picture without metadata, and its turn.
    struct Clean: Equatable {
        var bytes: [UInt8]
        /// The orientation of Exif, 1 to 8; 1 is upright. A JPEG that is not upright keeps its orientation.
        var turn = 1
    }

    /// The same picture without metadata; nil when it does not come to its end.
    static func clean(_ bytes: [UInt8], _ type: Photo.MediaType) -> Clean? {
        switch type {
        case .jpeg: JPEGCleaner(bytes).clean()
        case .png: PNGCleaner.clean(bytes).map { Clean(bytes: $0) }
        case .webp: WebPCleaner.clean(bytes).map { Clean(bytes: $0) }
        case .gif: bytes.last == 0x3B || hasGIFEnd(bytes) ? Clean(bytes: GIFCleaner.cleaned(bytes)) : nil
        }
    }

    private static func hasGIFEnd(_ bytes: [UInt8]) -> Bool {
        var reader = ImageHeaderReader()
        reader.read(bytes)
        return reader.isWhole
    }
}

/// JPEG: segments up to the first scan, then coded data between markers, up to the end (ITU-T T.81, B.1 and B.2).
private struct JPEGCleaner {
    private let bytes: [UInt8]
    private var place = 2
    private var kept: [UInt8] = [0xFF, 0xD8]
    private var turn = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        kept.reserveCapacity(bytes.count)
    }

    func clean() -> PictureCleaner.Clean? {
        var cleaner = self
        guard bytes.starts(with: [0xFF, 0xD8]), cleaner.copy() else { return nil }
        if cleaner.turn != 1 { cleaner.kept.insert(contentsOf: JPEGCleaner.exif(turn: cleaner.turn), at: 2) }
        return PictureCleaner.Clean(bytes: cleaner.kept, turn: cleaner.turn)
    }

    private mutating func copy() -> Bool {
        while place + 1 < bytes.count {
            guard bytes[place] == 0xFF else { return false }
            let marker = bytes[place + 1]
            switch marker {
            // Any marker may be preceded by fill bytes.
            case 0xFF: place += 1
            case 0xD9:
                kept += [0xFF, 0xD9]
                return true
            case 0xD0...0xD8, 0x00, 0x01: return false
            default: if !copySegment(marker) { return false }
            }
        }
        return false
    }

    private mutating func copySegment(_ marker: UInt8) -> Bool {
        guard place + 4 <= bytes.count else { return false }
        let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
        let end = place + 2 + length
        guard length >= 2, end <= bytes.count else { return false }
        let content = bytes[(place + 4)..<end]
        if isOfPicture(marker, content) { kept += bytes[place..<end] }
        if marker == 0xE1, let turn = JPEGCleaner.turn(Array(content)) { self.turn = turn }
        place = end
        return marker == 0xDA ? copyScan() : true
    }

    /// Tables, frames and scans. Of the application data: the two segments that define the colours, and the colour
    /// profile.
    private func isOfPicture(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
        switch marker {
        case 0xC0...0xCF, 0xDA...0xDD: true
        // A JFIF segment with a thumbnail is longer.
        case 0xE0: content.count == 14 && content.starts(with: Array("JFIF\0".utf8))
        case 0xE2: content.starts(with: Array("ICC_PROFILE\0".utf8))
        case 0xEE: content.starts(with: Array("Adobe".utf8))
        default: false
        }
    }

    /// Coded data ends at a marker that is neither a stuffed zero nor a restart.
    private mutating func copyScan() -> Bool {
        let start = place
        while place + 1 < bytes.count {
            if bytes[place] == 0xFF, bytes[place + 1] != 0, !(0xD0...0xD7).contains(bytes[place + 1]) {
                kept += bytes[start..<place]
                return true
            }
            place += 1
        }
        return false
    }

    /// The orientation in a segment of Exif (CIPA DC-008, 4.6.5); nil when it has no orientation.
    private static func turn(_ content: [UInt8]) -> Int? {
        guard content.starts(with: Array("Exif\0\0".utf8)), content.count >= 14 else { return nil }
        let isLittle = content[6] == 0x49
        func number(_ place: Int, _ count: Int) -> Int? {
            guard place >= 0, place + count <= content.count else { return nil }
            let part = content[place..<(place + count)]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let list = number(10, 4).map({ $0 + 6 }), let count = number(list, 2) else { return nil }
        for index in 0..<count {
            let entry = list + 2 + index * 12
            guard let tag = number(entry, 2) else { return nil }
            if tag == 0x0112 { return number(entry + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil } }
        }
        return nil
    }

    /// A segment of Exif that holds the orientation and nothing else.
    private static func exif(turn: Int) -> [UInt8] {
        let exif: [UInt8] = [0x45, 0x78, 0x69, 0x66, 0, 0]
        let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
        let list: [UInt8] = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(turn), 0, 0, 0, 0, 0, 0]
        let content = exif + header + list
        return [0xFF, 0xE1, 0, UInt8(content.count + 2)] + content
    }
}

/// PNG: chunks up to the last one (PNG, third edition, 5.2 and 11).
private enum PNGCleaner {
    /// Pixels, colours and their meaning, and animation.
    private static let kept = Set(
        [
            "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "sBIT", "bKGD", "pHYs",
            "acTL",
            "fcTL", "fdAT",
        ].map { Array($0.utf8) }
    )

    static func clean(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 8 else { return nil }
        var clean = Array(bytes[..<8])
        clean.reserveCapacity(bytes.count)
        var place = 8
        while place + 12 <= bytes.count {
            let length = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            let (name, end) = (Array(bytes[(place + 4)..<(place + 8)]), place + 12 + length)
            guard end <= bytes.count else { return nil }
            if kept.contains(name) { clean += bytes[place..<end] }
            if name == Array("IEND".utf8) { return clean }
            place = end
        }
        return nil
    }
}

/// WebP: a RIFF file of chunks (RFC 9649, 2.3 to 2.7).
private enum WebPCleaner {
    private static let kept = Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"].map { Array($0.utf8) })
    /// In the flags of VP8X: Exif and XMP.
    private static let metadata: UInt8 = 0b0000_1100

    static func clean(_ bytes: [UInt8]) -> [UInt8]? {
        guard bytes.count >= 12 else { return nil }
        let stated = number(bytes, 4) + 8
        guard stated <= bytes.count else { return nil }
        var clean = Array(bytes[..<12])
        clean.reserveCapacity(stated)
        var place = 12
        while place + 8 <= stated {
            let length = number(bytes, place + 4)
            let end = place + 8 + length + length % 2
            guard end <= stated else { return nil }
            let name = Array(bytes[place..<(place + 4)])
            if kept.contains(name) {
                let start = clean.count
                clean += bytes[place..<end]
                if name == Array("VP8X".utf8), length >= 1 { clean[start + 8] &= ~metadata }
            }
            place = end
        }
        guard clean.count > 12 else { return nil }
        for index in 0..<4 { clean[4 + index] = UInt8(truncatingIfNeeded: (clean.count - 8) >> (8 * index)) }
        return clean
    }

    private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
        (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}

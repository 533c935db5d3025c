import DaybookCore
import TestSupport
import Testing

@Suite("The first bytes of a picture")
struct ImageHeaderTests {
    struct Case: Sendable, CustomStringConvertible {
        let description: String
        let bytes: [UInt8]
        let type: Photo.MediaType
        let size: [Int]
    }

    static let pictures = [
        Case(description: "PNG", bytes: Pictures.png(width: 300, height: 7), type: .png, size: [300, 7]),
        Case(description: "GIF", bytes: Pictures.gif(width: 300, height: 7), type: .gif, size: [300, 7]),
        Case(
            description: "GIF with extensions",
            bytes: Pictures.gif(
                width: 9,
                height: 258,
                extensions: [0x21, 0xFE, 3, 0x2C, 0x2C, 0x2C, 1, 0x3B, 0, 0x21, 0xF9, 4, 0, 0, 0, 0, 0]
            ),
            type: .gif,
            size: [9, 258]
        ),
        Case(description: "WebP", bytes: Pictures.webp(width: 16_384, height: 1), type: .webp, size: [16_384, 1]),
        Case(description: "lossy WebP", bytes: Pictures.lossyWebP, type: .webp, size: [16, 16]),
        Case(description: "animated WebP", bytes: Pictures.animatedWebP, type: .webp, size: [3, 2]),
        Case(
            description: "WebP on a canvas",
            bytes: Pictures.riff([
                ("VP8X", [0x20, 0, 0, 0, 15, 0, 0, 15, 0, 0]), ("ICCP", [1, 2, 3]), ("ALPH", [0]),
                ("VP8 ", Array(Pictures.lossyWebP.dropFirst(20))),
            ]),
            type: .webp,
            size: [16, 16]
        ),
        Case(description: "JPEG", bytes: Pictures.jpeg(width: 300, height: 7), type: .jpeg, size: [300, 7]),
        Case(description: "progressive JPEG", bytes: Pictures.progressiveJPEG, type: .jpeg, size: [5, 3]),
        Case(
            description: "JPEG from a camera, with a small picture and a fill byte in front",
            bytes: Pictures.jpeg(
                width: 4_032,
                height: 3_024,
                segments: Pictures.segment(0xE1, Array("Exif\0\0".utf8) + Pictures.jpeg(width: 160, height: 120))
                    + Pictures.segment(0xE2, Array(repeating: 0xFF, count: 65_533)) + [0xFF, 0xFF]
                    + Pictures.segment(0xFE, [])
            ),
            type: .jpeg,
            size: [4_032, 3_024]
        ),
    ]

    @Test("[N4] each type is recognized by its content, with its size", arguments: pictures)
    func found(_ picture: Case) {
        guard case .found(let header) = ImageHeader.read(picture.bytes) else {
            return #expect(Bool(false), "\(ImageHeader.read(picture.bytes))")
        }
        #expect(header.type == picture.type && [header.width, header.height] == picture.size)
        #expect(!header.isTooLarge)
    }

    @Test("[N4] it comes in pieces of any size, and is recognized as early as possible", arguments: pictures)
    func pieces(_ picture: Case) {
        let whole = ImageHeader.read(picture.bytes)
        for size in [1, 2, 3, 7, 64, 1_000] {
            var reader = ImageHeaderReader()
            var taken = 0
            while reader.answer == .needsMore, taken < picture.bytes.count {
                let end = min(taken + size, picture.bytes.count)
                reader.read(picture.bytes[taken..<end])
                taken = end
            }
            #expect(reader.answer == whole, "pieces of \(size)")
            reader.read(picture.bytes[taken...])
            #expect(reader.isWhole, "pieces of \(size)")
            // Later bytes change nothing.
            reader.read(Array("<html>".utf8))
            #expect(reader.answer == whole && reader.isWhole)
        }
    }

    /// Pictures of several parts, as they come from programs.
    static let inParts = [
        Pictures.png(width: 300, height: 300) + Array("behind it".utf8),
        Array(Pictures.png(width: 9, height: 9).dropLast(12)) + Pictures.chunk("tEXt", Array("IEND".utf8))
            + Pictures.chunk("IDAT", []) + Pictures.chunk("IEND", []),
        // A picture with colours of its own and a comment behind it, and a second one.
        Array(Pictures.gif(width: 20, height: 20).dropLast()) + [0x21, 0xFE, 2, 0x3B, 0x3B, 0]
            + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 2, 2, 0x44, 1, 0, 0x3B],
    ]

    @Test(
        "[N4] a picture is whole with its last byte and not before, but for a JPEG",
        arguments: pictures.map(\.bytes) + inParts
    )
    func whole(_ bytes: [UInt8]) throws {
        var reader = ImageHeaderReader()
        var needed = 0
        while !reader.isWhole {
            try #require(needed < bytes.count, "it has no end")
            reader.read([bytes[needed]])
            needed += 1
        }
        guard case .found(let header) = reader.answer else { return #expect(Bool(false)) }
        let isJPEG = header.type == .jpeg
        let behind = bytes.suffix(9).elementsEqual("behind it".utf8) ? 9 : 0
        #expect(isJPEG || needed == bytes.count - behind)
        for missing in 1...min(12, needed - 1) where !isJPEG {
            var half = ImageHeaderReader()
            half.read(bytes[..<(needed - missing)])
            #expect(!half.isWhole, "without \(missing) bytes")
        }
    }

    @Test("[N4] a picture behind whose pixels stands what is no part of it never ends")
    func brokenBehind() {
        let gif = Array(Pictures.gif(width: 20, height: 20).dropLast())
        let png = Array(Pictures.png(width: 20, height: 20).dropLast(12))
        for bytes in [gif + [0, 0x3B], gif + [0x3C, 0x3B], png + Array("\0\0\0\0<b>!".utf8)] {
            var reader = ImageHeaderReader()
            reader.read(bytes + Array(repeating: 0x3B, count: 100))
            guard case .found = reader.answer else { return #expect(Bool(false)) }
            #expect(!reader.isWhole)
        }
    }

    @Test("[N4] a picture that breaks off anywhere in its header is not recognized yet", arguments: pictures)
    func truncated(_ picture: Case) {
        var reader = ImageHeaderReader()
        var needed = 0
        while reader.read([picture.bytes[needed]]) == .needsMore { needed += 1 }
        for end in [0, 1, 3, 4, 11, 12, needed - 1, needed] where end <= needed {
            #expect(ImageHeader.read(Array(picture.bytes[..<end])) == .needsMore, "\(end)")
        }
    }

    @Test("[N4] another file is refused, or is never recognized as a picture", arguments: Pictures.others)
    func others(_ bytes: [UInt8]) {
        let answer = ImageHeader.read(bytes + Array(repeating: 0, count: 100))
        #expect(answer == .refused)
    }

    @Test("[N4] a picture that would unpack to gigabytes is recognized as too large", arguments: Pictures.bombs)
    func bombs(_ bytes: [UInt8]) {
        guard case .found(let header) = ImageHeader.read(bytes) else { return #expect(Bool(false)) }
        #expect(header.width == 50_000 && header.height == 50_000 && header.isTooLarge)
    }

    @Test(
        "[N4] too large is more than 20,000 a side or 100 million together",
        arguments: [
            (20_000, 5_000, false), (20_001, 1, true), (1, 20_001, true), (10_000, 10_000, false),
            (10_001, 10_000, true),
        ]
    )
    func limits(_ width: Int, _ height: Int, _ isTooLarge: Bool) {
        let header = Pictures.big(width, 4) + Pictures.big(height, 4) + [8, 0, 0, 0, 0]
        let bytes = Pictures.pngSignature + Pictures.chunk("IHDR", header) + Pictures.chunk("IDAT", [])
        guard case .found(let found) = ImageHeader.read(bytes) else { return #expect(Bool(false)) }
        #expect(found.isTooLarge == isTooLarge)
    }

    /// A picture's bytes with some of them changed.
    private static func png(_ width: Int, _ height: Int, _ rest: [UInt8]) -> [UInt8] {
        let header = Pictures.big(width, 4) + Pictures.big(height, 4) + rest
        return Pictures.pngSignature + Pictures.chunk("IHDR", header) + Pictures.chunk("IDAT", [0])
    }

    static let brokenHeaders: [[UInt8]] = [
        // No pixels, or an invalid size.
        png(0, 1, [8, 0, 0, 0, 0]), png(1, 0, [8, 0, 0, 0, 0]), png(1 << 31, 1, [8, 0, 0, 0, 0]),
        // Depths, compressions, filters and orders that do not exist.
        png(1, 1, [3, 0, 0, 0, 0]), png(1, 1, [16, 3, 0, 0, 0]), png(1, 1, [8, 1, 0, 0, 0]),
        png(1, 1, [8, 0, 1, 0, 0]), png(1, 1, [8, 0, 0, 1, 0]), png(1, 1, [8, 0, 0, 0, 2]),
        // A chunk that is not the first one, no pixels before the end, a chunk of two gigabytes, an invalid name.
        Pictures.pngSignature + Pictures.chunk("IDAT", Array(repeating: 0, count: 13)),
        Array(png(1, 1, [8, 0, 0, 0, 0]).prefix(33)) + Pictures.chunk("IEND", []),
        Array(png(1, 1, [8, 0, 0, 0, 0]).prefix(33)) + [0x80, 0, 0, 0] + Array("tEXt".utf8),
        Array(png(1, 1, [8, 0, 0, 0, 0]).prefix(33)) + [0, 0, 0, 0] + Array("<b>!".utf8),
        // Frames that are lossless, hierarchical, of no height, of no components, of a length that is not theirs, two.
        [0xFF, 0xD8] + Pictures.segment(0xC3, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
        [0xFF, 0xD8] + Pictures.segment(0xDE, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
        [0xFF, 0xD8] + Pictures.segment(0xC0, [8, 0, 0, 0, 1, 1, 1, 0x11, 0]),
        [0xFF, 0xD8] + Pictures.segment(0xC0, [8, 0, 1, 0, 1, 0]),
        [0xFF, 0xD8] + Pictures.segment(0xC0, [8, 0, 1, 0, 1, 3, 1, 0x11, 0]),
        [0xFF, 0xD8] + Pictures.segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
            + Pictures.segment(0xC0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0]),
        // A scan without a frame, an end, something between segments, a length of less than itself.
        [0xFF, 0xD8] + Pictures.segment(0xDA, [1, 1, 0, 0, 63, 0]), [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0xFF, 0xD9],
        [0xFF, 0xD8, 0xFF, 0xE0, 0, 2, 0, 0xFF], [0xFF, 0xD8, 0xFF, 0xE0, 0, 1, 0, 0],
        // A picture without pixels, one that ends before its first pixel, an unknown block.
        Array("GIF89a".utf8) + [9, 0, 9, 0, 0, 0, 0, 0x2C, 0, 0, 0, 0, 0, 0, 9, 0, 0],
        Array("GIF89a".utf8) + [9, 0, 9, 0, 0, 0, 0, 0x3B], Array("GIF89a".utf8) + [9, 0, 9, 0, 0, 0, 0, 0x3C],
        // A picture that needs another one, a wrong start, an unknown version, a canvas of another size, two canvases,
        // a frame beside the canvas, a frame without a canvas, a chunk that is too short, and no chunk at all.
        Pictures.riff([("VP8 ", [1, 0, 0, 0x9D, 1, 0x2A, 1, 0, 1, 0])]),
        Pictures.riff([("VP8 ", [0, 0, 0, 0x9D, 1, 0x2B, 1, 0, 1, 0])]),
        Pictures.riff([("VP8L", [0x2F, 0, 0, 0, 0x20])]),
        Pictures.riff([
            ("VP8X", [0, 0, 0, 0, 9, 0, 0, 9, 0, 0]), ("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F]),
        ]),
        Pictures.riff([("VP8X", [0, 0, 0, 0, 9, 0, 0, 9, 0, 0]), ("VP8X", [0, 0, 0, 0, 9, 0, 0, 9, 0, 0])]),
        Pictures.riff([
            ("VP8X", [2, 0, 0, 0, 9, 0, 0, 9, 0, 0]), ("ANMF", [1, 0, 0, 0, 0, 0, 9, 0, 0, 9, 0, 0, 0, 0, 0, 0]),
        ]),
        Pictures.riff([("ANMF", Array(repeating: 0, count: 16))]), Pictures.riff([("VP8 ", [0, 0, 0])]),
        Pictures.riff([("JUNK", [0, 0, 0])]),
    ]

    @Test("[N4] what is broken before its pixels is refused", arguments: brokenHeaders)
    func broken(_ bytes: [UInt8]) {
        #expect(ImageHeader.read(bytes + Array(repeating: 0, count: 100)) == .refused)
    }

    @Test("[N4] headers without an end are given up after some thousand parts")
    func endless() {
        let comments = (0..<12_000).flatMap { _ in [0x21, 0xFE, 0] as [UInt8] }
        let texts = (0..<12_000).flatMap { _ in Pictures.chunk("tEXt", []) }
        let fill = Array(repeating: UInt8(0xFF), count: 20_000)
        #expect(ImageHeader.read(Pictures.gif(width: 1, height: 1, extensions: comments)) == .refused)
        #expect(ImageHeader.read(Array(Pictures.png(width: 1, height: 1).prefix(33)) + texts) == .refused)
        #expect(ImageHeader.read([0xFF, 0xD8] + fill) == .refused)
    }

    @Test("[N4] whatever is done to a picture's bytes, reading it ends in an answer, the same in pieces")
    func fuzz() {
        for seed in Seeds.cases(usual: 3_000) {
            var random = SplitMix64(seed: seed)
            var bytes = Array(random.pick(Self.pictures).bytes.prefix(400))
            for _ in 0..<random.int(1...6) { random.mutate(&bytes) }
            var atOnce = ImageHeaderReader()
            let whole = atOnce.read(bytes)
            var reader = ImageHeaderReader()
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = min(random.int(1...40), rest.count)
                reader.read(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            #expect(reader.answer == whole && reader.isWhole == atOnce.isWhole, "\(seed.asSeed)")
            if case .found(let header) = whole {
                #expect(header.width > 0 && header.height > 0, "\(seed.asSeed)")
            }
        }
    }
}

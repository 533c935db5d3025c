/// WebP: a RIFF file whose first chunk is a picture (VP8, VP8L), or a canvas (VP8X) that pictures follow.
///
/// Sources: RFC 9649 (WebP); RFC 6386, 9.1 (the frame header of VP8).
extension ImageHeaderReader {
    enum WebPStep: Equatable, Sendable {
        /// The file's length and "WEBP".
        case file
        /// Type and length of a chunk.
        case chunk
        case vp8
        case vp8L
        /// A canvas, in a chunk of this length.
        case canvas(UInt32)
        /// A picture of an animation.
        case frame
        /// The last byte.
        case end
    }

    mutating func beginWebP() { ask(8, .webp(.file)) }

    mutating func takeWebP(_ step: WebPStep) {
        switch step {
        case .file:
            guard holds([0x57, 0x45, 0x42, 0x50], at: 4) else { return refuse() }
            length = Int64(long(0, bigEndian: false)) + 8
            ask(8, .webp(.chunk))
        case .chunk: takeChunk()
        case .vp8:
            // The first bit is 0 for a picture that needs no earlier picture. Then come the bytes with which every such
            // picture begins.
            guard held[0] & 1 == 0, holds([0x9D, 0x01, 0x2A], at: 3) else { return refuse() }
            // The upper two bits of each give a scale for display. No browser uses it.
            finishWebP(word(6, bigEndian: false) & 0x3FFF, word(8, bigEndian: false) & 0x3FFF)
        case .vp8L:
            let bits = long(1, bigEndian: false)
            guard held[0] == 0x2F, bits >> 29 == 0 else { return refuse() }
            finishWebP((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case .canvas(let length):
            size = (triple(4) + 1, triple(7) + 1)
            ask(8, .webp(.chunk), after: padded(length) - 10)
        case .frame: takeAnimationFrame()
        case .end: end()
        }
    }

    private var hasCanvas: Bool { size.width > 0 }

    private mutating func takeChunk() {
        let length = long(4, bigEndian: false)
        guard length < UInt32.max else { return refuse() }
        switch (held[0], held[1], held[2], held[3]) {
        case (0x56, 0x50, 0x38, 0x20) where length >= 10: ask(10, .webp(.vp8))  // "VP8 "
        case (0x56, 0x50, 0x38, 0x4C) where length >= 5: ask(5, .webp(.vp8L))  // "VP8L"
        case (0x56, 0x50, 0x38, 0x58) where length >= 10 && !hasCanvas: ask(10, .webp(.canvas(length)))  // "VP8X"
        case (0x41, 0x4E, 0x4D, 0x46) where length >= 16 && hasCanvas: ask(16, .webp(.frame))  // "ANMF"
        // Colour profile, transparency, animation and unknown chunks, only in a file with a canvas.
        case (0x56, 0x50, 0x38, _), (0x41, 0x4E, 0x4D, 0x46): refuse()
        default: hasCanvas ? ask(8, .webp(.chunk), after: padded(length)) : refuse()
        }
    }

    /// A chunk of an odd length is followed by a byte that belongs to nothing.
    private func padded(_ length: UInt32) -> UInt32 { length + length & 1 }

    /// A picture without a canvas gives the size. On a canvas it must have the canvas's size.
    private mutating func finishWebP(_ width: UInt32, _ height: UInt32) {
        if hasCanvas, size != (width, height) { return refuse() }
        size = (width, height)
        findWebP()
    }

    /// The length in the file's header tells where the file ends.
    private mutating func findWebP() {
        find(.webp)
        let left = length - place
        left > 0 ? ask(1, .webp(.end), after: UInt32(clamping: left - 1)) : end()
    }

    /// Half of the position, and the size less one. The frame has to lie on the canvas.
    private mutating func takeAnimationFrame() {
        let (right, bottom) = (2 * triple(0) + triple(6) + 1, 2 * triple(3) + triple(9) + 1)
        guard right <= size.width, bottom <= size.height else { return refuse() }
        findWebP()
    }
}

/// PNG: chunks. The first gives the size. They are read up to the first chunk of pixels, and on to the last chunk.
///
/// Source: Portable Network Graphics (PNG) Specification, Third Edition, 5.2, 5.3, 11.2.1.
/// https://www.w3.org/TR/png-3/
extension ImageHeaderReader {
    enum PNGStep: Equatable, Sendable {
        /// The rest of the signature and all of the chunk IHDR.
        case header
        /// Length and type of a chunk.
        case chunk
        /// The checksum of the last chunk.
        case end
    }

    mutating func beginPNG() { ask(29, .png(.header)) }

    mutating func takePNG(_ step: PNGStep) {
        switch step {
        case .header: takeHeader()
        case .end: end()
        case .chunk:
            let length = long(0, bigEndian: true)
            guard length <= UInt32(Int32.max), isName(at: 4) else { return refuse() }
            if holds([0x49, 0x45, 0x4E, 0x44], at: 4) {  // IEND
                return answer == .needsMore ? refuse() : ask(4, .png(.end), after: length)
            }
            if answer == .needsMore, holds([0x49, 0x44, 0x41, 0x54], at: 4) { find(.png) }  // IDAT
            // The chunk's data and its checksum.
            ask(8, .png(.chunk), after: length + 4)
        }
    }

    private mutating func takeHeader() {
        let restOfSignature: [UInt8] = [0x0D, 0x0A, 0x1A, 0x0A]
        let lengthAndType: [UInt8] = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]  // IHDR
        // After the size: bits, kind of colour, compression, filter, interlacing. Compression and filter have one value each.
        guard holds(restOfSignature), holds(lengthAndType, at: 4), areBits(held[20], of: held[21]), held[22] == 0,
            held[23] == 0, held[24] <= 1
        else { return refuse() }
        size = (long(12, bigEndian: true), long(16, bigEndian: true))
        ask(8, .png(.chunk))
    }

    /// The bits of a sample that a kind of colour may have (table 12 of the specification).
    private func areBits(_ bits: UInt8, of colour: UInt8) -> Bool {
        switch colour {
        case 0: [1, 2, 4, 8, 16].contains(bits)
        case 3: [1, 2, 4, 8].contains(bits)
        case 2, 4, 6: bits == 8 || bits == 16
        default: false
        }
    }

    /// Four letters.
    private func isName(at index: Int) -> Bool {
        for byte in held[index..<index + 4] {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A: continue
            default: return false
            }
        }
        return true
    }
}

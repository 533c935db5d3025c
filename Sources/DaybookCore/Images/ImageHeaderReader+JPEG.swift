/// JPEG: segments, each behind a marker, up to the first scan.
///
/// Source: ITU-T T.81, B.1 and B.2. https://www.w3.org/Graphics/JPEG/itu-t81.pdf
extension ImageHeaderReader {
    enum JPEGStep: Equatable, Sendable {
        /// 0xFF and a marker.
        case marker
        /// The length of a segment whose content does not matter.
        case length
        /// A frame header up to the number of its components.
        case frame
    }

    mutating func takeJPEG(_ step: JPEGStep) {
        switch step {
        case .marker:
            guard held[0] == 0xFF else { return refuse() }
            takeMarker(held[1])
        case .length:
            let length = word(0, bigEndian: true)
            guard length >= 2 else { return refuse() }
            ask(2, .jpeg(.marker), after: length - 2)
        case .frame: takeFrame()
        }
    }

    mutating func takeMarker(_ marker: UInt8) {
        switch marker {
        // Any marker may be preceded by fill bytes.
        case 0xFF: askAgain(2, .jpeg(.marker))
        // Baseline, extended, progressive, and the latter two with arithmetic coding: the frames that decoders know. No
        // browser shows lossless and hierarchical frames.
        case 0xC0, 0xC1, 0xC2, 0xC9, 0xCA: ask(8, .jpeg(.frame))
        case 0xC3, 0xC5...0xC7, 0xC8, 0xCB, 0xCD...0xCF, 0xDE: refuse()
        // The first scan, with a frame in front of it.
        case 0xDA:
            find(.jpeg)
            end()
        // Tables, application data and comments.
        case 0xC4, 0xCC, 0xDB, 0xDD, 0xE0...0xEF, 0xFE: ask(2, .jpeg(.length))
        // Restart, end and reserved markers cannot come before a scan.
        default: refuse()
        }
    }

    /// Length, precision, height, width, components. A height of 0 means that it follows the scan; no browser shows
    /// such a picture.
    private mutating func takeFrame() {
        let (length, components) = (word(0, bigEndian: true), UInt32(held[7]))
        let isFirst = size.width == 0
        guard isFirst, (1...4).contains(components), length == 8 + 3 * components, held[2] == 8 || held[2] == 12 else {
            return refuse()
        }
        size = (word(5, bigEndian: true), word(3, bigEndian: true))
        guard size.width > 0, size.height > 0 else { return refuse() }
        ask(2, .jpeg(.marker), after: 3 * components)
    }
}

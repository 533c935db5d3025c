/// GIF: a screen, then extensions and pictures, up to the first picture on it, and on to the end.
///
/// Source: Graphics Interchange Format, Version 89a, 15 to 26. https://www.w3.org/Graphics/GIF/spec-gif89a.txt
extension ImageHeaderReader {
    enum GIFStep: Equatable, Sendable {
        /// The rest of the signature, and the screen.
        case screen
        /// The kind of the next block.
        case block
        /// The kind of an extension.
        case label
        /// The length of a part of an extension or a picture; 0 ends it.
        case part
        /// Where on the screen a picture is.
        case picture
    }

    mutating func beginGIF() { ask(9, .gif(.screen)) }

    mutating func takeGIF(_ step: GIFStep) {
        switch step {
        case .screen: takeScreen()
        case .block:
            switch held[0] {
            case 0x21: ask(1, .gif(.label))
            case 0x2C: ask(9, .gif(.picture))
            case 0x3B where answer != .needsMore: end()
            // The end of the file before any picture, or an unknown block.
            default: refuse()
            }
        case .label: ask(1, .gif(.part))
        case .part: held[0] == 0 ? ask(1, .gif(.block)) : ask(1, .gif(.part), after: UInt32(held[0]))
        case .picture: takePicture()
        }
    }

    /// 87a or 89a, width, height, and whether colours follow, how many, two more.
    private mutating func takeScreen() {
        guard held[0] == 0x37 || held[0] == 0x39, held[1] == 0x61 else { return refuse() }
        size = (word(2, bigEndian: false), word(4, bigEndian: false))
        ask(1, .gif(.block), after: colours(held[6]))
    }

    /// The bytes of a table of colours, by the flags that describe it.
    private func colours(_ flags: UInt8) -> UInt32 { flags & 0x80 == 0 ? 0 : 6 << UInt32(flags & 7) }

    /// Left, top, width, height, flags. Decoders enlarge a screen that is too small for its first picture.
    private mutating func takePicture() {
        let (width, height) = (word(4, bigEndian: false), word(6, bigEndian: false))
        if answer == .needsMore {
            guard width > 0, height > 0 else { return refuse() }
            size.width = max(size.width, word(0, bigEndian: false) + width)
            size.height = max(size.height, word(2, bigEndian: false) + height)
            find(.gif)
        }
        // Behind the colours one byte gives the length of a code; then come the codes.
        ask(1, .gif(.part), after: colours(held[8]) + 1)
    }
}

/// Finds the web addresses in a person's text.
package enum LinkFinder {
    /// The places of addresses that begin with `http://` or `https://`, in UTF-8, in their order. They begin and end at
    /// ASCII characters. Punctuation that ends a sentence around an address is not a part of it.
    package static func links(in text: [UInt8]) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var place = 0
        while place < text.count {
            guard let host = schemeEnd(text, place), place == 0 || !isWord(text[place - 1]) else {
                place += 1
                continue
            }
            var end = host
            while end < text.count, !endsLink(text[end]) { end += 1 }
            end = trimmed(text, host, end)
            if end > host, isWord(text[host]) || text[host] >= 0x80 || text[host] == UInt8(ascii: "[") {
                found.append(place..<end)
            }
            place = end
        }
        return found
    }

    /// The first byte behind `http://` or `https://` at a place, in any case of its letters.
    private static func schemeEnd(_ text: [UInt8], _ place: Int) -> Int? {
        for scheme: StaticString in ["https://", "http://"] {
            let count = scheme.utf8CodeUnitCount
            if place + count > text.count { continue }
            var isScheme = true
            for offset in 0..<count where (text[place + offset] | 0x20) != scheme.utf8Start[offset] | 0x20 {
                isScheme = false
            }
            if isScheme { return place + count }
        }
        return nil
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }

    private static func endsLink(_ byte: UInt8) -> Bool {
        switch byte {
        case 0...0x20, 0x7F, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), UInt8(ascii: "`"),
            UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"), UInt8(ascii: "^"):
            true
        default: false
        }
    }

    private static func trimmed(_ text: [UInt8], _ start: Int, _ end: Int) -> Int {
        var end = end
        // The brackets that are opened in the address, less those that are closed. They are counted once, since a text
        // may have thousands of them behind an address.
        var (round, square) = (0, 0)
        for byte in text[start..<end] {
            switch byte {
            case UInt8(ascii: "("): round += 1
            case UInt8(ascii: ")"): round -= 1
            case UInt8(ascii: "["): square += 1
            case UInt8(ascii: "]"): square -= 1
            default: break
            }
        }
        while end > start {
            switch text[end - 1] {
            case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), UInt8(ascii: "!"),
                UInt8(ascii: "?"), UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "~"):
                end -= 1
            case UInt8(ascii: ")") where round < 0:
                round += 1
                end -= 1
            case UInt8(ascii: "]") where square < 0:
                square += 1
                end -= 1
            default: return end
            }
        }
        return end
    }
}

/// A sentence with something in it, written as an interpolated literal: `say("\(count) left")`.
///
/// `String` can be interpolated too, with anything. This takes texts and whole numbers alone, and appends each part with
/// one call, where `String` spells out the work at every place.
struct Phrase: ExpressibleByStringInterpolation {
    fileprivate let text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    init(stringInterpolation parts: Parts) {
        text = String(decoding: parts.bytes, as: UTF8.self)
    }

    struct Parts: StringInterpolationProtocol {
        fileprivate var bytes: [UInt8] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        @inline(never)
        mutating func appendLiteral(_ text: String) {
            bytes.append(contentsOf: text.utf8)
        }

        @inline(never)
        mutating func appendInterpolation(_ text: String) {
            bytes.append(contentsOf: text.utf8)
        }

        @inline(never)
        mutating func appendInterpolation(_ number: Int) {
            bytes.appendDecimal(number)
        }
    }
}

/// The text of a phrase.
func say(_ phrase: Phrase) -> String { phrase.text }

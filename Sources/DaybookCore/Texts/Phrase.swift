/// A sentence with values in it, written as an interpolated literal: `phrase("\(count) left")`.
///
/// A `String` takes any value in an interpolation, which makes much code at each place. A phrase takes texts and whole
/// numbers only, and appends each part with one call.
struct Phrase: ExpressibleByStringInterpolation {
    fileprivate let text: String

    init(stringLiteral text: String) {
        self.text = text
    }

    init(stringInterpolation parts: Parts) {
        text = String(utf8: parts.bytes)
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
func phrase(_ phrase: Phrase) -> String { phrase.text }

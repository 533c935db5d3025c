import DaybookCore

/// The query of an address: `name=value&name=value`, percent-encoded, a plus for a space
/// (https://url.spec.whatwg.org/#urlencoded-parsing).
enum QueryString {
    /// The most bytes of a query.
    private static let longest = 8_192

    /// The pairs, in their order. Throws 422 when the query is too long.
    static func pairs(_ query: String?) throws -> [(name: String, value: String)] {
        guard let query else { return [] }
        guard query.utf8.count <= longest else { throw Problem.queryTooLong }
        return query.utf8.split(separator: UInt8(ascii: "&")).map { pair in
            let sides = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (decoded(Substring(sides[0])), sides.count == 2 ? decoded(Substring(sides[1])) : "")
        }
    }

    /// A percent sign that is not followed by two hexadecimal digits is kept; bytes that are not UTF-8 are replaced.
    static func decoded(_ text: some StringProtocol) -> String {
        let isPlain = text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "%") }
        if isPlain { return String(text) }
        var bytes: [UInt8] = []
        var rest = Substring(text).utf8[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): bytes.append(0x20)
            case UInt8(ascii: "%"):
                let digits = Substring(rest.prefix(2))
                if digits.count == 2, digits.allSatisfy(\.isHexDigit), let code = UInt8(digits, radix: 16) {
                    bytes.append(code)
                    rest = rest.dropFirst(2)
                } else {
                    bytes.append(byte)
                }
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension Violation {
    /// A parameter of a query with a value that is not allowed, or without a meaning: then there is no `hint`.
    init(parameter name: String, _ hint: String?) {
        // The name comes from the client; it is cut so that the answer stays small.
        let field = Violation.Field(String(name.prefix(64)))
        self.init(field, hint == nil ? .unknownField : .badForm, hint ?? "There is no such parameter.")
    }
}

extension Problem {
    /// 422: a query with more bytes than a query may have. No parameter of it is read.
    fileprivate static let queryTooLong = Problem(
        .unprocessableContent,
        "The query is longer than 8,192 bytes. Send a shorter query."
    )
}

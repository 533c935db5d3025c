import Foundation

/// Base64 whose text may stand in an address, without padding (RFC 4648, section 5).
enum Base64URL {
    /// The text of some bytes.
    static func text(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// The bytes of a text; nil when it is none.
    static func bytes(_ text: String) -> [UInt8]? {
        let padding = String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        let standard = text.replacing("-", with: "+").replacing("_", with: "/") + padding
        return Data(base64Encoded: standard).map(Array.init)
    }
}

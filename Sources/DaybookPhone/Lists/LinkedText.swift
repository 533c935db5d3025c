import DaybookCore
import Foundation

extension PhoneTexts {
    /// A text with its web addresses as links.
    public static func linked(_ text: String) -> AttributedString {
        let bytes = Array(text.utf8)
        var linked = AttributedString()
        var place = 0
        for link in LinkFinder.links(in: bytes) {
            let address = String(decoding: bytes[link], as: UTF8.self)
            var words = AttributedString(address)
            words.link = URL(string: address)
            linked += AttributedString(String(decoding: bytes[place..<link.lowerBound], as: UTF8.self)) + words
            place = link.upperBound
        }
        return linked + AttributedString(String(decoding: bytes[place...], as: UTF8.self))
    }

    /// The web addresses of a text, which a field cannot have as links.
    public static func links(_ text: String) -> [URL] {
        let bytes = Array(text.utf8)
        return LinkFinder.links(in: bytes).compactMap { URL(string: String(decoding: bytes[$0], as: UTF8.self)) }
    }
}

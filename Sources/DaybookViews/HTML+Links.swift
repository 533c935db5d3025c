import DaybookCore

extension HTML {
    /// A text with its web addresses as links. A link opens in a new window, which gets no reference to this tab.
    mutating func linkedText(_ text: String) {
        let bytes = Array(text.utf8)
        var place = 0
        for link in LinkFinder.links(in: bytes) {
            self.text(String(utf8: bytes[place..<link.lowerBound]))
            let address = String(utf8: bytes[link])
            openLink(address)
            self.text(address, in: ">", "</a>")
            place = link.upperBound
        }
        self.text(String(utf8: bytes[place...]))
    }

    /// The start tag of a link, up to where more attributes may follow.
    mutating func openLink(_ address: String) {
        markup("<a target=\"_blank\" rel=\"noopener noreferrer\"")
        attribute("href", address)
    }
}

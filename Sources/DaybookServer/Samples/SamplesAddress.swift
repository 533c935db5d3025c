/// The address from which browsers fetch the to-dos of a new account (I1).
public struct SamplesAddress: Equatable, Sendable {
    /// The fault of an address.
    public struct Failure: Error, Equatable, Sendable {}

    /// The server's own list.
    public static let own = "/api/v1/samples/todos"

    /// The address for clients; nil when there are no samples.
    public let text: String?
    /// The other origin to which the web app may connect, such as `https://example.org:8443`; nil for no other origin.
    let origin: String?

    /// Reads `none`, the server's own path, or an address of another server.
    ///
    /// The address becomes part of a header, so its host may have only letters, digits, dots and hyphens.
    public init(_ text: String) throws(Failure) {
        if text == "none" || text == Self.own {
            self.text = text == Self.own ? text : nil
            origin = nil
            return
        }
        guard text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#"),
            let scheme = ["https://", "http://"].first(where: { text.lowercased().hasPrefix($0) })
        else { throw Failure() }
        let authority = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" }.lowercased()
        guard Self.isHost(authority) else { throw Failure() }
        self.text = text
        origin = scheme + authority
    }

    private static func isHost(_ authority: String) -> Bool {
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard let host = parts.first, parts.count <= 2, !host.isEmpty, !host.hasPrefix("."), !host.hasPrefix("-"),
            host.utf8.allSatisfy({ isNameByte($0) })
        else { return false }
        guard parts.count == 2 else { return true }
        guard let port = Int(parts[1]), parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
        return (1...65_535).contains(port)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: ".")
            || byte == UInt8(ascii: "-")
    }
}

import Foundation

/// The address of a server: `https://host`, with a port if it is not 443.
public struct ServerAddress: Equatable, Sendable {
    /// The address without a slash at its end.
    public let text: String
    /// The host's name or address.
    public let host: String

    /// Why a text is not the address of a server.
    public enum Failure: Error, Equatable, Sendable {
        /// It is not an address, or it holds more than a host and a port.
        case malformed
        /// The way to this host is not encrypted.
        case plain(host: String)
    }

    /// Reads an address. Without a scheme it is https, and http for this machine.
    ///
    /// `allowsPlain`: allows http to other machines too, where everybody on the way can read the password and all
    /// texts.
    public init(_ text: String, allowsPlain: Bool = false) throws(Failure) {
        guard text.utf8.count <= 1_024, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .malformed }
        let hasScheme = text.contains("://")
        guard let parts = URLComponents(string: hasScheme ? text : "https://" + text), let host = parts.host,
            let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil,
            ["", "/"].contains(parts.path), (1...65_535).contains(parts.port ?? 1)
        else { throw .malformed }
        let name = host.lowercased().trimmingCharacters(in: ["[", "]"])
        let isName = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || "-._:".utf8.contains(byte)
        }
        guard !name.isEmpty, isName else { throw .malformed }
        let isLoopback = ServerAddress.isLoopback(name)
        let isPlain = hasScheme ? scheme == "http" : isLoopback
        if isPlain, !isLoopback, !allowsPlain { throw .plain(host: name) }
        self.host = name
        let port = parts.port.map { ":\($0)" } ?? ""
        self.text = "\(isPlain ? "http" : "https")://\(name.contains(":") ? "[\(name)]" : name)\(port)"
    }

    /// Whether a host is this machine (RFC 6890, RFC 6761).
    private static func isLoopback(_ host: String) -> Bool {
        let numbers = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        let isLoopback4 = numbers.count == 4 && !numbers.contains(nil) && numbers[0] == 127
        return host == "localhost" || host == "::1" || isLoopback4
    }
}

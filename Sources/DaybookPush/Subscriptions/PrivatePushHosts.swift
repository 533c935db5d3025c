/// Push services that an operator trusts although they have an address of this machine or of a private network, or do
/// not use TLS. The default is empty; tests and home services need them.
public struct PrivatePushHosts: Equatable, Sendable {
    private let names: Set<String>

    /// No hosts: push services have public addresses and use TLS.
    public static let none = PrivatePushHosts(names: [])

    private init(names: Set<String>) {
        self.names = names
    }

    /// Reads names and addresses of hosts separated by commas: `push.home.arpa, 127.0.0.1`. Throws the part that is not
    /// a host; a port is not allowed.
    public init(_ text: String) throws(InvalidHost) {
        var names: Set<String> = []
        for part in text.split(separator: ",") {
            let name = part.filter { $0 != " " }.lowercased()
            if name.isEmpty { continue }
            guard PushEndpoint.isHost(name) else { throw InvalidHost(text: name) }
            names.insert(name)
        }
        self.init(names: names)
    }

    /// A part of the list that is not a host.
    public struct InvalidHost: Error, Equatable, CustomStringConvertible {
        let text: String

        /// One sentence for the operator.
        public var description: String {
            "\(text) is not a host name. Write private push hosts as push.home.arpa or 127.0.0.1, without a port."
        }
    }

    /// Whether a host, in lowercase, is in the list.
    func contains(_ host: String) -> Bool { names.contains(host) }
}

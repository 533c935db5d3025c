/// Push services that an operator trusts to be where no other may be: at an address of this machine or of a private
/// network, or without TLS. There are none by default; tests and services at home need them.
public struct PrivatePushHosts: Equatable, Sendable {
    private let names: Set<String>

    /// None: push services have public addresses and speak TLS.
    public static let none = PrivatePushHosts(names: [])

    private init(names: Set<String>) {
        self.names = names
    }

    /// Reads names and addresses of hosts, with commas between: `push.home.arpa, 127.0.0.1`. Throws the part that is
    /// none; a port is part of none.
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

    /// A part of the list that is no host.
    public struct InvalidHost: Error, Equatable, CustomStringConvertible {
        let text: String

        /// One sentence for the operator.
        public var description: String {
            "\(text) is not a host name. Write private push hosts as push.home.arpa or 127.0.0.1, without a port."
        }
    }

    /// Whether a host, in lowercase, is one of them.
    func contains(_ host: String) -> Bool { names.contains(host) }
}

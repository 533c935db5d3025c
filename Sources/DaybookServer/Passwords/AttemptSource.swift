import Hummingbird

/// The place that an attempt comes from.
struct AttemptSource: Equatable, Sendable {
    /// The address it counts under; empty where there is no socket.
    let address: String
    /// The device it says it is; anybody can say so.
    let device: DeviceCookie?

    init(address: String, device: DeviceCookie?) {
        self.address = address
        self.device = device
    }

    init(_ request: Request, _ context: DaybookContext) {
        self.init(
            address: context.arrival.client.map { Self.text($0) } ?? "",
            device: DeviceCookie(in: request.headers, context.arrival.cookie)
        )
    }

    /// An address as it is counted. Of version 6 a household has a /64, 2^64 addresses (RFC 6177), which count as one.
    static func text(_ address: IPAddress) -> String {
        address.isV4 ? address.description : IPAddress(high: address.high, low: 0).description + "/64"
    }
}

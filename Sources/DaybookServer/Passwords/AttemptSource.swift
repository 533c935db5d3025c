import Hummingbird

/// The place that an attempt comes from.
struct AttemptSource: Equatable, Sendable {
    /// The address under which it counts; empty when there is no socket.
    let address: String
    /// The device that the client claims to be; any client can claim this.
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

    /// The text under which an address counts. In version 6 a household has a /64, 2^64 addresses (RFC 6177), which
    /// count as one.
    static func text(_ address: IPAddress) -> String {
        address.isV4 ? address.description : IPAddress(high: address.high, low: 0).description + "/64"
    }
}

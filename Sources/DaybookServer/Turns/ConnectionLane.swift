import NIOCore

/// The lane of the connection that the present task serves.
enum ConnectionLane {
    /// Nil when there is no connection, as in tests of the router.
    @TaskLocal static var current: FairExecutor.Lane?
}

extension FairExecutor.Lane {
    /// The payer for what the present job sends.
    var payer: AnswerGroup.Payer { AnswerGroup.Payer(executor: executor, caller: caller, cost: cost) }
}

extension IPAddress {
    /// The address of a channel's other end; nil without a socket.
    init?(of channel: any Channel) {
        guard let address = channel.remoteAddress?.ipAddress.flatMap({ IPAddress($0) }) else { return nil }
        self = address
    }
}

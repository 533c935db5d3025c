import DaybookStore
import Hummingbird
import NIOCore

/// The bounds on calls under way: of an account, of an address without a session, and of all. Further calls wait or are
/// refused.
///
/// A call has its place until its answer begins. The connection's pace bounds the time of sending the answer.
struct Calls: Sendable {
    /// The account or address that a call belongs to.
    enum Caller: Hashable, Sendable {
        case account(AccountID)
        /// Nil where there is no socket.
        case address(IPAddress?)
    }

    private let places: FairPlaces<CallGate<Caller>>

    init(_ configuration: ServerConfiguration) {
        let (budgets, meter) = (configuration.budgets, configuration.meter)
        let ofAccount = CallGate<Caller>.Limits(places: budgets[.accountCalls], waiting: budgets[.accountWaitingCalls])
        let ofAddress = CallGate<Caller>.Limits(places: budgets[.addressCalls], waiting: budgets[.addressWaitingCalls])
        let gate = CallGate<Caller>(total: budgets[.calls]) { caller in
            if case .account = caller { ofAccount } else { ofAddress }
        }
        places = FairPlaces(gate) { gate in
            meter.use(.calls, gate.count)
        } refusal: { reason, caller in
            meter.refused(Self.budget(reason, caller))
            return reason == .total ? Problem.tooManyCallsOfAll : Problem.tooManyCalls
        }
    }

    private static func budget(_ reason: GateRefusal, _ caller: Caller) -> Budget {
        if reason == .total { return .calls }
        if case .account = caller { return .accountWaitingCalls }
        return .addressWaitingCalls
    }

    /// Answers a call of an account in one of its places.
    func inside(
        _ account: AccountID,
        _ context: DaybookContext,
        _ work: () async throws -> Response
    ) async throws -> Response {
        ConnectionLane.current?.caller = .account(account)
        return try await places.inside(.account(account), isGone: ChannelGone(context.channel), work)
    }

    /// Answers a call that brings no session in one of its address's places.
    func insideAddress(_ context: DaybookContext, _ work: () async throws -> Response) async throws -> Response {
        try await places.inside(
            .address(context.arrival.client?.household),
            isGone: ChannelGone(context.channel),
            work
        )
    }
}

extension Problem {
    /// 429: as many calls wait as may.
    static let tooManyCalls = Problem.tooMany(
        "Too many of your requests are under way. Wait for their answers, then try again.",
        retryAfter: 1
    )

    /// 503: as many calls are under way as may, and some of them are the caller's.
    static let tooManyCallsOfAll = Problem(
        .serviceUnavailable,
        "The server is too busy right now. Nothing was changed. Try again in a few seconds.",
        headers: [.retryAfter: "2"]
    )
}

/// The end of a connection, as its ``ConnectionHandler`` sees it.
struct ChannelGone: GoneSignal {
    let channel: any Channel

    /// Nil for a channel that has no other end, as in tests of the router.
    init?(_ channel: any Channel) {
        guard channel.isActive, channel.remoteAddress != nil else { return nil }
        self.channel = channel
    }

    func whenGone(_ key: UInt64, _ call: @escaping @Sendable () -> Void) {
        channel.eventLoop.execute {
            let handler = try? channel.pipeline.syncOperations.handler(type: ConnectionHandler.self)
            if let handler { handler.whenGone(key, call) } else { call() }
        }
    }

    func forget(_ key: UInt64) {
        channel.eventLoop.execute {
            try? channel.pipeline.syncOperations.handler(type: ConnectionHandler.self).forget(key)
        }
    }
}

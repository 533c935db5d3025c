import DaybookStore
import Hummingbird
import NIOCore

/// The bounds on calls in progress: of an account, of an address without a session, and of all. Further calls wait or
/// are refused. A caller that uses much of the server's time rests between its calls (``CallPace``).
///
/// A call has its place until its answer begins. The connection's pace bounds the time for sending the answer, and
/// ``UnsentAnswers`` the bytes that wait for that.
struct Calls: Sendable {
    /// The account or address that a call belongs to.
    enum Caller: Hashable, Sendable {
        case account(AccountID)
        /// Nil when there is no socket.
        case address(IPAddress?)
    }

    private let places: FairPlaces<CallGate<Caller>>
    private let pace: CallPace
    private let unsent: UnsentAnswers

    init(_ configuration: ServerConfiguration, pace: CallPace, unsent: UnsentAnswers) {
        self.pace = pace
        self.unsent = unsent
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

    /// Answers an account's call in one of the account's places. The work is told whether the call has waited.
    nonisolated(nonsending) func inside(
        _ account: AccountID,
        _ context: DaybookContext,
        _ work: nonisolated(nonsending) (_ hasWaited: Bool) async throws -> Response
    ) async throws -> Response {
        ConnectionLane.current?.caller = .account(account)
        return try await inside(.account(account), context, work)
    }

    /// Answers a call without a session in one of its address's places.
    nonisolated(nonsending) func insideAddress(
        _ context: DaybookContext,
        _ work: nonisolated(nonsending) () async throws -> Response
    ) async throws -> Response {
        try await inside(context.arrival.caller, context) { _ in try await work() }
    }

    nonisolated(nonsending) private func inside(
        _ caller: Caller,
        _ context: DaybookContext,
        _ work: nonisolated(nonsending) (_ hasWaited: Bool) async throws -> Response
    ) async throws -> Response {
        do {
            return try await places.inside(caller, isGone: ChannelGone(context.channel)) { hasWaited in
                // Inside of the place: calls that wait in the line have not been answered yet.
                try unsent.check(caller)
                let hasRested = try await pace.rest(caller)
                defer { pace.charge(caller) }
                return try await work(hasWaited || hasRested)
            }
        } catch let problem as Problem where problem.status == .tooManyRequests {
            // A refusal is work too, and a caller that asks again at once would be refused at once.
            pace.charge(caller)
            try await pace.rest(caller)
            throw problem
        }
    }
}

extension Problem {
    /// 429: the caller has as many waiting calls as it may.
    static let tooManyCalls = Problem.tooMany(
        "Too many of your requests are under way. Wait for their answers, then try again.",
        retryAfter: 1
    )

    /// 503: the server has as many calls as it may, and some of them are the caller's.
    static let tooManyCallsOfAll = Problem(
        .serviceUnavailable,
        "The server is too busy right now. Nothing was changed. Try again in a few seconds.",
        headers: [.retryAfter: "2"]
    )
}

/// The end of a connection, as reported by its ``ConnectionHandler``.
struct ChannelGone: GoneSignal {
    let channel: any Channel

    /// Nil for a channel without a remote address, as in tests of the router.
    init?(_ channel: any Channel) {
        guard channel.isActive, channel.remoteAddress != nil else { return nil }
        self.channel = channel
    }

    var isGone: Bool { !channel.isActive }

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

import Synchronization

/// Lets work in by a ``CallGate``. Who waits holds no thread, and leaves the line when their task is cancelled or their
/// client has gone.
final class FairPlaces<Caller: Hashable & Sendable>: Sendable {
    typealias Ticket = CallGate<Caller>.Ticket

    private struct State {
        var gate = CallGate<Caller>()
        var waiting: [Ticket: CheckedContinuation<Void, any Error>] = [:]
        var last: Ticket = 0
    }

    private let state = Mutex(State())
    private let limits: @Sendable (Caller) -> CallGate<Caller>.Limits
    private let refusal: @Sendable (Caller) -> any Error

    /// Places by these limits; `refusal` is what is thrown at whom the line has no room for.
    init(
        limits: @escaping @Sendable (Caller) -> CallGate<Caller>.Limits,
        refusal: @escaping @Sendable (Caller) -> any Error
    ) {
        self.limits = limits
        self.refusal = refusal
    }

    /// How many calls wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Does some work in one of the caller's places, once there is one. Throws the refusal when too many wait already,
    /// and `CancellationError` when the task was cancelled or the client went while this waited.
    func inside<Value>(
        _ caller: Caller,
        isGone: GoneSignal? = nil,
        _ work: () async throws -> Value
    ) async throws -> Value {
        let (ticket, verdict) = state.withLock { state in
            state.last += 1
            // Nearly all find a place at once, and pay for one look at the gate.
            return (state.last, state.gate.enter(state.last, of: caller, Self.noLine(limits(caller))))
        }
        if verdict != .goes { try await wait(ticket, caller, isGone) }
        defer { leave(caller) }
        return try await work()
    }

    private static func noLine(_ limits: CallGate<Caller>.Limits) -> CallGate<Caller>.Limits {
        .init(places: limits.places, waiting: 0)
    }

    private func wait(_ ticket: Ticket, _ caller: Caller, _ isGone: GoneSignal?) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                queue(ticket, caller, continuation)
                isGone?.whenGone(ticket) { [weak self] in self?.cancel(ticket, caller) }
            }
            isGone?.forget(ticket)
        } onCancel: {
            cancel(ticket, caller)
        }
    }

    private func queue(_ ticket: Ticket, _ caller: Caller, _ continuation: CheckedContinuation<Void, any Error>) {
        let verdict: CallGate<Caller>.Verdict? = state.withLock { state in
            // Whoever cancels sets the flag and then looks here: one of the two sees the other.
            if Task.isCancelled { return nil }
            let verdict = state.gate.enter(ticket, of: caller, limits(caller))
            if verdict == .waits { state.waiting[ticket] = continuation }
            return verdict
        }
        switch verdict {
        case .waits: break
        case .goes: continuation.resume()
        case .refused: continuation.resume(throwing: refusal(caller))
        case nil: continuation.resume(throwing: CancellationError())
        }
    }

    private func cancel(_ ticket: Ticket, _ caller: Caller) {
        let continuation = state.withLock { state in
            state.gate.cancel(ticket, of: caller) ? state.waiting.removeValue(forKey: ticket) : nil
        }
        continuation?.resume(throwing: CancellationError())
    }

    private func leave(_ caller: Caller) {
        let next = state.withLock { state in
            state.gate.leave(caller).flatMap { state.waiting.removeValue(forKey: $0) }
        }
        next?.resume()
    }
}

/// Tells that the client of a request has gone.
protocol GoneSignal: Sendable {
    /// Calls back once the client has gone; the key names the call.
    func whenGone(_ key: UInt64, _ call: @escaping @Sendable () -> Void)
    /// Forgets a call.
    func forget(_ key: UInt64)
}

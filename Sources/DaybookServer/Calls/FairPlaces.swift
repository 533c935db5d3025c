import Synchronization

/// Admits work through a ``Gate``. A waiting call holds no thread. It leaves the line when its task is cancelled or its
/// client has disconnected.
final class FairPlaces<G: Gate>: Sendable {
    typealias Ticket = G.Ticket

    private struct State {
        var gate: G
        var waiting: [Ticket: CheckedContinuation<Void, any Error>] = [:]
        var last: Ticket = 0
    }

    private let state: Mutex<State>
    private let observe: @Sendable (G) -> Void
    private let refusal: @Sendable (GateRefusal, G.Caller) -> any Error

    /// Places behind a gate. `observe` receives the gate after each change. `refusal` makes the error for a refused
    /// caller.
    init(
        _ gate: G,
        observe: @escaping @Sendable (G) -> Void = { _ in },
        refusal: @escaping @Sendable (GateRefusal, G.Caller) -> any Error
    ) {
        state = Mutex(State(gate: gate))
        self.observe = observe
        self.refusal = refusal
    }

    /// The number of waiting callers.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Runs work in a place for the caller, when there is one. Throws the refusal when the gate refuses the caller, and
    /// `CancellationError` when the task was cancelled or the client disconnected while the call waited.
    nonisolated(nonsending) func inside<Value>(
        _ caller: G.Caller,
        isGone: GoneSignal? = nil,
        _ work: nonisolated(nonsending) () async throws -> Value
    ) async throws -> Value {
        try await inside(caller, isGone: isGone) { _ in try await work() }
    }

    /// The same for work that is told whether the call has waited.
    nonisolated(nonsending) func inside<Value>(
        _ caller: G.Caller,
        isGone: GoneSignal? = nil,
        _ work: nonisolated(nonsending) (_ hasWaited: Bool) async throws -> Value
    ) async throws -> Value {
        // Nearly all calls find a place at once, and pay for one look at the gate.
        let hasWaited = !change { $0.gate.goes(caller) }
        if hasWaited { try await wait(caller, isGone) }
        defer { leave(caller) }
        return try await work(hasWaited)
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            defer { observe(state.gate) }
            return body(&state)
        }
    }

    private func wait(_ caller: G.Caller, _ isGone: GoneSignal?) async throws {
        let ticket = state.withLock { state in
            state.last += 1
            return state.last
        }
        try await withTaskCancellationHandler {
            defer { isGone?.forget(ticket) }
            try await withCheckedThrowingContinuation { continuation in
                guard queue(ticket, caller, continuation) else { return }
                isGone?.whenGone(ticket) { [weak self] in self?.cancel(ticket, caller) }
            }
        } onCancel: {
            cancel(ticket, caller)
        }
    }

    /// Whether the call waits. Otherwise its continuation was resumed.
    private func queue(
        _ ticket: Ticket,
        _ caller: G.Caller,
        _ continuation: CheckedContinuation<Void, any Error>
    ) -> Bool {
        let verdict: GateVerdict? = change { state in
            // A cancellation sets the flag and then takes this lock, so one of the two sees the other.
            if Task.isCancelled { return nil }
            let verdict = state.gate.enter(ticket, of: caller)
            if verdict == .waits { state.waiting[ticket] = continuation }
            return verdict
        }
        switch verdict {
        case .waits: return true
        case .goes: continuation.resume()
        case .refused(let reason): continuation.resume(throwing: refusal(reason, caller))
        case nil: continuation.resume(throwing: CancellationError())
        }
        return false
    }

    private func cancel(_ ticket: Ticket, _ caller: G.Caller) {
        let continuation = change { state in
            state.gate.cancel(ticket, of: caller) ? state.waiting.removeValue(forKey: ticket) : nil
        }
        continuation?.resume(throwing: CancellationError())
    }

    private func leave(_ caller: G.Caller) {
        let next = change { state in
            state.gate.leave(caller).flatMap { state.waiting.removeValue(forKey: $0) }
        }
        next?.resume()
    }
}

/// Reports that the client of a request has disconnected.
protocol GoneSignal: Sendable {
    /// Whether the client has disconnected.
    var isGone: Bool { get }
    /// Calls `call` once the client has disconnected; the key identifies the callback.
    func whenGone(_ key: UInt64, _ call: @escaping @Sendable () -> Void)
    /// Removes a callback.
    func forget(_ key: UInt64)
}

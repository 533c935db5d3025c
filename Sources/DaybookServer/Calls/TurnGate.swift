import DaybookStore

/// Places that all callers share. Waiting callers take turns (``FairQueue``), so a caller waits for at most one waiting
/// element of each other caller.
struct TurnGate<Caller: Hashable & Sendable>: Gate {
    private var free: Int
    private var queue: FairQueue<Caller, Ticket>

    /// A gate with this many places, and the bounds of the waiting callers: in all, and of each caller.
    init(places: Int, waiting: FairQueue<Caller, Ticket>.Bounds) {
        free = places
        queue = FairQueue(bounds: waiting)
    }

    var waitingCount: Int { queue.count }

    /// No place is free while a caller waits.
    mutating func goes(_ caller: Caller) -> Bool {
        guard free > 0 else { return false }
        free -= 1
        return true
    }

    mutating func enter(_ ticket: Ticket, of caller: Caller) -> GateVerdict {
        if goes(caller) { return .goes }
        do throws(FairQueue<Caller, Ticket>.Refusal) {
            try queue.append(ticket, of: caller, weight: 1)
            return .waits
        } catch {
            return .refused(error == .each ? .each : .total)
        }
    }

    mutating func leave(_ caller: Caller) -> Ticket? {
        if let next = queue.next() { return next }
        free += 1
        return nil
    }

    mutating func cancel(_ ticket: Ticket, of caller: Caller) -> Bool {
        queue.remove(of: caller) { $0 == ticket } != nil
    }
}

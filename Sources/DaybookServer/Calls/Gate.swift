/// Decides which of many callers continue and which wait, for ``FairPlaces``.
///
/// Pure: it uses no threads and no time.
protocol Gate<Caller>: Sendable {
    associatedtype Caller: Hashable & Sendable
    /// The number of an arrival. It is never used twice.
    typealias Ticket = UInt64

    /// The number of waiting callers.
    var waitingCount: Int { get }

    /// Admits an arrival if there is a place and no arrival waits before it. Otherwise returns false and changes
    /// nothing.
    mutating func goes(_ caller: Caller) -> Bool

    /// Adds an arrival, which continues, waits or is refused.
    mutating func enter(_ ticket: Ticket, of caller: Caller) -> GateVerdict

    /// Releases the place of a caller. Returns the waiting arrival that takes it.
    mutating func leave(_ caller: Caller) -> Ticket?

    /// Removes a waiting arrival. False when it does not wait.
    mutating func cancel(_ ticket: Ticket, of caller: Caller) -> Bool
}

/// The decision of a ``Gate`` about an arrival.
enum GateVerdict: Equatable {
    case goes
    case waits
    case refused(GateRefusal)
}

/// The reason why a ``Gate`` refuses an arrival.
enum GateRefusal: Equatable, Sendable {
    /// The caller has as many arrivals as one caller may have.
    case each
    /// All callers together have as many arrivals as they may have.
    case total
}

/// Decides which of many callers go on and which wait, for ``FairPlaces``.
///
/// Pure: it knows neither threads nor time.
protocol Gate<Caller>: Sendable {
    associatedtype Caller: Hashable & Sendable
    /// The number of one arrival. No other arrival ever has it.
    typealias Ticket = UInt64

    /// The number of callers that wait.
    var waitingCount: Int { get }

    /// Lets an arrival go on if there is a place and no arrival waits before it. False, with nothing changed, if not.
    mutating func goes(_ caller: Caller) -> Bool

    /// Takes an arrival, which goes on, waits or is refused.
    mutating func enter(_ ticket: Ticket, of caller: Caller) -> GateVerdict

    /// Gives back the place of a caller. Returns the waiting arrival that takes it.
    mutating func leave(_ caller: Caller) -> Ticket?

    /// Removes a waiting arrival. False when it does not wait.
    mutating func cancel(_ ticket: Ticket, of caller: Caller) -> Bool
}

/// The answer of a ``Gate`` to an arrival.
enum GateVerdict: Equatable {
    case goes
    case waits
    case refused(GateRefusal)
}

/// The reason of a ``Gate`` to refuse an arrival.
enum GateRefusal: Equatable, Sendable {
    /// The caller has as many as one may have.
    case each
    /// There are as many as there may be of all.
    case total
}

/// Who of many may go on, and who waits: what ``FairPlaces`` asks.
///
/// Pure: it knows neither threads nor time.
protocol Gate<Caller>: Sendable {
    associatedtype Caller: Hashable & Sendable
    /// One who comes, by a number that no other one ever has.
    typealias Ticket = UInt64

    /// How many wait.
    var waitingCount: Int { get }

    /// One came, and goes on if there is a place and nobody waits before them. False when not; then nothing has changed.
    mutating func goes(_ caller: Caller) -> Bool

    /// One came: they go on, wait, or are refused.
    mutating func enter(_ ticket: Ticket, of caller: Caller) -> GateVerdict

    /// One is done. Returns the one that goes in their place.
    mutating func leave(_ caller: Caller) -> Ticket?

    /// One waits no longer. False when they do not wait: they go already, or never came.
    mutating func cancel(_ ticket: Ticket, of caller: Caller) -> Bool
}

/// What becomes of one who came to a ``Gate``.
enum GateVerdict: Equatable {
    case goes
    case waits
    case refused(GateRefusal)
}

/// Why a ``Gate`` refuses somebody.
enum GateRefusal: Equatable, Sendable {
    /// The caller has as many as one may have.
    case each
    /// There are as many as there may be of all.
    case total
}

/// Who of many may go on, and who waits for whom: some places for each caller, and a line before them.
///
/// Pure. Each caller has places and a line of their own, so that nobody waits because of another. Who waits longest goes
/// first. A place that somebody leaves goes to the first in the line before anybody else can take it.
struct CallGate<Caller: Hashable> {
    /// A call, by a number that no other one ever has.
    typealias Ticket = UInt64

    /// What a caller may have.
    struct Limits: Equatable, Sendable {
        /// Calls under way.
        var places: Int
        /// Calls that wait for a place.
        var waiting: Int
    }

    /// What becomes of a call that came.
    enum Verdict: Equatable {
        case goes
        case waits
        case refused
    }

    private struct Line {
        var underWay = 0
        var waiting: [Ticket] = []
    }

    private var lines: [Caller: Line] = [:]

    /// How many callers have calls here.
    var callers: Int { lines.count }

    /// A call came.
    mutating func enter(_ ticket: Ticket, of caller: Caller, _ limits: Limits) -> Verdict {
        let line = lines[caller] ?? Line()
        if line.underWay < limits.places, line.waiting.isEmpty {
            lines[caller, default: Line()].underWay += 1
            return .goes
        }
        guard line.waiting.count < limits.waiting else { return .refused }
        lines[caller, default: Line()].waiting.append(ticket)
        return .waits
    }

    /// A call is done. Returns the one that goes in its place.
    mutating func leave(_ caller: Caller) -> Ticket? {
        guard var line = lines[caller], line.underWay > 0 else { return nil }
        defer { lines[caller] = line.underWay == 0 && line.waiting.isEmpty ? nil : line }
        if line.waiting.isEmpty {
            line.underWay -= 1
            return nil
        }
        return line.waiting.removeFirst()
    }

    /// A call waits no longer. False when it does not wait: it goes already, or never came.
    mutating func cancel(_ ticket: Ticket, of caller: Caller) -> Bool {
        guard let place = lines[caller]?.waiting.firstIndex(of: ticket) else { return false }
        lines[caller]?.waiting.remove(at: place)
        return true
    }
}

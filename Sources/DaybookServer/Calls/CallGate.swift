/// Places for each caller, with a line for each, so that no caller waits for another.
///
/// Each line is first come, first served. A free place goes to the first call in the line before a new call can take
/// it. All calls together, waiting ones included, have a bound too. A caller without a call here is never refused, so
/// that callers with many calls cannot keep out callers with few.
struct CallGate<Caller: Hashable & Sendable>: Gate {
    /// The bounds of one caller.
    struct Limits: Equatable, Sendable {
        /// Calls in progress.
        var places: Int
        /// Calls that wait for a place.
        var waiting: Int
    }

    private struct Line {
        var underWay = 0
        var waiting: [Ticket] = []
    }

    private let total: Int
    private let limits: @Sendable (Caller) -> Limits
    private var lines: [Caller: Line] = [:]
    /// The number of calls, waiting ones included.
    private(set) var count = 0
    private(set) var waitingCount = 0

    /// A gate for `total` calls, and for each caller the bounds that `limits` returns.
    init(total: Int, limits: @escaping @Sendable (Caller) -> Limits) {
        self.total = total
        self.limits = limits
    }

    /// The number of callers that have calls here.
    var callers: Int { lines.count }

    mutating func goes(_ caller: Caller) -> Bool {
        guard let line = lines[caller] else {
            guard limits(caller).places > 0 else { return false }
            lines[caller] = Line(underWay: 1)
            count += 1
            return true
        }
        guard count < total, line.waiting.isEmpty, line.underWay < limits(caller).places else { return false }
        lines[caller]?.underWay += 1
        count += 1
        return true
    }

    mutating func enter(_ ticket: Ticket, of caller: Caller) -> GateVerdict {
        if goes(caller) { return .goes }
        guard count < total else { return .refused(.total) }
        guard lines[caller]?.waiting.count ?? 0 < limits(caller).waiting else { return .refused(.each) }
        lines[caller, default: Line()].waiting.append(ticket)
        waitingCount += 1
        count += 1
        return .waits
    }

    mutating func leave(_ caller: Caller) -> Ticket? {
        guard var line = lines[caller], line.underWay > 0 else { return nil }
        defer { lines[caller] = line.underWay == 0 && line.waiting.isEmpty ? nil : line }
        count -= 1
        if line.waiting.isEmpty {
            line.underWay -= 1
            return nil
        }
        waitingCount -= 1
        return line.waiting.removeFirst()
    }

    mutating func cancel(_ ticket: Ticket, of caller: Caller) -> Bool {
        guard let place = lines[caller]?.waiting.firstIndex(of: ticket) else { return false }
        lines[caller]?.waiting.remove(at: place)
        waitingCount -= 1
        count -= 1
        return true
    }
}

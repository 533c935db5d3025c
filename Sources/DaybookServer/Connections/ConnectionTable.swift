import DaybookStore

/// The table of all connections. It decides which connection is closed when there are too many.
///
/// Pure: events come in as calls, and the connection to close is the result. It needs no clock: a connection that
/// became idle earlier has been idle for longer.
struct ConnectionTable {
    /// A connection's number. It is never used twice.
    typealias ID = UInt64

    /// The holder of connections.
    enum Holder: Hashable, Sendable {
        /// An address of version 4, or a household's /64 of version 6.
        case address(IPAddress)
        /// The proxies that the operator trusts. All clients may be behind them, so no limit of one address applies to
        /// them.
        case trusted
    }

    /// The decision about a new connection.
    enum Verdict: Equatable {
        case stays
        /// The new connection stays, and this other connection must be closed.
        case replaces(ID)
        /// The new connection must be closed: there are as many connections as this budget allows, and all of them are
        /// in use.
        case refused(Budget)
    }

    private struct Connection {
        let holder: Holder
        /// Requests that have begun and are not answered yet.
        var requests = 0
        /// Increases over time: the connection with the smallest value has been idle the longest.
        var idleSince: UInt64
    }

    private let limit: Int
    private let limitOfOne: Int
    private var connections: [ID: Connection] = [:]
    private var held: [Holder: Set<ID>] = [:]
    private var turn: UInt64 = 0

    /// A table of at most `limit` connections. One address has at most `limitOfOne` of them.
    init(limit: Int, limitOfOne: Int) {
        self.limit = limit
        self.limitOfOne = limitOfOne
    }

    /// The number of connections.
    var count: Int { connections.count }

    /// A connection was opened. If it replaces another one, that one is no longer in the table.
    mutating func opened(_ id: ID, by holder: Holder) -> Verdict {
        let turn = nextTurn()
        connections[id] = Connection(holder: holder, idleSince: turn)
        held[holder, default: []].insert(id)
        if holder != .trusted, held[holder]?.count ?? 0 > limitOfOne {
            return replace(longestIdle(of: holder, but: id), by: id, else: .addressConnections)
        }
        if connections.count > limit { return replace(candidate(for: holder, but: id), by: id, else: .connections) }
        return .stays
    }

    /// A request began. Ignored for a connection that is no longer in the table; the same is true below.
    mutating func began(_ id: ID) { connections[id]?.requests += 1 }

    /// A request was answered. One that was answered in the moment in which it arrived has not begun.
    mutating func ended(_ id: ID) {
        guard var connection = connections[id] else { return }
        connection.requests = max(0, connection.requests - 1)
        if connection.requests == 0 { connection.idleSince = nextTurn() }
        connections[id] = connection
    }

    /// A connection was closed, by either side.
    mutating func closed(_ id: ID) {
        guard let holder = connections.removeValue(forKey: id)?.holder else { return }
        held[holder]?.remove(id)
        if held[holder]?.isEmpty == true { held[holder] = nil }
    }

    private mutating func replace(_ victim: ID?, by id: ID, else budget: Budget) -> Verdict {
        closed(victim ?? id)
        return victim.map { .replaces($0) } ?? .refused(budget)
    }

    /// The longest idle connection of the holder with the most connections. Holders with fewer connections than the new
    /// connection's holder are left out: a holder must not take from one with fewer.
    private func candidate(for holder: Holder, but id: ID) -> ID? {
        let own = held[holder]?.count ?? 0
        let richest = held.filter { $0.value.count >= own }.sorted { $0.value.count > $1.value.count }
        for (holder, _) in richest {
            if let found = longestIdle(of: holder, but: id) { return found }
        }
        return nil
    }

    private func longestIdle(of holder: Holder, but id: ID) -> ID? {
        var found: (id: ID, since: UInt64)?
        for other in held[holder] ?? [] where other != id {
            guard let connection = connections[other], connection.requests == 0 else { continue }
            if found.map({ connection.idleSince < $0.since }) ?? true { found = (other, connection.idleSince) }
        }
        return found?.id
    }

    private mutating func nextTurn() -> UInt64 {
        turn += 1
        return turn
    }
}

import DaybookStore
import Foundation
import NIOCore
import Synchronization

/// The connections of a server, bounded by ``ConnectionTable``: closes the connections that the table names.
final class Connections: Sendable {
    private struct State {
        var table: ConnectionTable
        var channels: [ConnectionTable.ID: any Channel] = [:]
        var last: ConnectionTable.ID = 0
    }

    private let state: Mutex<State>
    private let proxies: TrustedProxies
    private let meter: BudgetMeter

    init(_ configuration: ServerConfiguration) {
        let budgets = configuration.budgets
        let table = ConnectionTable(limit: budgets[.connections], limitOfOne: budgets[.addressConnections])
        state = Mutex(State(table: table))
        proxies = configuration.trustedProxies
        meter = configuration.meter
    }

    /// The number of connections.
    var count: Int { state.withLock { $0.table.count } }

    /// Adds a connection. Nil when the table refuses it, and the caller must close it.
    func opened(_ channel: any Channel) -> ConnectionTable.ID? {
        let holder = holder(of: channel)
        let (id, verdict, victim, count) = state.withLock { state in
            state.last += 1
            let id = state.last
            let verdict = state.table.opened(id, by: holder)
            var victim: (any Channel)?
            if case .replaces(let other) = verdict { victim = state.channels.removeValue(forKey: other) }
            if case .refused = verdict { return (id, verdict, victim, state.table.count) }
            state.channels[id] = channel
            return (id, verdict, victim, state.table.count)
        }
        meter.use(.connections, count)
        switch verdict {
        case .stays: return id
        case .replaces:
            meter.refused(.connections)
            victim?.close(promise: nil)
            return id
        case .refused(let budget):
            meter.refused(budget)
            return nil
        }
    }

    /// Records that a request began.
    func began(_ id: ConnectionTable.ID) { state.withLock { $0.table.began(id) } }

    /// Records that a request was answered.
    func ended(_ id: ConnectionTable.ID) { state.withLock { $0.table.ended(id) } }

    /// Records that a connection was closed.
    func closed(_ id: ConnectionTable.ID) {
        let count = state.withLock { state in
            state.table.closed(id)
            state.channels[id] = nil
            return state.table.count
        }
        meter.use(.connections, count)
    }

    /// A socket without an address is a file of this machine, which the operator has given to trusted programs.
    private func holder(of channel: any Channel) -> ConnectionTable.Holder {
        guard let address = channel.remoteAddress?.ipAddress.flatMap({ IPAddress($0) }), !proxies.contains(address)
        else { return .trusted }
        return .address(address.household)
    }
}

extension IPAddress {
    /// The address that counts as one holder: in version 6 a household has a /64 (RFC 6177).
    var household: IPAddress { isV4 ? self : IPAddress(high: high, low: 0) }
}

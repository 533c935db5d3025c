/// The effect of an entry on a replica.
public struct Applied: Equatable, Sendable {
    /// Records that may look different now.
    public var changed: [Record.Key] = []
    /// The parts of the received records that the server had before and lacks now. This happens when a server was
    /// restored from a backup and others have written since.
    public var missing: [Record] = []
    /// The texts of this device that newer texts of other devices replaced. The replica keeps them in its histories.
    public var replaced: [ReplacedText] = []
}

extension Replica {
    /// Applies an entry: a new one, one that was read from the disk after a restart, or one from another tab of this
    /// device.
    @discardableResult
    public mutating func apply(_ entry: Entry) -> Applied {
        switch entry {
        case .changed(let changes):
            for change in changes { make(change) }
            // Another tab may have made the change before it read a newer text of another device, which this tab has
            // already.
            let replaced = replaced(of: changes.flatMap { change in texts(in: change) { wrote($0.stamp) } })
            return Applied(changed: changes.map { $0.key }, replaced: replaced)
        case .answered(let records, let after, let cursor, let results):
            return merge(records, after: after, cursor: cursor, results: results)
        case .restamped(let restamping, let correction): restamp(restamping, correction: correction)
        case .refusedAhead(let server, let correction): restampUnsent(server: server, correction: correction)
        case .preferred(let name, let value):
            preferences[name] = name == Notebook.Preference.histories ? histories(joinedBy: value) : value
        case .resetBegan(let server): beginReset(server: server)
        case .resetEnded(let server, let cursor): return Applied(changed: endReset(server: server, cursor: cursor))
        }
        return Applied()
    }

    /// A change of this device: it shows at once and waits to be sent. An empty change is ignored.
    mutating func make(_ change: Record) {
        guard change.latest != nil else { return }
        let key = change.key
        if let latest = change.latest { clock.advance(past: latest) }
        if records[key]?.merge(change) == nil { records[key] = change }
        // The refused change is sent again with this one, which may repair it.
        if let rejection = rejections.removeValue(forKey: key) { enqueue(rejection.change) }
        enqueue(change)
    }

    mutating func enqueue(_ change: Record) {
        if outbox[change.key]?.merge(change) == nil { outbox[change.key] = change }
    }
}

extension Replica {
    /// Whether a reset is under way: all records are read again (S10). Nothing is sent meanwhile. At the end the
    /// replica knows what the server lacks, and sends it whole.
    public var isReset: Bool { confirmed != nil }

    /// Begins a reset: the server no longer knows the changes after this replica's cursor, so all records are read
    /// again.
    ///
    /// Old tombstones that the server may have forgotten are dropped. If this device sent them again, the server would
    /// delete records that another device has kept for its unsent changes.
    mutating func beginReset(server: Instant) {
        confirmed = []
        cursor = 0
        for (key, record) in records
        where !record.isAlive && outbox[key] == nil && rejections[key] == nil && isForgettable(record, server) {
            records[key] = nil
        }
    }

    /// Records that were read from the server may be lost, so everything is read again from the start. The records that
    /// the server has sent so far do not count.
    public mutating func readAgain() {
        cursor = 0
        preferences[Notebook.Preference.read] = nil
        if isReset { confirmed = [] }
    }

    /// Everything has been read up to `cursor`. A record that the server does not have was deleted and forgotten, and
    /// is removed here too. It stays if this device has changes to it that no server has taken (S10). It also stays if
    /// it is too young to have been forgotten: then the server lost it, as after a restore from a backup, and gets it
    /// back. Returns the keys of the removed records.
    ///
    /// Does nothing when this replica has not read that far: another tab has begun to read everything once more.
    mutating func endReset(server: Instant, cursor: Int64) -> [Record.Key] {
        guard let confirmed, hasRead(upTo: cursor) else { return [] }
        self.confirmed = nil
        var gone: [Record.Key] = []
        for (key, record) in records where !confirmed.contains(key) {
            // A change alone, to a record that the server has forgotten, may have been refused for lack of the rest.
            // A refused change that newer changes have wholly replaced no longer counts: another tab repaired it.
            let refused = rejections.removeValue(forKey: key)?.change
            let isRefused = refused.map { !Set($0.stamps).isDisjoint(with: record.stamps) } ?? false
            if outbox[key] == nil, !isRefused, isForgettable(record, server) {
                gone.append(key)
            } else {
                enqueue(record)
            }
        }
        for key in gone { records[key] = nil }
        return gone
    }

    /// Whether a record was last changed so long ago that it may have been deleted, and its tombstone been forgotten.
    private func isForgettable(_ record: Record, _ server: Instant) -> Bool {
        record.latest.map { $0.wall < Replica.memory(of: server) } ?? true
    }

    /// The oldest time that the server remembers. A record with an older stamp may have been deleted, and its tombstone
    /// forgotten.
    static func memory(of server: Instant) -> Instant {
        server.advanced(by: .milliseconds(Rules.stampTolerance.milliseconds - Rules.tombstoneLifetime.milliseconds))
    }

    /// The part of a missing record that is too young for a forgotten tombstone. The server has lost it, and gets it
    /// back.
    static func remembered(_ missing: Record, at server: Instant) -> Record? {
        let oldest = memory(of: server)
        return missing.without(missing.stamps.filter { $0.wall < oldest })
    }

    /// A server that was restored from a backup lacks the changes that it accepted since, so they are sent again.
    /// Changes that it refused stay in quarantine.
    mutating func keepMissing(in version: Record) {
        let key = version.key
        guard var more = records[key]?.difference(from: version) else { return }
        if let refused = rejections[key]?.change {
            guard let rest = more.without(refused.stamps) else { return }
            more = rest
        }
        enqueue(more)
    }
}

extension Replica {
    /// Takes back an earlier correction of the clock once the device's own clock was set; see ``Clock/check``.
    public mutating func checkClock(server: Instant, now: Instant) {
        clock.check(server: server, local: now)
    }

    /// Restamps the unsent changes whose stamps are further ahead of the server's clock than the server allows (S2).
    /// The new stamps come from the server's clock and keep the order in which the changes were made.
    ///
    /// The result depends on the replica alone, so that all tabs compute the same at the same place of their journal.
    /// A change keeps its stamp when the server allows it, and when a newer change from elsewhere has replaced it.
    /// Restamped, a replaced change would win on the server. The server does not send a device its own changes, so this
    /// device would differ from then on.
    ///
    /// - Parameter correction: The milliseconds by which the server's clock is ahead of the device's.
    /// - Returns: The old stamps with their new ones.
    @discardableResult
    mutating func restampUnsent(server: Instant, correction: Int64) -> Restamping {
        let latest = server.advanced(by: Rules.stampTolerance)
        var ahead: [Stamp] = []
        for change in Array(outbox.values) + rejections.values.map({ $0.change }) {
            let key = change.key
            for field in change.fields where field.stamp.wall > latest && isShown(field, of: key) {
                ahead.append(field.stamp)
            }
            if let deleted = change.deleted, deleted.wall > latest, records[key]?.deleted == deleted {
                ahead.append(deleted)
            }
        }
        var restamping = Restamping(ahead)
        clock.correct(by: correction, kept: greatestStamp(except: restamping))
        restamping.assign { clock.nextRestamp(server: server) }
        replaceStamps(restamping)
        return restamping
    }

    /// Repeats a restamping that a journal of the second layout holds.
    mutating func restamp(_ restamping: Restamping, correction: Int64) {
        clock.correct(by: correction, kept: greatestStamp(except: restamping))
        for stamp in restamping.new { clock.advance(past: stamp) }
        replaceStamps(restamping)
    }

    private mutating func replaceStamps(_ restamping: Restamping) {
        for (key, change) in outbox {
            outbox[key] = restamped(change, restamping)
            records[key] = records[key]?.restamped { restamping[$0] ?? $0 }
        }
        // Quarantined changes are restamped too. Their old stamps would keep all new stamps ahead, and refused.
        for (key, rejection) in rejections {
            let change = restamped(rejection.change, restamping)
            rejections[key] = Rejection(change: change, violations: rejection.violations)
            records[key] = records[key]?.restamped { restamping[$0] ?? $0 }
        }
    }

    private func restamped(_ change: Record, _ restamping: Restamping) -> Record {
        let shown = records[change.key]
        let fields = change.fields.map { field in
            guard isShown(field, of: change.key), let stamp = restamping[field.stamp] else { return field }
            return Record.Field(field.name, field.value, stamp)
        }
        let deleted = change.deleted.map { shown?.deleted == $0 ? restamping[$0] ?? $0 : $0 }
        return Record(kind: change.kind, id: change.id, fields: fields, deleted: deleted)
    }

    /// Whether the record still has the values of a change, and no newer change has replaced them.
    @inline(never)
    private func isShown(_ field: Record.Field, of key: Record.Key) -> Bool {
        records[key]?.field(field.name)?.stamp == field.stamp
    }

    private func greatestStamp(except excluded: Restamping) -> Stamp? {
        var greatest: Stamp?
        func see(_ stamp: Stamp) {
            if greatest.map({ $0 < stamp }) ?? true, excluded.place(of: stamp) == nil { greatest = stamp }
        }
        for record in records.values {
            for field in record.fields { see(field.stamp) }
            if let deleted = record.deleted { see(deleted) }
        }
        return greatest
    }
}

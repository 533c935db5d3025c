extension Replica {
    /// Takes back an earlier correction of the clock once the device's own clock was set; see ``Clock/check``.
    public mutating func checkClock(server: Instant, now: Instant) {
        clock.check(server: server, local: now)
    }

    /// Stamps unsent changes that the server refuses as too far ahead of its clock anew by that clock, in the order in
    /// which they were made (S2). To all others they are made now. Which became which.
    ///
    /// What follows from a replica alone, so that all tabs do the same at the same place of their journal. Changes with
    /// a stamp that the server takes keep it, and so do those that a newer one from elsewhere has replaced: stamped
    /// anew they would win on the server, and this device, which is not told what it brought itself, would differ.
    ///
    /// `correction` is what the server's clock is ahead of the device's, in milliseconds.
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
        var anew = Restamping(ahead)
        clock.correct(by: correction, kept: greatestStamp(except: anew))
        anew.assign { clock.nextRestamped(server: server) }
        replaceStamps(anew)
        return anew
    }

    /// Carries out what a journal of the second layout says that a tab did.
    mutating func restamp(_ anew: Restamping, correction: Int64) {
        clock.correct(by: correction, kept: greatestStamp(except: anew))
        for stamp in anew.new { clock.advance(past: stamp) }
        replaceStamps(anew)
    }

    private mutating func replaceStamps(_ anew: Restamping) {
        for (key, change) in outbox {
            outbox[key] = restamped(change, anew)
            records[key] = records[key]?.restamped { anew[$0] ?? $0 }
        }
        // Set apart, but shown: left ahead, they would keep all new stamps ahead of them, and so from being taken.
        for (key, rejection) in rejections {
            let change = restamped(rejection.change, anew)
            rejections[key] = Rejection(change: change, violations: rejection.violations)
            records[key] = records[key]?.restamped { anew[$0] ?? $0 }
        }
    }

    private func restamped(_ change: Record, _ anew: Restamping) -> Record {
        let shown = records[change.key]
        let fields = change.fields.map { field in
            guard isShown(field, of: change.key), let stamp = anew[field.stamp] else { return field }
            return Record.Field(field.name, field.value, stamp)
        }
        let deleted = change.deleted.map { shown?.deleted == $0 ? anew[$0] ?? $0 : $0 }
        return Record(kind: change.kind, id: change.id, fields: fields, deleted: deleted)
    }

    /// Whether a change is what the record shows, and not replaced by a newer one.
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

extension Replica {
    /// Takes over the server's answer to a call of this device, from this tab or another.
    ///
    /// An answer from another epoch of the server acknowledges nothing and moves no cursor, because this epoch may lack
    /// the changes of the other epoch. Records that, as far as is known, only an earlier epoch had are sent to this
    /// one. A later epoch knows none of this replica's cursors, so everything is soon read from the start.
    mutating func merge(
        _ versions: [Record],
        after: Int64,
        cursor: Int64,
        results: [ChangeResult]
    ) -> Applied {
        let isOfThisEpoch = isOfThisEpoch(cursor)
        guard isOfThisEpoch || cursor < self.cursor else { return Applied() }
        let own = ownTexts(of: versions)
        var applied = Applied()
        if isOfThisEpoch {
            acknowledgeOrReject(results)
            applied = receive(versions, after: after, cursor: cursor)
        } else {
            let missing = versions.compactMap { $0.difference(from: records[$0.key]) }
            for change in missing { make(change) }
            applied.changed = missing.map { $0.key }
        }
        applied.replaced = replaced(of: own)
        return applied
    }

    /// Before anything was read, any epoch may be the one to read.
    func isOfThisEpoch(_ cursor: Int64) -> Bool {
        self.cursor == 0 || ChangeNumber.epoch(of: cursor) == ChangeNumber.epoch(of: self.cursor)
    }

    /// Whether all that the server had up to its number `cursor` has been read.
    func hasRead(upTo cursor: Int64) -> Bool { cursor <= self.cursor && isOfThisEpoch(cursor) }

    /// Takes over versions that came from the server, and moves the cursor from where the call began to where they end.
    ///
    /// The cursor does not move when this replica has not read as far as `after`: another tab made the call, and since
    /// then a full read has begun. Such versions also do not show what the server has now.
    @discardableResult
    mutating func receive(_ versions: [Record], after: Int64 = 0, cursor: Int64) -> Applied {
        let isNews = isNews(after: after, cursor: cursor)
        let confirms = after <= self.cursor
        var applied = Applied()
        for version in versions {
            if let latest = version.latest { clock.observe(latest) }
            if isNews, !isReset {
                if let missing = missing(in: version) { applied.missing.append(missing) }
                if follow(version) { applied.changed.append(version.key) }
                continue
            }
            if confirms, confirmed?.insert(version.key) != nil { keepMissing(in: version) }
            if let differs = records[version.key]?.merge(version) {
                if differs { applied.changed.append(version.key) }
            } else {
                records[version.key] = version
                applied.changed.append(version.key)
            }
        }
        if isNews { self.cursor = cursor }
        return applied
    }

    /// The part of a record that the server had before and lacks in the version it sends now; nil when it lacks
    /// nothing.
    private func missing(in version: Record) -> Record? {
        guard let more = records[version.key]?.difference(from: version) else { return nil }
        return more.without(
            (outbox[version.key]?.stamps ?? []) + (rejections[version.key]?.change.stamps ?? [])
        )
    }

    private func isNews(after: Int64, cursor: Int64) -> Bool {
        after <= self.cursor && cursor > self.cursor && isOfThisEpoch(cursor)
    }

    /// Takes over a version that is newer than all this replica has read. True when the record looks different.
    ///
    /// The version holds all that the server has of the record. Fields that it lacks and that do not wait to be sent
    /// were deleted and forgotten, before another device's unsent changes brought the record back (S10). A merge would
    /// keep the delete, and hide the record here for ever while all others show it.
    private mutating func follow(_ version: Record) -> Bool {
        let key = version.key
        var record = version
        if let unsent = outbox[key] { record.merge(unsent) }
        if let refused = rejections[key] { record.merge(refused.change) }
        if records[key] == record { return false }
        records[key] = record
        return true
    }

    /// The server's verdict on the changes that were sent.
    mutating func acknowledgeOrReject(_ results: [ChangeResult]) {
        for result in results {
            if result.violations.isEmpty {
                acknowledge(result.key, result.stamps)
                for change in result.changes { confirm(change) }
            } else {
                reject(result.key, result.stamps, result.violations)
            }
        }
    }

    /// The server has the changes of a record that bear these stamps.
    ///
    /// Each stamp is named. The answers of two tabs may cross, and an acknowledgement of all stamps up to a limit would
    /// include another tab's changes.
    /// tab's changes too.
    mutating func acknowledge(_ key: Record.Key, _ stamps: [Stamp]) {
        for stamp in stamps { clock.observe(stamp) }
        outbox[key] = outbox[key]?.without(stamps)
        // A change that was refused alone may be accepted as part of the whole record.
        guard let refused = rejections[key]?.change else { return }
        if let rest = refused.without(stamps) { rejections[key]?.change = rest } else { rejections[key] = nil }
    }

    /// Acknowledges a change that the server has accepted. The server does not send a device its own changes.
    ///
    /// Another tab may have restamped the change meanwhile, below the stamp that the server has. The greater stamp
    /// stays, here as on the server, and the same value is not sent again.
    mutating func confirm(_ change: Record) {
        let key = change.key
        if records[key]?.merge(change) == nil { records[key] = change }
        outbox[key] = outbox[key]?.without(valuesIn: change)
    }

    /// Quarantines the changes of a record with these stamps, which the server refused.
    ///
    /// If the record was changed since, the new change may repair it. Then the whole change is sent again instead.
    mutating func reject(_ key: Record.Key, _ stamps: [Stamp], _ violations: [Violation]) {
        guard var change = outbox[key], change.without(stamps) == nil else { return }
        outbox[key] = nil
        // After a reset, a change may be refused while an earlier one of the same record is still quarantined.
        if let before = rejections[key]?.change { change.merge(before) }
        rejections[key] = Rejection(change: change, violations: violations)
    }
}
